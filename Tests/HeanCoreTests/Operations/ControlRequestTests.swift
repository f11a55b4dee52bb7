import Foundation
import Testing

@testable import HeanCore

/// Every call that can be sent: where to, with what, and for how long.
struct ControlRequestTests {
  private static let phrase: JSONValue = "I_UNDERSTAND_LIVE_TRADING"

  struct Row: Sendable, CustomTestStringConvertible {
    var request: ControlRequest
    var line: String
    var body: String?
    var deadline: Duration?

    init(_ request: ControlRequest, _ line: String, _ body: String? = nil, _ deadline: Duration? = nil) {
      (self.request, self.line, self.body, self.deadline) = (request, line, body, deadline)
    }

    var testDescription: String { line }
  }

  private static let rows: [Row] = [
    Row(.start(.dryRun), "/engine/start", "{}", .seconds(60)),
    Row(.stop, "/engine/stop", "{}"), Row(.pause, "/engine/pause", "{}"), Row(.resume, "/engine/resume"),
    Row(.restart, "/engine/restart", nil, .seconds(60)), Row(.kill, "/engine/kill"),
    Row(.lockProfit, "/engine/lock-profit"), Row(.resetHalt, "/engine/reset-halt"),
    Row(.enable("a b/c", true), "/strategies/a%20b%2Fc/enable", #"{"enabled":true}"#),
    Row(.enable("grid-1_x.y", false), "/strategies/grid-1_x.y/enable", #"{"enabled":false}"#),
    Row(.parameters("é?", ["b": 1, "a": "x"]), "/strategies/%C3%A9%3F/params", #"{"params":{"a":"x","b":1}}"#),
    Row(.close(position: "p/1", .dryRun), "/orders/close-position", #"{"position_id":"p/1"}"#),
    Row(.close(symbol: "BTCUSDT"), "/orders/close-position-by-symbol", #"{"symbol":"BTCUSDT"}"#),
    Row(.closeAll, "/orders/close-all-positions"), Row(.cancel(order: "o"), "/orders/cancel", #"{"order_id":"o"}"#),
    Row(.cancelAll(.testnet), "/orders/cancel-all", "{}"), Row(.place(["a": 1]), "/orders/test", #"{"a":1}"#),
    Row(.roundTrip(["a": 1]), "/orders/test_roundtrip", #"{"a":1}"#),
    Row(.resetKillSwitch, "/risk/killswitch/reset?confirm=true"), Row(.emergency, "/emergency/killswitch"),
    Row(
      .clearGovernor(symbol: nil, isForced: true), "/risk/governor/clear",
      #"{"confirm":true,"force":true,"symbol":null}"#),
    Row(
      .clearGovernor(symbol: "A", isForced: false), "/risk/governor/clear",
      #"{"confirm":true,"force":false,"symbol":"A"}"#),
    Row(.quarantine("A/B", reason: "x y"), "/risk/governor/quarantine/A%2FB?reason=x y"),
    Row(.limits(["a": 1]), "/risk/limits", #"{"a":1}"#),
    Row(.configure(["a": .null]), "/config/update", #"{"updates":{"a":null}}"#),
  ]

  @Test(arguments: rows)
  func `each call goes to its own place, once`(row: Row) throws {
    #expect(row.request.line == "POST /api/v1" + row.line)
    let sent = try row.request.request()
    #expect(sent.body.map { String(decoding: $0, as: UTF8.self) } == row.body)
    #expect(sent.method == .post && !sent.isRepeatable && sent.deadline == row.deadline)
    #expect(sent.path == row.request.path && sent.query == row.request.query)
  }

  @Test(arguments: [
    (OperatingMode.dryRun, false), (.testnet, false), (.practice, true), (.mainnet, true), (.paperFallback, true),
    (.unknown, true),
  ])
  func `the phrase goes with what moves real money, or may`(mode: OperatingMode, isConfirmed: Bool) {
    for request in [ControlRequest.start(mode), .cancelAll(mode), .close(position: "p", mode)] {
      #expect((request.body?["confirm_phrase"] == Self.phrase) == isConfirmed, "\(request.line)")
      #expect(request.recordedBody["confirm_phrase"] == nil)
    }
    #expect(ControlRequest.close(position: "p", mode).recordedBody == ["position_id": "p"])
    #expect(ControlRequest.start(mode).recordedBody == [:] && ControlRequest.kill.recordedBody == .null)
  }
}
