import Foundation
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanCore

/// What became of a call, by what came back.
struct EngineClientTests {
  private static let path = "/api/v1/engine/pause"
  private static let moment = Date(timeIntervalSince1970: 1_795_225_650)

  private func send(_ result: Result<RESTResponse, TransportError>) async -> ControlReply {
    await EngineClient(transport: TableTransport(answers: [Self.path: result])).send(.pause)
  }

  private func answer(_ status: Int, _ body: String) async -> ControlReply {
    await send(
      .success(
        RESTResponse(
          status: status, headers: ["x-request-id": "r7"], body: Data(body.utf8), receivedAt: Self.moment)))
  }

  /// `accepted`, `refused`, `notSent`, `lost`.
  private func kind(_ reply: ControlReply) -> String {
    switch reply {
    case .accepted: "accepted"
    case .refused: "refused"
    case .notSent: "notSent"
    case .lost: "lost"
    }
  }

  @Test(arguments: [
    (TransportError.unreachable(reason: "x"), "notSent"), (.insecure(reason: "x"), "notSent"),
    (.refusedLocally(reason: "x", nextStep: "y"), "notSent"),
    (.deadlineExceeded(after: .seconds(1), sent: false), "notSent"),
    (.connectionLost(reason: "x", sent: false), "notSent"),
    (.deadlineExceeded(after: .seconds(1), sent: true), "lost"), (.connectionLost(reason: "x", sent: true), "lost"),
    (.bodyTooLarge(limit: 1), "lost"), (.malformed(reason: "x"), "lost"),
    (.redirectRefused(location: "/x", status: 301), "refused"),
    (.redirectRefused(location: "/x", status: 307), "refused"),
    (.redirectRefused(location: "/x", status: 308), "refused"), (.redirectRefused(location: "/x", status: 302), "lost"),
    (.redirectRefused(location: "/x", status: 303), "lost"),
  ])
  func `what did not reach the engine is told from what may have`(error: TransportError, word: String) async {
    let reply = await send(.failure(error))
    #expect(kind(reply) == word && reply.httpStatus == nil && reply.requestID == nil)
    switch reply {
    case .notSent(let kept), .lost(let kept), .refused(let kept): #expect(kept == .transport(error))
    case .accepted: #expect(Bool(false))
    }
  }

