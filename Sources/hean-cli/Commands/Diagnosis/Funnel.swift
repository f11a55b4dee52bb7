import HeanCore

struct FunnelCommand: QueryCommand {
  static let usualStep: Guidance? = .query(.why)
  static let since = Option(
    "since", "TIME", .since, default: TypedSince(.span(.seconds(3600))), help: "how far back, or since when")
  static var documents: [OutputDocument] { [OutputDocument(.diagnosis, "funnel", FunnelFields.all)] }
  static let spec = CommandSpec(
    name: "funnel", summary: "How far signals got, by strategy and by symbol",
    discussion: """
      Signals judged, accepted, sent as orders and filled, with the reasons of the rejected ones. Counts come from the \
      engine's lists of decisions and orders; hean says so when these do not reach back as far as asked. An order \
      from before the window can fill inside it.
      """,
    examples: [
      Example("hean funnel", "the last hour"), Example("hean funnel --since 5m -o csv", "for a spreadsheet"),
    ],
    options: [since, Options.until, Options.symbol, Options.strategy])

  var since: TypedSince
  var until: TypedSince?
  var names: NameFilter

  init(_ line: ParsedLine) throws(UsageError) {
    since = try line[Self.since]
    until = try line[Options.until]
    names = try NameFilter(line)
  }

  func query(_ session: Session) throws -> FunnelQuery {
    let times = try TypedTimes(since: since, until: until).filter(session)
    return FunnelQuery(window: try session.seconds(since: since), until: times.until, of: names)
  }

  func report(_ answer: FunnelQuery.Answer, _ session: Session) -> Report {
    FunnelView(answer: answer).report(session.viewpoint)
  }
}
