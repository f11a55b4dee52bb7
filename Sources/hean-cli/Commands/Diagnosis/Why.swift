import HeanCore

struct WhyCommand: Command {
  static let effect = CommandEffect.reads
  static let since = Option(
    "since", "TIME", .since, default: TypedSince(.span(.seconds(300))),
    help: "signals of this time, or since then, at most 1h")
  static let prices = PriceUse.heeded
  static let keeps: StoredLook.Name? = .why
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
  var effect: CommandEffect { watching == nil ? .reads : .streams }
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
    return WhyView(
      answer: answer, isWhole: isWhole, hasLineEach: hasLineEach(session), wantsExitCode: wantsExitCode
    ).report(session.viewpoint)
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
