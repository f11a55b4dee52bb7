public import Foundation

extension Decimal {
  /// The whole text as a decimal number; `Decimal(string:)` alone would take `12abc` for 12.
  public init?(exactly text: String) {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard text.utf8.count - digits.count <= 1, let first = digits.first, first != UInt8(ascii: "e"),
      first != UInt8(ascii: "E"),
      digits.allSatisfy({ byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "eE.+-".utf8.contains(byte)
      }),
      let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !value.isNaN
    else { return nil }
    self = value
  }
}
