import Foundation
import HeanCore

struct StatusCommand: Command {
  static let spec = CommandSpec(
    name: "status", aliases: ["st"], summary: "What is happening, why, and what to do next",
    discussion: "Engine, mode, equity, risk and positions on one screen, with what blocks trading and the next step.",
    examples: [
      Example("hean status", "the whole picture"),
      Example("hean --practice status", "the same on the built-in practice engine"),
      Example("hean status --watch", "redrawn in place every two seconds"),
      Example("hean status --json | jq .data.verdict", "for a script"),
    ],
    options: Watching.options)

  var watching: Watching?

  init(_ line: ParsedLine) throws(UsageError) { watching = try Watching(line) }

  func run(_ session: Session) async throws -> Output {
    try await Watching.run(watching, session) { engine in try await report(engine, session) }
  }

  private func report(_ engine: EngineReader, _ session: Session) async throws -> Report {
    let observation = await engine.snapshot(
      of: Part.diagnosis().union(PositionsAnswer.parts()).union([
        .openOrders, .equityHistory, Part(.closeFailures),
      ]), now: session.context.now)
    let positions = Result { () throws(EngineError) in try PositionsAnswer(observation) }
    let answer = try? positions.get()
    let doubt = answer?.doubt
    let orders = observation.orders
    // The state of the engine is what a status is about; without it there is none.
    let status = try observation.status.get()
    let now = session.context.now()
    let diagnosis = session.diagnose(observation, now: now)
    let listed = answer?.positions.elements
    // What is missing from the list is missing from the figure as well.
    let equity = observation.equityTruth
    let overview = Overview(
      observation: observation, diagnosis: diagnosis, positions: doubt == nil ? listed : nil, equity: equity,
      openOrders: orders.value?.elements,
      day: DayPnL(equity, startedAt: observation.equityHistory.value?.startedAt, now: now))
    var report = session.report("status", on: observation.context, receivedAt: status.receivedAt)
    report.payload = .object(StatusFields.all(session.commands), overview)
    report.summary = overview.line
    report.screen.context(observation.context, session)
    report.screen.verdict(overview.diagnosis)
    // That the engine does not run stands above already.
    if observation.isRunning == true { report.warn(of: doubt, session) }
    report.warn(
      of: CloseFailure.pending(observation.closeFailures.value, listed: overview.positions, now: now), session)
    if let answer { report.warn(of: answer, session.unprovenCloses(answer), session) }
    // What to do stands before the figures: on a low terminal they may be out of sight.
    report.screen.steps(overview.diagnosis.nextSteps)
    report.screen.gap()
    report.screen.record(StatusFields.all(session.commands), overview, isPacked: true)
    if let open = overview.positions, !open.isEmpty {
      report.screen.blank()
      let rows = Self.most(open)
      let cut = Screen.Cut(
        rows: "positions", command: "hean positions", order: PositionFields.order(rows),
        all: open.count > rows.count ? open.count : nil)
      report.screen.table(Table(fields: PositionFields.all(now: now), rows: rows), cut: cut)
    }
    if case .failure(let error) = positions { report.notes.append("positions are missing: \(error.shortText)") }
    if case .failure(let error) = orders { report.notes.append("orders are missing: \(error.shortText)") }
    return report
  }

  /// As many positions as a status has room for, in the engine's order.
  private static func most(_ positions: [Position]) -> [Position] {
    PositionFields.order(positions).prefix(8).sorted().map { positions[$0] }
  }
}

/// The whole picture of one moment.
struct Overview: Sendable {
  var observation: EngineSnapshot
  var diagnosis: Diagnosis
  var positions: [Position]?
  var equity: EquityTruth
  var openOrders: [Order]?
  var day: DayPnL

  /// `nil` unless the engine runs: a stopped one sends zeros or nothing.
  var engine: EngineStatus? { observation.isRunning == true ? observation.engine : nil }
  var drawdown: CheckedFigure { equity.drawdown(percent: governor?.drawdownPercent ?? risk?.drawdownPercent) }
  var killSwitchBasis: StopBasis? { StopBasis.killSwitch(observation.killSwitch.value, equity) }
  var risk: RiskStatus? { observation.isRunning == true ? observation.risk.value : nil }
  var governor: GovernorStatus? { observation.isRunning == true ? observation.governor.value : nil }
  var livePositions: [Position]? { observation.isRunning == true ? positions : nil }
  var strategies: [Strategy]? { observation.isRunning == true ? observation.strategies.value?.elements : nil }
}

