/// A moment in a time zone, to the second, as people read it: `2026-11-21 01:47:30Z`, `2026-11-21 02:47:30+01:00`.
public enum ZonedTimestamp {
  /// The moment in this zone; one that no calendar has is moved to the nearest that it has.
  public static func text(_ date: Date, _ zone: Zone) -> String {
    let offset = zone.offset(at: date)
    let shown = EngineTime.format(Date(timeIntervalSince1970: TimeInterval(zone.shown(at: date))))
    return shown.prefix(19).replacing("T", with: " ") + (offset == 0 ? "Z" : Self.offset(offset))
  }

  /// `+01:00`, with seconds where an old offset has some.
  private static func offset(_ offset: Int) -> String {
    func two(_ value: Int) -> String { EngineTime.padded(Int64(value), 2) }
    let (seconds, sign) = (abs(offset), offset < 0 ? "-" : "+")
    let rest = seconds % 60 == 0 ? "" : ":\(two(seconds % 60))"
    return "\(sign)\(two(seconds / 3600)):\(two(seconds / 60 % 60))\(rest)"
  }
}
