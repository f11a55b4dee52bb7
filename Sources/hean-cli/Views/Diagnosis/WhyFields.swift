import HeanCore

/// Names of the diagnosis fields in JSON, and how a screen shows them.
enum WhyFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<WhyAnswer>] {
    [
      Field(
        "verdict", "Verdict", "trading, quiet, holding, waiting, blocked, orders_after_stop or unknown", priority: 1
      ) {
        $0.diagnosis.verdict
      },
      Field("summary", "Summary", "one sentence", priority: 1) { $0.diagnosis.summary },
      Field("decisive_gate", "Gate", "the first closed gate, or the first unanswered one", priority: 1) {
        $0.diagnosis.decisive?.id
      },
      Field("counterfactual", "Without", "what would have passed without the decisive gate", priority: 1) {
        $0.diagnosis.counterfactual
      },
      Field("symbol", "", "what the question was about; null for everything", priority: 0) {
        $0.diagnosis.scope.symbol
      },
      Field("strategy", "", "what the question was about; null for everything", priority: 0) {
        $0.diagnosis.scope.strategy
      },
      Field("window_seconds", "", "the time that is counted; --since, else five minutes", priority: 0, unit: .seconds) {
        $0.diagnosis.scope.window
      },
      Field("signals", "", "signals judged in that time", priority: 0) { $0.diagnosis.judged },
      Field("accepted", "", "signals accepted in that time", priority: 0) { $0.diagnosis.accepted },
      Field("signals_5m", "", "the same of five minutes; null with another --since", priority: 0) {
        $0.diagnosis.scope.window == DiagnosisScope.usualWindow ? $0.diagnosis.judged : nil
      },
      Field("accepted_5m", "", "the same of five minutes; null with another --since", priority: 0) {
        $0.diagnosis.scope.window == DiagnosisScope.usualWindow ? $0.diagnosis.accepted : nil
      },
      .parts(
        "gates", "Gates",
        "every gate in order: gate, state, finding, evidence (source, says, value, threshold, age_seconds), died (1m, 5m, 1h, window, "
          + "at_least), age_seconds, since, next_step",
        priority: 1, of: gate(commands)
      ) { answer in
        answer.diagnosis.gates.map { JudgedGate(gate: $0, diagnosis: answer.diagnosis) }
      },
      .parts("reasons", "", "codes of that time: code, count, meaning, gate, severity; unknown ones too", of: reason) {
        $0.diagnosis.reasons
      },
    ] + JudgementFields.all(commands) { $0.judgement } + HazardFields.all(commands) { $0.diagnosis }
  }

  /// A gate beside the window in which its rejections are counted.
  private struct JudgedGate: Sendable {
    var gate: Gate
    var diagnosis: Diagnosis

    var died: (all: Rejections, window: Int?)? {
      gate.rejections.map { ($0, diagnosis.rejections(at: gate, within: diagnosis.scope.window)) }
    }
  }

  private static func gate(_ commands: CommandLines) -> [Field<JudgedGate>] {
    [
      .member("gate") { $0.gate.id }, .member("state") { $0.gate.state }, .member("finding") { $0.gate.finding },
      .parts("evidence", "", "", of: evidence) { $0.gate.evidence },
      .part("died", "", "signals rejected here", of: died) { $0.died },
      .member("age_seconds", unit: .seconds) { $0.gate.age }, .member("since") { $0.gate.since },
      .member("next_step") { $0.gate.nextStep.map { commands($0) } },
    ]
  }

  private static let died: [Field<(all: Rejections, window: Int?)>] = [
    .member("1m") { $0.all.oneMinute }, .member("5m") { $0.all.fiveMinutes }, .member("1h") { $0.all.oneHour },
    .member("at_least", "whether there may have been more") { $0.all.isAtLeast }, .member("window") { $0.window },
  ]

  private static let evidence: [Field<Gate.Evidence>] = [
    .member("source") { $0.source }, .member("says") { $0.message },
    .member("value", "the figure that decides") { $0.value },
    .member("threshold", "what it is compared with") { $0.threshold },
    .member("age_seconds", unit: .seconds) { $0.age },
  ]

  private static let reason: [Field<ReasonCount>] = [
    .member("code") { $0.code }, .member("count") { $0.count }, .member("meaning") { Reason.meaning($0.code) },
    .member("gate") { Reason.of($0.code)?.gate }, .member("severity") { Reason.of($0.code)?.severity },
  ]
}