extension Overview {
  /// For a pipe that is told of changes.
  fileprivate var line: String {
    var parts = [observation.engine?.state.word ?? "engine not known"]
    if let equity = equity.shown { parts.append("equity \(Figures.money(equity))") }
    if ![.asIs, .exchange, .unknown].contains(equity.verdict) { parts.append(equity.verdict.label) }
    if let positions = livePositions { parts.append("\(positions.count) positions") }
    if let state = governor?.state { parts.append(state.word) }
    return parts.joined(separator: " · ") + " · " + diagnosis.summary
  }
}

enum StatusFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<Overview>] {
    [
      Field("engine_state", "Engine", "RUNNING, PAUSED, STOPPED, ERROR, BUSY", priority: 1) {
        .optional($0.observation.engine?.state.word)
      } cell: {
        Cell.engine($0.observation.engine)
      },
      Field("verdict", "", "trading, quiet, holding, waiting, blocked or unknown", priority: 0) {
        .string($0.diagnosis.verdict.rawValue)
      },
      Field("summary", "", "one sentence", priority: 0) { .string($0.diagnosis.summary) },
      Field("blocking_gate", "", "the gate that decides, when trading is blocked or unknown", priority: 0) {
        .optional($0.diagnosis.decisive?.id.rawValue)
      },
      Field("equity", "Equity", "as equity_basis tells (USDT)", .decimal, priority: 1) {
        .optional($0.equity.shown)
      } cell: {
        Cell.equity($0.equity, isSummed: true)
      },
    ] + MoneyFields.dayPnL { $0.day } + [
      .profit("unrealized_pnl", "Unrealized", "of open positions (USDT)", priority: 1) { $0.engine?.unrealizedPnL },
      .profit("realized_pnl", "Realized", "since the start (USDT)", priority: 1) { $0.engine?.realizedPnL },
      Field("fees", "Fees", "since the start; null in live, where none are counted (USDT)", .decimal, priority: 1) {
        .optional($0.equity.fees)
      } cell: {
        Cell.fees($0.equity)
      },
      Field("risk_state", "Governor", "null unless running", priority: 1) {
        .optional($0.governor?.state.word)
      } cell: {
        Cell.riskState($0.governor?.state)
      },
      Field("drawdown_pct", "Drawdown %", "live; null when it contradicts itself", .decimal, priority: 1) {
        .optional($0.drawdown.value)
      } cell: {
        Cell.percent($0.drawdown)
      },
      Field("kill_switch", "Kill switch", "merged verdict of three endpoints", priority: 1) {
        .string($0.observation.killSwitchTruth.verdict.rawValue)
      } cell: {
        Cell($0.observation.killSwitchTruth.words($0.killSwitchBasis), $0.observation.killSwitchTruth.style)
      },
      Field("open_positions", "Positions", "open now", .decimal, priority: 1) {
        .optional($0.livePositions?.count)
      } cell: {
        Cell.ofLimit($0.livePositions?.count, $0.risk?.maxOpenPositions)
      },
      Field("positions_beyond_exit", "", "open positions whose mark price has passed an exit level", priority: 0) {
        .optional($0.livePositions?.filter { !$0.breachedLevels.isEmpty }.count)
      },
      Field("open_orders", "Orders", "open now, ghosts included", .decimal, priority: 1) {
        .optional($0.observation.isRunning == true ? $0.openOrders?.count : nil)
      } cell: {
        Cell.ofLimit($0.observation.isRunning == true ? $0.openOrders?.count : nil, $0.risk?.maxOpenOrders)
      },
      Field("enabled_strategies", "Strategies", "enabled of all", .decimal, priority: 1) {
        .optional($0.strategies?.filter { $0.isEnabled == true }.count)
      } cell: {
        Cell.enabled($0.strategies)
      },
      Field("next_steps", "", "what to do, most urgent first", priority: 0) {
        .array($0.diagnosis.nextSteps.map { .string(commands($0)) })
      },
    ] + MoneyFields.checks({ $0.equity }, drawdown: { $0.drawdown }, except: ["day_pnl_note"])
  }
}
