public import Foundation

/// A key of any name, for bodies in which one thing goes by several names (contract 7.1).
struct WireKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringLiteral value: String) { stringValue = value }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

typealias WireContainer = KeyedDecodingContainer<WireKey>

extension Decoder {
  func wire() throws -> WireContainer { try container(keyedBy: WireKey.self) }
}

/// Reading rules for everything the engine sends: a missing key and `null` are both "not known"; a value of the wrong
/// type is a broken contract and names its path. Of several names the first one that is present wins.
extension KeyedDecodingContainer where Key == WireKey {
  func decimal(_ names: WireKey...) throws -> Decimal? {
    guard let key = present(names) else { return nil }
    do {
      return try decode(Decimal.self, forKey: key).figure
    } catch {
      if let text = try? decode(String.self, forKey: key), let value = Decimal(exactly: text) { return value.figure }
      // 1e400 and 5e-324 are numbers, only not ones that Decimal holds: this figure is unknown, the rest still readable.
      // Foundation reports them by an error of its own instead of a DecodingError.
      guard error is DecodingError else { return nil }
      throw error
    }
  }

  func integer(_ names: WireKey...) throws -> Int? {
    guard let key = present(names) else { return nil }
    if let value = try? decode(Int.self, forKey: key) { return value }
    // `0.0` and `10.0` are whole numbers here (contract, shorthand `num`).
    let value = try decode(Double.self, forKey: key)
    guard let whole = Int(exactly: value.rounded()) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "\(value) is no whole number")
    }
    return whole
  }

  func string(_ names: WireKey...) throws -> String? {
    guard let key = present(names) else { return nil }
    return try decode(String.self, forKey: key)
  }

  func bool(_ names: WireKey...) throws -> Bool? {
    guard let key = present(names) else { return nil }
    return try decode(Bool.self, forKey: key)
  }

  func date(_ names: WireKey...) throws -> Date? {
    guard let key = present(names) else { return nil }
    do {
      return EngineTime.date(epoch: try decode(Decimal.self, forKey: key))
    } catch {
      // As above: a number that Decimal does not hold is no moment, and no reason to lose the rest.
      guard error is DecodingError else { return nil }
    }
    let text = try decode(String.self, forKey: key)
    guard let date = EngineTime.parse(text) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "'\(text)' is no time")
    }
    return date
  }

  func list<Element: Decodable>(_ type: Element.Type, _ names: WireKey...) throws -> [Element]? {
    guard let key = present(names) else { return nil }
    return try decode([Element].self, forKey: key)
  }

  func value<Value: Decodable>(_ type: Value.Type, _ names: WireKey...) throws -> Value? {
    guard let key = present(names) else { return nil }
    return try decode(Value.self, forKey: key)
  }

  private func present(_ names: [WireKey]) -> WireKey? {
    names.first { contains($0) && (try? decodeNil(forKey: $0)) == false }
  }
}

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
