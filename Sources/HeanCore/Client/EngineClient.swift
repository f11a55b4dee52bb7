import Foundation

/// What became of one call that changes the engine.
public enum ControlReply: Sendable {
  /// The engine says it did it. That is its word, not a fact.
  case accepted(JSONValue, EngineError.Detail)
  /// The engine answered, and the answer is no.
  case refused(EngineError)
  /// No byte of it reached an engine.
  case notSent(EngineError)
  /// It was sent, and no answer came that tells what became of it.
  case lost(EngineError)

  /// The engine's words, or those about the failure.
  public var message: String {
    switch self {
    case .accepted(_, let detail): detail.message
    case .refused(let error), .notSent(let error), .lost(let error): error.detail?.message ?? error.shortText
    }
  }

  public var requestID: String? {
    switch self {
    case .accepted(_, let detail): detail.requestID
    case .refused(let error), .notSent(let error), .lost(let error): error.detail?.requestID
    }
  }

  public var httpStatus: Int? {
    switch self {
    case .accepted(_, let detail): detail.status
    case .refused(let error), .notSent(let error), .lost(let error): error.detail?.status
    }
  }
}

/// Sends calls that change the engine, each exactly once, and makes a new reader for each look at what they did.
public struct EngineClient: Sendable {
  private let transport: any RESTTransport

  public init(transport: any RESTTransport) { self.transport = transport }

  /// A reader that has not seen anything yet.
  /// - Parameter triesAgain: whether a failed read is tried again: not where another look follows anyway.
  public func look(triesAgain: Bool = true) -> EngineReader {
    EngineReader(transport: transport, triesAgain: triesAgain)
  }

  /// The same for somebody who watches, never for a proof of what a call has done.
  /// - Parameter repeated: what earlier looks have read and the engine limits strictly.
  package func look(_ repeated: RepeatedReads?) -> EngineReader {
    EngineReader(transport: transport, repeated: repeated)
  }

  /// A reader whose answers are all here when the time is over, however many have to wait for each other; what is not here
  /// then has failed.
  public func look(within limit: Duration) -> EngineReader {
    EngineReader(transport: HurriedTransport(transport: transport, end: .now + limit))
  }

  public func send(_ call: ControlRequest) async -> ControlReply {
    let response: RESTResponse
    do throws(TransportError) {
      response = try await transport.send(call.request())
    } catch {
      switch error {
      case .unreachable, .insecure, .refusedLocally: return .notSent(.transport(error))
      // These send the request itself elsewhere; after another redirect it may have been carried out.
      case .redirectRefused(_, 301), .redirectRefused(_, 307), .redirectRefused(_, 308):
        return .refused(.transport(error))
      case .deadlineExceeded(_, sent: false), .connectionLost(_, sent: false): return .notSent(.transport(error))
      // How much the engine saw of it cannot be told from here, so the worst is assumed.
      case .deadlineExceeded, .connectionLost, .bodyTooLarge, .malformed, .redirectRefused:
        return .lost(.transport(error))
      }
    }
    return Self.reply(response, to: call)
  }

  /// Whether an answer that is no success leaves open what became of the call: a gateway gave up waiting and the engine
  /// behind it may not have, or its code threw somewhere on the way.
  private static func mayHaveActed(_ response: RESTResponse, _ error: EngineError) -> Bool {
    if case .unavailable = error { return true }
    return error.isCrash || response.status == 408
      || response.status >= 500 && FailureEnvelope(body: response.body) == nil
  }

  /// Status words that mean "no" to a call, and are fine in what is read.
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
    // Accepted without a word.
    if response.status != 200, response.body.isEmpty { return .accepted(.null, detail("HTTP \(response.status)")) }
    if let failure = FailureEnvelope.inSuccess(response.body, more: refusals) {
      return .refused(.refused(detail(failure.message)))
    }
    // The engine's own answers are far smaller, and this one goes into the audit log.
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
