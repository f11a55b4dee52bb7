import Foundation
import Testing

@testable import HeanCore

/// What each status and body stand for.
struct AnswerTests {
  private static let moment = Date(timeIntervalSince1970: 1_795_225_650)

  private func error(_ status: Int, _ body: String, _ headers: [String: String] = [:]) -> EngineError {
    ResponseDecoder.failure(
      RESTResponse(status: status, headers: headers, body: Data(body.utf8), receivedAt: Self.moment), endpoint: "/e")
  }

  private func kind(_ error: EngineError) -> String {
    switch error {
    case .refused: "refused"
    case .notAuthorised: "notAuthorised"
    case .rateLimited: "rateLimited"
    case .unavailable: "unavailable"
    case .brokenContract: "brokenContract"
    case .transport, .notFound, .ambiguous, .untold: "other"
    }
  }

  @Test(arguments: [
    (401, "", "notAuthorised", "HTTP 401", false), (403, "", "notAuthorised", "HTTP 403", false),
    (403, #"{"detail":"only in paper/dry_run"}"#, "refused", "only in paper/dry_run", false),
    (403, #"{"detail":"confirm it"}"#, "refused", "confirm it", false),
    (403, #"{"detail":"DRY_RUN must be set"}"#, "refused", "DRY_RUN must be set", false),
    (403, #"{"detail":"LIVE_CONFIRM"}"#, "refused", "LIVE_CONFIRM", false),
    (403, #"{"detail":"no"}"#, "notAuthorised", "no", false),
    (404, "", "brokenContract", "the server does not know /e", false),
    (404, "gone", "brokenContract", "the server does not know /e", true),
    (404, #"{"detail":"Not Found"}"#, "brokenContract", "the server does not know /e", false),
    (404, #"{"detail":"no such order"}"#, "refused", "no such order", false),
    (405, "", "brokenContract", "the server does not take this method on /e", false),
    (429, #"{"error":"slow"}"#, "rateLimited", "slow", false), (502, "", "unavailable", "HTTP 502", false),
    (504, #"{"detail":"x"}"#, "unavailable", "x", false), (503, "down", "unavailable", "HTTP 503", false),
    (503, #"{"detail":"down"}"#, "refused", "down", false),
    (500, #"{"detail":"429: slow"}"#, "rateLimited", "slow", false),
    (500, #"{"detail":"401: who"}"#, "notAuthorised", "who", false),
    (500, #"{"detail":"502: x"}"#, "unavailable", "x", false),
    (500, "Internal Server Error", "refused", "Internal Server Error", false),
    (500, "Internal Server Error!", "brokenContract", "HTTP 500 with no error body", true),
    (400, "", "brokenContract", "HTTP 400 with no error body", false),
    (418, " \n<html>", "brokenContract", "HTTP 418 with an HTML page", true),
    (302, "", "brokenContract", "the server sends /e on to nowhere", false),
    (399, "", "brokenContract", "the server sends /e on to nowhere", false),
    (204, "", "brokenContract", "unexpected HTTP 204", false),
    (101, "x", "brokenContract", "unexpected HTTP 101", true),
  ])
  func `each is one kind of failure`(status: Int, body: String, kind: String, message: String, hasExcerpt: Bool) {
    let error = error(status, body, ["x-request-id": "r"])
    #expect(self.kind(error) == kind && error.detail?.message == message && error.detail?.status == status)
    #expect(error.detail?.requestID == "r" && error.detail?.endpoint == "/e")
    #expect((error.detail?.excerpt != nil) == hasExcerpt)
  }

  @Test func `where it is sent to, and how long to wait, is told`() {
    #expect(error(307, "", ["location": "http://x/"]).detail?.message == "the server sends /e on to http://x/")
    #expect(
      error(429, "", ["retry-after": "9"])
        == .rateLimited(.init("HTTP 429", endpoint: "/e", status: 429), retryAfter: 9))
    #expect(
      error(429, "", ["retry-after": "soon"])
        == .rateLimited(.init("HTTP 429", endpoint: "/e", status: 429), retryAfter: nil))
    #expect(error(400, String(repeating: "y", count: 999)).detail?.excerpt?.count == 200)
  }

  @Test(arguments: [
    (500, "Internal Server Error", true), (500, #"{"detail":"Internal Server Error"}"#, true),
    (500, #"{"detail":"x"}"#, false),
    (400, #"{"detail":"Internal Server Error"}"#, false), (503, "", false),
  ])
  func `a crash leaves open how far it came`(status: Int, body: String, isCrash: Bool) {
    #expect(error(status, body).isCrash == isCrash)
  }

  @Test func `only some failures are about one exchange`() {
    let told: [EngineError] = [
      .transport(.unreachable(reason: "x")), .notFound(kind: "a", name: "b", known: []),
      .ambiguous(kind: "a", name: "b", matches: []), .untold(kind: "a", name: "b", reason: "c"),
    ]
    #expect(told.allSatisfy { $0.detail == nil && !$0.isCrash })
  }

  private func read(_ status: Int, _ body: String) throws(EngineError) -> Health {
    try ResponseDecoder.read(
      Health.self, from: RESTResponse(status: status, body: Data(body.utf8), receivedAt: Self.moment), endpoint: .health
    )
  }

  @Test func `health's 503 is a report where it is one, and a gateway's where it is none`() throws {
    #expect(try read(503, OperationBench.health(true)).isEmergencyStopped == true)
    #expect(throws: EngineError.unavailable(.init("HTTP 503", endpoint: "/health", status: 503))) {
      try read(503, "down")
    }
    #expect(throws: EngineError.self) { try read(201, OperationBench.health(true)) }
    #expect(
      throws: EngineError.brokenContract(
        .init("the body is not whole JSON", endpoint: "/health", status: 200, excerpt: "{"))
    ) { try read(200, "{") }
    #expect(throws: EngineError.brokenContract(.init("the body is empty", endpoint: "/health", status: 200))) {
      try read(200, "")
    }
  }
}
