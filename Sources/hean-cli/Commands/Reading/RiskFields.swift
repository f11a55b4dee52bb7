import Foundation
import HeanCore

/// Everything about risk that one screen shows, each part missing on its own.
struct RiskPicture: Sendable {
  var ground: EngineSnapshot
  var truth: KillSwitchTruth
  var governor: GovernorStatus?
  var risk: RiskStatus?
  var equity: EquityTruth
  /// What a tripped kill switch and a braking governor rest on.
  var killSwitchBasis: StopBasis?
  var governorBasis: StopBasis?
  var receivedAt: Date
  var notes: [String] = []

  static let parts: Set<Part> = [.engine, .killSwitch, .governor, .positions]

  /// - Throws: the first error when neither risk nor governor answered.
  init(_ snapshot: EngineSnapshot) throws(EngineError) {
    ground = snapshot
    governor = snapshot.governor.value
    risk = snapshot.risk.value
    let isRunning = snapshot.isRunning == true
    equity = EquityTruth(
      status: isRunning ? snapshot.engine : nil, positions: snapshot.positions.value?.elements, risk: risk,
      mode: snapshot.mode)
    killSwitchBasis = isRunning ? StopBasis.killSwitch(snapshot.killSwitch.value, equity) : nil
    governorBasis = isRunning ? StopBasis.governor(governor, equity) : nil
    truth = snapshot.killSwitchTruth
    let reading = governor == nil ? try snapshot.risk.get().receivedAt : snapshot.risk.reading?.receivedAt
    receivedAt = reading ?? snapshot.governor.reading?.receivedAt ?? .distantPast
    note("/risk/status", snapshot.risk.error)
    note("/risk/governor/status", snapshot.governor.error)
    note("/risk/killswitch/status", snapshot.killSwitch.error)
    note("/health", snapshot.health.error)
    note("/orders/positions", snapshot.positions.error)
  }

  private mutating func note(_ source: String, _ error: EngineError?) {
    if let error { notes.append("\(source) did not answer: \(error.shortText)") }
  }

  /// `nil` unless a running engine said so.
  var governorState: RiskState? { ground.isRunning == true ? governor?.state : nil }

  /// Live drawdown in percent; a stopped engine has none.
  var drawdownPercent: Decimal? {
    ground.isRunning == true ? governor?.drawdownPercent ?? risk?.drawdownPercent : nil
  }

  var drawdown: CheckedFigure { equity.drawdown(percent: drawdownPercent) }

  /// What to know of the figures that stops rest on.
  var basisWords: [String] {
    [("The kill switch", killSwitchBasis), ("The governor", governorBasis)].compactMap { name, basis in
      basis?.words.map { "\(name) \($0)." }
    }
  }

  var distanceText: String? {
    guard let drawdown = drawdownPercent else { return nil }
    // The governor goes by its own figure, whatever it is worth.
    guard drawdown == self.drawdown.value else {
      // What it stands on is told at length.
      guard governorBasis?.words == nil else { return nil }
      return "The governor goes by a drawdown of \(Figures.text(drawdown, places: 2)) %."
    }
    guard let next = GovernorBand.next(above: drawdown) else { return "Drawdown is past the last threshold, 20 %." }
    return
      "\(next.state.word) begins at \(next.at) % drawdown, \(Figures.text(next.at - drawdown, places: 2)) points away."
  }
}

