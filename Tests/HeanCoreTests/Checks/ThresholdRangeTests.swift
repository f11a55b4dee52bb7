import Foundation
import Testing

@testable import HeanCore

/// Ranges as the guidelines of plugins have them: their table, and what their library refuses.
struct ThresholdRangeTests {
  /// Each range with figures that alert, and figures that do not.
  @Test(
    arguments: [
      ("10", ["-0.01", "10.01", "-5"], ["0", "10", "5.5"]),
      ("10:", ["9.99", "-10", "0"], ["10", "1000000"]),
      ("~:10", ["10.01"], ["10", "0", "-999999"]),
      ("10:20", ["9.99", "20.01", "-15"], ["10", "20", "15"]),
      ("@10:20", ["10", "20", "15"], ["9.99", "20.01"]),
      ("@10", ["0", "10"], ["-0.01", "10.01"]),
      ("-50:", ["-50.01"], ["-50", "0"]),
      ("-20:-10", ["-9", "-21", "0"], ["-20", "-10", "-15"]),
      ("~:-10", ["-9.99", "0"], ["-10", "-11"]),
      (":10", ["-1", "11"], ["0", "10"]),
      ("0.1:0.3", ["0.05", "0.30000000000000000001"], ["0.1", "0.3"]),
      ("~:", [], ["-1", "0", "1"]),
      ("@~:", ["-1", "0", "1"], []),
      ("0", ["0.1", "-0.1"], ["0"]),
    ] as [(String, [String], [String])])
  func `the table of the guidelines`(text: String, alerting: [String], well: [String]) throws {
    let range = try #require(ThresholdRange(text))
    for figure in alerting { #expect(range.alerts(on: number(figure)), "\(figure) of \(text)") }
    for figure in well { #expect(!range.alerts(on: number(figure)), "\(figure) of \(text)") }
    #expect(ThresholdRange(range.written) == range, "\(range.written)")
  }

  @Test(arguments: [
    "", "@", ":", "@:", "~", "20:10", "-5", "10:20:30", "a", "10:b", "1e3", "1,5", " 10", "10 ", "~10", "10~", "@@10",
    "--5",
    "1.2.3", "0x10", "nan", "inf", "٣",
  ])
  func `what is none`(text: String) {
    #expect(ThresholdRange(text) == nil)
  }

  @Test func `in the shortest form`() {
    for (typed, written) in [
      ("0:10", "10"), (":10", "10"), ("10.50:", "10.5:"), ("@0:10", "@10"), ("~:10", "~:10"), ("+5:+6", "5:6"),
    ] {
      #expect(ThresholdRange(typed)?.written == written)
    }
  }

  @Test func `contains and alerts are opposites, but for a range that alerts inside`() throws {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let (a, b) = (Int.random(in: -40...40, using: &dice), Int.random(in: -40...40, using: &dice))
      let text = "\(Bool.random() ? "@" : "")\(min(a, b)):\(max(a, b))"
      let range = try #require(ThresholdRange(text))
      let figure = Decimal(Int.random(in: -50...50, using: &dice))
      #expect(range.contains(figure) == (Decimal(min(a, b)) <= figure && figure <= Decimal(max(a, b))), "\(text)")
      #expect(range.alerts(on: figure) == (range.contains(figure) == text.hasPrefix("@")), "\(text)")
    }
  }
}

private func number(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

/// Figures as monitoring systems read them.
struct PluginFigureTests {
  @Test func `with what is known of it`() {
    var figure = PluginFigure("age", 12.5, .seconds, least: 0)
    #expect(figure.written == "'age'=12.5s;;;0")
    figure.warn = ThresholdRange("5")
    figure.crit = ThresholdRange("@30:60")
    #expect(figure.written == "'age'=12.5s;5;@30:60;0")
    figure.least = nil
    figure.crit = nil
    #expect(figure.written == "'age'=12.5s;5")
    #expect(PluginFigure("x", 3).written == "'x'=3")
    #expect(PluginFigure("x", 3, .percent, least: 0, most: 100).written == "'x'=3%;;;0;100")
    #expect(PluginFigure("x", nil, least: 0).written == nil, "a gap, and no 0")
  }

  @Test func `digits only, however large or small`() {
    for text in ["0.00000001", "123456789012345678.5", "-7", "100000000000000000000"] {
      #expect(PluginFigure("x", number(text)).written == "'x'=\(text)")
    }
  }

  @Test func `thresholds: critical before warning, and nothing is said of what is not known`() {
    var figure = PluginFigure("x", 15)
    #expect(figure.state == nil)
    figure.warn = ThresholdRange("10")
    #expect(figure.state == .warning)
    figure.crit = ThresholdRange("20")
    #expect(figure.state == .warning)
    figure.crit = ThresholdRange("12")
    #expect(figure.state == .critical)
    figure.value = 5
    #expect(figure.state == .ok)
    figure.value = nil
    #expect(figure.state == .unknown)
  }

  @Test func `the worst of several`() {
    #expect(PluginState.worst([]) == .ok)
    #expect(PluginState.worst([.ok, .unknown]) == .unknown)
    #expect(PluginState.worst([.unknown, .warning, .ok]) == .warning)
    #expect(PluginState.worst([.unknown, .warning, .critical]) == .critical)
    #expect(PluginState.allCases.map(\.code) == [0, 1, 2, 3])
  }

  @Test func `thresholds make a finding worse, never better`() {
    var finding = PartFinding(.pnl, .critical, "lost")
    finding.figures = [PluginFigure("pnl_day", -300)]
    #expect(finding.judged(warn: ThresholdRange("~:"), crit: nil).state == .critical)
    finding.state = .ok
    let judged = finding.judged(warn: nil, crit: ThresholdRange("-100:"))
    #expect(judged.state == .critical && judged.message == "pnl_day is -300, CRITICAL by the range -100:; lost")
    finding.figures[0].value = nil
    #expect(finding.judged(warn: ThresholdRange("1"), crit: nil).state == .unknown)
    #expect(finding.judged(warn: nil, crit: nil) == finding)
  }
}
