import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

struct ExporterMetricsTests {
  @Test(arguments: ["running", "stopped"])
  func `the metrics of a recorded engine, whole`(folder: String) async throws {
    let engine = try Recording.server(folder)
    defer { engine.stop() }
    let stage = try ExporterStage(engine.url)
    try Expected.compare(await stage.text("/metrics"), with: "exporter/\(folder).txt")
  }

  @Test func `as OpenMetrics, whole`() async throws {
    let engine = try Recording.server("running")
    defer { engine.stop() }
    let headers = ["accept": "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1"]
    let stage = try ExporterStage(engine.url)
    let reply = await stage.reply("/metrics", headers: headers)
    #expect(reply.headers["Content-Type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
    try Expected.compare(String(decoding: reply.body, as: UTF8.self), with: "exporter/running.om.txt")
  }

  @Test func `what is not known is not there, and never 0`() async throws {
    let broken = LoopbackServer.Answer(status: 500, body: #"{"detail":"broken"}"#)
    let lost = [
      "/api/v1/risk/status", "/api/v1/risk/governor/status", "/api/v1/orders/positions", "/api/v1/trading/metrics",
      "/api/v1/strategies", "/api/v1/risk/killswitch/status", "/api/v1/trading/why", "/health",
    ]
    let engine = try Recording.server("running", changes: Dictionary(uniqueKeysWithValues: lost.map { ($0, broken) }))
    defer { engine.stop() }
    let stage = try ExporterStage(engine.url)
    let samples = ExporterStage.samples(await stage.text("/metrics"))
    #expect(samples["hean_up"] == "1")
    #expect(samples[#"hean_money_verdict{state="unknown"}"#] == "1")
    #expect(samples[#"hean_kill_switch_state{state="unknown"}"#] == "1")
    let absent = [
      "hean_positions", "hean_at_risk", "hean_loss_", "hean_risk_state", "hean_positions_limit", "hean_signals",
      "hean_orders_created", "hean_orders_filled", "hean_strategy_", "hean_price_age", "hean_tick_age",
      "hean_component", "hean_drawdown_ratio",
      "hean_kill_switch_latched",
    ]
    for name in absent { #expect(!samples.keys.contains { $0.hasPrefix(name) }, "\(name)") }
    #expect(!samples.values.contains { $0.lowercased().contains("nan") || $0.lowercased().contains("inf") })
  }

  @Test func `an engine that is gone is hean_up 0 with the reason, and nothing of it is told`() async throws {
    let engine = try Recording.server("running")
    let stage = try ExporterStage(engine.url)
    _ = await stage.text("/metrics")
    engine.stop()
    stage.clock.advance(.seconds(6))
    let reply = await stage.reply("/metrics")
    #expect(reply.status == 200)
    let samples = ExporterStage.samples(String(decoding: reply.body, as: UTF8.self))
    let left = samples.keys.filter { !$0.hasPrefix("hean_exporter") }.sorted()
    #expect(
      left == [
        #"hean_build_info{version="\#(Version.number)"}"#, "hean_look_duration_seconds", "hean_look_requests",
        "hean_look_requests_unanswered", "hean_scrape_duration_seconds", #"hean_up{reason="unreachable"}"#,
      ])
    #expect(samples[#"hean_up{reason="unreachable"}"#] == "0" && samples["hean_look_requests"] == "1", "\(samples)")
  }

  @Test(arguments: [
    (401, #"{"detail":"Invalid API key"}"#, "unauthorized"), (500, #"{"detail":"broken"}"#, "refused"),
    (200, "<html>", "bad_answer"), (429, #"{"detail":"slow down"}"#, "rate_limited"), (502, "gone", "unavailable"),
  ])
  func `an answer that is none has its reason`(status: Int, body: String, reason: String) async throws {
    let engine = try LoopbackServer { _ in LoopbackServer.Answer(status: status, body: body) }
    defer { engine.stop() }
    let stage = try ExporterStage(engine.url)
    let samples = ExporterStage.samples(await stage.text("/metrics"))
    #expect(samples[#"hean_up{reason="\#(reason)"}"#] == "0", "\(samples)")
    // The others are not asked.
    #expect(engine.targets == ["/api/v1/engine/status"])
  }

  @Test func `an engine names as many things as it likes, and a few get samples`() async throws {
    let long = String(repeating: "x", count: 200)
    let names = (0..<500).map { "s\(1000 + $0)" } + [long, "", "s1000", "e\\u001b[31m"]
    let rows = names.map { #"{"strategy_id":"\#($0)","enabled":true,"total_pnl":1.5}"# }.joined(separator: ",")
    let reasons = (0..<100).map { #"{"reason":"r\#($0)","count":\#($0 + 1)}"# }.joined(separator: ",")
    let parts = (0..<100).map { #""c\#($0)":{"status":"healthy"}"# }.joined(separator: ",")
    let engine = try Recording.server(
      "running",
      changes: [
        "/api/v1/strategies": .init(body: "[\(rows)]"),
        "/api/v1/analytics/blocks": .init(body: #"{"top_reasons":[\#(reasons)]}"#),
        "/health": .init(body: #"{"status":"healthy","components":{\#(parts)}}"#),
      ])
    defer { engine.stop() }
    let stage = try ExporterStage(engine.url)
    let samples = ExporterStage.samples(await stage.text("/metrics"))
    func count(_ name: String) -> Int { samples.keys.count { $0.hasPrefix(name + "{") } }
    #expect(count("hean_strategy_enabled") == EngineMetrics.mostStrategies)
    #expect(count("hean_strategy_realized_pnl_usdt") == EngineMetrics.mostStrategies)
    #expect(count("hean_filter_refusals_total") == EngineMetrics.mostReasons)
    #expect(count("hean_component_healthy") == EngineMetrics.mostComponents)
    // 500 names, and of the others the one that is there twice, the long one, the empty one and the coloured one.
    #expect(samples[#"hean_left_out{kind="strategies"}"#] == "454", "\(samples)")
    #expect(samples[#"hean_left_out{kind="filter_reasons"}"#] == "70")
    #expect(samples[#"hean_left_out{kind="components"}"#] == "80")
    #expect(samples.keys.allSatisfy { $0.utf8.count < 200 })
  }

  @Test(
    arguments: [
      (nil, MetricsText.prometheus), ("*/*", .prometheus), ("text/plain", .prometheus), ("", .prometheus),
      ("application/openmetrics-text", .openMetrics), ("application/openmetrics-text; version=1.0.0", .openMetrics),
      ("application/openmetrics-text;version=0.0.1", .prometheus),
      ("application/openmetrics-text;version=1.0.0;q=0.3,text/plain;q=0.9", .prometheus),
      ("application/openmetrics-text;q=0,*/*;q=0.1", .prometheus), ("application/json", .prometheus),
      ("application/openmetrics-text;q=nan", .prometheus),
    ] as [(String?, MetricsText)])
  func `the format that is asked for`(accept: String?, format: MetricsText) {
    #expect(ScrapeRequest(accept.map { ["accept": $0] } ?? [:]).format == format)
  }

  @Test(
    arguments: [
      (nil, Duration.milliseconds(9_500)), ("10", .milliseconds(9_500)), ("10.000000", .milliseconds(9_500)),
      ("5", .milliseconds(4_500)), ("0.5", .milliseconds(250)), ("60", .milliseconds(9_500)),
      ("-1", .milliseconds(9_500)),
      ("nan", .milliseconds(9_500)), ("x", .milliseconds(9_500)),
    ] as [(String?, Duration)])
  func `the time that a scraper waits`(told: String?, limit: Duration) {
    #expect(ScrapeRequest(told.map { ["x-prometheus-scrape-timeout-seconds": $0] } ?? [:]).limit == limit)
  }
}
