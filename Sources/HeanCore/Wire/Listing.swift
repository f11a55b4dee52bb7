public import Foundation

/// What an engine lists.
public protocol Listed: WireDecodable {
  /// The key of its lists in the object that wraps them. Another list must not be taken for this one.
  static var listName: StaticString { get }
}

/// A list that comes bare from older engines and wrapped in an object from newer ones.
///
/// It holds the body and where each row stands. All rows were decoded once when it was read, so that nothing is shown of
/// a list that is broken further on; then a row is decoded again when it is asked for: 100 000 rows never stand in memory
/// together.
///
/// `Element` is constrained in extensions only, for the reason that `Endpoint` gives.
public struct Listing<Element: Sendable>: Sendable {
  private let body: Data
  private var starts: [UInt32]
  private var change: (@Sendable (Element) -> Element)?

  fileprivate init(body: Data, starts: [UInt32]) {
    self.body = body
    self.starts = starts
  }

  public var count: Int { starts.count }
  public var isEmpty: Bool { starts.isEmpty }

  /// The same rows, each changed when it is asked for.
  public func mapped(_ change: @escaping @Sendable (Element) -> Element) -> Listing {
    var listing = self
    let before = self.change
    listing.change = { element in change(before?(element) ?? element) }
    return listing
  }
}

extension Listing: Sequence where Element: Listed {
  public var underestimatedCount: Int { count }
  /// All rows, each made.
  public var elements: [Element] { Array(self) }

  /// The rows that are meant, without keeping what they decode to.
  public func only(where isMeant: (Element) -> Bool) -> Listing {
    var listing = self
    var rows = makeIterator()
    var kept: [UInt32] = []
    for start in starts {
      if let element = rows.next(), isMeant(element) { kept.append(start) }
    }
    listing.starts = kept
    return listing
  }

  public struct Iterator: IteratorProtocol {
    fileprivate var body: Data
    fileprivate var starts: [UInt32].Iterator
    fileprivate var change: (@Sendable (Element) -> Element)?
    /// Rows of one list have about as many values.
    fileprivate var size = 64

    public mutating func next() -> Element? {
      guard let start = starts.next() else { return nil }
      let bytes = body.span
      var parser = WireParser(at: Int(start), expecting: size)
      // Neither fails: it is what `read` has decoded.
      guard (try? parser.value(bytes, depth: 2)) != nil else { return nil }
      let document = parser.taken(bytes)
      guard let element = try? Element(from: document.root) else { return nil }
      size = document.tokens.count
      return change?(element) ?? element
    }
  }

  public func makeIterator() -> Iterator { Iterator(body: body, starts: starts.makeIterator(), change: change) }
}

extension Listing: Decodable where Element: Listed {}

extension Listing: EngineBody where Element: Listed {
  public static func read(_ body: Data) throws(WireError) -> Listing {
    let bytes = body.span
    guard WireParser.canRead(bytes.count) else { throw .notJSON }
    var rows = ListingRows<Element>()
    do throws(WireParser.Malformed) {
      try rows.read(bytes)
    } catch {
      throw error.isTooMuch ? .tooMuch : .notJSON
    }
    if let problem = rows.problem { throw problem }
    return Listing(body: body, starts: rows.starts)
  }
}

/// Goes through a list once: its structure to the end, its rows up to the first that cannot be decoded.
private struct ListingRows<Element: Listed> {
  private(set) var starts: [UInt32] = []
  private(set) var problem: WireError?

  private var parser = WireParser()

  /// The engine keeps some ten thousand orders. Rows without content must not take the time of ones with it.
  private static var mostRows: Int { 250_000 }

  mutating func read(_ bytes: Span<UInt8>) throws(WireParser.Malformed) {
    parser.skipMark(bytes)
    parser.skipSpace(bytes)
    if parser.take(UInt8(ascii: "["), bytes) {
      try array(bytes, inside: [])
    } else if parser.take(UInt8(ascii: "{"), bytes) {
      try object(bytes)
    } else {
      try parser.value(bytes)
      problem = parser.taken(bytes).root.unlike("Dictionary<String, Any>", container: "keyed")
    }
    parser.skipSpace(bytes)
    guard parser.at == bytes.count else { throw WireParser.Malformed() }
  }

  private mutating func object(_ bytes: Span<UInt8>) throws(WireParser.Malformed) {
    var isFound = false
    parser.skipSpace(bytes)
    if !parser.take(UInt8(ascii: "}"), bytes) {
      while true {
        parser.begin()
        try parser.string(bytes)
        let key = (try? parser.taken(bytes).root.string()) ?? ""
        parser.skipSpace(bytes)
        try parser.expect(UInt8(ascii: ":"), bytes)
        parser.skipSpace(bytes)
        parser.begin()
        if !isFound, key == "\(Element.listName)" {
          isFound = true
          try wrapped(bytes, key)
        } else {
          try parser.value(bytes, depth: 1)
        }
        parser.skipSpace(bytes)
        if parser.take(UInt8(ascii: "}"), bytes) { break }
        try parser.expect(UInt8(ascii: ","), bytes)
        parser.skipSpace(bytes)
      }
    }
    guard !isFound else { return }
    problem = WireError(
      kind: .wrongType, path: [], message: "neither a list nor an object that wraps one")
  }

  private mutating func wrapped(_ bytes: Span<UInt8>, _ key: String) throws(WireParser.Malformed) {
    if parser.take(UInt8(ascii: "["), bytes) { return try array(bytes, inside: [.key(key)]) }
    try parser.value(bytes, depth: 1)
    problem = parser.taken(bytes).root.unlike("Array<Any>", container: "unkeyed").inside([.key(key)])
  }

  private mutating func array(_ bytes: Span<UInt8>, inside path: [WireError.Step]) throws(WireParser.Malformed) {
    parser.skipSpace(bytes)
    if parser.take(UInt8(ascii: "]"), bytes) { return }
    var rows = 0
    while true {
      rows += 1
      guard rows <= Self.mostRows else { throw WireParser.Malformed(isTooMuch: true) }
      let start = parser.at
      parser.begin()
      try parser.value(bytes, depth: 2)
      if problem == nil { decode(parser.taken(bytes), at: start, inside: path) }
      parser.skipSpace(bytes)
      if parser.take(UInt8(ascii: "]"), bytes) { return }
      try parser.expect(UInt8(ascii: ","), bytes)
      parser.skipSpace(bytes)
    }
  }

  private mutating func decode(_ row: WireDocument, at start: Int, inside path: [WireError.Step]) {
    do throws(WireError) {
      _ = try Element(from: row.root)
      starts.append(UInt32(start))
    } catch {
      problem = error.inside(path + [.index(starts.count)])
    }
  }
}

extension Listing: Encodable where Element: Listed & Encodable {
  /// Row by row: they never stand in memory together.
  public func encode(to encoder: any Encoder) throws {
    var rows = encoder.unkeyedContainer()
    for row in self { try rows.encode(row) }
  }
}