/// How risk is named in JSON and drawn on a screen.
enum RiskFields {
  static let status: [Field<RiskPicture>] =
    [
      Field("risk_state", "Governor", "NORMAL, SOFT_BRAKE, QUARANTINE or HARD_STOP; null unless running", priority: 1) {
        .optional($0.governorState?.word)
      } cell: {
        Cell.riskState($0.governorState)
      },
      Field("kill_switch", "Kill switch", "merged verdict of three endpoints", priority: 1) {
        .string($0.truth.verdict.rawValue)
      } cell: {
        Cell($0.truth.words($0.killSwitchBasis), $0.truth.style)
      },
      Field("kill_switch_reasons", "Reasons", "why it tripped", priority: 1) {
        .array($0.truth.reasons.map { .string($0) })
      } cell: {
        Cell($0.truth.reasons.joined(separator: "; "))
      },
      Field("stop_trading", "stop_trading", "the engine's flag; proves nothing by itself", priority: 1) {
        .optional($0.truth.stopTrading)
      } cell: {
        Cell.flag($0.truth.stopTrading)
      },
      Field(
        "drawdown_pct", "Drawdown %", "live, from the internal peak; null when it contradicts itself", .decimal,
        priority: 1
      ) {
        .optional($0.drawdown.value)
      } cell: {
        Cell.percent($0.drawdown)
      },
      Field("equity", "Equity", "as equity_basis tells (USDT)", .decimal, priority: 1) {
        .optional($0.equity.shown)
      } cell: {
        $0.equity.verdict == .asIs ? Cell.money($0.equity.shown) : Cell.equity($0.equity)
      },
      Field("day_pnl", "Day PnL", "null when it contradicts itself (USDT)", .decimal, priority: 1) {
        .optional($0.equity.dayPnL.value)
      } cell: {
        $0.equity.dayPnL.doubt == nil ? Cell.signed($0.equity.dayPnL.value) : Cell.profit($0.equity.dayPnL)
      },
      Field("open_positions", "Positions", "open now", .decimal, priority: 1) {
        .optional($0.risk?.openPositions)
      } cell: {
        Cell.ofLimit($0.risk?.openPositions, $0.risk?.maxOpenPositions)
      },
      Field("max_open_positions", "", "limit, enforced", priority: 0) { .optional($0.risk?.maxOpenPositions) },
      Field("open_orders", "Orders", "open now, ghosts included", .decimal, priority: 1) {
        .optional($0.risk?.openOrders)
      } cell: {
        Cell.ofLimit($0.risk?.openOrders, $0.risk?.maxOpenOrders)
      },
      Field("max_open_orders", "", "limit, enforced", priority: 0) { .optional($0.risk?.maxOpenOrders) },
      Field("quarantined_symbols", "Quarantined", "symbols blocked by hand", priority: 1) {
        .names($0.governor?.quarantinedSymbols)
      } cell: {
        Cell($0.governor?.quarantinedSymbols?.joined(separator: ", ") ?? "not known")
      },
    ] + MoneyFields.checks({ $0.equity }, drawdown: { $0.drawdown }) + [
      .amount("internal_equity", "", "what the governor looks at (USDT)", priority: 0) { $0.equity.inner },
      basis("kill_switch") { $0.killSwitchBasis }, basis("governor") { $0.governorBasis },
    ]

  private static func basis<Row>(_ name: String, _ basis: @escaping @Sendable (Row) -> StopBasis?) -> Field<Row> {
    Field("\(name)_basis", "", "sound, suspect, unproven or unknown: the figure it tripped on", priority: 0) {
      .optional(basis($0)?.verdict.rawValue)
    }
  }

  struct LimitRow: Sendable {
    var name: String
    var value: Decimal?
    var unit: String
    var isEnforced: Bool
  }

  static func limitRows(_ limits: RiskLimits) -> [LimitRow] {
    [
      LimitRow(
        name: "max_open_positions", value: limits.maxOpenPositions.map { Decimal($0) }, unit: "positions",
        isEnforced: true),
      LimitRow(
        name: "max_daily_attempts", value: limits.maxDailyAttempts.map { Decimal($0) }, unit: "a day", isEnforced: false
      ),
      LimitRow(name: "max_exposure_usd", value: limits.maxExposure, unit: "USDT", isEnforced: false),
      LimitRow(name: "min_notional_usd", value: limits.minNotional, unit: "USDT", isEnforced: false),
      LimitRow(
        name: "cooldown_seconds", value: limits.cooldownSeconds.map { Decimal($0) }, unit: "s", isEnforced: false),
    ]
  }

  static let limits: [Field<LimitRow>] = [
    Field("limit", "LIMIT", "the engine's name", priority: 100) { .string($0.name) },
    Field("value", "VALUE", "as configured now", .decimal, priority: 100) { .optional($0.value) },
    Field("unit", "UNIT", "of the value", priority: 90) { .string($0.unit) },
    Field("enforced", "ENFORCED", "whether anything in the engine reads it", priority: 95) {
      .bool($0.isEnforced)
    } cell: {
      $0.isEnforced ? Cell("yes", .good) : Cell("no, display only", .warning)
    },
  ]

