import Foundation

/// Figures as they stand in a finding.
enum DiagnosisFormat {
  static func count(_ value: Int?) -> String { value.map(String.init) ?? "?" }

  /// A percentage to two decimals, for reading; the exact figure stands in the evidence's source.
  static func percent(_ value: Decimal) -> String { "\(Figures.rounded(value, 2)) %" }

  /// Whole seconds as `12s`, `4m12s`, `2h05m`.
  static func span(_ seconds: Decimal) -> String {
    let whole = Figures.rounded(max(0, seconds), 0)
    return whole < 60 ? "\(whole)s" : Spans.text(whole)
  }

  static func seconds(from start: Date, to end: Date) -> Decimal {
    Figures.rounded(Decimal(checked: max(0, end.timeIntervalSince(start))) ?? 0, 3)
  }

  /// Whether a moment is known and was in the last so many seconds.
  static func isWithin(_ seconds: Decimal, _ moment: Date?, _ now: Date) -> Bool {
    moment.map { self.seconds(from: $0, to: now) <= seconds } ?? false
  }
}
