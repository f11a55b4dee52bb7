import HeanCore

/// A row for each engine.
enum FleetFields {
  /// All that `hean fleet` knows.
  static let all: [Field<FleetRow>] =
    names + judged + [
      .amount("equity", "EQUITY", "checked against its parts; null where that fails", priority: 60) { $0.equity },
      .signed("day_pnl", "DAY PNL", "of this UTC day", priority: 70) { $0.dayPnL },
    ] + ends

  /// For a screen that moves.
  static let screen: [Field<FleetRow>] = all.filter { !$0.title.isEmpty }

  /// What any read can tell.
  static let rows: [Field<FleetRow>] = names + judged + ends

  private static let names: [Field<FleetRow>] = [
    Field("engine", "ENGINE", "name of its profile", priority: 100) { (row: FleetRow) in row.engine }.leftByRedaction,
    .part("source", "", "the engine itself", of: SourceLabel.fields) { $0.source },
    Field("mode", "MODE", "what an order would touch", priority: 95, type: OperatingMode.type) {
      .string($0.source.mode)
    } cell: {
      Cell($0.mode == .unknown ? "?" : $0.mode.label, $0.mode.style)
    },
    Field("state", "STATE", "as the engine reports it", priority: 85) {
      $0.source.engineState
    } cell: { row in
      row.source.engineState.map { Cell($0, $0 == "RUNNING" ? .plain : .warning) } ?? .missing
    },
  ]

  private static let judged: [Field<FleetRow>] = [
    Field("money", "MONEY", "flat, calm, at_risk or unknown; null without an answer", priority: 98) {
      $0.verdict?.money.state
    } cell: { row in
      row.verdict.map { Cell($0.money.state.words, $0.money.state.style) } ?? .missing
    },
    .amount("at_risk", "AT RISK", "the loss to the stops, or the value of what nothing protects", priority: 96) {
      $0.verdict?.money.atRisk
    },
    .amount("notional", "", "value of the open positions", priority: 0) { $0.verdict?.money.notional },
    Field("open_positions", "POS", "open now, where the list can be believed", .trailing, priority: 50) {
      $0.verdict?.money.openPositions
    },
    Field("trading", "TRADING", "whether it trades, in a word; null without an answer", priority: 90) {
      $0.verdict?.trading
    } cell: { row in
      guard let verdict = row.verdict else { return .missing }
      let words = verdict.trading.rawValue.replacing("_", with: " ")
      let gate = [.blocked, .unknown].contains(verdict.trading) ? verdict.gate.map { ": \($0)" } ?? "" : ""
      return Cell(words + gate, verdict.trading == .trading ? .good : verdict.trading == .blocked ? .warning : .plain)
    },
  ]

  private static let ends: [Field<FleetRow>] = [
    Field("age_seconds", "AGE", "of the oldest price", .trailing, priority: 40, unit: .seconds) {
      $0.age
    } cell: {
      $0.age.map { Cell(Spans.text($0)) } ?? .missing
    },
    Field("ok", "", "whether it ended with exit code 0", priority: 0) { $0.exit == .ok },
    Field("exit_code", "", "as of the same command about this engine alone", priority: 0, unit: .unitless) {
      Int($0.exit.rawValue)
    },
    Field("problem", "WHAT IS WRONG", "null when nothing is", .wrapping, priority: 80) {
      $0.problem
    } cell: { row in
      row.problem.map { Cell($0, .bad) } ?? Cell("")
    },
  ]
}

extension MoneyVerdict.State {
  /// In a cell of a row.
  fileprivate var words: String {
    switch self {
    case .flat: "flat"
    case .calm: "behind stops"
    case .atRisk: "AT RISK"
    case .unknown: "not known"
    }
  }
}
