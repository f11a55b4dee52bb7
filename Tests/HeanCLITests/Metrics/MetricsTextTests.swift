import Foundation
import Testing

@testable import HeanConsole

/// Metrics as text, held to the two formats that Prometheus reads.
@Suite struct MetricsTextTests {
  private let families = [
    MetricFamily.gauge(
      "hean_equity_usdt", unit: "usdt", help: "Equity \"as is\", C:\\.", Decimal(string: "10161.50"),
      [MetricLabel("profile", "ma\"in\\"), MetricLabel("mode", "dry\nrun")]),
    MetricFamily.gauge("hean_balance_usdt", unit: "usdt", help: "Not known.", nil),
    MetricFamily(
      "hean_scrape_seconds_total", .counter, unit: "seconds", help: "Time.",
      [MetricSample([], Decimal(string: "0.000000001"))].compactMap(\.self)),
    MetricFamily.info("hean_build_info", help: "Version.", [MetricLabel("version", "1")]),
    MetricFamily.states("hean_engine_state", help: "State.", ["RUNNING", "STOPPED"], current: "ODD"),
    MetricFamily.states("hean_risk_state", help: "State.", ["NORMAL"], current: nil),
  ]

  @Test func `The text of Prometheus has names with their suffixes, and no units`() {
    #expect(
      MetricsText.prometheus.text(families) == #"""
        # HELP hean_equity_usdt Equity "as is", C:\\.
        # TYPE hean_equity_usdt gauge
        hean_equity_usdt{profile="ma\"in\\",mode="dry run"} 10161.5
        # HELP hean_scrape_seconds_total Time.
        # TYPE hean_scrape_seconds_total counter
        hean_scrape_seconds_total 0.000000001
        # HELP hean_build_info Version.
        # TYPE hean_build_info gauge
        hean_build_info{version="1"} 1
        # HELP hean_engine_state State.
        # TYPE hean_engine_state gauge
        hean_engine_state{state="RUNNING"} 0
        hean_engine_state{state="STOPPED"} 0
        hean_engine_state{state="ODD"} 1

        """#)
  }

  @Test func `OpenMetrics names a family without the suffix, tells units, and ends`() {
    #expect(
      MetricsText.openMetrics.text(families) == #"""
        # HELP hean_equity_usdt Equity \"as is\", C:\\.
        # TYPE hean_equity_usdt gauge
        # UNIT hean_equity_usdt usdt
        hean_equity_usdt{profile="ma\"in\\",mode="dry run"} 10161.5
        # HELP hean_scrape_seconds Time.
        # TYPE hean_scrape_seconds counter
        # UNIT hean_scrape_seconds seconds
        hean_scrape_seconds_total 0.000000001
        # HELP hean_build Version.
        # TYPE hean_build info
        hean_build_info{version="1"} 1
        # HELP hean_engine_state State.
        # TYPE hean_engine_state gauge
        hean_engine_state{state="RUNNING"} 0
        hean_engine_state{state="STOPPED"} 0
        hean_engine_state{state="ODD"} 1
        # EOF

        """#)
  }

  @Test func `A name comes once, and so do the labels of a sample`() {
    let text = MetricsText.prometheus.text([
      .gauge("hean_a", help: "A.", 1, [MetricLabel("x", "1")]), .gauge("hean_b", help: "B.", 2),
      .gauge("hean_a", help: "A.", 3, [MetricLabel("x", "2")]),
      .gauge("hean_a", help: "A.", 4, [MetricLabel("x", "1\u{7}")]), .gauge("hean_c", help: "C.", .nan),
    ])
    #expect(
      text == """
        # HELP hean_a A.
        # TYPE hean_a gauge
        hean_a{x="1"} 1
        hean_a{x="2"} 3
        # HELP hean_b B.
        # TYPE hean_b gauge
        hean_b 2

        """)
  }

  @Test func `Every digit of a figure is written`() {
    let digits = "123456789012345678901234567890.12"
    #expect(
      MetricsText.prometheus.text([.gauge("hean_a", help: "A.", Decimal(string: digits))]).contains(
        "hean_a \(digits)\n"))
  }
}
