/// A moment in a time zone, to the second, as people read it: `2026-11-21 01:47:30Z`, `2026-11-21 02:47:30+01:00`.
public enum ZonedTimestamp {
  /// The moment in this zone; one that no calendar has is moved to the nearest that it has.
  public static func text(_ date: Date, _ zone: Zone) -> String {
    let offset = zone.offset(at: date)
    let shown = CivilDay.clamped(Date(timeIntervalSince1970: TimeInterval(zone.shown(at: date))))
    var text: [UInt8] = []
    text.reserveCapacity(28)
    EngineTime.append(second: Int64(shown.timeIntervalSince1970), between: UInt8(ascii: " "), to: &text)
    if offset == 0 { text.append(UInt8(ascii: "Z")) } else { append(offset, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  /// `+01:00`, with seconds where an old offset has some.
  private static func append(_ offset: Int, to text: inout [UInt8]) {
    let seconds = Int64(abs(offset))
    text.append(UInt8(ascii: offset < 0 ? "-" : "+"))
    text.append(seconds / 3600, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.append(seconds / 60 % 60, digits: 2)
    guard seconds % 60 != 0 else { return }
    text.append(UInt8(ascii: ":"))
    text.append(seconds % 60, digits: 2)
  }
}
