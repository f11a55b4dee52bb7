/// One line of the audit log, written before a call, after it, or at the end of an operation. What the line does not
/// tell is `nil`; a line of another version may tell less.
public struct AuditRecord: Sendable, Equatable {
  /// A call that is about to be sent.
  public struct Intent: Sendable, Equatable {
    /// How many calls the operation makes, as far as is known when the line is written.
    public var steps: Int?
    /// What the operation does, in one line: the title of its plan.
    public var title: String?
    /// What the call is about: `BTCUSDT long 0.018`, `engine`.
    public var target: String?
    /// The call as one line: `POST /api/v1/engine/pause`.
    public var request: String?
    /// Body of the call, without the confirmation phrase.
    public var body: JSONValue?
    /// Words of the command line without secrets; empty where there is none.
    public var argv: [String] = []
    /// Why, in the operator's words; `nil` when no reason was given.
    public var reason: String?
    /// Name of the user account that ran hean.
    public var user: String?
    /// Name of the machine that ran hean.
    public var host: String?
    /// Plan token that the run carries out; `nil` without one.
    public var planToken: String?

    /// A call of which only this is known; the rest stays `nil` until it is set.
    public init(
      steps: Int? = nil, title: String? = nil, target: String? = nil, request: String? = nil, body: JSONValue? = nil,
      argv: [String] = [], reason: String? = nil, user: String? = nil, host: String? = nil, planToken: String? = nil
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
      self.planToken = planToken
    }
  }

  /// How a call ended.
  public struct Settlement: Sendable, Equatable {
    /// What the call was about, as in the line before it was sent.
    public var target: String?
    /// Raw value of an `OperationOutcome`, or a word of another version of hean.
    public var outcome: String?
    /// HTTP status of the answer; `nil` without one.
    public var status: Int?
    /// `X-Request-ID` of the answer: the engine's name for it in its log.
    public var requestID: String?
    /// The engine's own words; they prove nothing (docs/engine.md 1.5).
    public var engineSays: String?
    /// What a look at the engine after the call showed.
    public var seen: String?
    /// The engine's answer, when it accepted the call.
    public var response: JSONValue?

    /// The end of a call of which only this is known; the rest stays `nil` until it is set.
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

  /// How the whole operation ended, where that is more than how each call ended: in a panic.
  public struct End: Sendable, Equatable {
    /// Raw value of an `OperationOutcome`, or a word of another version of hean.
    public var outcome: String?
    /// What is left open, or is not known, a sentence each.
    public var left: [String] = []
    /// What proved that everything is closed; `nil` when nothing did.
    public var seen: String?

    /// The end of an operation of which only this is known; the rest stays `nil` until it is set.
    public init(outcome: String? = nil, left: [String] = [], seen: String? = nil) {
      self.outcome = outcome
      self.left = left
      self.seen = seen
    }
  }

  /// What the line records: a call before it is sent, how a call ended, how the whole operation ended, or what an operator
  /// did without a call.
  public enum Content: Sendable, Equatable {
    /// A call, recorded before it is sent.
    case intent(Intent)
    /// How a call ended.
    case outcome(Settlement)
    /// How the whole operation ended.
    case end(End)
    /// What an operator wrote down or did without a call.
    case remark(Remark)
  }

  /// Name of the format that this version writes.
  public static let schema = "hean.audit/1"

  /// Name of the format of this line; `nil` when the line has none.
  public var schema: String? = Self.schema
  /// Id of the run; all lines of one run have the same.
  public var id: String
  /// Number of the call within its run, from 1.
  public var step: Int
  /// When the line was written, by the clock of that machine.
  public var time: Date?
  /// Stable name of the operation, such as `engine.pause`, or a name that another version wrote.
  public var verb: String?
  /// What money was at stake: raw value of an `OperatingMode`.
  public var mode: String?
  /// Name of the engine in hean's configuration; `nil` for an engine without one.
  public var profile: String?
  /// Base URL of the engine, without user, password and query.
  public var url: String?
  /// The part of the line that differs by its kind.
  public var content: Content

  /// A line of which only this is known; the rest stays `nil` until it is set.
  public init(
    schema: String? = Self.schema, id: String, step: Int, time: Date? = nil, verb: String? = nil,
    mode: String? = nil, profile: String? = nil, url: String? = nil, content: Content
  ) {
    self.schema = schema
    self.id = id
    self.step = step
    self.time = time
    self.verb = verb
    self.mode = mode
    self.profile = profile
    self.url = url
    self.content = content
  }
}

extension AuditRecord {
  /// Which operation it is; `nil` for a name that this version does not know, and for a line without one.
  public var operation: OperationName? { verb.flatMap(OperationName.init) }

  /// Which kind of line it is: `intent`, `outcome` or `end`.
  public var kind: String {
    switch content {
    case .intent: "intent"
    case .outcome: "outcome"
    case .end: "end"
    case .remark(let remark): remark.kind.rawValue
    }
  }

  /// The line as JSON; what is not known is `null`.
  public var json: JSONValue {
    var entry: [String: JSONValue] = [
      "schema": .optional(schema), "kind": .string(kind), "id": .string(id), "step": .number(Decimal(step)),
      "time": .optional(time.map(EngineTime.format)), "verb": .optional(verb), "mode": .optional(mode),
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
      if let token = intent.planToken { entry["plan_token"] = .string(token) }
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
    case .remark(let remark): entry.merge(remark.members) { $1 }
    }
    return .object(entry)
  }

  /// Reads a line of any version: missing keys are not known, and other keys are ignored.
  /// - Returns: `nil` for a line without the id of its run.
  public init?(_ entry: JSONValue) {
    guard let id = entry["id"]?.text else { return nil }
    func text(_ key: String) -> String? { entry[key]?.text }
    func integer(_ key: String) -> Int? { entry[key]?.number?.wholePart }
    func words(_ key: String) -> [String] {
      if case .array(let words)? = entry[key] { words.map(\.plainText) } else { [] }
    }
    self.id = id
    schema = text("schema")
    step = integer("step") ?? 1
    time = text("time").flatMap(EngineTime.parse)
    verb = text("verb")
    mode = text("mode")
    profile = text("profile")
    url = text("url")
    let kind = text("kind")
    if let remark = kind.flatMap(Remark.Kind.init) {
      content = .remark(Remark(remark, reading: entry))
      return
    }
    switch kind {
    case "intent":
      content = .intent(
        Intent(
          steps: integer("steps"), title: text("title"), target: text("target"), request: text("request"),
          body: entry["body"], argv: words("argv"), reason: text("reason"), user: text("user"), host: text("host"),
          planToken: text("plan_token")))
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
  /// Reads a line as `init(_:)` does.
  /// - Throws: `DecodingError` for a line without the id of its run.
  public init(from decoder: any Decoder) throws {
    guard let record = AuditRecord(try JSONValue(from: decoder)) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "an audit line without an id"))
    }
    self = record
  }

  /// Encodes `json`; throws what the encoder throws.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
