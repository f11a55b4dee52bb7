import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What each way of failing is taken for.
struct FailureTests {
  private func failure(
    _ status: Int, _ body: String, headers: [String: String] = [:], path: String = "/api/v1/engine/status"
  ) async -> EngineError? {
    let transport = TableTransport(answers: [:]).with(path, status: status, headers: headers, body)
    switch await EngineReader(transport: transport).answer(to: .engineStatus) {
    case .success, .notAsked: return nil
    case .failure(let error): return error
    }
  }

  /// Some 512 levels are read; each of them takes stack.
  @Test(arguments: [500, 100_000])
  func `nesting has an end, and it is not the stack's`(depth: Int) async {
    for (open, close) in [("[", "]"), (#"{"detail":"#, "}")] {
      let nested = String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
      for (status, body) in [(200, nested), (422, #"{"detail":[{"msg":"x","input":\#(nested)}]}"#)] {
        let error = await failure(status, body)
        #expect(error != nil)
      }
    }
  }

  @Test func `401 is a missing right`() async {
    guard case .notAuthorised(let detail)? = await failure(401, #"{"detail":"Invalid API key"}"#) else {
      Issue.record("not taken for a missing right")
      return
    }
    #expect(detail.message == "Invalid API key")
  }

  @Test func `a 403 with a rule of the engine is a refusal, any other a missing right`() async {
    let rule = await failure(403, #"{"detail":"Test orders are only allowed in paper/dry_run mode"}"#)
    guard case .refused? = rule else {
      Issue.record("\(String(describing: rule))")
      return
    }
    guard case .notAuthorised? = await failure(403, "Forbidden") else {
      Issue.record("a proxy's 403")
      return
    }
  }

  @Test func `a 500 that wraps another code means that code`() async {
    let wrapped = await failure(500, #"{"detail":"404: Not Found"}"#)
    guard case .brokenContract? = wrapped else {
      Issue.record("\(String(describing: wrapped))")
      return
    }
    guard case .refused(let detail)? = await failure(500, #"{"detail":"500: Engine is not running"}"#) else {
      Issue.record("engine not running")
      return
    }
    #expect(detail.message == "Engine is not running")
  }

  @Test func `validation problems become one line`() async {
    let body = #"{"detail":[{"loc":["query","limit"],"msg":"too small"},{"loc":["body",1],"msg":"bad"}]}"#
    guard case .refused(let detail)? = await failure(422, body) else {
      Issue.record("not refused")
      return
    }
    #expect(detail.message == "query.limit: too small; body.1: bad")
  }

  @Test func `the limiter's envelope without a detail is a rate limit`() async {
    let error = await failure(429, #"{"error":"Rate limit exceeded: 60 per 1 minute"}"#, headers: ["retry-after": "7"])
    guard case .rateLimited(let detail, let seconds)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.message == "Rate limit exceeded: 60 per 1 minute" && seconds == 7)
  }

  @Test(arguments: [
    (200, "<html><body>hi</body></html>", "the answer is an HTML page, not JSON"),
    (200, #"{"status":"run"#, "the body is not whole JSON"),
    (200, "", "the body is empty"),
    (200, #"{"running":"maybe","status":"x"}"#, ".running has the wrong type"),
    (200, "[]", "the body has the wrong type"),
    (404, #"{"detail":"Not Found"}"#, "the server does not know /api/v1/engine/status"),
    (405, #"{"detail":"Method Not Allowed"}"#, "the server does not take this method"),
    (307, "", "the server sends /api/v1/engine/status on to nowhere"),
    (500, "<html>oops</html>", "HTTP 500 with an HTML page"),
  ])
  func `a broken contract says how`(status: Int, body: String, words: String) async {
    let error = await failure(status, body)
    guard case .brokenContract(let detail)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.message.hasPrefix(words), "\(detail.message)")
  }

  @Test func `a gateway's 503 is temporary, the engine's own health report is not an error`() async throws {
    guard case .unavailable? = await failure(503, "upstream down") else {
      Issue.record("503")
      return
    }
    let stopped = EngineReader(transport: try TableTransport.recorded("stopped"))
    #expect(try await stopped.read(.health).value.isEmergencyStopped == true)
  }

  @Test func `a 200 with a failure inside is a refusal`() async {
    let transport = TableTransport(answers: [:])
      .with("/api/v1/trading/metrics", #"{"status":"error","message":"boom","counters":{}}"#)
    guard case .failure(.refused(let detail)) = await EngineReader(transport: transport).answer(to: .metrics) else {
      Issue.record("taken for good news")
      return
    }
    #expect(detail.message == "boom")
  }

  @Test func `every recorded error answer is some error, and none crashes`() throws {
    for (name, recording) in try Recording.all(in: "errors") where recording.response.status >= 300 {
      let error = ResponseDecoder.failure(recording.reply(), endpoint: recording.request.target)
      switch error {
      case .refused, .brokenContract: break
      default: Issue.record("\(name): \(error)")
      }
    }
  }
}
