/// An element of the lists that the engine sends.
public protocol Listed: WireDecodable {
  /// Key of the list in the object that wraps it. A list under another key is not read in its place.
  static var listName: StaticString { get }
  /// Why a row of such a list stands for nothing, as `has size 0`; `nil` for a row that counts.
  var emptiness: RowEmptiness? { get }
}

extension Listed {
  /// Every row counts.
  public var emptiness: RowEmptiness? { nil }
}

/// Why a row of a list is left out.
public struct RowEmptiness: Sendable {
  /// What the row has or lacks, as `has size 0`.
  public var message: String
  /// Whether the row proves that nothing is there. Else the list is not known to be whole without it.
  public var isProven: Bool
}

/// A list that older engines send bare and newer ones wrap in an object.
///
/// Reading it decodes every row once: one that cannot be read is left out and counted in `unread`. The rows of a long
/// list are not kept but decoded each time they are asked for, so that 100 000 of them are never in memory at once.
///
/// `Element` is constrained in extensions only; `Endpoint` says why.
public struct Listing<Element: Sendable>: Sendable {
  private enum Rows: Sendable {
    case decoded([Element])
    /// Their offsets in the body, and a change that is applied to each row when it is decoded.
    case encoded(body: Data, starts: [UInt32], change: (@Sendable (Element) -> Element)?)
  }

  /// How many rows are kept decoded, and in how many bytes they may be written: a list within a row can take ten times
  /// as much memory as its bytes.
  private static var mostKept: (rows: Int, bytes: Int) { (20_000, 16 << 20) }

  private var rows: Rows

  /// How many rows are missing here, because they could not be read or do not say what they are.
  public private(set) var unread: Int

  private init(rows: Rows, unread: Int) {
    self.rows = rows
    self.unread = unread
  }

  /// Rows that stood somewhere else than in a list of the engine.
  init(_ elements: [Element]) { self.init(rows: .decoded(elements), unread: 0) }

  /// Number of rows; nothing is decoded for it.
  public var count: Int {
    switch rows {
    case .decoded(let elements): elements.count
    case .encoded(_, let starts, _): starts.count
    }
  }

  /// Whether the list has no rows. The lists of a stopped engine are always empty (docs/engine.md 2.1).
  public var isEmpty: Bool { count == 0 }

  /// The same rows, with a change of each.
  public func mapped(_ change: @escaping @Sendable (Element) -> Element) -> Listing {
    switch rows {
    case .decoded(let elements): Listing(rows: .decoded(elements.map(change)), unread: unread)
    case .encoded(let body, let starts, let before):
      Listing(
        rows: .encoded(body: body, starts: starts) { element in change(before?(element) ?? element) }, unread: unread)
    }
  }
}

extension Listing: Sequence where Element: Listed {
  /// Other rows in the place of these.
  func replaced(by elements: [Element]) -> Listing { Listing(rows: .decoded(elements), unread: unread) }

  /// The exact number of rows.
  public var underestimatedCount: Int { count }

  /// All rows at once, decoded.
  public var elements: [Element] { if case .decoded(let elements) = rows { elements } else { Array(self) } }

  /// The rows for which the closure returns `true`.
  public func only(where isMeant: (Element) -> Bool) -> Listing {
    switch rows {
    case .decoded(let elements): return Listing(rows: .decoded(elements.filter(isMeant)), unread: unread)
    case .encoded(let body, let starts, let change):
      var elements = makeIterator()
      var kept: [UInt32] = []
      for start in starts {
        if let element = elements.next(), isMeant(element) { kept.append(start) }
      }
      return Listing(rows: .encoded(body: body, starts: kept, change: change), unread: unread)
    }
  }

  /// Gives out one row at a time; those of a long list are decoded now.
  public struct Iterator: IteratorProtocol {
    fileprivate var decoded: [Element].Iterator
    fileprivate var body: Data
    fileprivate var starts: [UInt32].Iterator
    fileprivate var change: (@Sendable (Element) -> Element)?
    /// Values in the row before: rows of one list have about equally many.
    fileprivate var size = 64

    /// The next row; `nil` after the last one.
    public mutating func next() -> Element? {
      guard let start = starts.next() else { return decoded.next() }
      let bytes = body.span
      var parser = WireParser(at: Int(start), expecting: size)
      // Neither can fail: `read` has decoded this row before.
      guard (try? parser.value(bytes, depth: 2)) != nil else { return nil }
      let document = parser.taken(bytes)
      guard let element = try? Element(from: document.root) else { return nil }
      size = document.tokens.count
      return change?(element) ?? element
    }
  }

  /// An iterator that begins at the first row.
  public func makeIterator() -> Iterator {
    switch rows {
    case .decoded(let elements): Iterator(decoded: elements.makeIterator(), body: Data(), starts: [].makeIterator())
    case .encoded(let body, let starts, let change):
      Iterator(decoded: [].makeIterator(), body: body, starts: starts.makeIterator(), change: change)
    }
  }
}

