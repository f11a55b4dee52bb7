/// How one call that changes the engine ended.
public enum ControlReply: Sendable {
  /// The engine says that it did it. That proves nothing (docs/engine.md 1.5). With its answer.
  case accepted(JSONValue, EngineError.Detail)
  /// The engine answered no.
  case refused(EngineError)
  /// Nothing of the call reached an engine.
  case notSent(EngineError)
  /// The call was sent, and no answer tells what became of it: it may have been carried out.
  case lost(EngineError)

  /// The engine's words, or those about the failure; one sentence.
  public var message: String {
    switch self {
    case .accepted(_, let detail): detail.message
    case .refused(let error), .notSent(let error), .lost(let error): error.detail?.message ?? error.shortText
    }
  }

  /// `X-Request-ID` of the answer; `nil` without an answer, or when it had none.
  public var requestID: String? {
    switch self {
    case .accepted(_, let detail): detail.requestID
    case .refused(let error), .notSent(let error), .lost(let error): error.detail?.requestID
    }
  }

  /// HTTP status of the answer; `nil` without a complete one.
  public var httpStatus: Int? {
    switch self {
    case .accepted(_, let detail): detail.status
    case .refused(let error), .notSent(let error), .lost(let error): error.detail?.status
    }
  }
}

extension ControlReply {
  /// When the engine carried it out, by its own clock, where its answer tells that.
  var engineTime: Date? {
    guard case .accepted(let body, _) = self else { return nil }
    return body["timestamp"]?.text.flatMap { EngineTime.parse($0) }
  }
}

/// Sends calls that change the engine, each exactly once, and makes a new reader for each look at their effect.
public struct EngineClient: Sendable {
  private let transport: any RESTTransport
  private let memory: (any EngineMemory)?
  private let witness: (any ExchangeWitness)?

  /// A client of the engine that this transport reaches.
  /// - Parameter memory: keeps what is seen of the engine and done to it between looks; `nil` keeps nothing.
  public init(transport: any RESTTransport, memory: (any EngineMemory)? = nil) {
    self.init(transport: transport, memory: memory, witness: nil)
  }

  /// - Parameter witness: looks at the engine's exchange.
  package init(transport: any RESTTransport, memory: (any EngineMemory)?, witness: (any ExchangeWitness)?) {
    self.transport = transport
    self.memory = memory
    self.witness = witness
  }

  /// A reader that has read nothing yet, so that it reads every endpoint anew.
  /// - Parameter triesAgain: whether a failed read may be retried; `false` where another look follows anyway.
  public func look(triesAgain: Bool = true) -> EngineReader {
    EngineReader(transport: transport, repeated: nil, triesAgain: triesAgain, memory: memory, witness: witness)
  }

  /// A reader for watching, which may reuse answers; never for proving what a call has done.
  /// - Parameter repeated: earlier answers to reads that the engine limits strictly.
  package func look(_ repeated: RepeatedReads?) -> EngineReader {
    EngineReader(transport: transport, repeated: repeated, memory: memory, witness: witness)
  }

  /// A reader whose reads all end within this time, however many wait for each other; a read without an answer by then
  /// fails.
  public func look(within limit: Duration) -> EngineReader {
    let end = ContinuousClock.Instant.now + limit
    return EngineReader(
      transport: HurriedTransport(transport: transport, end: end), repeated: nil, memory: memory, witness: witness,
      until: end)
  }

  /// Sends the call exactly once and never retries it. What it did has to be read from the engine afterwards.
  public func send(_ call: ControlRequest) async -> ControlReply {
    let reply = await answer(to: call)
    await remember(call, reply)
    return reply
  }

  /// Notes what an accepted call stopped or ended. Whether a lost one did, the next look shows.
  private func remember(_ call: ControlRequest, _ reply: ControlReply) async {
    guard let memory, case .accepted = reply else { return }
    let (told, now) = (reply.engineTime, memory.now)
    if let kind = call.stopKind {
      await memory.update(isUrgent: true) { engine in
        engine.add(StopMoment(kind, at: told ?? now + engine.clockOffset, source: StopMoment.here))
      }
    } else if call.restartsEngine {
      await memory.update(isUrgent: true) { $0.forget(at: now, by: .start) }
    }
  }

  private func answer(to call: ControlRequest) async -> ControlReply {
    let response: RESTResponse
    do throws(TransportError) {
      response = try await transport.send(call.request())
    } catch {
      switch error {
      case .unreachable, .insecure, .refusedLocally: return .notSent(.transport(error))
      // These redirects ask for the same request elsewhere: it was not carried out. After another one it may have been.
      case .redirectRefused(_, 301), .redirectRefused(_, 307), .redirectRefused(_, 308):
        return .refused(.transport(error))
      case .deadlineExceeded(_, sent: false), .connectionLost(_, sent: false): return .notSent(.transport(error))
      // The engine may have received the call, so the worst is assumed.
      case .deadlineExceeded, .connectionLost, .bodyTooLarge, .malformed, .redirectRefused:
        return .lost(.transport(error))
      }
    }
    return Self.reply(response, to: call)
  }

  /// Whether the call may have been carried out although its answer is an error: a gateway may have given up while the
  /// engine went on, or the engine's code raised an exception on the way.
  private static func mayHaveActed(_ response: RESTResponse, _ error: EngineError) -> Bool {
    if case .unavailable = error { return true }
    return error.isCrash || response.status == 408
      || response.status >= 500 && FailureEnvelope(body: response.body) == nil
  }

  /// Values of `status` that refuse a call, and are normal in what is read.
  private static let refusals: Set<String> = ["not_quarantined", "busy"]

  private static func reply(_ response: RESTResponse, to call: ControlRequest) -> ControlReply {
    func detail(_ words: String) -> EngineError.Detail {
      EngineError.Detail(
        words, endpoint: call.path, status: response.status, requestID: response.headers["x-request-id"])
    }
    guard (200...299).contains(response.status) else {
      let error = ResponseDecoder.failure(response, endpoint: call.path)
      return mayHaveActed(response, error) ? .lost(error) : .refused(error)
    }
    // A success with an empty body.
    if response.status != 200, response.body.isEmpty { return .accepted(.null, detail("HTTP \(response.status)")) }
    if let failure = FailureEnvelope.inSuccess(response.body, more: refusals) {
      return .refused(.refused(detail(failure.message)))
    }
    // The answer goes into the audit log; the engine's own ones are far smaller.
    let isTooLarge = response.body.count > 65_536
    guard !isTooLarge, let body = try? JSONValue(reading: response.body), case .object = body else {
      return .lost(
        .brokenContract(
          EngineError.Detail(
            isTooLarge ? "the answer is far too large" : "the answer is not a JSON object",
            endpoint: call.path, status: response.status,
            requestID: response.headers["x-request-id"],
            excerpt: String(decoding: response.body.prefix(200), as: UTF8.self)
          )))
    }
    var words = "accepted"
    if case .string(let text)? = body["message"] ?? body["status"] { words = text }
    return .accepted(body, detail(words))
  }
}
