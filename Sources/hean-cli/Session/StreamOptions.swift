import HeanCore
import HeanNetworking

/// How a stream is followed and when it ends: the options of all commands that follow one.
struct StreamOptions: Sendable {
  static let severity = Option(
    "severity", "LEVEL", .choice(EventSeverity.allCases, spelled: { $0.rawValue.lowercased() }),
    help: "only events of at least this severity")
  static let since = Option(
    "since-seq", "N", .whole(in: 0...999_999_999_999_999),
    help: "first the events after this number that the engine still has")
  static let until = Option("until", "EXPR", .condition, help: "end when this is true: hean help conditions")
  static let duration = Option("duration", "TIME", .span(), help: "end after this time")
  static let count = Option("count", "N", .whole(in: 1...Int.max), help: "end after this many events")
  static let background = Flag("background", help: "without a WebSocket, ask every 30 s instead of every 2 s")
  static let maxMessage = Option(
    "max-message", "SIZE", .bytes(in: (1 << 10)...(1 << 30)), default: usualMessage,
    help: "largest message accepted, e.g. 32MiB")
  static let all: [any AnyOption] = [
    Options.symbol, Options.strategy, severity, since, until, duration, count, background, maxMessage,
  ]

  /// In bytes.
  private static let usualMessage = 16 << 20

  var filter = EventFilter()
  /// Empty for a command that follows one kind of event.
  var names = EventNames()
  var sinceSeq: Int?
  var condition: Condition?
  var duration: Duration?
  var count: Int?
  var isBackground = false
  /// In bytes.
  var maximumMessage = usualMessage

  /// The defaults of every stream.
  init() {}

  init(_ line: ParsedLine) throws(UsageError) {
    filter = EventFilter(wanted: try NameFilter(line), severity: try line[Self.severity])
    names = try EventNames(line)
    sinceSeq = try line[Self.since]
    condition = try line[Self.until]
    duration = try line[Self.duration]
    count = try line[Self.count]
    isBackground = line[Self.background]
    maximumMessage = try line[Self.maxMessage]
  }

  func configuration(
    _ context: Context, _ url: URL, _ topics: [Topic]
  ) throws -> EventStreamConfiguration {
    var configuration = EventStreamConfiguration(baseURL: url, topics: topics)
    configuration.since = sinceSeq
    configuration.socket.userAgent = "hean/\(Version.number)"
    configuration.socket.maximumMessage = maximumMessage
    try context.carriers.choose(context.environment, for: &configuration.socket)
    if isBackground { configuration.timing.poll = .seconds(30) }
    configuration.states = [
      Endpoint<EngineStatus>.engineStatus.path, Endpoint<KillSwitchStatus>.killSwitch.path,
    ]
    return configuration
  }
}
