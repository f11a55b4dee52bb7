/// One JSON document as bytes, with its structure parsed and checked. Values are decoded when they are asked for.
///
/// A value is addressed by the index of its token, so that a walk through an object counts no references.
final class WireDocument: Sendable {
  /// Limit of a body (bytes): the one of an answer.
  static let mostBytes = 128 << 20
  /// Limit of keys and values in a body that is read as one; each takes 16 bytes of memory beside those of the body.
  /// 100 000 trades with all their fields have some five millions.
  static let mostTokens = 8 << 20

  let bytes: [UInt8]
  let tokens: [WireToken]
  /// Where a value that is none is noted; `nil` where nobody asks.
  let findings: WireFindings?
  /// Which row of a list this document is; `nil` for a whole body.
  private let row: Row?

  /// The place of a row in the body that it is part of.
  struct Row {
    /// Key of the list; `nil` when the body is the list.
    var list: StaticString?
    var index: Int

    var path: [WireError.Step] { (list.map { [.key("\($0)")] } ?? []) + [.index(index)] }
  }

  init(bytes: [UInt8], tokens: [WireToken], findings: WireFindings? = nil, row: Row? = nil) {
    self.bytes = bytes
    self.tokens = tokens
    self.findings = findings
    self.row = row
  }

  convenience init(_ body: Data, noting findings: WireFindings? = nil) throws(WireError) {
    self.init(bytes: Array(body), tokens: try Self.tokens(body.span), findings: findings)
  }

  convenience init(_ body: ArraySlice<UInt8>, noting findings: WireFindings? = nil) throws(WireError) {
    self.init(bytes: Array(body), tokens: try Self.tokens(body.span), findings: findings)
  }

  /// The place of this row in the body that it is part of; empty for a whole body.
  var rowPath: [WireError.Step] { row?.path ?? [] }

  /// Notes that the value at this place is none.
  func note(_ kind: WireFinding.Kind, _ place: Int, _ message: @autoclosure () -> String) {
    findings?.note(kind, at: { rowPath + WireValue(document: self, index: place).path }, message)
  }

  private static func tokens(_ span: Span<UInt8>) throws(WireError) -> [WireToken] {
    guard span.count <= mostBytes else { throw .tooMuch }
    var parser = WireParser(expecting: min(span.count / 12, mostTokens), most: mostTokens)
    parser.skipByteOrderMark(span)
    parser.skipSpace(span)
    do throws(WireParser.Malformed) {
      try parser.value(span)
    } catch {
      throw error.isTooMuch ? .tooMuch : .notJSON
    }
    parser.skipSpace(span)
    guard parser.at == span.count else { throw .notJSON }
    return parser.tokens
  }

  var root: WireValue { WireValue(document: self, index: 0) }

  /// Index of the value of the first key of this name.
  func member(_ object: Int, _ name: StaticString) -> Int? {
    var place = object + 1
    let end = Int(tokens[object].next)
    while place < end {
      if isKey(tokens[place], name) { return place + 1 }
      place = Int(tokens[place + 1].next)
    }
    return nil
  }

  /// Index of the value of the first of these names that is there and not null.
  func present(_ object: Int, _ name: StaticString, _ others: [StaticString]) -> Int? {
    if let found = member(object, name), isValue(found) { return found }
    for other in others {
      if let found = member(object, other), isValue(found) { return found }
    }
    return nil
  }

  private func isValue(_ place: Int) -> Bool {
    switch tokens[place].kind {
    case .null: return false
    case .none:
      // The word itself is no JSON, and must not come into a document by this way.
      let word = spelling(place) == "NaN" ? "not a number" : "infinite"
      note(.noNumber, place, "is \(word): taken as not known")
      return false
    default: return true
    }
  }

  @inline(__always)
  private func isKey(_ key: WireToken, _ name: StaticString) -> Bool {
    guard key.kind == .plain else { return WireText.whole(bytes, key.range) == "\(name)" }
    guard Int(key.length) == name.utf8CodeUnitCount else { return false }
    let expected = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    let start = Int(key.start)
    for offset in 0..<expected.count where unsafe bytes[start + offset] != expected[offset] { return false }
    return true
  }

  func text(_ place: Int) throws(WireError) -> String {
    let token = tokens[place]
    switch token.kind {
    case .plain: return WireText.plain(bytes, token.range)
    case .text:
      guard let text = WireText.whole(bytes, token.range) else {
        throw WireValue(document: self, index: place).unusable("half of a surrogate pair is missing")
      }
      return text
    default: throw WireValue(document: self, index: place).unlike("String")
    }
  }

  /// A key or a value for use in a message; what is not valid text is given as it is written.
  func spelling(_ place: Int) -> String {
    let range = tokens[place].range
    return WireText.whole(bytes, range) ?? String(decoding: bytes[range], as: UTF8.self)
  }

  /// `nil` when the number is outside the range of `Decimal`.
  func decimal(_ place: Int) throws(WireError) -> Decimal? {
    let token = tokens[place]
    guard token.kind == .number else { throw WireValue(document: self, index: place).unlike("Decimal") }
    return WireNumber.decimal(bytes, token.range)
  }
}
