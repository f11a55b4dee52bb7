/// A range of figures as plugins of monitoring systems take it for `--warn` and `--crit`: it tells which figures are well, and
/// every other one alerts.
///
/// | written | alerts on |
/// | --- | --- |
/// | `10` | less than 0, or more than 10 |
/// | `10:` | less than 10 |
/// | `~:10` | more than 10 |
/// | `10:20` | less than 10, or more than 20 |
/// | `@10:20` | 10 to 20, both of them too |
public struct ThresholdRange: Codable, Sendable, Equatable {
  /// The least figure in it; `nil` when there is none.
  public var start: Decimal?
  /// The greatest figure in it; `nil` when there is none.
  public var end: Decimal?
  /// Whether the figures in it alert, and not those outside.
  public var alertsInside: Bool

  /// A range from its parts.
  public init(from start: Decimal?, to end: Decimal?, alertsInside: Bool = false) {
    self.start = start
    self.end = end
    self.alertsInside = alertsInside
  }

  /// Reads a range as it is written on a command line; `nil` for what is none, such as one that ends before it begins.
  public init?(_ text: String) {
    alertsInside = text.hasPrefix("@")
    let ends = text.dropFirst(alertsInside ? 1 : 0).split(separator: ":", omittingEmptySubsequences: false)
    switch ends.count {
    case 1:
      guard let end = Self.number(ends[0]) else { return nil }
      (start, self.end) = (0, end)
    case 2:
      // Without a first figure it begins at 0; the tilde stands for no beginning.
      if ends[0] == "~" {
        start = nil
      } else {
        guard let start = ends[0].isEmpty ? 0 : Self.number(ends[0]) else { return nil }
        self.start = start
      }
      if ends[1].isEmpty {
        guard !ends[0].isEmpty else { return nil }
        end = nil
      } else {
        guard let end = Self.number(ends[1]) else { return nil }
        self.end = end
      }
    default: return nil
    }
    if let start, let end, start > end { return nil }
  }

  /// Digits with a point at most: an exponent has no place in what monitoring systems read.
  private static func number(_ text: Substring) -> Decimal? {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }) else { return nil }
    return Decimal(exactly: String(text))?.figure
  }

  /// Whether a figure is in it; both ends are.
  public func contains(_ figure: Decimal) -> Bool {
    start.map { $0 <= figure } ?? true && end.map { figure <= $0 } ?? true
  }

  /// Whether a figure alerts.
  public func alerts(on figure: Decimal) -> Bool { contains(figure) == alertsInside }

  /// In its shortest form, which reads as the same range.
  public var written: String {
    let mark = alertsInside ? "@" : ""
    guard let start else { return "\(mark)~:\(end.map(\.exactText) ?? "")" }
    guard let end else { return "\(mark)\(start.exactText):" }
    return mark + (start == 0 ? end.exactText : "\(start.exactText):\(end.exactText)")
  }
}
