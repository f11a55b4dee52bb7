extension Decimal {
  /// Reads the whole text as a decimal number, or fails. `Decimal(string:)` alone reads `12abc` as 12, and `0.5-1` and
  /// `0.5.1` as 0.5.
  package init?(exactly text: String) {
    // Without a locale the separator is a point.
    guard Self.isNumber(text.utf8), let value = Decimal(string: text), !value.isNaN else { return nil }
    self = value
  }

  /// Whether the text is digits with at most one sign, point and exponent, each in its place.
  private static func isNumber(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    rest.dropSign()
    let whole = rest.dropDigits()
    let fraction = rest.drop("." as Unicode.Scalar) ? rest.dropDigits() : 0
    guard whole + fraction > 0 else { return false }
    if rest.drop("e") || rest.drop("E") {
      rest.dropSign()
      guard rest.dropDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}

extension Substring.UTF8View {
  fileprivate mutating func drop(_ character: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: character) else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func dropSign() { if !drop("-") { _ = drop("+") } }

  /// - Returns: how many digits were dropped.
  fileprivate mutating func dropDigits() -> Int {
    let before = count
    self = drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return before - count
  }
}
