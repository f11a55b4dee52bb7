import HeanCore

/// The good answers of one look at an engine, as they came.
struct StoredLook: Sendable, Equatable {
  /// Which command looked. Each has a look of its own, so that what one screen shows is of one moment.
  enum Name: String, CaseIterable, Sendable {
    case status, why, positions, position, orders, order, risk

    /// What another command has to have read, so that its look is good enough for this one.
    var essential: String {
      switch self {
      case .status, .why: Endpoint<WhyDiagnostics>.why.path
      case .positions, .position: Endpoint<Listing<Position>>.positions.path
      case .orders, .order: Endpoint<Listing<Order>>.orders(.open).path
      case .risk: Endpoint<RiskStatus>.riskStatus.path
      }
    }
  }

  struct Answer: Sendable, Equatable {
    /// Path and query.
    var key: String
    var status: Int
    /// Only those that say something of the answer itself.
    var headers: [String: String]
    var receivedAt: Date
    var body: Data

    /// The path without the query.
    var path: Substring { key.prefix { $0 != "?" } }
  }

  var name: Name
  /// The engine's address, as it may be shown.
  var url: String
  var answers: [Answer]

  /// When the last of the answers came.
  var at: Date { answers.map(\.receivedAt).max() ?? .distantPast }

  /// Whether everything that the other look read was read by this one too, apart from the query.
  func covers(_ other: StoredLook) -> Bool { Set(other.answers.map(\.path)).isSubset(of: answers.map(\.path)) }
}

/// The file of a look: one line of JSON that tells what follows, then the bodies as they came. Bodies stay as they are, so
/// that keeping them costs next to nothing.
extension StoredLook {
  private static let schema = "hean.look/1"
  /// Most bytes of the bodies of one look; all looks of an engine together have less than 4 MB.
  static let most = 512 << 10
  /// Most bytes of a file.
  static let mostOfFile = most + 64 << 10

  /// What is written; of a look that is too large, without the largest answers.
  var written: Data {
    var kept = answers.sorted { $0.key < $1.key }
    var size = kept.reduce(0) { $0 + $1.body.count }
    while size > Self.most, let place = kept.indices.max(by: { kept[$0].body.count < kept[$1].body.count }) {
      size -= kept.remove(at: place).body.count
    }
    let rows = kept.map { answer -> JSONValue in
      [
        "key": .string(answer.key), "status": .number(Decimal(answer.status)),
        "headers": .object(answer.headers.mapValues { .string($0) }),
        "received_at": .string(EngineTime.format(answer.receivedAt)), "size": .number(Decimal(answer.body.count)),
      ]
    }
    let head: JSONValue = [
      "schema": .string(Self.schema), "command": .string(name.rawValue), "url": .string(url), "answers": .array(rows),
    ]
    return kept.reduce(into: JSONText.line(head)) { $0.append($1.body) }
  }

  /// `nil` for what is damaged, or of another version.
  init?(_ data: Data) {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")), let head = try? JSONValue(reading: Data(data[..<end])),
      head["schema"]?.text == Self.schema, let name = head["command"]?.text.flatMap(Name.init(rawValue:)),
      let url = head["url"]?.text, case .array(let rows)? = head["answers"]
    else { return nil }
    var answers: [Answer] = []
    var place = data.index(after: end)
    for row in rows {
      guard let key = row["key"]?.text, let status = row["status"]?.whole, let size = row["size"]?.whole, size >= 0,
        let at = row["received_at"]?.text.flatMap({ EngineTime.parse($0) }),
        case .object(let headers)? = row["headers"],
        let next = data.index(place, offsetBy: size, limitedBy: data.endIndex)
      else { return nil }
      answers.append(
        Answer(
          key: key, status: status, headers: headers.compactMapValues(\.text), receivedAt: at,
          body: Data(data[place..<next])))
      place = next
    }
    guard place == data.endIndex, !answers.isEmpty else { return nil }
    self.init(name: name, url: url, answers: answers)
  }
}

extension JSONValue {
  /// A whole number; `nil` for anything else.
  fileprivate var whole: Int? { if case .number(let number) = self { Int("\(number)") } else { nil } }
}
