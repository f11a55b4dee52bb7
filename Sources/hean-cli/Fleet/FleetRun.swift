import HeanCore

/// Runs a command for several engines, and tells how each run ended.
struct FleetRun: Sendable {
  let session: Session
  let command: any Command
  let runs: EngineRuns

  init(
    _ session: Session, _ command: any Command, _ chosen: ChosenEngines,
    run: @escaping @Sendable (ParsedLine, Context) async -> ExitCode
  ) {
    self.session = session
    self.command = command
    runs = EngineRuns(session, chosen, run: run)
  }

  func run() async throws -> Output {
    if session.output.format == .csv {
      throw UsageError.contradiction(
        "what a command writes about several engines cannot be CSV",
        nextStep: "take --output ndjson or json; 'fleet' has rows in every format")
    }
    if command is any OperationCommand || type(of: command).effect == .changesEngine {
      guard command.effect == .changesEngine else { return try await reads() }
      return try await FleetVerb(session: session, command: command, runs: runs).run()
    }
    switch command.effect {
    case .reads: return type(of: command).isPlugin ? try await check() : try await reads()
    case .streams where type(of: command).effect == .streams: return try await FleetStream(runs: runs).run()
    case .streams:
      throw UsageError.contradiction(
        "--watch is about one engine", nextStep: "all of them in a row: \(.command(.fleet, choosing: []))")
    case .changesEngine, .changesMachine:
      throw UsageError.contradiction(
        "what this writes is one file or setting, and several engines are named", nextStep: "name one engine")
    }
  }

  private var names: [String] { runs.chosen.names }

  private func reads() async throws -> Output {
    let format = session.output.format
    let manner = EngineRuns.Manner(isData: format != .table, amounts: amounts)
    let outcomes = try await Bounded.map(names, atOnce: Bounded.engines) {
      await runs.outcome(of: $0, manner)
    } ended: { _, outcome in
      // Whoever reads lines gets each as soon as it is there.
      if format == .ndjson { try session.context.output.write(FleetDocument.entry(outcome) + "\n") }
    }
    let code = ExitCode(of: outcomes.map(\.row.exit))
    switch format {
    case .table: return .report(screens(outcomes, code))
    case .ndjson: return .ended(code)
    default: return .report(FleetDocument(outcomes: outcomes, session: session).report(code))
    }
  }

  /// Rows where all there is to say fits into one, else the screens one after another.
  private func screens(_ outcomes: [EngineOutcome], _ code: ExitCode) -> Report {
    var report = session.localReport("engines")
    report.exit = code
    let rows = outcomes.map(\.row).sorted { $0.isWorse(than: $1) }
    let hasScreens = !outcomes.contains { $0.row.verdict != nil } || session.output.fields != nil
    report.screen.line(Cell(FleetLook.words(rows), code == .ok ? .good : .warning))
    if hasScreens {
      for outcome in outcomes {
        report.screen.blank()
        report.screen.banner(
          Cell(outcome.row.engine, outcome.row.exit == .ok ? .strong : .bad).leftByRedaction,
          Cell(outcome.row.exit == .ok ? "" : "exit code \(outcome.row.exit.rawValue)"))
        let text = outcome.output + outcome.errors
        report.screen.picture(holdsAmounts: false) { _, _ in
          text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
      }
    } else {
      report.screen.blank()
      report.screen.table(Table(fields: FleetFields.rows, rows: rows))
      report.screen.hint(
        "all of one: \(Guidance(.command(ConsoleCommand(session.path + ["-p", rows[0].engine], named: session.path.count))))"
      )
    }
    if session.output.redaction == nil { report.screen.sums(FleetSum.all(outcomes)) }
    return report
  }

  /// Names of the fields that are summed, by the schemas of documents about one record. How far something fell, or is off, has
  /// no sum.
  private var amounts: [String: [String]] {
    func summed(_ fields: [FieldDescription]) -> [String] {
      let others = ["drawdown", "_reported", "_computed", "_offset", "_residual"]
      return fields.filter { $0.type.unit == .usdt }.map(\.name).filter { name in !others.contains { name.contains($0) }
      }
    }
    var amounts: [String: [String]] = [:]
    switch type(of: command).data {
    case .documents(let documents):
      for document in documents where document.shape == .object { amounts[document.schema] = summed(document.fields) }
    case .row(let schema, let fields): amounts[schema] = summed(fields)
    case .stream, .none: break
    }
    return amounts
  }

  private func check() async throws -> Output {
    let isData = session.output.format != .table
    let outcomes = await Bounded.map(names, atOnce: Bounded.engines) {
      await runs.outcome(of: $0, .init(isData: isData))
    }
    let states = outcomes.map { outcome -> PluginState in
      PluginState.allCases.first { $0.code == Int(outcome.row.exit.rawValue) } ?? .unknown
    }
    let worst = PluginState.worst(states)
    let code = worst.exit
    guard !isData else {
      return .report(FleetDocument(outcomes: outcomes, session: session).report(code))
    }
    let order = PluginState.bySeverity
    let counted = order.compactMap { state in
      let count = states.count { $0 == state }
      return count == 0 ? nil : "\(count) \(state.label)"
    }
    let lines = zip(outcomes, states).sorted {
      (order.firstIndex(of: $0.1) ?? 0, $0.0.row.engine) < (order.firstIndex(of: $1.1) ?? 0, $1.0.row.engine)
    }.filter { $0.1 != .ok }.map { outcome, _ in
      "\(outcome.row.engine): \(outcome.output.split(separator: "\n").first.map { $0.prefix { $0 != "|" } } ?? "no answer")"
    }
    let output = PluginOutput(
      service: "", state: worst,
      message: "\(Figures.counted(outcomes.count, "engine")): \(counted.joined(separator: ", "))", details: lines)
    try session.context.output.write(output.text)
    return .ended(code)
  }
}
