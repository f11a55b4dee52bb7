public import Foundation

extension String: WireDecodable {
  public init(from wire: WireValue) throws(WireError) { self = try wire.string() }
}

extension Bool: WireDecodable {
  public init(from wire: WireValue) throws(WireError) { self = try wire.bool() }
}

extension Int: WireDecodable {
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
  public init(from wire: WireValue) throws(WireError) {
    self = []
    try wire.forEach { (element) throws(WireError) in append(try Element(from: element)) }
  }
}

extension Dictionary: EngineBody, WireDecodable where Key == String, Value: WireDecodable {
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
  public init(reading json: Data) throws(WireError) { self = try JSONValue(from: WireDocument(json).root) }

  public init(from wire: WireValue) throws(WireError) {
    switch wire.token.kind {
    case .null: self = .null
    case .yes: self = .bool(true)
    case .no: self = .bool(false)
    case .plain, .text: self = .string(try wire.string())
    case .array: self = .array(try [JSONValue](from: wire))
    case .object: self = .object(try [String: JSONValue](from: wire))
    // A number outside Decimal's range (5e-324, 1e400) is not a reason to lose the document.
    case .number: self = try wire.document.decimal(wire.index).map(JSONValue.number) ?? .null
    }
  }
}
