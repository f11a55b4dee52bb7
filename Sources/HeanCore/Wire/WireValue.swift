/// A type that can be read from a JSON value of the engine: from a whole body, or from a part of one.
public protocol WireDecodable: EngineBody {
  /// Reads the value. A number or a time in it that is none becomes `nil` and is noted (`WireFinding`).
  /// - Throws: `WireError` when the value has another shape.
  init(from wire: WireValue) throws(WireError)
}

/// Type of an endpoint's answer. Any `Decoder` can decode it; `read` is faster.
public protocol EngineBody: Decodable, Sendable {
  /// Reads a whole body, and notes what stands in the place of values and is none.
  /// - Throws: `WireError`, with the place that cannot be read.
  static func read(_ body: Data, noting findings: WireFindings?) throws(WireError) -> Self
}

extension EngineBody {
  /// Reads a whole body.
  /// - Throws: `WireError`, with the place that cannot be read.
  public static func read(_ body: Data) throws(WireError) -> Self { try read(body, noting: nil) }
}

extension EngineBody {
  /// Decodes the document as any JSON first, and then the model from that: numbers keep their digits, and the same
  /// rules apply as to a body.
  public init(from decoder: any Decoder) throws {
    self = try Self.read(try JSONEncoder().encode(JSONValue(from: decoder)))
  }
}

extension WireDecodable {
  /// Reads the outermost value of the body; throws a `WireError` when it has another shape.
  public static func read(_ body: Data, noting findings: WireFindings?) throws(WireError) -> Self {
    try Self(from: WireDocument(body, noting: findings).root)
  }
}

/// One value of a JSON document, at any depth.
public struct WireValue: Sendable {
  let document: WireDocument
  let index: Int

  var token: WireToken { document.tokens[index] }
  var isNull: Bool { token.kind == .null || token.kind == .none }

  func object() throws(WireError) -> WireObject {
    guard token.kind == .object else { throw unlike("Dictionary<String, Any>", container: "keyed") }
    return WireObject(value: self)
  }

  func string() throws(WireError) -> String { try document.text(index) }

  func bool() throws(WireError) -> Bool {
    switch token.kind {
    case .yes: return true
    case .no: return false
    case .null:
      throw WireError(kind: .wrongType, at: self, message: "Expected to decode Bool but found null instead.")
    default: throw unlike("Bool")
    }
  }

  func double() throws(WireError) -> Double {
    let token = token
    guard token.kind == .number else { throw unlike("Double") }
    let digits = WireText.plain(document.bytes, token.range)
    guard let value = Double(digits), value.isFinite else { throw unusable("\(digits) fits no number") }
    return value
  }

  /// The elements of an array, in order.
  func forEach(_ body: (WireValue) throws(WireError) -> Void) throws(WireError) {
    guard token.kind == .array else { throw unlike("Array<Any>", container: "unkeyed") }
    var place = index + 1
    let end = Int(token.next)
    while place < end {
      try body(WireValue(document: document, index: place))
      place = Int(document.tokens[place].next)
    }
  }

  /// How many elements a list has; 0 for another value.
  var count: Int {
    guard token.kind == .array else { return 0 }
    var (place, count) = (index + 1, 0)
    let end = Int(token.next)
    while place < end {
      count += 1
      place = Int(document.tokens[place].next)
    }
    return count
  }

  func unusable(_ message: String) -> WireError { WireError(kind: .unusable, at: self, message: message) }

  func unlike(_ type: String, container: String? = nil) -> WireError {
    if isNull {
      let what = container.map { "\($0) decoding container" } ?? "value of type \(type)"
      return WireError(kind: .missing, at: self, message: "Cannot get \(what) -- found null value instead")
    }
    return WireError(kind: .wrongType, at: self, message: "Expected to decode \(type) but found \(noun) instead.")
  }

  var noun: String {
    switch token.kind {
    case .object: "a dictionary"
    case .array: "an array"
    case .number: "number"
    case .yes, .no: "bool"
    case .null: "null"
    case .none: "no number"
    case .plain, .text: "a string"
    }
  }

  /// Way from the outermost value to this one. It is computed only for an error.
  var path: [WireError.Step] {
    var path: [WireError.Step] = []
    var place = 0
    while place < index {
      let isObject = document.tokens[place].kind == .object
      var child = place + 1
      var count = 0
      // Find the child that contains this value. In an object a key stands before each child.
      while child < index {
        let value = isObject ? child + 1 : child
        if Int(document.tokens[value].next) > index { break }
        child = Int(document.tokens[value].next)
        count += 1
      }
      path.append(isObject ? .key(document.spelling(child)) : .index(count))
      place = isObject ? child + 1 : child
    }
    return path
  }
}
