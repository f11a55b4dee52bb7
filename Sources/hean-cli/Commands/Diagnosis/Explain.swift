import HeanCore

struct ExplainCommand: Command {
  static let effect = CommandEffect.reads
  static let words = Operand(
    "TERM", each: .text(.term), isRequired: false, help: "a term, a state, a reason code or a field; all without")
  static let scope = CommandScope.local
  /// Figures are those of the engine.
  static let carriedFlags = CarriedFlags.all
  static var documents: [OutputDocument] {
    [
      OutputDocument(.diagnosis, "terms", fields(), .either),
      OutputDocument(
        .diagnosis, "field", line: "hean explain positions.unrealized_pnl", ExplainedField.fields, .object),
      OutputDocument(
        .diagnosis, "statistic", line: "hean explain sharpe", ExplainedStatistic.fields(), .object, source: .sometimes),
    ]
  }
  static let spec = CommandSpec(
    name: "explain", summary: "A term of the field, a state of the engine, or a figure with your numbers",
    discussion: """
      The figures of 'analytics' (win_rate, profit_factor, expectancy, sharpe, sortino, calmar, max_drawdown, var, cvar \
      and others) are explained with their formula, and with the engine's closed trades as its inputs. Without an answer \
      of the engine the formula is shown without numbers, with exit code 0.
      """,
    examples: [
      Example("hean explain drawdown", "what it is, and what it means here"),
      Example("hean explain COUNCIL_REJECTED", "a reason code"), Example("hean explain", "every term"),
      Example("hean explain positions.unrealized_pnl", "a field of what 'hean positions --json' writes"),
      Example("hean explain profit_factor", "the formula, with your numbers"),
      Example("hean explain sharpe --from pnl.csv", "with equity of snapshots"),
    ],
    options: [TradeChoice.from], operands: [words])

  static func fields(_ commands: CommandLines = CommandLines()) -> [Field<GlossaryTerm>] {
    [
      Field("term", "TERM", "name", priority: 100) { $0.name },
      Field("meaning", "MEANING", "what it is", .wrapping, priority: 100) { $0.meaning },
      Field("here", "HERE", "what it means in this engine and console", .wrapping, priority: 90) {
        commands($0.here)
      },
    ]
  }

  var wanted: String
  /// Snapshots for the figures about returns; `nil` for realized equity.
  var file: String?
  private let choice: TradeChoice

  init(_ line: ParsedLine) throws(UsageError) {
    wanted = try line[Self.words].joined(separator: " ")
    choice = try TradeChoice(line)
    file = choice.file
    guard file == nil || Statistic.Name(explained: wanted) != nil else {
      throw .contradiction(
        "--from is about figures, and '\(wanted)' is none", nextStep: "leave it out, or name a figure such as sharpe")
    }
  }

  func run(_ session: Session) async throws -> Output {
    var report = session.localReport("terms")
    report.holdsAmounts = false
    guard !wanted.isEmpty else {
      report.list(Self.fields(session.commands), GlossaryTerm.known)
      return .report(report)
    }
    // A mark is looked up as it was printed; the same word can have another meaning in the trade.
    guard
      let term = GlossaryTerm.find(wanted, in: GlossaryTerm.marks) ?? GlossaryTerm.find(wanted, in: GlossaryTerm.known)
        ?? Reason.named(wanted).map(GlossaryTerm.init(code:))
    else {
      if let field = try ExplainedField(wanted) { return .report(explained(field, session)) }
      let known = GlossaryTerm.known.flatMap { [$0.name] + $0.aliases }
      let near = Spelling.nearest(to: wanted, in: known + ReasonCode.allCases.map(\.rawValue))
      throw Failure(
        .notFound, "no term '\(wanted)'" + (near.map { ". Did you mean '\($0)'?" } ?? ""),
        nextStep: .command(.explain))
    }
    if let name = Statistic.Name(explained: wanted) { return .report(try await figure(name, term, session)) }
    report.payload = .object(Self.fields(session.commands), term)
    report.screen.line(Cell("\(term.name): \(term.meaning)", .strong))
    report.screen.sentence(Guidance(term.here))
    return .report(report)
  }

