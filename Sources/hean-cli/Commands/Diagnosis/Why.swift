import HeanCore

struct WhyCommand: Command {
  static let since = Option(
    "since", "TIME", .since, default: TypedSince(.span(.seconds(300))),
    help: "signals of this time, or since then, at most 1h")
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] { [OutputDocument(.diagnosis, "why", version: 2, WhyFields.all(), .object)] }
  static let spec = CommandSpec(
    name: "why", summary: "Why is it not trading?",
    discussion: """
      Checks every gate that a signal has to pass, in order, from the engine's process to orders that do not fill, \
      each with its evidence and the signals that were rejected there. The first closed gate is the answer. REJECTED \
      counts what the engine's lists still hold; the bar shows what is left after each gate. With --exit-code: 0 \
      nothing is closed, 3 blocked, or orders are made after a stop, 4 not known.
      """,
    examples: [
      Example("hean why", "the answer, gate by gate"),
      Example("hean why --symbol ETHUSDT", "why does it not trade ETH?"),
      Example("hean why --exit-code || alert", "in a script: 0 nothing closed, 3 blocked, 4 unknown"),
      Example("hean why --json | jq .data.summary", "one sentence"),
    ],
    options: [Options.symbol, Options.strategy, since, Options.exitCode, Options.full] + Watching.options)

  var scope: DiagnosisScope
  var since: TypedSince
  var wantsExitCode: Bool
  var watching: Watching?
  /// Whether the screen may be higher than the window.
  var isWhole: Bool

  init(_ line: ParsedLine) throws(UsageError) {
    scope = DiagnosisScope(
      symbol: try line[Options.symbol], strategy: try line[Options.strategy])
    since = try line[Self.since]
    wantsExitCode = line[Options.exitCode]
    watching = try Watching(line)
    isWhole = try line.isWhole(watching)
  }

  func run(_ session: Session) async throws -> Output {
    let window = try session.seconds(since: since)
    guard window <= 3600 else {
      throw since.invalid(
        expected: "a time of at most 1h, which is as far as the engine's lists reach")
    }
    return try await Watching.run(watching, session, needing: .diagnosis) { engine in
      try await report(engine, session, window)
    }
  }

  private func report(_ engine: EngineLook, _ session: Session, _ window: Decimal) async throws -> Report {
    let names = try await engine.resolved(NameFilter(symbol: scope.symbol, strategy: scope.strategy))
    let scope = DiagnosisScope(symbol: names.symbol, strategy: names.strategy, window: window)
    let answer = try await session.ask(WhyQuery(scope) { session.pastAttempts(on: $0) }, engine)
    let diagnosis = answer.diagnosis
    var report = session.report("why", version: 2, on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(WhyFields.all(session.commands), answer)
    report.summary = diagnosis.summary
    report.isFitted = !isWhole
    report.screen.context(answer.context, session)
    report.screen.verdict(diagnosis, answer.judgement)
    // The next steps come before the evidence, because on a short terminal the evidence may not be visible.
    report.screen.steps(answer.judgement.steps)
    report.screen.gap()
    let rows = GateRow.rows(diagnosis, window: window)
    report.screen.table(
      Table(
        fields: GateRow.fields(window: window, width: hasLineEach(session) ? session.renderer.width : nil), rows: rows),
      cut: GateRow.cut(rows))
    report.warn(ofReach: answer.shortReach, window)
    if let words = diagnosis.counterfactual { report.screen.line(Cell(words)) }
    report.screen.evidence(diagnosis)
    if wantsExitCode { report.exit = diagnosis.exitCode }
    return report
  }

  /// Rows of a window in which the gates fit with their findings wrapped.
  private static let high = 45

  /// Whether each gate takes one line, so that more of them stand in the window; the verdict has the finding that
  /// decides.
  private func hasLineEach(_ session: Session) -> Bool {
    if watching != nil { return true }
    guard !isWhole, let size = session.fittedWindow else { return false }
    return size.rows < Self.high
  }
}

/// One gate in the table, with the share of signals that pass it.
struct GateRow: Sendable {
  var gate: Gate
  var rejections: Int?
  /// 0 to 1; `nil` when signals were not counted or none came.
  var left: Double?

  static func rows(_ diagnosis: Diagnosis, window: Decimal) -> [GateRow] {
    let rejections = diagnosis.gates.map { diagnosis.rejections(at: $0, within: window) }
    let all = max(diagnosis.judged ?? 0, rejections.compactMap { $0 }.clampedSum())
    var left = all
    return zip(diagnosis.gates, rejections).map { gate, rejections in
      left = left.clampedSubtracting(rejections ?? 0)
      let fraction = all > 0 && rejections != nil ? max(0, min(1, Double(left) / Double(all))) : nil
      return GateRow(gate: gate, rejections: rejections, left: fraction)
    }
  }

  /// In a short window, gates that stop signals are kept and open gates are removed.
  static func cut(_ rows: [GateRow]) -> Screen.Cut {
    let weight: [Gate.State: Int] = [.closed: 0, .narrowed: 1, .unknown: 2, .open: 3]
    let order = rows.indices.sorted {
      (weight[rows[$0].gate.state] ?? 3, $0) < (weight[rows[$1].gate.state] ?? 3, $1)
    }
    return Screen.Cut(
      rows: "gates", order: order,
      least: max(4, rows.count { $0.gate.state == .closed || $0.gate.state == .narrowed }))
  }

  /// - Parameter width: of a terminal that is redrawn, where each gate has one line: a finding is cut to the space that
  ///   the other columns leave. Without it findings wrap.
  static func fields(window: Decimal, width: Int?) -> [Field<GateRow>] {
    let rejected = "REJECTED \(Spans.short(window))"
    // The other columns and the gaps need 38 columns.
    let room = width.map { max(20, $0 - 38 - displayWidth(rejected)) }
    return [
      Field("gate", "GATE", "stable name", priority: 100) { $0.gate.id.message },
      Field(
        "state", "STATE", "open, narrowed, closed or unknown", priority: 100, value: { $0.gate.state }
      ) {
        Cell(ScreenMark($0.gate.state).rawValue, $0.gate.state.style)
      },
      Field(
        "died", rejected, "signals rejected here",
        .trailing, priority: 70, value: { $0.rejections }
      ) { Cell($0.rejections.map { $0 == 0 ? "" : "\($0)" } ?? "") },
      Field("left", "LEFT", "of all signals, behind this gate", priority: 45, value: { _ in String?.none }) {
        row in
        Cell(row.left.map { String(repeating: "█", count: Int(($0 * 8).rounded())) } ?? "", .faint)
      },
      Field("finding", "FINDING", "what was seen", .wrapping, priority: 100, value: { $0.gate.finding }) {
        row in
        Cell(room.map { truncated(row.gate.finding, to: $0) } ?? row.gate.finding)
      },
    ]
  }
}

extension Diagnosis {
  var exitCode: ExitCode {
    switch verdict {
    case .trading, .quiet, .holding, .waiting: .ok
    case .blocked, .ordersAfterStop: .conditionFalse
    case .unknown: .staleOrUnconfirmed
    }
  }

  var style: Style {
    switch verdict {
    case .trading: .good
    case .quiet, .holding, .waiting: .plain
    case .blocked, .ordersAfterStop: .bad
    case .unknown: .warning
    }
  }
}

extension Gate.State {
  var style: Style {
    switch self {
    case .open: .good
    case .narrowed, .unknown: .warning
    case .closed: .bad
    }
  }
}

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
