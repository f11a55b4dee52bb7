import HeanCore

enum PositionsCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "positions", aliases: ["position", "pos"], summary: "Open positions with PnL, stops and age",
    examples: [
      Example("hean positions", "every open position"),
      Example("hean positions --symbol BTCUSDT --json", "one symbol, for a script"),
      Example("hean positions show BTCUSDT", "all that is known about one position"),
    ],
    habits: [
      "stop": ["positions close", "positions close-all"], "kill": ["positions close", "positions close-all"],
      "exit": ["positions close", "positions close-all"], "cancel": ["positions close", "orders cancel"],
      "all": ["positions list", "positions close-all"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    List.self, Show.self, Close.self, CloseAll.self, Protect.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = List.self

  struct List: Command {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "positions", PositionFields.all(now: .distantPast), hasMoney: true, mayLackData: true)]
    }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List open positions",
      examples: [
        Example("hean positions list --strategy momentum_trader", "positions of one strategy"),
        Example("hean positions --watch", "redrawn in place every two seconds"),
      ],
      options: [Options.symbol, Options.strategy] + Watching.options)

    var names: NameFilter
    var watching: Watching?

    init(_ line: ParsedLine) throws(UsageError) {
      watching = try Watching(line)
      names = try NameFilter(line)
    }

    func run(_ session: Session) async throws -> Output {
      try await Watching.run(watching, session) { engine in try await look(engine, session) }
    }

    private func look(_ engine: EngineLook, _ session: Session) async throws -> Report {
      let judged = JudgedQuery(PositionsQuery(of: names)) { session.pastAttempts(on: $0) }
      let answer = try await session.ask(judged, engine)
      var listed = answer.answer
      listed.hazards = answer.judgement.money.reasons
      return report(listed, answer.judgement, session)
    }

    private func report(_ answer: PositionsAnswer, _ judgement: Judgement, _ session: Session) -> Report {
      let positions = answer.chosen
      let failures = answer.closeFailures
      let fields = PositionFields.all(now: answer.engineTime)
      var report = session.report("positions", on: answer.context, receivedAt: answer.receivedAt)
      report.payload = .list(fields, positions)
      let closes = session.unprovenCloses(answer).filter { close in
        answer.names.symbol.map { close.what.contains($0) } ?? true
      }
      if watching != nil { report.summary = Self.summary(positions, closes, answer) }
      report.screen.context(answer.context, session)
      if let doubt = answer.doubt, positions.isEmpty {
        report.warn(of: doubt, answer.context.mode, session)
        report.end(as: Failure(positions: doubt, answer.context.mode))
      } else if answer.context.isRunning != true {
        report.screen.line(
          Cell("Engine \(answer.context.engineState ?? "not known"): the list may be old.", .warning))
      } else if positions.isEmpty {
        Self.tellEmpty(answer, closes, &report)
      }
      let said = report.screen.blocks.count
      report.money = JudgementFields.money(session.commands).object(judgement.money)
      // That nothing is open was said above.
      if answer.context.isRunning == true, judgement.money.state != .flat, answer.doubt == nil || !positions.isEmpty {
        report.screen.money(judgement.money)
      }
      report.warn(of: answer.hazards, session)
      report.warn(of: answer, closes, session)
      report.screen.steps(judgement.steps.filter { $0.aim == .protect })
      if report.screen.blocks.count > said, !positions.isEmpty { report.screen.blank() }
      if !positions.isEmpty {
        // In a short window, positions beyond their stop are kept.
        let order = watching == nil ? nil : PositionFields.order(positions.elements)
        report.screen.table(
          Table(fields: fields, rows: positions),
          cut: Screen.Cut(rows: "positions", command: .query(.positions), order: order))
      }
      report.screen.later { screen in
        let told = answer.hazards.contains { $0.kind == .beyondStop }
        let breached = positions.filter { $0.breachedLevels.contains { !told || $0 != .stopLoss } }
        guard !breached.isEmpty else { return }
        let symbols = breached.map(\.symbol).joined(separator: ", ")
        let level = told ? "target" : "stop or target"
        screen.line(Cell("Price beyond \(level), and still open: \(symbols).", .bad))
        screen.hint(.operation(.closePositions, answer.positions.name(breached[0])))
      }
      report.warn(of: failures, answer.context.mode, session)
      if let error = answer.detailsMissing {
        report.notes.append("opening times and leverage are missing: /trading/state: \(error)")
      }
      return report
    }

    /// Says "flat" about an empty list only when no recent close is still unconfirmed.
    private static func tellEmpty(
      _ answer: PositionsAnswer, _ closes: [UnprovenClose], _ report: inout Report
    ) {
      report.screen.line(
        answer.isSurelyEmpty(unproven: closes)
          ? Cell("No open position\(answer.names.phrase).")
          : Cell("No position is in the engine's books\(answer.names.phrase).", .warning))
      guard answer.positions.isEmpty else { return }
      if let failure = answer.closeFailures.first {
        report.end(
          as: Failure(
            .staleOrUnconfirmed, failure.message,
            nextStep: answer.context.mode.isPaper ? "\(.query(.audit))" : "look at the exchange itself"))
      }
      if !closes.isEmpty { report.end(as: Failure(unproven: closes, answer.context.mode)) }
    }

    private static func summary(
      _ positions: Listing<Position>, _ closes: [UnprovenClose], _ answer: PositionsAnswer
    ) -> String {
      if let doubt = answer.doubt, positions.isEmpty { return Failure(positions: doubt, answer.context.mode).message }
      let list = positions.map { position in
        "\(position.symbol) \(position.sideText) \(position.sizeText) "
          + "\(position.unrealizedPnL.map { Figures.signed($0) } ?? "?")"
      }
      if list.isEmpty, !closes.isEmpty { return "none in the engine's books, and a close was not confirmed" }
      return list.isEmpty ? "no open position" : "\(list.count) open: " + list.joined(separator: ", ")
    }
  }

  struct Show: QueryCommand {
    static let id = Operand(
      "ID", .text(.position), help: "position id, a unique beginning of it, or a symbol")
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] {
      [
        OutputDocument(
          .books, "position",
          PositionFields.all(now: .distantPast) + PositionFields.exits(BlockGlyphs(isUnicode: true)), .object)
      ]
    }
    static let spec = CommandSpec(
      name: "show", summary: "Show one position by id or symbol",
      examples: [Example("hean positions show BTCUSDT", "the position in BTCUSDT")],
      operands: [id])

    var id: String

    init(_ line: ParsedLine) throws(UsageError) { id = try line[Self.id] }

    func query(_ session: Session) -> PositionsQuery { PositionsQuery() }

    func report(_ answer: PositionsQuery.Answer, _ session: Session) throws -> Report {
      if answer.positions.isEmpty, let doubt = answer.doubt { throw Failure(positions: doubt, answer.context.mode) }
      let position = try Lookup.position(id, in: answer.positions.elements)
      let fields =
        PositionFields.all(now: answer.engineTime) + PositionFields.exits(session.output.glyphs)
      var report = session.report("position", on: answer.context, receivedAt: answer.receivedAt)
      report.payload = .object(fields, position)
      report.screen.context(answer.context, session)
      report.screen.record(fields, position)
      if let doubt = position.doubt { report.screen.line(Cell(doubt.message.sentenceStart + ".", .warning)) }
      for level in position.breachedLevels {
        report.screen.line(
          Cell("Mark price is \(level.alert.lowercased()) and the position is still open.", .bad))
      }
      if !position.breachedLevels.isEmpty {
        report.screen.steps([.operation(.closePositions, answer.positions.name(position))])
        report.screen.hint(
          answer.context.mode.isPaper
            ? "the engine's own exit check is known to fail"
            : "check the position at the exchange: the engine's own exit check is known to fail")
      }
      return report
    }
  }
}

extension Listing<Position> {
  /// What to call the position in a command: its symbol where no other has it, else its id.
  fileprivate func name(_ position: Position) -> String {
    let isOnly = filter { $0.symbol == position.symbol }.count == 1
    return isOnly ? position.symbol : position.id ?? position.symbol
  }
}

extension Failure {
  /// An empty list after a close that was not confirmed.
  init(unproven closes: [UnprovenClose], _ mode: OperatingMode) {
    self.init(
      .staleOrUnconfirmed,
      "positions are not known: the engine lists none, and the close of \(closes.map(\.what).joined(separator: ", ")) was not confirmed",
      nextStep: mode.isPaper ? "\(.query(.audit))" : "look at the exchange itself, or: \(.query(.audit))")
  }

  /// An empty list that does not prove that no position is open.
  init(positions doubt: PositionsAnswer.Doubt, _ mode: OperatingMode) {
    self.init(
      .staleOrUnconfirmed, "positions are not known: \(doubt.message)",
      nextStep: mode.isPaper ? "\(.query(.why))" : "look at the exchange itself, or: \(.query(.why))")
  }
}
