import HeanCore

/// Schema of the lines that a stream writes as NDJSON (`EventLine`).
extension FieldSchema {
  var stream: JSONValue {
    [
      "title": "hean.watch",
      "oneOf": .array(
        [.object(object(Self.event))] + StreamNotice.Kind.allCases.map { .object(object(Self.notice($0))) }),
    ]
  }

  private static let mode = FieldDescription("mode", "where an order would go", OperatingMode.type)

  private static let event: [FieldDescription] = [
    FieldDescription("kind", "", FieldType(.words(["event"]))), mode,
    FieldDescription("topic", "on which it came", Topic.type),
    FieldDescription("type", "the engine's word for the event", String.type).sometimes,
    FieldDescription("seq", "the engine's number of the event", unitless).sometimes,
    FieldDescription("origin", "how it came", StreamEvent.Origin.type),
    FieldDescription("received", "when, by this machine's clock", Date.type),
    FieldDescription("event", "the engine's own record, as it came", FieldType(.foreign)),
  ]

  private static func notice(_ kind: StreamNotice.Kind) -> [FieldDescription] {
    [
      FieldDescription("kind", "", FieldType(.words([kind.description]))), mode,
      FieldDescription("at", "when, by this machine's clock", Date.type),
      FieldDescription("words", "one sentence", String.type),
    ] + members(kind)
  }

  private static let unitless = FieldType(.integer, unit: .unitless)
  private static let seconds = FieldType(.decimal, unit: .seconds)
  private static let reason = FieldDescription("reason", "in words", String.type)

  /// What stands in a notice besides.
  private static func members(_ kind: StreamNotice.Kind) -> [FieldDescription] {
    switch kind {
    case .connected: [FieldDescription("url", "", String.type), FieldDescription("topics", "", [Topic].type)]
    case .stale:
      [
        reason, FieldDescription("silent_seconds", "without a heartbeat", seconds).sometimes,
        FieldDescription("attempt", "to connect", Int.type).sometimes,
        FieldDescription("retry_in_seconds", "", seconds).sometimes,
        FieldDescription("code", "with which the WebSocket was closed", unitless).sometimes,
      ]
    case .fresh, .mode: []
    case .reconnected:
      [
        FieldDescription("down_seconds", "", seconds), FieldDescription("attempts", "", Int.type),
        FieldDescription("recovered", "events that were read afterwards", Int.type),
        FieldDescription("restarted", "whether the engine's process is another one", Bool.type),
      ]
    case .gap: numbers + [FieldDescription("count", "", Int.type).sometimes, reason]
    case .polling:
      [
        reason, FieldDescription("interval_seconds", "", seconds),
        FieldDescription("without", "topics of which nothing comes", [Topic].type),
      ]
    case .dropped:
      [
        FieldDescription("count", "", Int.type), FieldDescription("notices", "of hean's own records", Int.type),
      ] + numbers
    case .state:
      [FieldDescription("path", "", String.type), FieldDescription("body", "as it came", FieldType(.foreign))]
    case .error:
      [
        reason, FieldDescription("count", "", Int.type), FieldDescription("bytes", "", unitless),
        FieldDescription("excerpt", "", String.type),
      ]
    case .end:
      [
        reason, FieldDescription("events", "", Int.type), FieldDescription("gaps", "", Int.type),
        FieldDescription("dropped", "", Int.type),
        FieldDescription("values", "of the condition of --until", FieldType(.named(FieldType(.scalar)))).sometimes,
      ]
    }
  }

  /// Of the first and last event; null when not known.
  private static let numbers = [
    FieldDescription("from_seq", "", unitless.orMissing), FieldDescription("to_seq", "", unitless.orMissing),
  ]
}
