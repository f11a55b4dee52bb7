import HeanCore

/// What the process says of its health, beside what speaks against it.
struct HealthView {
  var answer: HealthAnswer
  /// Closes that were sent from here and whose effect was never confirmed.
  var closes: [UnprovenClose]
  /// Whether the exit code tells what was found.
  var wantsExitCode = false

  func report(_ view: Viewpoint) -> Report {
    let unproven = closes.map { $0.words(view, answer.context.mode) }
    let health = CheckedHealth(
      answer: answer,
      problems: answer.tradingProblems.map { Guidance($0) } + unproven + answer.componentProblems.map { Guidance($0) })
    var report = view.report("health", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(HealthFields.all(view.commands), health)
    report.verdict = EngineVerdict(answer.diagnosis, answer.judgement)
    report.screen.context(answer.context, view)
    report.screen.verdict(answer.diagnosis, answer.judgement)
    for problem in health.problems where problem != Guidance(answer.diagnosis.summary) {
      report.screen.sentence(problem, .warning)
    }
    report.screen.steps(health.problems.isEmpty ? [] : Array(health.nextSteps.prefix(1)) + [.query(.why)])
    report.screen.gap()
    report.screen.record(HealthFields.all(view.commands), health)
    if wantsExitCode { report.exit = health.problems.isEmpty ? .ok : .conditionFalse }
    return report
  }
}

struct CheckedHealth: Sendable {
  var answer: HealthAnswer
  /// All reasons against "healthy", with closes that this console sent and that were never confirmed.
  var problems: [Guidance]

  /// Without the command that the operator has just run.
  var nextSteps: [NextStep] { answer.judgement.nextSteps.filter { $0 != .query(.health) } }
}

enum HealthFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<CheckedHealth>] {
    [
      Field("status", "Says of itself", "as the engine reports it; not reliable", priority: 1) {
        $0.answer.health.status
      },
      Field("ok", "Seen", "whether no problem was found", priority: 1) {
        $0.problems.isEmpty
      } cell: {
        $0.problems.isEmpty ? Cell("no problem", .good) : Cell("\($0.problems.count) problem(s)", .bad)
      },
      Field("engine_state", "Engine", "from /engine/status", priority: 1) {
        $0.answer.engine?.state
      } cell: {
        Cell.engine($0.answer.engine)
      },
      Field("verdict", "", "as of 'hean why': trading, quiet, holding, waiting, blocked or unknown", priority: 0) {
        $0.answer.diagnosis.verdict
      },
      Field("ready", "Ready", "from /ready", priority: 1) {
        $0.answer.isReady
      } cell: {
        Cell.flag($0.answer.isReady)
      },
      Field("emergency_stop", "Emergency stop", "used since the process started", priority: 1) {
        $0.answer.health.isEmergencyStopped
      } cell: {
        Cell.flag($0.answer.health.isEmergencyStopped, bad: true)
      },
      Field("components", "Components", "name and status of each", priority: 1) { view in
        Dictionary(view.answer.health.components.map { ($0.name, $0.status) }) { first, _ in first }
      } cell: { view in
        Cell(view.answer.health.components.map { "\($0.name) \($0.status ?? "?")" }.joined(separator: ", "))
      },
      Field("problems", "", "why it is not healthy", priority: 0) {
        $0.problems.map { commands.text($0) }
      },
      .steps("next_steps", "", "what to do, most urgent first", priority: 0, commands) { $0.nextSteps },
      .moment("engine_time", "Engine time", "the engine's clock", priority: 0) { $0.answer.health.timestamp },
    ]
  }
}