  /// Its figures are what it goes by, whatever they are worth.
  static func governor(
    isRunning: Bool?, basis: StopBasis? = nil, drawdown: CheckedFigure = CheckedFigure()
  ) -> [Field<GovernorStatus>] {
    let isLive = isRunning == true
    return [
      Field("risk_state", "Governor", "null unless the engine runs", priority: 1) {
        .optional(isLive ? $0.state.word : nil)
      } cell: {
        Cell.riskState(isLive ? $0.state : nil)
      },
      Field("level", "Level", "0 to 3", .decimal, priority: 1) { .optional(isLive ? $0.level : nil) },
      Field("drawdown_pct", "Drawdown %", "live, by its own figures", .decimal, priority: 1) {
        .optional($0.drawdownPercent)
      } cell: {
        var cell = Cell.percent($0.drawdownPercent)
        if let doubt = drawdown.doubt { cell = Cell("\(cell.text(in: .gmt)) by its own figures; \(doubt)", .warning) }
        return cell
      },
      .percent("frozen_value", "Frozen %", "drawdown when the state changed", priority: 1) { $0.frozenValue },
      .percent("threshold", "Threshold %", "that was passed", priority: 1) { $0.threshold },
      .percent("max_drawdown_pct", "Worst %", "since the start", priority: 1) { $0.maxDrawdownPercent },
      Field("reason_codes", "Reasons", "the engine's codes", priority: 1) {
        .array($0.reasonCodes.map { .string($0) })
      } cell: {
        Cell($0.reasonCodes.joined(separator: ", "))
      },
      .moment("changed_at", "Changed at", "last change of state", priority: 1) { $0.changedAt },
      Field("can_clear", "Can clear", "without force, by the engine's word", priority: 1) {
        .optional(isLive ? $0.canClear : nil)
      } cell: {
        Cell.flag(isLive ? $0.canClear : nil)
      },
      Field("clear_rule", "Clears when", "the engine's words", priority: 1) {
        .optional(isLive ? $0.clearRule : nil)
      },
      Field("recommended_action", "Advice", "the engine's words", priority: 1) { .optional($0.recommendedAction) },
      Field("quarantined_symbols", "Quarantined", "symbols blocked by hand", priority: 1) {
        .names($0.quarantinedSymbols)
      } cell: {
        Cell($0.quarantinedSymbols?.joined(separator: ", ") ?? "not known")
      },
      .amount("peak_equity", "Peak equity", "USDT", priority: 1) { $0.peakEquity },
      Self.basis("governor") { _ in basis },
      Field("governor_basis_note", "", "what speaks against the figure", priority: 0) { _ in .optional(basis?.words) },
      Field("drawdown_note", "", "what speaks against drawdown_pct", priority: 0) { _ in .optional(drawdown.doubt) },
    ]
  }

  static let killSwitch: [Field<RiskPicture>] = [
    Field("verdict", "Kill switch", "merged verdict of three endpoints", priority: 1) {
      .string($0.truth.verdict.rawValue)
    } cell: {
      Cell($0.truth.words($0.killSwitchBasis), $0.truth.style)
    },
    Field("reasons", "Reasons", "why it tripped", priority: 1) {
      .array($0.truth.reasons.map { .string($0) })
    } cell: {
      Cell($0.truth.reasons.joined(separator: "; "))
    },
    .moment("triggered_at", "", "when it tripped", priority: 0) { $0.truth.triggeredAt },
    Field("stop_trading", "stop_trading", "the engine's flag; proves nothing by itself", priority: 1) {
      .optional($0.truth.stopTrading)
    } cell: {
      Cell.flag($0.truth.stopTrading)
    },
    Field("evidence", "Evidence", "each source and what it says", priority: 1) { picture in
      .array(picture.truth.evidence.map { ["source": .string($0.source), "says": .string($0.says)] })
    } cell: { picture in
      Cell(picture.truth.evidence.map { "\($0.source): \($0.says)" }.joined(separator: "; "))
    },
    basis("kill_switch") { $0.killSwitchBasis },
    Field("kill_switch_basis_note", "", "what speaks against the figure", priority: 0) {
      .optional($0.killSwitchBasis?.words)
    },
  ]
}

extension JSONValue {
  /// `null` for a list that was not told.
  fileprivate static func names(_ names: [String]?) -> JSONValue {
    names.map { .array($0.map { .string($0) }) } ?? .null
  }
}
