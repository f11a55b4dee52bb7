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
      "delete": ["positions close"], "remove": ["positions close"], "rm": ["positions close"],
      "sell": ["positions close"], "liquidate": ["positions close-all"], "flatten": ["positions close-all"],
      "flat": ["positions close-all"], "open": ["positions list", "orders place"], "get": ["positions show"],
      "modify": ["positions protect"], "sl": ["positions protect"], "stoploss": ["positions protect"],
      "all": ["positions list", "positions close-all"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    List.self, Show.self, Close.self, CloseAll.self, Protect.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = List.self

  struct List: Command {
    static let effect = CommandEffect.reads
    static let prices = PriceUse.heeded
    static let keeps: StoredLook.Name? = .positions
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "positions", PositionFields.all(now: .distantPast), hasMoney: true, mayLackData: true)]
    }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List open positions",
      examples: [
        Example("hean positions list --strategy momentum_trader", "positions of one strategy"),
        Example("hean positions --watch", "redrawn in place every two seconds"),
      ],
      options: [Options.symbol, Options.strategy] + Watching.options + [RecordOptions.at])

    var names: NameFilter
    var watching: Watching?
    var record: RecordUse?
    var effect: CommandEffect { watching == nil ? .reads : .streams }

    init(_ line: ParsedLine) throws(UsageError) {
      watching = try Watching(line)
      record = try RecordOptions.moment(line)
      names = try NameFilter(line)
    }

    func run(_ session: Session) async throws -> Output {
      try await Watching.run(watching, session) { engine in try await look(engine, session) }
    }

    private func look(_ engine: EngineLook, _ session: Session) async throws -> Report {
      let wantsStep = session.wantsStep && watching == nil
      let judged = JudgedQuery(PositionsQuery(of: names)) { session.pastAttempts(on: $0) }
      let answer = try await session.ask(judged, engine)
      var listed = answer.answer
      listed.hazards = answer.judgement.money.reasons
      var report = PositionsView(
        answer: listed, judgement: answer.judgement, closes: session.unprovenCloses(listed), isWatched: watching != nil
      ).report(session.viewpoint)
      if wantsStep {
        let first = listed.chosen.elements.first.map { Guidance.query(.position, listed.positions.name($0)) }
        report.end(with: answer.judgement, answer.idle, usual: first ?? .query(.why), in: session.path)
      }
      return report
    }
  }

  struct Show: QueryCommand {
    static let id = Operand(
      "ID", .text(.position), help: "position id, a unique beginning of it, or a symbol")
    static let prices = PriceUse.heeded
    static let keeps: StoredLook.Name? = .position
    static var documents: [OutputDocument] {
      [
        OutputDocument(
          .books, "position",
          PositionFields.whole(now: .distantPast, BlockGlyphs(isUnicode: true)), .object)
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
      try PositionView(answer: answer, id: id).report(session.viewpoint)
    }
  }
}
