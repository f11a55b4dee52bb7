import HeanCore

struct ExplainCommand: Command {
  static let words = Operand(
    "TERM", each: .text(.term), isRequired: false, help: "a term, a state or a reason code; all without")
  static let scope = CommandScope.local
  static var documents: [OutputDocument] { [OutputDocument(.diagnosis, "terms", fields())] }
  static let spec = CommandSpec(
    name: "explain", summary: "A term of the field, or a state of the engine, in two lines",
    examples: [
      Example("hean explain drawdown", "what it is, and what it means here"),
      Example("hean explain COUNCIL_REJECTED", "a reason code"), Example("hean explain", "every term"),
    ],
    operands: [words])

  static func fields(_ commands: CommandLines = CommandLines()) -> [Field<Term>] {
    [
      Field("term", "TERM", "name", priority: 100) { .string($0.name) },
      Field("meaning", "MEANING", "what it is", .wrapping, priority: 100) { .string($0.meaning) },
      Field("here", "HERE", "what it means in this engine and console", .wrapping, priority: 90) {
        .string(commands($0.here))
      },
    ]
  }

  var wanted: String

  init(_ line: ParsedLine) throws(UsageError) { wanted = try line[Self.words].joined(separator: " ") }

  func run(_ session: Session) async throws -> Output {
    var report = session.localReport("terms")
    guard !wanted.isEmpty else {
      report.list(Self.fields(session.commands), Term.known)
      return .report(report)
    }
    guard let term = Term.find(wanted, in: Term.known) ?? Reason.named(wanted).map(Term.init(code:)) else {
      let known = Term.known.flatMap { [$0.name] + $0.aliases }
      let near = Spelling.nearest(to: wanted, in: known + Reason.all.map(\.code))
      throw Failure(
        .notFound, "no term '\(wanted)'" + (near.map { ". Did you mean '\($0)'?" } ?? ""),
        nextStep: .command(.explain))
    }
    report.payload = .object(Self.fields(session.commands), term)
    report.screen.line(Cell("\(term.name): \(term.meaning)", .strong))
    report.screen.sentence(Guidance(term.here))
    return .report(report)
  }
}

extension Term {
  /// The terms of the core and those of the console.
  fileprivate static let known = all + console + statistics

  /// The figures of `analytics` that the core does not explain already.
  private static let statistics: [Term] = Statistic.Name.allCases.compactMap { name in
    guard Term.find(name.title, in: all) == nil else { return nil }
    let least = Figures.counted(name.least, name.observation)
    return Term(
      name.title.lowercased(), aliases: [name.rawValue, name.alias].compactMap(\.self), meaning: name.definition,
      here: "'\(.query(.analytics))' shows yours, with its interval; it takes \(least).")
  }

  fileprivate static let console: [Term] = [
    Term(
      "practice", aliases: ["practice engine"], meaning: "The engine built into hean: a simulated market.",
      here: "Used with --practice only; every answer is marked."),
    Term(
      "plan token", aliases: ["plan"], meaning: "A code for a plan that --dry-run showed.",
      here: "--dry-run prints it; --plan TOKEN sends the plan if nothing has changed."),
    Term(
      "audit log", aliases: ["audit"], meaning: "The record of every call that this console sent.",
      here: "'\(.query(.audit))'; a line before and after each call, never changed."),
  ]

  fileprivate init(code reason: Reason) {
    self.init(
      reason.code, meaning: reason.meaning.sentenceStart + ".",
      here: "Cleared by: \(reason.clearedBy). Next: \(reason.nextStep)")
  }
}

extension Statistic.Name {
  /// Another word for it.
  fileprivate var alias: String? {
    switch self {
    case .sharpe: "sharpe"
    case .sortino: "sortino"
    case .calmar: "calmar"
    case .valueAtRisk: "var"
    case .expectedShortfall: "cvar"
    case .payoff: "payoff"
    case .longestWins: "winning streak"
    case .longestLosses: "losing streak"
    case .exposureTime: "time in market"
    case .feeShare, .averageHeld, .winRate, .profitFactor, .expectancy, .volatility, .maxDrawdown: nil
    }
  }
}
