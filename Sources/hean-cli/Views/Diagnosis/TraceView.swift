import HeanCore

/// What became of one signal, step by step.
struct TraceView {
  var answer: TraceQuery.Answer

  func report(_ view: Viewpoint) -> Report {
    let trace = answer.trace
    var report = view.report("trace", on: answer.context, receivedAt: answer.receivedAt)
    report.needsFreshness = false
    report.payload = .object(TraceFields.all, trace)
    report.screen.context(answer.context, view)
    report.screen.line(
      Cell(
        "\(trace.strategy ?? "?") \(trace.side?.rawValue ?? "?") \(trace.symbol ?? "?"): ended at \(trace.ending)",
        .strong)
    )
    report.screen.blank()
    report.screen.table(Table(fields: TraceFields.steps, rows: TraceFields.Row.rows(trace)))
    if trace.confidence != .id {
      report.screen.line(
        Cell("Steps without a common id are matched by strategy, symbol, side and time.", .faint))
    }
    report.notes += answer.missing.map { "\($0): that part of the trace is missing" }
    return report
  }
}

/// Names of the trace fields in JSON, and how a table shows them.
enum TraceFields {
  struct Row: Sendable {
    var step: SignalTrace.Step
    /// Seconds since the previous step.
    var gap: Decimal?

    static func rows(_ trace: SignalTrace) -> [Row] {
      var last: Date?
      return trace.steps.map { step in
        let gap = step.at.flatMap { at in last.flatMap { Decimal(checked: at.timeIntervalSince($0)) } }
        last = step.at ?? last
        return Row(step: step, gap: gap.map { $0.rounded(to: 3) })
      }
    }
  }

  private static let members: [Field<Row>] = [
    .member("stage") { $0.step.stage }, .member("at") { $0.step.at },
    .member("gap_seconds", "since the step before", unit: .seconds) { $0.gap },
    .member("says") { $0.step.message }, .member("source") { $0.step.source }, .member("match") { $0.step.match },
  ]

  static let all: [Field<SignalTrace>] = [
    Field("strategy_id", "Strategy", "the strategy that sent it", priority: 1) { $0.strategy },
    Field("symbol", "Symbol", "what it was about", priority: 1) { $0.symbol },
    Field("side", "Side", "buy or sell", priority: 1) { $0.side },
    Field("ending", "Ended", "how far it got", priority: 1) { $0.ending },
    Field("confidence", "Match", "weakest match of all steps: id, time or symbol", priority: 1) {
      $0.confidence
    },
    .parts("steps", "Steps", "stage, at, gap_seconds, says, source, match", priority: 1, of: members) { Row.rows($0) },
  ]

  static let steps: [Field<Row>] = [
    Field("stage", "STAGE", "stage that the signal reached", priority: 100) { $0.step.stage },
    .moment("at", "TIME", "when", priority: 60) { $0.step.at },
    Field("gap", "AFTER", "time since the step before", .trailing, priority: 80, value: { $0.gap }) {
      Cell($0.gap.map { $0 < 1 ? "\(($0 * 1000).rounded(to: 0))ms" : Spans.text($0) } ?? "", .faint)
    },
    Field("match", "MATCH", "by id, or by strategy, symbol, side and time", priority: 50) {
      $0.step.match
    },
    Field("says", "WHAT HAPPENED", "in words", .wrapping, priority: 100) { $0.step.message },
  ]
}
