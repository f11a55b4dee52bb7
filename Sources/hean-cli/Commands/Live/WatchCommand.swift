import HeanCore

struct WatchCommand: Command {
  static let effect = CommandEffect.streams
  static let engines = EnginesUse.each
  static let topic = Operand(
    "TOPIC", each: .followed, isRequired: false, help: "topic of the engine, e.g. orders, or a name of events")
  static let prices = PriceUse.streamed
  static let data = CommandData.stream
  static let spec = CommandSpec(
    name: "watch", summary: "Follow the engine as it moves",
    discussion: """
      On a terminal, one line per event. When piped or with --json, NDJSON: the engine's records unchanged under \
      'event', and hean's own notices about the stream as records whose kind begins with 'hean.'. After a lost \
      connection hean connects again by itself, shows what was missed, and reports what is lost. Without TOPIC: \
      orders, positions, decisions, signals, risk and engine state; on a terminal, states that repeat are then left \
      out. A name that a line of 'watch' or 'events' begins with stands for its topics and selects its events, here and \
      with --type. Topics: hean help topics.
      """,
    examples: [
      Example("hean watch", "what happens, as it happens"),
      Example("hean watch orders positions --symbol BTCUSDT", "two topics, one symbol"),
      Example("hean watch closed 'KILL SWITCH'", "only closes and kill switches, by the names of 'hean events'"),
      Example("hean watch --json | jq -c 'select(.kind==\"event\") | .event.payload'", "for a script"),
      Example("hean watch --until 'risk.state!=NORMAL' --duration 1h", "until the governor leaves NORMAL, else 3"),
    ],
    options: StreamOptions.all + [EventNames.option],
    operands: [topic])

  var topics: [Topic]
  var options: StreamOptions

  init(_ line: ParsedLine) throws(UsageError) {
    var options = try StreamOptions(line)
    let followed = try line[Self.topic]
    topics = followed.flatMap(\.topics).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    // Of topics everything is meant, unless names stand beside them: then the topics are names too.
    if followed.contains(where: { Topic(rawValue: $0.word) == nil || $0.topics.first?.rawValue != $0.word }) {
      for name in followed { options.names.add(name) }
    }
    self.options = options
  }

  func run(_ session: Session) async throws -> Output {
    for topic in topics where topic.neverSends {
      session.note("the engine accepts \(topic.rawValue) and never sends anything on it")
    }
    let named = topics.isEmpty ? options.names.topics : topics
    let chosen = named.isEmpty ? Topic.usual : named
    return try await StreamRun(topics: chosen, options: options, leavesOutRepeats: named.isEmpty).run(session)
  }
}
