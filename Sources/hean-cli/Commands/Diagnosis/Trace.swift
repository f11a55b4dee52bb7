import HeanCore

struct TraceCommand: QueryCommand {
  static let id = Operand(
    "ID", .text(.signal), help: "last, last-blocked, or the id of an order, position or signal")
  static var documents: [OutputDocument] { [OutputDocument(.diagnosis, "trace", TraceFields.all, .object)] }
  static let spec = CommandSpec(
    name: "trace", summary: "One signal, from the strategy to its profit or loss",
    discussion: """
      Signal, council, decision, risk, order, fills, exit and PnL with the time between them. They have no common id \
      in the engine, so steps are matched by id where there is one, else by strategy, symbol, side and time; the \
      column MATCH shows which.
      """,
    examples: [
      Example("hean trace last-blocked", "why was the latest refused signal refused?"),
      Example("hean trace last", "the latest signal"),
      Example("hean trace smart_limit_1795", "the signal behind an order"),
    ],
    options: TypedTimes.options + [Options.symbol, Options.strategy], operands: [id])

  var wanted: SignalTrace.Wanted
  var names: NameFilter
  var times: TypedTimes

  init(_ line: ParsedLine) throws(UsageError) {
    wanted = SignalTrace.Wanted(try line[Self.id])
    names = try NameFilter(line)
    times = try TypedTimes(line)
    guard case .id = wanted, !names.isAll || !times.isAll else { return }
    throw .contradiction(
      "an id names one signal; --since, --until, --symbol and --strategy narrow 'last' and 'last-blocked'",
      nextStep: "leave out the id or the options")
  }

  func query(_ session: Session) throws -> TraceQuery {
    try TraceQuery(wanted, of: names, at: times.filter(session))
  }

  func report(_ answer: TraceQuery.Answer, _ session: Session) -> Report {
    TraceView(answer: answer).report(session.viewpoint)
  }
}