extension Listing: Decodable where Element: Listed {}

extension Listing: EngineBody where Element: Listed {
  /// Reads a bare list, or one inside an object.
  /// - Throws: `WireError` when the body is neither, holds too much, or has rows of which none can be decoded.
  public static func read(_ body: Data, noting findings: WireFindings?) throws(WireError) -> Listing {
    try read(body, noting: findings, keeping: body.count <= mostKept.bytes ? mostKept.rows : 0)
  }

  /// - Parameter most: rows of a longer list are decoded each time they are asked for.
  static func read(_ body: Data, noting findings: WireFindings?, keeping most: Int) throws(WireError) -> Listing {
    let bytes = body.span
    guard WireParser.canRead(bytes.count) else { throw .notJSON }
    var rows = ListingRows<Element>(findings: findings, keeping: most)
    do throws(WireParser.Malformed) {
      try rows.read(bytes)
    } catch {
      throw error.isTooMuch ? .tooMuch : .notJSON
    }
    if let problem = rows.problem { throw problem }
    if rows.starts.isEmpty, let unreadable = rows.unreadable { throw unreadable }
    let isShort = rows.starts.count <= most
    return Listing(
      rows: isShort ? .decoded(rows.elements) : .encoded(body: body, starts: rows.starts, change: nil),
      unread: rows.unread)
  }
}

/// Reads a list once: checks the JSON to its end, and decodes the rows.
private struct ListingRows<Element: Listed> {
  let findings: WireFindings?
  private(set) var starts: [UInt32] = []
  /// The rows, as long as they are few.
  private(set) var elements: [Element] = []
  /// Why the body is no list.
  private(set) var problem: WireError?
  /// Why the first of the rows that are left out cannot be read.
  private(set) var unreadable: WireError?
  private(set) var unread = 0

  private var parser = WireParser()

  /// How many rows are kept.
  private let mostKept: Int

  init(findings: WireFindings?, keeping mostKept: Int) {
    self.findings = findings
    self.mostKept = mostKept
  }

  /// Most rows that are accepted; the engine keeps some ten thousand orders. It limits the time that a body of millions
  /// of empty rows can take.
  private static var mostRows: Int { 250_000 }

  mutating func read(_ bytes: Span<UInt8>) throws(WireParser.Malformed) {
    parser.skipByteOrderMark(bytes)
    parser.skipSpace(bytes)
    if parser.take(UInt8(ascii: "["), bytes) {
      try array(bytes, isWrapped: false)
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
    if parser.take(UInt8(ascii: "["), bytes) { return try array(bytes, isWrapped: true) }
    try parser.value(bytes, depth: 1)
    problem = parser.taken(bytes).root.unlike("Array<Any>", container: "unkeyed").inside([.key(key)])
  }

  private mutating func array(_ bytes: Span<UInt8>, isWrapped: Bool) throws(WireParser.Malformed) {
    parser.skipSpace(bytes)
    if parser.take(UInt8(ascii: "]"), bytes) { return }
    var rows = 0
    while true {
      guard rows < Self.mostRows else { throw WireParser.Malformed(isTooMuch: true) }
      let start = parser.at
      parser.begin()
      try parser.value(bytes, depth: 2)
      let place = WireDocument.Row(list: isWrapped ? Element.listName : nil, index: rows)
      // Rows of one list are about equally long.
      if rows == 0 { reserve(bytes.count / max(1, parser.at - start)) }
      decode(parser.taken(bytes, noting: findings, row: place), at: start)
      rows += 1
      parser.skipSpace(bytes)
      if parser.take(UInt8(ascii: "]"), bytes) { return }
      try parser.expect(UInt8(ascii: ","), bytes)
      parser.skipSpace(bytes)
    }
  }

  private mutating func reserve(_ count: Int) {
    starts.reserveCapacity(min(count, Self.mostRows))
    if count <= mostKept { elements.reserveCapacity(count) }
  }

  private mutating func decode(_ row: WireDocument, at start: Int) {
    do throws(WireError) {
      let element = try Element(from: row.root)
      if let emptiness = element.emptiness {
        row.note(.emptyRow, 0, "\(emptiness.message): left out")
        if !emptiness.isProven { unread += 1 }
        return
      }
      starts.append(UInt32(start))
      if starts.count <= mostKept { elements.append(element) } else { elements = [] }
    } catch {
      unread += 1
      row.note(.unreadableRow, 0, "cannot be read and is left out: \(error.text)")
      if unreadable == nil { unreadable = error.inside(row.rowPath) }
    }
  }
}

extension Listing: Encodable where Element: Listed & Encodable {
  /// Encodes row by row, so that the rows are never in memory at once.
  /// - Throws: the error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var rows = encoder.unkeyedContainer()
    for row in self { try rows.encode(row) }
  }
}
