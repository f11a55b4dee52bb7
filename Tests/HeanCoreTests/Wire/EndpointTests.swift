import Foundation
import Testing

@testable import HeanCore

/// Where each thing is read, and whose failures hide in a 200.
struct EndpointTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var key: String
    var place: String
    var reportsFailureInBody: Bool
    var isRepeatable: Bool
    var accepts503: Bool
    var expected: String
    var hidesFailures: Bool

    init<Body>(_ endpoint: Endpoint<Body>, _ expected: String, hides: Bool = true) {
      (key, place, reportsFailureInBody) = (endpoint.key, endpoint.place, endpoint.reportsFailureInBody)
      (isRepeatable, accepts503) = (endpoint.isRepeatable, endpoint.accepts(503))
      (self.expected, hidesFailures) = (expected, hides)
    }

    var testDescription: String { expected }
  }

  private static let outside: [Row] = [
    Row(Endpoint<EngineSettings>.settings, "/settings", hides: false),
    Row(Endpoint<Health>.health, "/health", hides: false), Row(Endpoint<Readiness>.readiness, "/ready", hides: false),
  ]

  private static let inside: [Row] = [
    Row(Endpoint<EngineStatus>.engineStatus, "/engine/status", hides: false),
    Row(Endpoint<Listing<Position>>.positions, "/orders/positions"),
    Row(Endpoint<Listing<Order>>.orders(.all), "/orders"),
    Row(Endpoint<Listing<Order>>.orders(.open), "/orders?status=open"),
    Row(Endpoint<Listing<Order>>.orders(.filled), "/orders?status=filled"),
    Row(Endpoint<WhyDiagnostics>.why, "/trading/why", hides: false),
    Row(Endpoint<TradingMetrics>.metrics, "/trading/metrics"), Row(Endpoint<TradingState>.state, "/trading/state"),
    Row(Endpoint<TradingHistory>.history(), "/trading/history?limit=100"),
    Row(Endpoint<TradingHistory>.history(limit: 500), "/trading/history?limit=500"),
    Row(Endpoint<EngineEvents>.events(), "/blackbox/events?limit=500"),
    Row(Endpoint<EngineEvents>.events(ofType: "SIGNAL"), "/blackbox/events?limit=500&event_type=SIGNAL"),
    Row(Endpoint<EngineEvents>.events(since: nil), "/blackbox/events?limit=1"),
    Row(Endpoint<EngineEvents>.events(since: 7), "/blackbox/events?limit=1000&since_seq=7"),
    Row(Endpoint<EquityHistory>.equityHistory, "/trading/equity-history?limit=500"),
    Row(Endpoint<EngineLog>.stopLog, "/logs/events?contains=STOP_TRADING&limit=\(EngineLog.page)"),
    Row(Endpoint<EngineLog>.closeFailures, "/logs/events?contains=failed to close&limit=20"),
    Row(Endpoint<EngineLogSummary>.logSummary, "/logs/summary"),
    Row(Endpoint<Ticker>.ticker("A"), "/market/ticker?symbol=A"),
    Row(Endpoint<ConfigurationValues>.configuration, "/config/current"),
    Row(Endpoint<Listing<Strategy>>.strategies, "/strategies"),
    Row(Endpoint<PortfolioSummary>.portfolio, "/portfolio/summary", hides: false),
    Row(Endpoint<RiskStatus>.riskStatus, "/risk/status"), Row(Endpoint<RiskLimits>.riskLimits, "/risk/limits"),
    Row(Endpoint<GovernorStatus>.governor, "/risk/governor/status"),
    Row(Endpoint<KillSwitchStatus>.killSwitch, "/risk/killswitch/status"),
    Row(Endpoint<Listing<DecisionMemoryBlock>>.decisionMemory, "/risk/decision-memory/blocks"),
    Row(Endpoint<SignalRejections>.rejections(minutes: 5), "/telemetry/signal-rejections?minutes=5"),
    Row(Endpoint<Listing<CouncilVerdict>>.verdicts, "/council/trade/verdicts?limit=100"),
    Row(Endpoint<SignalPipeline>.pipeline, "/archon/pipeline", hides: false),
    Row(Endpoint<FilterBlocks>.filterBlocks, "/analytics/blocks"),
    Row(Endpoint<TradeJournal>.journal, "/journal/trades?limit=500"),
    Row(Endpoint<AnalyticsSummary>.analyticsSummary, "/analytics/summary"),
    Row(Endpoint<CouncilStatus>.council, "/council/trade/status", hides: false),
  ]

  @Test(arguments: outside) func `three stand outside of the interface`(row: Row) {
    #expect(row.key == row.expected && row.place == row.key && !row.reportsFailureInBody && row.isRepeatable)
    #expect(row.accepts503 == (row.key != "/settings"))
  }

  @Test(arguments: inside) func `all others stand inside of it`(row: Row) {
    #expect(row.key == "/api/v1" + row.expected && row.place == row.key && row.isRepeatable && !row.accepts503)
    #expect(row.reportsFailureInBody == row.hidesFailures)
  }

  @Test func `an answer can be kept apart, and asked for once`() {
    let probe = Endpoint<Ticker>.priceProbe
    #expect(probe.place == "price probe" && probe.key == "/api/v1/market/ticker?symbol=BTCUSDT" && !probe.isRepeatable)
    #expect(!Endpoint<Health>.health.once.isRepeatable && Endpoint<Health>.health.once.accepts(503))
    #expect(!Endpoint<Health>.health.accepts(500) && Endpoint<Health>.health.accepts(200))
    #expect(!Endpoint<Health>.health.accepts(204))
  }

  // MARK: Failures inside

  @Test(arguments: [
    (#"{"status":"error","message":"boom"}"#, "boom"), (#" {"status":"ERROR","error":"bad"}"#, "bad"),
    ("\n\t\r{\"status\":\"not_found\"}", "status not_found"), (#"{"status":"not_running"}"#, "status not_running"),
    (#"{"status":"cannot_clear","message":"wait"}"#, "wait"), (#"{"status":"no_op"}"#, "status no_op"),
    (#"{"error":"gone"}"#, "gone"), (#"{"status":7,"error":"gone"}"#, "gone"),
    (#"{"status":"error","message":7,"error":"e"}"#, "e"), (#"{"status":"ok","error":"warned"}"#, nil),
    (#"{"status":"busy"}"#, nil), (#"{"message":"hello"}"#, nil), (#"[{"status":"error"}]"#, nil), ("", nil),
    (#"{"status":"error""#, nil), (#"{"status":null,"error":null}"#, nil),
  ])
  func `a 200 that says no is a no`(body: String, message: String?) {
    #expect(FailureEnvelope.inSuccess(Data(body.utf8))?.message == message)
  }

  @Test func `some words are a no to a call only, and large bodies are none`() {
    func inside(_ body: String, _ more: Set<String> = []) -> String? {
      FailureEnvelope.inSuccess(Data(body.utf8), more: more)?.message
    }
    #expect(inside(#"{"status":"BUSY"}"#, ["busy"]) == "status busy")
    func padded(_ count: Int) -> String {
      let body = #"{"status":"error"}"#
      return body + String(repeating: " ", count: count - body.utf8.count)
    }
    #expect(inside(padded(16_383)) == "status error" && inside(padded(16_384)) == nil)
  }

  @Test(
    arguments: [
      (#"{"detail":"plain"}"#, "plain", nil), (#"{"detail":"404: Not Found"}"#, "Not Found", 404),
      (#"{"detail":"599:x"}"#, "x", 599), (#"{"detail":"600: x"}"#, "600: x", nil),
      (#"{"detail":"399: x"}"#, "399: x", nil), (#"{"detail":"+40: x"}"#, "+40: x", nil),
      (#"{"detail":"4040: x"}"#, "4040: x", nil), (#"{"detail":"500"}"#, "500", nil), (#"{"detail":"500:"}"#, "", 500),
      (#"{"detail":"500: a: b"}"#, "a: b", 500), (#"{"detail":[]}"#, "", nil),
      (
        #"{"detail":[{"msg":"bad"},{"loc":["q",1,null],"msg":"x"},{"loc":[]},{"loc":"q","msg":7},3]}"#,
        "bad; q.1: x; not valid; not valid; not valid", nil
      ),
      (#"{"detail":{"a":1},"error":"limit"}"#, "limit", nil), (#"{"message":"m"}"#, "m", nil),
      (#"{"error":"e","message":"m"}"#, "e", nil), (#"{"error":7,"message":"m"}"#, nil, nil), ("{}", nil, nil),
      ("[]", nil, nil), (#""x""#, nil, nil), ("<html>", nil, nil), ("", nil, nil),
    ] as [(String, String?, Int?)])
  func `an error's words are found in its shape`(body: String, message: String?, status: Int?) {
    let envelope = FailureEnvelope(body: Data(body.utf8))
    #expect(envelope?.message == message && envelope?.intendedStatus == status)
  }

  @Test func `a page is no error of the engine`() {
    func body(_ count: Int) -> Data {
      let json = #"{"detail":"x"}"#
      return Data((json + String(repeating: " ", count: count - json.utf8.count)).utf8)
    }
    #expect(FailureEnvelope(body: body(65_536)) != nil && FailureEnvelope(body: body(65_537)) == nil)
  }
}
