import HeanCore

struct StatusCommand: Command {
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] { [OutputDocument(.diagnosis, "status", StatusFields.all(), .object)] }
  static let line = Flag(
    "line", help: "one line under 60 columns, for a status bar; exit code 0 whatever the engine says")
  static let format = Option(
    "format", "FORMAT", .choice(StatusLine.Format.self), default: .plain, showsDefault: false,
    help: "of --line: plain (default) or tmux, which adds its colours")
  static let spec = CommandSpec(
    name: "status", aliases: ["st"], summary: "What is happening, why, and what to do next",
    discussion: """
      Engine, mode, equity, risk and positions on one screen, with what blocks trading and the next step.

      The money comes first: what is open, what it can lose and what protects it. Then whether the engine trades. Under \
      NEXT stands what protects money first; a stop that somebody made on purpose is never undone by the first step, and \
      each step tells what it does.

      --line says it in one line of plain ASCII: mode, the money (flat; risk with the loss down to the stops; AT RISK with \
      the value of what nothing protects; USDT), whether the engine trades or what stops it, PnL of the day, the kill \
      switch if it is not clear, open positions. What does not fit is left out, the last first. What the engine did not tell is ?, and ~ marks a figure that is an \
      estimate or lacks something. When there is no answer the line says so in words, and the exit code is 0 all the \
      same, because many status bars show nothing of a command that failed. Only what is wrong before the engine is asked (the \
      command line, the configuration) is an error as elsewhere.
      """,
    examples: [
      Example("hean status", "the whole picture"),
      Example("hean --practice status", "the same on the built-in practice engine"),
      Example("hean status --watch", "redrawn in place every two seconds"),
      Example("hean status --json | jq .data.verdict", "for a script"),
      Example("hean status --line --format tmux", "in tmux: set -g status-right '#(hean …)'"),
    ],
    options: Watching.options + [Options.full, line, format])

  var watching: Watching?
  /// Whether the screen may be higher than the window.
  var isWhole: Bool
  /// How to write the one line; `nil` for a screen.
  var lineFormat: StatusLine.Format?

  init(_ line: ParsedLine) throws(UsageError) {
    watching = try Watching(line)
    isWhole = try line.isWhole(watching)
    let format = try line[Self.format]
    guard line[Self.line] else {
      guard format == .plain else {
        throw .contradiction("--format is about the one line of --line", nextStep: "add --line, or use --output")
      }
      return
    }
    lineFormat = format
    let others: [any AnyOption] = [
      Watching.watch, Options.full, GlobalOptions.json, Settings.output, GlobalOptions.fields, GlobalOptions.sort,
    ]
    guard let other = others.first(where: { line.isGiven($0) }) else { return }
    throw .contradiction("--line is one line of text, and --\(other.name) asks for more", nextStep: "keep one of them")
  }

  func run(_ session: Session) async throws -> Output {
    if let lineFormat {
      let line = try await line(session)
      return .text((session.output.redaction == nil ? line : line.redacted).text(lineFormat) + "\n")
    }
    return try await Watching.run(watching, session) { engine in try await report(engine, session) }
  }

  /// A status bar drops or freezes what a command that failed has said, so a failure becomes words.
  private func line(_ session: Session) async throws -> StatusLine {
    do {
      let answer = try await session.askOnce(StatusQuery { session.pastAttempts(on: $0) })
      try session.checkAge(answer.context.priceAge)
      return StatusLine(answer)
    } catch let error as CancellationError {
      throw error
    } catch {
      return StatusLine(session.failure(error))
    }
  }

  private func report(_ engine: EngineLook, _ session: Session) async throws -> Report {
    let answer = try await session.ask(StatusQuery { session.pastAttempts(on: $0) }, engine)
    let now = session.context.now()
    var report = session.report("status", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(StatusFields.all(session.commands), answer)
    report.summary = answer.line
    report.isFitted = !isWhole
    report.screen.context(answer.context, session)
    report.screen.verdict(answer.diagnosis, answer.judgement)
    // When the engine is not running, that was said above.
    if answer.context.isRunning == true { report.warn(of: answer.listing?.doubt, answer.context.mode, session) }
    report.warn(of: answer.closeFailures, answer.context.mode, session)
    if let listing = answer.listing { report.warn(of: listing, session.unprovenCloses(listing), session) }
    // The next steps come before the figures, because on a short terminal the figures may not be visible.
    report.screen.steps(answer.judgement.steps)
    report.screen.gap()
    report.screen.record(StatusFields.all(session.commands), answer, isPacked: true)
    if let open = answer.positions, !open.isEmpty {
      report.screen.blank()
      let rows = Self.most(open)
      let cut = Screen.Cut(
        rows: "positions", command: .query(.positions), order: PositionFields.order(rows),
        all: open.count > rows.count ? open.count : nil)
      report.screen.table(Table(fields: PositionFields.all(now: now), rows: rows), cut: cut)
    }
    report.notes += answer.missing
    return report
  }

  /// At most eight positions, the most important ones, in the engine's order.
  private static func most(_ positions: [Position]) -> [Position] {
    PositionFields.order(positions).prefix(8).sorted().map { positions[$0] }
  }
}

