import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// What the panes of a live screen show, whole.
struct LiveViewsTests {
  private func stage(_ name: String) async throws -> LiveStage {
    switch name {
    case "calm": try await LiveStage()
    default: try await LiveStage("--scenario", name)
    }
  }

  private static let names = ["calm", "killswitch", "crash", "stopped"]

  @Test(arguments: names)
  func `verdicts keep the money and the first step in every height`(name: String) async throws {
    let stage = try await stage(name)
    let text = stage.panes { view in
      [3, 5, 8].flatMap { height in
        ["--- \(height) lines"] + VerdictsView(answer: stage.status).lines(height: height, view, by: stage.renderer)
      }
    }
    try Expected.compare(text, with: "live/verdicts-\(name).txt")
    let step = stage.status.judgement.steps.first?.step.beginsWithAdvice == true ? "  · " : "  1. "
    for width in [38, 60, 80, 140] {
      for height in 3...9 {
        let lines = VerdictsView(answer: stage.status).lines(height: height, stage.view(width), by: stage.renderer)
        #expect(lines.count == height && lines.allSatisfy { displayWidth($0) == width })
        #expect(lines[0].hasPrefix(stage.status.judgement.money.summary.prefix(6)), "\(lines)")
        #expect(stage.status.judgement.steps.isEmpty || lines.contains { $0.hasPrefix(step) }, "\(lines)")
      }
    }
  }

  @Test(arguments: names)
  func `equity with its course and the way to each threshold`(name: String) async throws {
    let stage = try await stage(name)
    let course = EquityCourse(stage.snapshot.equityHistory.value)
    let text = stage.panes { view in
      stage.lines(EquityPaneView(answer: stage.risk, day: stage.status.day, course: course).report(view), view)
    }
    try Expected.compare(text, with: "live/equity-\(name).txt")
  }

  @Test(arguments: names)
  func `the ladder marks the present state, or none`(name: String) async throws {
    let stage = try await stage(name)
    let text = stage.panes { view in stage.lines(RiskLadderView(answer: stage.risk).report(view), view) }
    try Expected.compare(text, with: "live/ladder-\(name).txt")
  }

  @Test(arguments: names)
  func `the pipeline tells what was lost on the way`(name: String) async throws {
    let stage = try await stage(name)
    let text = stage.panes { view in stage.lines(PipelineView(answer: stage.funnel).report(view), view) }
    try Expected.compare(text, with: "live/pipeline-\(name).txt")
  }

  @Test(arguments: ["calm", "crash"])
  func `positions show how far each one is between stop and target`(name: String) async throws {
    let stage = try await stage(name)
    let text = stage.panes { view in
      let positions = PositionsView(
        answer: stage.held.answer, judgement: stage.held.judgement, closes: [], isWatched: true, showsWays: true)
      return stage.lines(positions.report(view), view)
    }
    try Expected.compare(text, with: "live/positions-\(name).txt")
  }

  @Test func `the way is no field of the list unless it is asked for`() async throws {
    let stage = try await stage("calm")
    func names(_ showsWays: Bool) -> [String] {
      let positions = PositionsView(
        answer: stage.held.answer, judgement: stage.held.judgement, closes: [], showsWays: showsWays)
      guard case .list(let table) = positions.report(stage.view(140)).payload else { return [] }
      return table.columns.map(\.name)
    }
    #expect(names(false) == PositionFields.all(now: .distantPast).map(\.name))
    #expect(names(true) == names(false) + ["exit_progress"])
  }
}

/// Thresholds, ladders and funnels that no practice engine has at once.
struct LivePaneCasesTests {
  @Test func `a threshold that the engine does not tell is not drawn, and that is said`() async throws {
    let stage = try await LiveStage()
    var risk = stage.risk
    risk.thresholds = risk.thresholds.map { threshold in
      threshold.effect == .killSwitch ? DrawdownThreshold(.killSwitch, percent: nil) : threshold
    }
    let view = stage.view(80)
    let lines = stage.lines(EquityPaneView(answer: risk, day: stage.status.day).report(view), view)
    #expect(!lines.contains { $0.contains(" K") }, "\(lines)")
    #expect(lines.contains { $0.contains("does not tell at which fall: kill switch.") }, "\(lines)")
    risk.thresholds = []
    let none = stage.lines(EquityPaneView(answer: risk, day: stage.status.day).report(view), view)
    #expect(none.joined().contains("SOFT_BRAKE"), "also when none is known: \(none)")
  }

  @Test func `the daily pause is not drawn where the engine does not look at it`() async throws {
    let stage = try await LiveStage()
    var risk = stage.risk
    risk.thresholds = risk.thresholds.map { threshold in
      var threshold = threshold
      if threshold.effect == .dailyPause { threshold.isChecked = false }
      return threshold
    }
    let view = stage.view(80)
    let lines = stage.lines(EquityPaneView(answer: risk, day: stage.status.day).report(view), view)
    #expect(!lines.contains { $0.contains("DK30") } && lines.contains { $0.contains("K30") }, "\(lines)")
    #expect(lines.joined(separator: " ").contains("does not look at it"), "\(lines)")
  }

  @Test(arguments: RiskState.known)
  func `each state is one marked rung`(state: RiskState) async throws {
    let stage = try await LiveStage()
    var risk = stage.risk
    risk.governor?.state = state
    for width in [30, 80] {
      let view = stage.view(width)
      let text = stage.lines(RiskLadderView(answer: risk).report(view), view).joined(separator: "\n")
      #expect(text.components(separatedBy: "› ").count == 2, "\(text)")
      #expect(text.contains("› \(state.rawValue)"), "\(text)")
    }
  }

  @Test(arguments: [RiskState.unknown("MELTDOWN"), nil])
  func `a state that is not known marks no rung`(state: RiskState?) async throws {
    let stage = try await LiveStage()
    var risk = stage.risk
    risk.governor?.state = state
    let view = stage.view(80)
    let lines = stage.lines(RiskLadderView(answer: risk).report(view), view)
    #expect(!lines.contains { $0.contains("›") }, "\(lines)")
    let words = state == nil ? "Governor not known." : "Governor MELTDOWN: unknown to hean."
    #expect(lines.contains { $0.hasPrefix(words) }, "\(lines)")
  }

  private func funnel(_ row: Funnel.Row, _ stage: LiveStage) -> FunnelAnswer {
    var answer = stage.funnel
    answer.funnel.rows = [row]
    answer.funnel.reach = 7200
    return answer
  }

  @Test func `each loss has its reason, and what is not counted says so`() async throws {
    let stage = try await LiveStage()
    var row = Funnel.Row(
      by: "all", name: "all", signals: 42, accepted: 12, orders: 9, filled: 8, rejected: 2,
      reasons: [ReasonCount(code: "MAX_POSITIONS", count: 21)])
    var text = ""
    for rejected in [2, nil] {
      row.rejected = rejected
      text += stage.panes { view in
        stage.lines(PipelineView(answer: funnel(row, stage)).report(view), view)
      }
    }
    try Expected.compare(text, with: "live/pipeline-losses.txt")
  }

  @Test func `a filled order more than was placed is no loss`() async throws {
    let stage = try await LiveStage()
    let row = Funnel.Row(by: "all", name: "all", signals: 3, accepted: 3, orders: 4, filled: 4, reasons: [])
    for width in [38, 140] {
      let view = stage.view(width)
      let lines = stage.lines(PipelineView(answer: funnel(row, stage)).report(view), view)
      #expect(!lines.joined().contains("-1") && !lines.joined().contains("not filled"), "\(lines)")
    }
  }
}
