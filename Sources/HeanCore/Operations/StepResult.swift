/// How one call of a plan ended.
public struct StepResult: Sendable, Equatable {
  /// What the call was about: `BTCUSDT long 0.018`, `engine`.
  public var target: String
  /// The call as one line: `POST /api/v1/engine/pause`.
  public var request: String
  /// How it ended, judged by the answer and by what was seen.
  public var outcome: OperationOutcome
  /// The engine's words; they prove nothing. `nil` when the call was not sent or got no answer.
  public var engineSays: String?
  /// What was seen at the engine afterwards, or why the call was not sent.
  public var seen: String?
  /// What to do about it; `nil` when there is nothing to do.
  public var advice: NextStep?
  /// The query that shows whether the call worked.
  public var check: NextStep
  /// HTTP status of the answer; `nil` without one.
  public var status: Int?
  /// `X-Request-ID` of the answer: the engine's name for it in its log.
  public var requestID: String?
  /// The error, when the engine refused or gave no answer. It is not encoded.
  public var error: EngineError?
  /// Whether the call went out. It is not encoded.
  public private(set) var isSent = true

  /// A call that was not sent.
  init(_ step: OperationStep, unsent reason: String, as outcome: OperationOutcome = .notSent) {
    target = step.target
    request = step.request.line
    self.outcome = outcome
    isSent = outcome == .unknown
    seen = reason
    check = step.lookup
  }

  /// The end of a call that was sent.
  /// - Parameter finding: what was seen after it; `nil` when nobody looked.
  public init(_ step: OperationStep, _ reply: ControlReply, _ finding: StepFinding?) {
    target = step.target
    request = step.request.line
    outcome = OperationOutcome(reply, finding)
    seen = finding?.message
    check = step.lookup
    status = reply.httpStatus
    requestID = reply.requestID
    switch reply {
    case .accepted:
      engineSays = reply.message
      advice = finding?.advice
    case .refused(let error):
      engineSays = reply.message
      self.error = error
    case .lost(let error):
      self.error = error
      advice = finding?.advice
    case .notSent(let error):
      self.error = error
      isSent = false
    }
  }

  /// A call whose effect nobody waited for. What the engine refused, and what did not reach it, is known all the same.
  /// - Parameters:
  ///   - reply: `nil` when no answer had come.
  ///   - signal: what ended the run.
  public init(_ step: OperationStep, _ reply: ControlReply?, endedBy signal: String) {
    guard let reply else {
      self.init(step, unsent: "\(signal) ended the run before an answer came", as: .unknown)
      return
    }
    self.init(step, reply, nil)
    guard case .accepted = reply else { return }
    outcome = .unknown
    seen = "\(signal) ended the run before its effect was seen"
  }

  /// What was seen, or why nothing was, in one sentence.
  public var sentence: String {
    switch outcome {
    case .refused:
      // Without an error the engine accepted the call, and its gates refused what was asked for.
      guard error != nil else { return seen ?? "turned down" }
      return seen.map { "the answer was no; \($0)" } ?? "the answer was no"
    case .unknown:
      let lost = error?.shortText ?? "no answer"
      return "it was sent, and no answer told what became of it (\(lost))" + (seen.map { "; now \($0)" } ?? "")
    case .notAuthorised: return "the engine did not accept the key, or none was sent"
    case .rateLimited: return "the engine limits these calls; nothing was done"
    case .notSent: return error?.shortText ?? seen ?? "nothing was sent"
    case .confirmed, .notConfirmed, .preview, .unchanged, .flat, .left: return seen ?? "nothing was seen"
    }
  }
}

extension StepResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case target, request, outcome, seen, advice, check, status
    case engineSays = "engine_says"
    case requestID = "request_id"
  }

  /// Encodes what is not known as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(target, forKey: .target)
    try container.encode(request, forKey: .request)
    try container.encode(outcome, forKey: .outcome)
    try container.encode(engineSays, forKey: .engineSays)
    try container.encode(seen, forKey: .seen)
    try container.encode(advice, forKey: .advice)
    try container.encode(check, forKey: .check)
    try container.encode(status, forKey: .status)
    try container.encode(requestID, forKey: .requestID)
  }
}
