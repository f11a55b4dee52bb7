import Foundation

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

  init(bytes: [UInt8], tokens: [WireToken]) {
    self.bytes = bytes
    self.tokens = tokens
  }

  convenience init(_ body: Data) throws(WireError) { self.init(bytes: Array(body), tokens: try Self.tokens(body.span)) }

  convenience init(_ body: ArraySlice<UInt8>) throws(WireError) {
    self.init(bytes: Array(body), tokens: try Self.tokens(body.span))
  }

  private static func tokens(_ span: Span<UInt8>) throws(WireError) -> [WireToken] {
    guard span.count <= mostBytes else { throw .tooMuch }
    var parser = WireParser(expecting: min(span.count / 12, mostTokens), most: mostTokens)
    parser.skipMark(span)
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
      if isKey(place, name) { return place + 1 }
      place = Int(tokens[place + 1].next)
    }
    return nil
  }

  /// Index of the value of the first of these names that is there and not null.
  func present(_ object: Int, _ name: StaticString, _ others: [StaticString]) -> Int? {
    if let found = member(object, name), tokens[found].kind != .null { return found }
    for other in others {
      if let found = member(object, other), tokens[found].kind != .null { return found }
    }
    return nil
  }

  private func isKey(_ place: Int, _ name: StaticString) -> Bool {
    let key = tokens[place]
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

  /// A key for use in a message; one that is not valid text is given as it is written.
  func spelling(_ key: Int) -> String {
    let range = tokens[key].range
    return WireText.whole(bytes, range) ?? String(decoding: bytes[range], as: UTF8.self)
  }

  /// `nil` when the number is outside the range of `Decimal`.
  func decimal(_ place: Int) throws(WireError) -> Decimal? {
    let token = tokens[place]
    guard token.kind == .number else { throw WireValue(document: self, index: place).unlike("Decimal") }
    return WireNumber.decimal(bytes, token.range)
  }
}