  @Test(arguments: [
    (200, #"{"status":"ok"}"#, "accepted", "ok"), (200, #"{"status":"ok","message":"done"}"#, "accepted", "done"),
    (200, #"{"message":7,"status":"ok"}"#, "accepted", "accepted"), (200, "{}", "accepted", "accepted"),
    (204, "", "accepted", "HTTP 204"), (202, #"{"status":"queued"}"#, "accepted", "queued"),
    (200, #"{"status":"error","message":"no"}"#, "refused", "no"),
    (200, #"{"status":"busy"}"#, "refused", "status busy"),
    (200, #"{"status":"not_quarantined"}"#, "refused", "status not_quarantined"),
    (200, #"{"error":"bad"}"#, "refused", "bad"), (200, "", "lost", "the answer is not a JSON object"),
    (200, "[]", "lost", "the answer is not a JSON object"), (200, "<html>", "lost", "the answer is not a JSON object"),
    (400, #"{"detail":"not now"}"#, "refused", "not now"), (401, "", "refused", "HTTP 401"),
    (403, #"{"detail":"confirm_phrase"}"#, "refused", "confirm_phrase"),
    (404, #"{"detail":"no such order"}"#, "refused", "no such order"),
    (408, #"{"detail":"slow"}"#, "lost", "slow"), (429, #"{"error":"limit"}"#, "refused", "limit"),
    (500, #"{"detail":"500: not running"}"#, "refused", "not running"),
    (500, "Internal Server Error", "lost", "Internal Server Error"),
    (500, #"{"detail":"Internal Server Error"}"#, "lost", "Internal Server Error"),
    (500, "<html>", "lost", "HTTP 500 with an HTML page"), (502, "", "lost", "HTTP 502"), (503, "", "lost", "HTTP 503"),
    (503, #"{"detail":"down"}"#, "refused", "down"), (504, #"{"detail":"slow"}"#, "lost", "slow"),
    (599, "", "lost", "HTTP 599 with no error body"),
    (300, "", "refused", "the server sends /api/v1/engine/pause on to nowhere"),
  ])
  func `an answer is a yes, a no, or no answer`(status: Int, body: String, word: String, message: String) async {
    let reply = await answer(status, body)
    #expect(kind(reply) == word && reply.message == message && reply.httpStatus == status && reply.requestID == "r7")
  }

  @Test func `a yes keeps what the engine said, and one that is far too large is no answer`() async {
    guard case .accepted(let body, let detail) = await answer(200, #"{"status":"ok","n":1}"#) else {
      return #expect(Bool(false))
    }
    #expect(body == ["status": "ok", "n": 1] && detail.endpoint == Self.path)
    guard case .accepted(.null, _) = await answer(201, "") else { return #expect(Bool(false)) }
    func sized(_ count: Int) async -> ControlReply {
      await answer(200, #"{"a":""# + String(repeating: "x", count: count - 8) + #""}"#)
    }
    #expect(await kind(sized(65_536)) == "accepted")
    guard case .lost(.brokenContract(let large)) = await sized(65_537) else { return #expect(Bool(false)) }
    #expect(large.message == "the answer is far too large" && large.excerpt?.count == 200)
  }

  @Test(arguments: [
    (401, "refused"), (403, "refused"), (429, "refused"),
  ])
  func `rights and limits keep their kind`(status: Int, word: String) async {
    let reply = await answer(status, #"{"detail":"x"}"#)
    switch (status, reply) {
    case (429, .refused(.rateLimited(_, retryAfter: nil))), (401, .refused(.notAuthorised)),
      (403, .refused(.notAuthorised)):
      break
    default: #expect(Bool(false), "\(reply)")
    }
  }

  // MARK: Looking

  /// Notes what it was asked.
  private final class NotingTransport: RESTTransport {
    let displayURL = "http://engine"
    private let requests = Mutex<[RESTRequest]>([])
    let answer: Result<RESTResponse, TransportError>

    init(_ body: String, headers: [String: String] = [:]) {
      answer = .success(
        RESTResponse(status: 200, headers: headers, body: Data(body.utf8), receivedAt: EngineClientTests.moment))
    }

    var asked: [RESTRequest] { requests.withLock { $0 } }

    func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
      requests.withLock { $0.append(request) }
      return try answer.get()
    }
  }

  private static let settings = #"{"bybit_testnet":true}"#

  @Test func `within a limit every read ends with it, and after it nothing is asked`() async throws {
    let transport = NotingTransport(Self.settings)
    _ = await EngineClient(transport: transport).look(within: .seconds(600)).answer(to: .settings)
    let deadline = try #require(transport.asked.first?.deadline)
    #expect(deadline > .seconds(500) && deadline <= .seconds(600))
    let late = await EngineClient(transport: transport).look(within: .zero).answer(to: .settings)
    guard case .failure(.transport(.deadlineExceeded(after: .zero, sent: false))) = late else {
      return #expect(Bool(false), "\(late)")
    }
    #expect(transport.asked.count == 1)
    var short = RESTRequest(.get, "/x")
    short.deadline = .seconds(1)
    _ = try await HurriedTransport(transport: transport, end: .now + .seconds(600)).send(short)
    #expect(transport.asked.last?.deadline == .seconds(1), "its own is shorter")
    #expect(HurriedTransport(transport: transport, end: .now).displayURL == "http://engine")
  }

  @Test func `one reader asks once, another again, and only some are tried again`() async {
    let transport = NotingTransport(Self.settings)
    let client = EngineClient(transport: transport)
    let reader = client.look()
    _ = await reader.answer(to: .settings)
    _ = await reader.answer(to: .settings)
    #expect(transport.asked.count == 1 && transport.asked[0].isRepeatable)
    _ = await client.look(triesAgain: false).answer(to: .settings)
    _ = await client.look().answer(to: Endpoint<EngineSettings>.settings.once)
    #expect(transport.asked.map(\.isRepeatable) == [true, false, false])
    #expect(transport.asked.allSatisfy { $0.method == .get && $0.body == nil })
  }

  private func marks(_ reader: EngineReader) async -> [Bool] {
    [await reader.isPractice, await reader.isKeyDeprecated]
  }

  @Test func `marks of an answer are kept, readable or not`() async {
    let transport = NotingTransport("no JSON", headers: ["x-hean-practice": "1", "x-key-deprecated": "TRUE"])
    let reader = EngineClient(transport: transport).look()
    #expect(await marks(reader) == [false, false])
    guard case .failure(.brokenContract) = await reader.answer(to: .settings) else { return #expect(Bool(false)) }
    #expect(await marks(reader) == [true, true])
    let other = EngineClient(
      transport: NotingTransport(Self.settings, headers: ["x-key-deprecated": "false"])
    ).look()
    let reading = await other.answer(to: .settings).reading
    #expect(reading?.isPractice == false && reading?.isKeyDeprecated == false && reading?.endpoint == "/settings")
  }

  // MARK: What is read once for several looks

  @Test func `settings serve for a minute, health for two seconds, and nothing else`() async {
    let now = Mutex(Self.moment)
    let repeated = RepeatedReads(now: { now.withLock { $0 } })
    func response(_ status: Int = 200) -> RESTResponse {
      RESTResponse(status: status, body: Data(Self.settings.utf8), receivedAt: Self.moment)
    }
    for path in ["/settings", "/health", "/ready"] { repeated.keep(response(), for: path) }
    func known(after seconds: Double) -> [Bool] {
      now.withLock { $0 = Self.moment + seconds }
      return ["/settings", "/health", "/ready"].map { repeated.answer(for: $0) != nil }
    }
    #expect(known(after: 0) == [true, true, false] && known(after: 1.9) == [true, true, false])
    #expect(known(after: 2) == [true, false, false] && known(after: 59.9) == [true, false, false])
    #expect(known(after: 60) == [false, false, false] && known(after: -1) == [false, false, false])
    let fresh = RepeatedReads(now: { Self.moment })
    fresh.keep(response(503), for: "/health")
    #expect(fresh.answer(for: "/health") == nil, "only what is well")
    let transport = NotingTransport(Self.settings)
    let client = EngineClient(transport: transport)
    _ = await client.look(fresh).answer(to: .settings)
    _ = await client.look(fresh).answer(to: .settings)
    #expect(transport.asked.count == 1)
  }
}
