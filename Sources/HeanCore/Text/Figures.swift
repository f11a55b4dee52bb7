/// Formats decimals for people. Not for JSON and other data formats, which keep every digit.
package enum Figures {
  /// A number of things: `1 event`, `2 events`.
  package static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// The first of many names, and how many more there are: `A, B and 3 more`.
  package static func listed(_ names: [String], most: Int) -> String {
    names.prefix(most).joined(separator: ", ") + (names.count > most ? " and \(names.count - most) more" : "")
  }

  /// With exactly so many digits after the point.
  package static func text(_ value: Decimal, places: Int) -> String {
    guard !value.isNaN else { return "?" }
    var text = "\(value.rounded(to: places))"
    guard places > 0 else { return text }
    let digits = text.split(separator: ".", omittingEmptySubsequences: false)
    if digits.count == 1 { text += "." }
    let have = digits.count == 1 ? 0 : digits[1].count
    return text + String(repeating: "0", count: max(0, places - have))
  }

  /// Two digits after the point, or more for a small value: what is not 0 is never shown as `0.00`.
  package static func money(_ value: Decimal) -> String {
    if value == 0 || value.isNaN || abs(value.rounded(to: 2)) >= .cent {
      return text(value, places: 2)
    }
    return significant(value, 2)
  }

  /// Eight significant digits, at least two after the point: enough for any tick size, short enough for a column.
  package static func price(_ value: Decimal) -> String {
    guard !value.isNaN else { return "?" }
    let whole = "\(abs(value).rounded(to: 0))".count
    if abs(value) < 1, value != 0 { return trimmed(significant(value, 8), atLeast: 2) }
    return trimmed(text(value, places: max(2, 8 - whole)), atLeast: 2)
  }

  /// As `price`, without zeros at the end.
  package static func quantity(_ value: Decimal) -> String {
    var text = Substring(price(value))
    guard text.contains(".") else { return String(text) }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }

  /// With a plus sign before a value above 0.
  package static func signed(_ value: Decimal, _ draw: (Decimal) -> String = money) -> String {
    value > 0 ? "+" + draw(value) : draw(value)
  }

  private static func significant(_ value: Decimal, _ digits: Int) -> String {
    // The exponent of the first significant digit: 0.00123 has its first one at 10⁻³.
    let first = value.exponent + "\(abs(value.significand))".count - 1
    return "\(value.rounded(to: max(0, digits - 1 - first)))"
  }

  private static func trimmed(_ text: String, atLeast places: Int) -> String {
    guard let point = text.firstIndex(of: ".") else { return text + "." + String(repeating: "0", count: places) }
    var text = text
    while text.hasSuffix("0"), text.distance(from: point, to: text.endIndex) - 1 > places { text.removeLast() }
    let have = text.distance(from: point, to: text.endIndex) - 1
    return text + String(repeating: "0", count: max(0, places - have))
  }
}

extension Decimal {
  /// 0.01, the smallest step of an amount in USDT that a screen shows.
  static let cent = Decimal(sign: .plus, exponent: -2, significand: 1)
}

extension Sequence where Element == Decimal? {
  /// The sum; `nil` when one of the figures is not known.
  var wholeSum: Decimal? {
    reduce(Decimal?.some(0)) { sum, figure in sum.flatMap { sum in figure.map { sum + $0 } } }
  }
}