enum StatusFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<StatusAnswer>] {
    [
      Field("engine_state", "Engine", "RUNNING, PAUSED, STOPPED, ERROR, BUSY", priority: 1) {
        $0.context.engineState
      } cell: {
        Cell.engine($0.engine)
      },
      Field("verdict", "", "trading, quiet, holding, waiting, blocked, orders_after_stop or unknown", priority: 0) {
        $0.diagnosis.verdict
      },
      Field("summary", "", "one sentence", priority: 0) { $0.diagnosis.summary },
      Field("blocking_gate", "", "the gate that decides, when trading is blocked or unknown", priority: 0) {
        $0.diagnosis.decisive?.id
      },
      Field("equity", "Equity", "see equity_basis (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.equity.shown
      } cell: {
        Cell.equity($0.equity, isSummed: true)
      },
    ] + MoneyFields.dayPnL { $0.day } + [
      .profit("unrealized_pnl", "Unrealized", "of open positions (USDT)", priority: 1) { $0.equity.unrealized },
      .profit("realized_pnl", "Realized", "since the start (USDT)", priority: 1) { $0.equity.realized },
      Field(
        "fees", "Fees", "since the start; null in live, where none are counted (USDT)", .decimal, priority: 1,
        unit: .usdt
      ) {
        $0.equity.fees
      } cell: {
        Cell.fees($0.equity)
      },
      Field("risk_state", "Governor", "null unless running", priority: 1) {
        $0.governor?.state
      } cell: {
        Cell.riskState($0.governor?.state)
      },
      Field(
        "drawdown_pct", "Drawdown %", "live; null when it contradicts itself", .decimal, priority: 1, unit: .percent
      ) {
        $0.drawdown.value
      } cell: {
        Cell.percent($0.drawdown)
      },
      Field("kill_switch", "Kill switch", "merged verdict of three endpoints", priority: 1) {
        $0.killSwitch.verdict
      } cell: {
        Cell($0.killSwitch.message($0.killSwitchBasis), $0.killSwitch.style)
      },
      Field("open_positions", "Positions", "open now", .decimal, priority: 1) {
        $0.livePositions?.count
      } cell: {
        Cell.ofLimit($0.livePositions?.count, $0.risk?.maxOpenPositions)
      },
      Field(
        "positions_beyond_exit", "",
        "open positions whose mark price has passed an exit level; null when one has no "
          + "mark price",
        priority: 0
      ) { answer in
        let levels = answer.livePositions?.map(\.checkedLevels)
        return levels.flatMap { $0.contains(nil) ? nil : $0.count { $0?.isEmpty == false } }
      },
      Field("open_orders", "Orders", "open now, ghosts included", .decimal, priority: 1) {
        $0.openOrders
      } cell: {
        Cell.ofLimit($0.openOrders, $0.risk?.maxOpenOrders)
      },
      Field("enabled_strategies", "Strategies", "enabled of all", .decimal, priority: 1) {
        $0.strategies?.filter { $0.isEnabled == true }.count
      } cell: {
        Cell.enabled($0.strategies)
      },
    ] + JudgementFields.all(commands) { $0.judgement } + HazardFields.all(commands) { $0.diagnosis }
      + MoneyFields.checks({ $0.equity }, drawdown: { $0.drawdown }, except: ["day_pnl_note"])
  }
}
