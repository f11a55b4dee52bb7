public import Foundation

/// One line of the audit log: before a call, after it, or at the end of a whole.
public struct AuditRecord: Sendable, Equatable {
  /// A call that is about to be sent.
  public struct Intent: Sendable, Equatable {
    /// How many steps there are, as far as is known.
    public var steps: Int?
    public var title: String?
    public var target: String?
    public var request: String?
    /// What the call says, without the confirmation phrase.
    public var body: JSONValue?
    /// The command as it may be kept.
    public var argv: [String] = []
    public var reason: String?
    public var user: String?
    public var host: String?

    /// Parts that are not given are not known.
    public init(
      steps: Int? = nil, title: String? = nil, target: String? = nil, request: String? = nil, body: JSONValue? = nil,
      argv: [String] = [], reason: String? = nil, user: String? = nil, host: String? = nil
    ) {
      self.steps = steps
      self.title = title
      self.target = target
      self.request = request
      self.body = body
      self.argv = argv
      self.reason = reason
      self.user = user
      self.host = host
    }
  }

  /// What became of a call.
  public struct Settlement: Sendable, Equatable {
    public var target: String?
    /// A word of `Outcome`, or one of another version.
    public var outcome: String?
    public var status: Int?
    public var requestID: String?
    public var engineSays: String?
    public var seen: String?
    /// The engine's answer, when it took the call.
    public var response: JSONValue?

    /// Parts that are not given are not known.
    public init(
      target: String? = nil, outcome: String? = nil, status: Int? = nil, requestID: String? = nil,
      engineSays: String? = nil, seen: String? = nil, response: JSONValue? = nil
    ) {
      self.target = target
      self.outcome = outcome
      self.status = status
      self.requestID = requestID
      self.engineSays = engineSays
      self.seen = seen
      self.response = response
    }
  }

  /// What became of the whole, where that is more than what became of each call.
  public struct End: Sendable, Equatable {
    public var outcome: String?
    public var left: [String] = []
    public var seen: String?

    /// Parts that are not given are not known.
    public init(outcome: String? = nil, left: [String] = [], seen: String? = nil) {
      self.outcome = outcome
      self.left = left
      self.seen = seen
    }
  }

  public enum Content: Sendable, Equatable {
    case intent(Intent)
    case outcome(Settlement)
    case end(End)
  }

  public static let schema = "hean.audit/1"

  public var schema: String? = Self.schema
  /// Of the run.
  public var id: String
  /// From 1.
  public var step: Int
  public var time: Date?
  public var operation: String?
  /// What money was at stake.
  public var mode: String?
  /// The engine's name here.
  public var profile: String?
  /// The engine as it may be shown.
  public var url: String?
  public var content: Content

  /// Parts that are not given are not known.
  public init(
    schema: String? = Self.schema, id: String, step: Int, time: Date? = nil, operation: String? = nil,
    mode: String? = nil, profile: String? = nil, url: String? = nil, content: Content
  ) {
    self.schema = schema
    self.id = id
    self.step = step
    self.time = time
    self.operation = operation
    self.mode = mode
    self.profile = profile
    self.url = url
    self.content = content
  }
}

extension AuditRecord {
  private var kind: String {
    switch content {
    case .intent: "intent"
    case .outcome: "outcome"
    case .end: "end"
    }
  }

  /// What is not known is written as `null`.
  public var json: JSONValue {
    var entry: [String: JSONValue] = [
      "schema": .optional(schema), "kind": .string(kind), "id": .string(id), "step": .number(Decimal(step)),
      "time": .optional(time.map(EngineTime.format)), "verb": .optional(operation), "mode": .optional(mode),
      "profile": .optional(profile), "url": .optional(url),
    ]
    switch content {
    case .intent(let intent):
      entry["steps"] = .optional(intent.steps)
      entry["title"] = .optional(intent.title)
      entry["target"] = .optional(intent.target)
      entry["request"] = .optional(intent.request)
      entry["body"] = intent.body ?? .null
      entry["argv"] = .array(intent.argv.map { .string($0) })
      entry["reason"] = .optional(intent.reason)
      entry["user"] = .optional(intent.user)
      entry["host"] = .optional(intent.host)
    case .outcome(let settlement):
      entry["target"] = .optional(settlement.target)
      entry["outcome"] = .optional(settlement.outcome)
      entry["status"] = .optional(settlement.status)
      entry["request_id"] = .optional(settlement.requestID)
      entry["engine_says"] = .optional(settlement.engineSays)
      entry["seen"] = .optional(settlement.seen)
      if let response = settlement.response { entry["response"] = response }
    case .end(let end):
      entry["outcome"] = .optional(end.outcome)
      entry["left"] = .array(end.left.map { .string($0) })
      entry["seen"] = .optional(end.seen)
    }
    return .object(entry)
  }

  /// Lines of other versions are read as far as they go: keys may be missing, and others are passed over.
  /// - Returns: `nil` where nothing tells which run it is about.
  public init?(_ entry: JSONValue) {
    guard let id = entry["id"]?.text else { return nil }
    func text(_ key: String) -> String? { entry[key]?.text }
    func integer(_ key: String) -> Int? { entry[key]?.number.map { NSDecimalNumber(decimal: $0).intValue } }
    func words(_ key: String) -> [String] {
      if case .array(let words)? = entry[key] { words.map(\.plainText) } else { [] }
    }
    self.id = id
    schema = text("schema")
    step = integer("step") ?? 1
    time = text("time").flatMap(EngineTime.parse)
    operation = text("verb")
    mode = text("mode")
    profile = text("profile")
    url = text("url")
    switch text("kind") {
    case "intent":
      content = .intent(
        Intent(
          steps: integer("steps"), title: text("title"), target: text("target"), request: text("request"),
          body: entry["body"], argv: words("argv"), reason: text("reason"), user: text("user"), host: text("host")))
    case "end":
      content = .end(End(outcome: text("outcome"), left: words("left"), seen: text("seen")))
    default:
      content = .outcome(
        Settlement(
          target: text("target"), outcome: text("outcome"), status: integer("status"), requestID: text("request_id"),
          engineSays: text("engine_says"), seen: text("seen"), response: entry["response"]))
    }
  }
}

extension AuditRecord: Codable {
  public init(from decoder: any Decoder) throws {
    guard let record = AuditRecord(try JSONValue(from: decoder)) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "an audit line without an id"))
    }
    self = record
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
