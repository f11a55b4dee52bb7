/// Formats figures for the findings of a diagnosis.
package enum DiagnosisFormat {
  static func count(_ value: Int?) -> String { value.map(String.init) ?? "?" }

  /// Percent with two decimals at most, for reading; the endpoint that the evidence names has the exact figure.
  package static func percent(_ value: Decimal) -> String { "\(value.rounded(to: 2)) %" }

  /// Whole seconds as `12s`, `4m12s`, `2h05m`.
  package static func span(_ seconds: Decimal) -> String {
    let whole = max(0, seconds).rounded(to: 0)
    return whole < 60 ? "\(whole)s" : Spans.text(whole)
  }

  package static func seconds(from start: Date, to end: Date) -> Decimal {
    (Decimal(checked: max(0, end.timeIntervalSince(start))) ?? 0).rounded(to: 3)
  }

  /// Whether a time is known and at most so many seconds ago.
  static func isWithin(_ seconds: Decimal, _ moment: Date?, _ now: Date) -> Bool {
    moment.map { self.seconds(from: $0, to: now) <= seconds } ?? false
  }
}
