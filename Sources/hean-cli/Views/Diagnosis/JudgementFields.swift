import HeanCore

/// Names of the two verdicts' fields in JSON.
enum JudgementFields {
  static func all<Row>(
    _ commands: CommandLines, _ judgement: @escaping @Sendable (Row) -> Judgement
  ) -> [Field<Row>] {
    [
      .part(
        "money", "",
        "what is open and what protects it: state (\(states)), summary, at_risk (USDT: in a calm book the loss down to the "
          + "stops, else the value of what nothing protects; null when not known), open_positions, notional, to_stops, "
          + "beyond_plan, protected_by (\(protectors); null when nothing is open), last_exit_at, reasons (kind, message, "
          + "sources, next_step), unseen, exchange (what the exchange itself says; null where the profile names none: "
          + "agrees, positions, as_of, unseen, resting_orders, nearest_liquidation, liquidation_distance_percent)",
        of: money(commands)
      ) { judgement($0).money },
      .parts(
        "deliberate_stops", "",
        "stops made on purpose that nobody has undone: kind (\(kinds)), at, user, reason, audit_id, targets; user and "
          + "audit_id are null for one that this console did not make",
        of: stop
      ) { judgement($0).stops },
      .steps("next_steps", "", "what to do, most urgent first", priority: 0, commands) { judgement($0).nextSteps },
      .parts(
        "steps", "",
        "the same steps with their price: aim (\(aims)), step, command (null for a step in words), why, effect, risk, "
          + "reversible; the last three are null for a look", of: step(commands)
      ) { judgement($0).steps },
    ]
  }

  private static var states: String { MoneyVerdict.State.allCases.map(\.rawValue).joined(separator: ", ") }
  private static var protectors: String { MoneyVerdict.Protector.allCases.map(\.rawValue).joined(separator: ", ") }
  private static var kinds: String { DeliberateStop.Kind.allCases.map(\.rawValue).joined(separator: ", ") }
  private static var aims: String { JudgedStep.Aim.allCases.map(\.rawValue).joined(separator: ", ") }

  /// The verdict on money, here and in the frame of documents whose rows have no place for it.
  static func money(_ commands: CommandLines = CommandLines()) -> [Field<MoneyVerdict>] {
    [
      .member("state") { $0.state }, .member("summary") { $0.summary },
      .member("at_risk", unit: .usdt) { $0.atRisk }, .member("open_positions") { $0.openPositions },
      .member("notional", unit: .usdt) { $0.notional }, .member("to_stops", unit: .usdt) { $0.toStops },
      .member("beyond_plan", unit: .usdt) { $0.beyondPlan }, .member("protected_by") { $0.protector },
      .member("last_exit_at") { $0.lastExitAt },
      .parts("reasons", "", "", of: HazardFields.hazard(commands)) { $0.reasons },
      .member("unseen") { $0.unseen },
      .part("exchange", "", "", of: exchange) { $0.exchange },
    ]
  }

  private static let exchange: [Field<MoneyVerdict.ExchangeWord>] = [
    .member("agrees") { $0.agrees }, .member("positions") { $0.positions }, .member("as_of") { $0.at },
    .member("unseen") { $0.unseen },
    .member("resting_orders") { $0.restingOrders }, .member("nearest_liquidation") { $0.nearestLiquidation },
    .member("liquidation_distance_percent", unit: .percent) { $0.liquidationDistancePercent },
  ]

  private static let stop: [Field<DeliberateStop>] = [
    .member("kind") { $0.kind }, .member("at") { $0.at }, .member("user") { $0.user },
    .member("reason") { $0.reason }, .member("audit_id") { $0.record }, .member("targets") { $0.targets },
  ]

  private static func step(_ commands: CommandLines) -> [Field<JudgedStep>] {
    [
      .member("aim") { $0.aim }, .member("step") { commands($0.step) },
      .member("command") { $0.command.map { commands($0) } }, .member("why") { $0.why },
      .member("effect") { $0.effect }, .member("risk") { $0.risk }, .member("reversible") { $0.isReversible },
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
