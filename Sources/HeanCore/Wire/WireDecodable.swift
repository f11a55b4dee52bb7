extension String: WireDecodable {
  /// Reads a JSON string; throws a `WireError` for anything else.
  public init(from wire: WireValue) throws(WireError) { self = try wire.string() }
}

extension Bool: WireDecodable {
  /// Reads `true` or `false`; throws a `WireError` for anything else.
  public init(from wire: WireValue) throws(WireError) { self = try wire.bool() }
}

extension Int: WireDecodable {
  /// Reads a whole number, also one written as `10.0`; throws a `WireError` for anything else.
  public init(from wire: WireValue) throws(WireError) {
    if let whole = wire.whole {
      self = whole
      return
    }
    guard wire.token.kind == .number else { throw wire.unlike("Int") }
    let number = try wire.double()
    guard let whole = Int(exactly: number) else { throw wire.unusable("\(number) is no whole number") }
    self = whole
  }
}

extension Array: EngineBody, WireDecodable where Element: WireDecodable {
  /// Reads an array; throws a `WireError` for anything else, and for an element that cannot be read.
  public init(from wire: WireValue) throws(WireError) {
    self = []
    try wire.forEach { (element) throws(WireError) in append(try Element(from: element)) }
  }
}

extension Dictionary: EngineBody, WireDecodable where Key == String, Value: WireDecodable {
  /// Reads an object, of equal keys the first; throws a `WireError` for anything else, and for a value that cannot be
  /// read.
  public init(from wire: WireValue) throws(WireError) {
    self = [:]
    try wire.object().forEach { (key, member) throws(WireError) in
      let value = try Value(from: member)
      if self[key] == nil { self[key] = value }
    }
  }
}

extension JSONValue: WireDecodable {
  /// Reads a document of any shape.
  /// - Throws: `WireError` for a body that is not JSON, or holds too much.
  public init(reading json: Data) throws(WireError) { self = try JSONValue(from: WireDocument(json).root) }

  /// Takes the value over as it is; a number outside the range of `Decimal` becomes `null`.
  public init(from wire: WireValue) throws(WireError) {
    switch wire.token.kind {
    case .null, .none: self = .null
    case .yes: self = .bool(true)
    case .no: self = .bool(false)
    case .plain, .text: self = .string(try wire.string())
    case .array: self = .array(try [JSONValue](from: wire))
    case .object: self = .object(try [String: JSONValue](from: wire))
    // A number outside Decimal's range (5e-324, 1e400) becomes null, so that the rest stays readable.
    case .number: self = try wire.document.decimal(wire.index).map(JSONValue.number) ?? .null
    }
  }
}
