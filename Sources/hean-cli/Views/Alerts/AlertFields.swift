import HeanCore

/// Names of the fields of alerts in JSON, and how a table shows them.
enum AlertFields {
  static func changes(_ commands: CommandLines = CommandLines()) -> [Field<AlertChange>] {
    [
      Field("at", "TIME", "when it changed", priority: 100) { $0.at },
      Field(
        "kind", "WHAT",
        "fired, resolved, unknown (nothing is known of it), known again, or a notice that neither fires nor ends",
        priority: 95
      ) {
        $0.kind
      },
      Field("rule", "ALERT", "its name", priority: 99) { $0.rule },
      Field("tier", "TIER", "how urgent it is", priority: 90) { $0.tier },
      Field("finding", "SEEN", "what was seen, in words", .wrapping, priority: 80) { $0.text },
      Field("since", "SINCE", "since when it fires; null when it does not", priority: 40) { $0.since },
      Field("crossings", "TIMES", "how often its trigger began to hold in this alert", .trailing, priority: 30) {
        $0.crossings
      },
      .member("incident", "the same from begin to end of an alert, also after a restart") { $0.incident },
      .member("next_step", "what to do; null when nothing is known to help") { change in
        change.nextStep.map { commands($0) }
      },
    ]
  }

  static let rules: [Field<AlertRow>] = [
    Field("name", "ALERT", "its name", priority: 100) { $0.rule.name },
    Field("tier", "TIER", "how urgent it is", priority: 80) {
      $0.rule.tier
    } cell: { row in
      Cell(row.rule.tier.rawValue, row.rule.tier == .critical ? .bad : .plain)
    },
    Field("state", "STATE", "at the last look of 'alert run'", priority: 99) {
      $0.state
    } cell: { row in
      Cell(row.state.rawValue, row.state.style)
    },
    Field("trigger", "WHEN", "what makes it fire: a condition, or a check that is not met", .wrapping, priority: 90) {
      $0.rule.triggerText
    },
    Field("check", "", "the check behind it; null for a condition", priority: 0) { row -> EngineCheck.ID? in
      if case .check(let check) = row.rule.trigger { check } else { nil }
    },
    Field("until", "UNTIL", "what has to hold before it ends; null when its trigger has to be over", priority: 40) {
      $0.rule.clears?.text
    },
    Field(
      "keep_firing_seconds", "", "how long the trigger has to be over", priority: 0, unit: .seconds
    ) { $0.rule.keepsFiring.decimalSeconds },
    Field("to", "TO", "receivers; empty is all of them", .wrapping, priority: 50) {
      $0.rule.receivers
    } cell: { row in
      Cell(row.rule.receivers.isEmpty ? "all" : row.rule.receivers.joined(separator: ", "))
    },
    Field("since", "SINCE", "since when it fires; null when it does not", priority: 70) { $0.progress?.firesSince },
    Field("acknowledged_at", "SEEN AT", "when somebody took note of it; null when nobody has", priority: 30) {
      $0.progress?.acknowledgedAt
    },
    Field("silenced_until", "SILENT UNTIL", "until when it is not delivered; null when it is", priority: 60) {
      $0.silence?.ends
    },
    Field("finding", "LAST SEEN", "what the last look found; null before it", .wrapping, priority: 65) {
      $0.progress?.text
    },
  ]

  static let receivers: [Field<AlertReceiverRow>] = [
    Field("name", "RECEIVER", "its name", priority: 100) { $0.receiver.name },
    Field("kind", "KIND", "the way it takes a message", priority: 90) { $0.receiver.kind },
    Field("address", "ADDRESS", "without what could be secret", .wrapping, priority: 80) { $0.receiver.shownAddress },
    Field("signed", "SIGNED", "whether messages are signed", priority: 50) { $0.receiver.secret != nil },
  ]

  static let deliveries: [Field<AlertTestRow>] = [
    Field("receiver", "RECEIVER", "its name", priority: 100) { $0.receiver.name },
    Field("kind", "KIND", "the way it takes a message", priority: 90) { $0.receiver.kind },
    Field("arrived", "ARRIVED", "whether it took the message", priority: 95) {
      $0.failure == nil
    } cell: { row in
      Cell(row.failure == nil ? "yes" : "NO", row.failure == nil ? .good : .bad)
    },
    Field("failure", "WHY NOT", "why it did not; null when it did", .wrapping, priority: 80) { $0.failure },
  ]
}

extension AlertReceiver.Kind: FieldWord {}

/// One rule, and how far it is.
struct AlertRow: Sendable {
  enum State: String, Sendable, CaseIterable, FieldWord {
    case quiet, holding, firing, unknown, unwatched

    var style: Style {
      switch self {
      case .quiet, .unwatched: .plain
      case .holding, .unknown: .warning
      case .firing: .bad
      }
    }
  }

  var rule: AlertRule
  /// `nil` when no look has judged it.
  var progress: AlertProgress?
  var silence: AlertSilence?

  var state: State {
    guard let progress else { return .unwatched }
    if progress.isFiring { return .firing }
    if progress.unknownSince != nil { return .unknown }
    return progress.holdsSince == nil ? .quiet : .holding
  }
}

/// One receiver as a row.
struct AlertReceiverRow: Sendable { var receiver: AlertReceiver }

/// What became of a test.
struct AlertTestRow: Sendable {
  var receiver: AlertReceiver
  var failure: String?
}
