import HeanCore

/// A point in InfluxDB's line protocol: `measurement,tag=value field=1,other="text" 1795230012345000000`.
struct InfluxLine: Sendable, Equatable {
  enum Value: Sendable, Equatable {
    case decimal(Decimal)
    /// Written with `i` behind it.
    case integer(Int)
    case text(String)
  }

  struct Member<Value: Sendable & Equatable>: Sendable, Equatable {
    var name: String
    var value: Value
  }

  var measurement: String
  /// By their names, as InfluxDB wants them. A tag has no empty value.
  var tags: [Member<String>]
  /// At least one.
  var fields: [Member<Value>]
  /// Since 1970-01-01 UTC.
  var nanoseconds: Int64

  /// The line without its end.
  var text: String {
    let key = ([Self.escaped(measurement, ", ")] + tags.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" })
      .joined(separator: ",")
    let values = fields.map { "\(Self.escaped($0.name))=\($0.value.written)" }.joined(separator: ",")
    return "\(key) \(values) \(nanoseconds)"
  }

  /// A backslash is itself unless it stands before a character that is escaped, so one at the end, which would escape what
  /// follows, is left out.
  private static func escaped(_ text: String, _ special: String = ",= ") -> String {
    var clean = sanitized(text)[...]
    while clean.last == "\\" { clean.removeLast() }
    return String(clean).escaping(special)
  }
}

extension InfluxLine.Value {
  fileprivate var written: String {
    switch self {
    case .decimal(let number): number.exactText
    case .integer(let number): "\(number)i"
    case .text(let text):
      "\"" + sanitized(text).escaping("\\\"") + "\""
    }
  }
}

extension InfluxLine {
  /// Reads a line without its end.
  /// - Returns: `nil` for what is no whole point with a time.
  init?(_ line: some Sequence<UInt8>) {
    var reader = Reader(line)
    let measurement = reader.word(until: ", ")
    guard !measurement.isEmpty else { return nil }
    var tags: [Member<String>] = []
    while reader.take(",") {
      let name = reader.word(until: "=, ")
      guard reader.take("=") else { return nil }
      tags.append(Member(name: name, value: reader.word(until: ", ")))
    }
    guard reader.take(" ") else { return nil }
    var fields: [Member<Value>] = []
    repeat {
      let name = reader.word(until: "=, ")
      guard reader.take("="), let value = reader.value() else { return nil }
      fields.append(Member(name: name, value: value))
    } while reader.take(",")
    guard reader.take(" "), let time = Int64(reader.rest) else { return nil }
    self.init(measurement: measurement, tags: tags, fields: fields, nanoseconds: time)
  }

  /// Whether a line that lacks its newline lacks nothing else: a time without its last digits is a number as well.
  /// Nanoseconds since 1970 have 19 digits until the year 2286.
  static func isEnded(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    let digits = line.suffix(20)
    return digits.first == UInt8(ascii: " ") && digits.dropFirst().count == 19
      && digits.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private struct Reader {
    private var bytes: [UInt8]
    private var place = 0

    init(_ line: some Sequence<UInt8>) { bytes = Array(line) }

    var rest: String { String(decoding: bytes[place...], as: UTF8.self) }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
      place += 1
      return true
    }

    /// The text up to one of these characters that is not escaped.
    mutating func word(until ends: String) -> String {
      var word: [UInt8] = []
      while place < bytes.count, !ends.utf8.contains(bytes[place]) {
        if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count, ",= ".utf8.contains(bytes[place + 1]) {
          place += 1
        }
        word.append(bytes[place])
        place += 1
      }
      return String(decoding: word, as: UTF8.self)
    }

    mutating func value() -> Value? {
      guard take("\"") else {
        let word = word(until: ", ")
        if word.hasSuffix("i") { return Int(word.dropLast()).map { .integer($0) } }
        return Decimal(exactly: word).map { .decimal($0) }
      }
      var text: [UInt8] = []
      while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
        if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count, "\\\"".utf8.contains(bytes[place + 1]) {
          place += 1
        }
        text.append(bytes[place])
        place += 1
      }
      return take("\"") ? .text(String(decoding: text, as: UTF8.self)) : nil
    }
  }
}

extension PnLSnapshot {
  private static let measurement = "hean_pnl"
  /// Columns that are tags, with the name of the tag.
  private static let tags = ["engine_url": "engine", "mode": "mode", "profile": "profile"]
  /// Columns that count things: the others with numbers are amounts and shares.
  private static let counts: Set<String> = ["positions", "closed_positions"]

  /// The snapshot as a point. What is not known has no field.
  var influxLine: InfluxLine {
    var tags: [InfluxLine.Member<String>] = []
    var fields: [InfluxLine.Member<InfluxLine.Value>] = []
    for (name, value) in cells() where name != "as_of" {
      if let tag = Self.tags[name] {
        if let text = value.text, !text.isEmpty { tags.append(.init(name: tag, value: text)) }
      } else if let number = value.number {
        let count = Self.counts.contains(name) ? Int(number.exactText) : nil
        fields.append(.init(name: name, value: count.map { .integer($0) } ?? .decimal(number)))
      } else if let text = value.text {
        fields.append(.init(name: name, value: .text(text)))
      }
    }
    return InfluxLine(
      measurement: Self.measurement, tags: tags.sorted { $0.name < $1.name }, fields: fields,
      nanoseconds: Int64(milliseconds) * 1_000_000)
  }

  /// The texts by column of a point; `nil` for one of another measurement.
  static func texts(_ line: InfluxLine) -> [String: String]? {
    guard line.measurement == measurement else { return nil }
    var texts = [
      "as_of": SnapshotFormat.moment(Date(timeIntervalSince1970: Double(line.nanoseconds / 1_000_000) / 1000))
    ]
    for tag in line.tags { texts[tags.first { $0.value == tag.name }?.key ?? tag.name] = tag.value }
    for field in line.fields {
      switch field.value {
      case .decimal(let number): texts[field.name] = number.exactText
      case .integer(let number): texts[field.name] = "\(number)"
      case .text(let text): texts[field.name] = text
      }
    }
    return texts
  }

  /// The time of the row as every format writes it, since 1970-01-01 UTC.
  var milliseconds: Int {
    let written = EngineTime.parse(SnapshotFormat.moment(asOf)) ?? asOf
    return Int((written.timeIntervalSince1970 * 1000).rounded())
  }
}
