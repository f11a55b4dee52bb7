/// Reads a zone from a file of the tz database (TZif, RFC 9636).
enum ZoneFile {
  /// Why the bytes are no such file.
  struct Malformed: Error {}

  private static let headerLength = 44
  /// The largest file of the database has some 3 kB.
  static let most = 1 << 20

  /// - Parameter name: as the database calls it.
  static func zone(_ name: String, _ bytes: [UInt8]) throws(Malformed) -> Zone {
    var reader = Reader(bytes)
    let old = try reader.header()
    guard old.version >= 0x32 else {
      // Version 1 has times of 32 bits and no rule at its end.
      let (first, changes) = try reader.block(old, wide: false)
      return Zone(name: name, first: first, changes: changes, rule: nil)
    }
    try reader.skip(old.length(wide: false))
    let header = try reader.header()
    let (first, changes) = try reader.block(header, wide: true)
    let footer = try reader.footer()
    guard !footer.isEmpty else { return Zone(name: name, first: first, changes: changes, rule: nil) }
    guard let rule = ZoneRule(footer) else { throw Malformed() }
    return Zone(name: name, first: first, changes: changes, rule: rule)
  }

  private struct Header {
    var version: UInt8
    var isUTC: Int
    var isStandard: Int
    var leaps: Int
    var times: Int
    var types: Int
    var letters: Int

    func length(wide: Bool) -> Int {
      let time = wide ? 8 : 4
      return times * (time + 1) + types * 6 + letters + leaps * (time + 4) + isStandard + isUTC
    }
  }

  private struct Reader {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ count: Int) throws(Malformed) {
      guard count >= 0, count <= bytes.count - at else { throw Malformed() }
      at += count
    }

    mutating func header() throws(Malformed) -> Header {
      let start = at
      try skip(headerLength)
      guard bytes[start..<(start + 4)].elementsEqual("TZif".utf8) else { throw Malformed() }
      let counts = stride(from: start + 20, to: start + 44, by: 4).map { Int(number($0, 4)) }
      guard counts.allSatisfy({ $0 >= 0 && $0 <= most }) else { throw Malformed() }
      return Header(
        version: bytes[start + 4], isUTC: counts[0], isStandard: counts[1], leaps: counts[2], times: counts[3],
        types: counts[4], letters: counts[5])
    }

    /// The offset before the first change, and the changes.
    mutating func block(_ header: Header, wide: Bool) throws(Malformed) -> (Int, [ZoneChange]) {
      let start = at
      try skip(header.length(wide: wide))
      let width = wide ? 8 : 4
      let indices = start + header.times * width
      let types = indices + header.times
      guard header.types > 0 else { throw Malformed() }
      func offset(_ type: Int) -> Int { Int(number(types + type * 6, 4)) }
      var changes: [ZoneChange] = []
      for place in 0..<header.times {
        let type = Int(bytes[indices + place])
        guard type < header.types else { throw Malformed() }
        let change = ZoneChange(at: number(start + place * width, width), offset: offset(type))
        guard changes.last.map({ $0.at < change.at }) ?? true, abs(change.offset) <= 26 * 3600 else {
          throw Malformed()
        }
        changes.append(change)
      }
      return (offset(0), changes)
    }

    /// The rule between the last two line feeds.
    mutating func footer() throws(Malformed) -> String {
      guard at < bytes.count, bytes[at] == 0x0A, let end = bytes[(at + 1)...].firstIndex(of: 0x0A) else {
        throw Malformed()
      }
      return String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
    }

    /// A signed number, the highest byte first.
    private func number(_ start: Int, _ width: Int) -> Int64 {
      var value: Int64 = bytes[start] >= 0x80 ? -1 : 0
      for place in start..<(start + width) { value = value << 8 | Int64(bytes[place]) }
      return value
    }
  }
}

extension Zone {
  /// Limit of a file of the tz database (bytes).
  package static var mostFileBytes: Int { ZoneFile.most }

  /// A zone from the bytes of a file of the tz database.
  /// - Returns: `nil` when they are none.
  public init?(name: String, file bytes: [UInt8]) {
    guard let zone = try? ZoneFile.zone(name, bytes) else { return nil }
    self = zone
  }
}