  private func explained(_ field: ExplainedField, _ session: Session) -> Report {
    var report = session.localReport("field")
    report.holdsAmounts = false
    report.payload = .object(ExplainedField.fields, field)
    report.screen.record(ExplainedField.fields, field)
    return report
  }

  /// The figure with the engine's numbers, or without them when they cannot be read.
  private func figure(_ name: Statistic.Name, _ term: GlossaryTerm, _ session: Session) async throws -> Report {
    let query = StatisticQuery(name, try choice.query(session))
    var row = ExplainedStatistic(term: term, name: name, redaction: session.output.redaction)
    do {
      if let reason = session.engineDoubt {
        row.notRead = reason
      } else {
        row.answer = try await session.askOnce(query)
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      row.notRead = session.failure(error).message
    }
    if let doubt = row.answer?.doubt { row.notRead = "closed trades are not known: \(doubt.message)" }
    var report =
      row.answer.map { session.viewpoint.report("statistic", on: $0.context, receivedAt: $0.receivedAt) }
      ?? session.localReport("statistic")
    report.needsFreshness = false
    report.notes += query.analytics.recorded?.notes ?? []
    if let answer = row.answer { report.screen.context(answer.context, session.viewpoint) }
    report.payload = .object(ExplainedStatistic.fields(session.commands), row)
    report.screen.line(Cell("\(term.name): \(term.meaning)", .strong).leftByRedaction)
    report.screen.sentence(Guidance(term.here))
    report.screen.blank()
    report.screen.record(ExplainedStatistic.fields(session.commands), row)
    if let notRead = row.notRead { report.caveats.append("no numbers: \(notRead)") }
    if let answer = row.answer, row.notRead == nil {
      report.screen.blank()
      if answer.dropped > 0 {
        report.caveat("\(answer.dropped) positions were dropped without a close, and are not counted", .warning)
      }
      report.screen.remembered(answer.context)
      if answer.basis != .snapshots {
        report.caveat("as recorded by the engine: closes can be missing, PnL is before fees", .faint)
      }
      if answer.basis == .realized, answer.statistic.value == nil {
        report.screen.line(Cell("Equity of more days can be named with --from FILE: that of 'pnl snapshot'.", .faint))
      }
      for missing in answer.missing { report.caveat("closed trades may be missing: \(missing)", .warning) }
    }
    return report
  }
}

extension GlossaryTerm {
  /// The terms of the core and those of the console.
  static let known =
    all + console + statistics + marks.filter { find($0.name, in: all + console) == nil }

  /// The figures of `analytics` that the core does not explain already.
  private static let statistics: [GlossaryTerm] = Statistic.Name.allCases.compactMap { name in
    guard GlossaryTerm.find(name.title, in: all) == nil else { return nil }
    let least = Figures.counted(name.least, name.observation)
    return GlossaryTerm(
      name.title.lowercased(), aliases: [name.rawValue, name.alias].compactMap(\.self), meaning: name.definition,
      here: "'\(.query(.analytics))' shows yours, with its interval; it takes \(least).")
  }

  fileprivate static let console: [GlossaryTerm] = [
    GlossaryTerm(
      "practice", aliases: ["practice engine"], meaning: "The engine built into hean: a simulated market.",
      here: "Used with --practice only; every answer is marked."),
    GlossaryTerm(
      "plan token", aliases: ["plan"], meaning: "A code for a plan that --dry-run showed.",
      here: "--dry-run prints it; --plan TOKEN sends the plan if nothing has changed."),
  ]

  fileprivate init(code reason: Reason) {
    self.init(
      reason.code.rawValue, meaning: reason.meaning.sentenceStart + ".",
      here: "Cleared by: \(reason.clearedBy). Next: \(reason.nextStep)")
  }
}
