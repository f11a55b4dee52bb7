import HeanCore

struct WatchCommand: Command {
  static let topic = Operand("TOPIC", each: .topic, isRequired: false, help: "topic of the engine, e.g. orders")
  static let prices = PriceUse.streamed
  static let spec = CommandSpec(
    name: "watch", summary: "Follow the engine as it moves",
    discussion: """
      On a terminal, one line per event. When piped or with --json, NDJSON: the engine's records unchanged under \
      'event', and hean's own notices about the stream as records whose kind begins with 'hean.'. After a lost \
      connection hean connects again by itself, shows what was missed, and reports what is lost. Without TOPIC: \
      orders, positions, decisions, signals, risk and engine state; on a terminal, states that repeat are then left \
      out. Topics: hean help topics.
      """,
    examples: [
      Example("hean watch", "what happens, as it happens"),
      Example("hean watch orders positions --symbol BTCUSDT", "two topics, one symbol"),
      Example("hean watch --json | jq -c 'select(.kind==\"event\") | .event.payload'", "for a script"),
      Example("hean watch --until 'risk.state!=NORMAL' --duration 1h", "until the governor leaves NORMAL, else 3"),
    ],
    options: StreamOptions.all,
    operands: [topic])

  var topics: [Topic]
  var options: StreamOptions

  init(_ line: ParsedLine) throws(UsageError) {
    var topics: [Topic] = []
    for topic in try line[Self.topic] where !topics.contains(topic) { topics.append(topic) }
    self.topics = topics
    options = try StreamOptions(line)
  }

  func run(_ session: Session) async throws -> Output {
    for topic in topics where topic.neverSends {
      session.note("the engine accepts \(topic.rawValue) and never sends anything on it")
    }
    let chosen = topics.isEmpty ? Topic.usual : topics
    return try await StreamRun(topics: chosen, options: options, leavesOutRepeats: topics.isEmpty).run(session)
  }
}
