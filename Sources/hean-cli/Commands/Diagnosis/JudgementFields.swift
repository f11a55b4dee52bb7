import HeanCore

/// Names of the two verdicts' fields in JSON.
enum JudgementFields {
  static func all<Row>(
    _ commands: CommandLines, _ judgement: @escaping @Sendable (Row) -> Judgement
  ) -> [Field<Row>] {
    [
      Field(
        "money", "",
        "what is open and what protects it: state (\(states)), summary, at_risk (USDT: in a calm book the loss down to the "
          + "stops, else the value of what nothing protects; null when not known), open_positions, notional, to_stops, "
          + "beyond_plan, protected_by (\(protectors); null when nothing is open), last_exit_at, reasons (kind, message, "
          + "sources, next_step), unseen", priority: 0
      ) { json(judgement($0).money, commands) },
      Field(
        "deliberate_stops", "",
        "stops made on purpose that nobody has undone: kind (\(kinds)), at, user, reason, audit_id, targets; user and "
          + "audit_id are null for one that this console did not make",
        priority: 0
      ) { .array(judgement($0).stops.map(json)) },
      .steps("next_steps", "", "what to do, most urgent first", priority: 0, commands) { judgement($0).nextSteps },
      Field(
        "steps", "",
        "the same steps with their price: aim (\(aims)), step, command (null for a step in words), why, effect, risk, "
          + "reversible; the last three are null for a look", priority: 0
      ) { .array(judgement($0).steps.map { json($0, commands) }) },
    ]
  }

  private static var states: String { MoneyVerdict.State.allCases.map(\.rawValue).joined(separator: ", ") }
  private static var protectors: String { MoneyVerdict.Protector.allCases.map(\.rawValue).joined(separator: ", ") }
  private static var kinds: String { DeliberateStop.Kind.allCases.map(\.rawValue).joined(separator: ", ") }
  private static var aims: String { JudgedStep.Aim.allCases.map(\.rawValue).joined(separator: ", ") }

  static func json(_ money: MoneyVerdict, _ commands: CommandLines) -> JSONValue {
    [
      "state": .string(money.state.rawValue), "summary": .string(money.summary), "at_risk": .optional(money.atRisk),
      "open_positions": .optional(money.openPositions), "notional": .optional(money.notional),
      "to_stops": .optional(money.toStops), "beyond_plan": .optional(money.beyondPlan),
      "protected_by": .optional(money.protector?.rawValue), "last_exit_at": .time(money.lastExitAt),
      "reasons": .array(money.reasons.map { HazardFields.json($0, commands) }),
      "unseen": .array(money.unseen.map { .string($0) }),
    ]
  }

  private static func json(_ stop: DeliberateStop) -> JSONValue {
    [
      "kind": .string(stop.kind.rawValue), "at": .time(stop.at), "user": .optional(stop.user),
      "reason": .optional(stop.reason), "audit_id": .optional(stop.record),
      "targets": .array(stop.targets.map { .string($0) }),
    ]
  }

  private static func json(_ step: JudgedStep, _ commands: CommandLines) -> JSONValue {
    [
      "aim": .string(step.aim.rawValue), "step": .string(commands(step.step)),
      "command": .optional(step.command.map { commands($0) }), "why": .string(step.why),
      "effect": .optional(step.effect), "risk": .optional(step.risk),
      "reversible": step.isReversible.map { .bool($0) } ?? .null,
    ]
  }
}

extension JudgedStep {
  /// The one command of the step, without words before it; `nil` for a step in words or of several commands.
  fileprivate var command: NextStep? {
    guard step.beginsWithAdvice else { return step }
    let calls = step.parts.filter { if case .advice = $0 { false } else { true } }
    guard calls.count == 1, case .operation(let call) = calls[0] else { return nil }
    return NextStep(.operation(call))
  }
}

extension MoneyVerdict.State {
  var style: Style {
    switch self {
    case .flat: .plain
    case .calm: .good
    case .atRisk: .bad
    case .unknown: .warning
    }
  }
}
