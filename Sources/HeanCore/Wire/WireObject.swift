import Foundation

/// An object, with the rules for reading everything that the engine sends: a missing key and `null` both mean "not
/// known"; a value of the wrong type is an error that names its path. When several names are given, the first that is
/// present wins; when a key is repeated, its first value does.
struct WireObject {
  let value: WireValue

  private var document: WireDocument { value.document }

  func contains(_ name: StaticString) -> Bool { document.member(value.index, name) != nil }

  func decimal(_ name: StaticString, _ others: StaticString...) throws(WireError) -> Decimal? {
    guard let place = document.present(value.index, name, others) else { return nil }
    if document.tokens[place].kind.isText, let number = Decimal(exactly: try document.text(place)) {
      return number.figure
    }
    // Decimal cannot hold 1e400 or 5e-324: such a figure counts as not known, and the rest stays readable.
    return try document.decimal(place)?.figure
  }

  func integer(_ name: StaticString, _ others: StaticString...) throws(WireError) -> Int? {
    guard let value = present(name, others) else { return nil }
    if let whole = value.whole { return whole }
    // `0.0` and `10.0` are whole numbers here (docs/engine.md 7.1).
    let number = try value.double()
    guard let whole = Int(exactly: number.rounded()) else { throw value.unusable("\(number) is no whole number") }
    return whole
  }

  func string(_ name: StaticString, _ others: StaticString...) throws(WireError) -> String? {
    guard let place = document.present(value.index, name, others) else { return nil }
    return try document.text(place)
  }

  /// The text without which the object cannot be read.
  func required(_ name: StaticString, _ others: StaticString...) throws(WireError) -> String {
    guard let place = document.present(value.index, name, others) else {
      throw WireError(kind: .missing, at: value, .key("\(name)"), message: "no \(name)")
    }
    return try document.text(place)
  }

  func bool(_ name: StaticString, _ others: StaticString...) throws(WireError) -> Bool? {
    try present(name, others)?.bool()
  }

  func date(_ name: StaticString, _ others: StaticString...) throws(WireError) -> Date? {
    guard let place = document.present(value.index, name, others) else { return nil }
    let token = document.tokens[place]
    // A number that is no time in any unit counts as not known, and the rest stays readable.
    if token.kind == .number { return try document.decimal(place).flatMap(EngineTime.date(epoch:)) }
    if token.kind == .plain, let date = EngineTime.parse(document.bytes, token.range) { return date }
    let text = try document.text(place)
    guard let date = EngineTime.parse(text) else {
      throw WireValue(document: document, index: place).unusable("'\(text)' is no time")
    }
    return date
  }

  func list<Element: WireDecodable>(
    _ type: Element.Type, _ name: StaticString, _ others: StaticString...
  ) throws(WireError) -> [Element]? {
    guard let value = present(name, others) else { return nil }
    return try [Element](from: value)
  }

  func value<Value: WireDecodable>(
    _ type: Value.Type, _ name: StaticString, _ others: StaticString...
  ) throws(WireError) -> Value? {
    guard let value = present(name, others) else { return nil }
    return try Value(from: value)
  }

  /// The value of a key; `nil` when it is missing or null.
  func member(_ name: StaticString) -> WireValue? { present(name, []) }

  private func present(_ name: StaticString, _ others: [StaticString]) -> WireValue? {
    document.present(value.index, name, others).map { WireValue(document: document, index: $0) }
  }

  /// Each member with its key, in the order of the document.
  func forEach(_ body: (String, WireValue) throws(WireError) -> Void) throws(WireError) {
    var place = value.index + 1
    let end = Int(value.token.next)
    while place < end {
      let key = try WireValue(document: value.document, index: place).string()
      let member = WireValue(document: value.document, index: place + 1)
      try body(key, member)
      place = Int(member.token.next)
    }
  }
}

extension WireValue {
  /// The value of a number that is written without a point or an exponent; otherwise `nil`.
  var whole: Int? {
    let token = token
    guard token.kind == .number else { return nil }
    return Int(WireText.plain(document.bytes, token.range))
  }
}
