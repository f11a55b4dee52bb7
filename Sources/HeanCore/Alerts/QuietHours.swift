/// A time of each day in which only what is critical is told; the rest is told together when it ends.
public struct QuietHours: Sendable, Equatable {
  /// Seconds after midnight.
  private let begin: Int
  private let end: Int

  /// Reads `23:00-07:00`.
  /// - Returns: `nil` when the text is no such time, or one without a length.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let begin = Self.clock(parts[0]), let end = Self.clock(parts[1]), begin != end else {
      return nil
    }
    (self.begin, self.end) = (begin, end)
  }

  /// Whether a moment lies in it, by the clocks of a zone.
  public func contains(_ date: Date, in zone: Zone) -> Bool {
    let clock = zone.clock(of: date)
    return begin < end ? (begin..<end).contains(clock) : clock >= begin || clock < end
  }

  /// As it is typed: `23:00-07:00`.
  public var text: String { "\(Self.text(begin))-\(Self.text(end))" }

  static func clock(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 3600 + minute * 60
  }

  private static func text(_ clock: Int) -> String {
    [clock / 3600, clock / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
