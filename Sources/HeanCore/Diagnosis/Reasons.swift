/// What the engine's reason codes mean (contract 4.3, 4.4) and what clears them. An unknown code stays as it is.
public enum Reasons {
  public static func meaning(_ code: String) -> String { entries[code]?.meaning ?? "a code unknown to hean" }
  public static func nextStep(_ code: String) -> String? { entries[code]?.nextStep }

  private struct Entry {
    var meaning: String
    var nextStep: String?

    init(_ meaning: String, _ nextStep: String? = nil) {
      self.meaning = meaning
      self.nextStep = nextStep
    }
  }

  private static let council = "set TRADE_COUNCIL_ENTRY_THRESHOLD on the engine and restart it"

  private static let entries: [String: Entry] = [
    "ACCEPTED": Entry("passed every gate"),
    "MISSING_STOP_LOSS": Entry("the signal had no stop loss", "disable the strategy: its signals are defective"),
    "TRADING_DISABLED": Entry("risk state forbids trading", "hean risk"),
    "LIMIT_REACHED": Entry("all position or order slots are taken", "hean positions"),
    "SYMBOL_BLOCKED": Entry("the symbol has a position already or is quarantined", "hean positions"),
    "COOLDOWN": Entry("the strategy lost too often in a row", "wait for a win or restart the engine"),
    "COUNCIL_REJECTED": Entry("the council's vote stayed below its threshold", council),
    "COUNCIL_VETOED": Entry("a council member vetoed", council),
    "VALIDATION_FAIL": Entry("no usable price", "check the engine's market data feed"),
    "DECISION_MEMORY": Entry("this strategy lost three times in this context; locked for 24 h", "wait"),
    "PHYSICS_BLOCK": Entry("the market is noise to the physics model", "wait"),
    "RISK_BLOCKED": Entry("the final risk limits said no", "hean risk limits"),
    "DAILY_LIMIT": Entry("the strategy's attempts for this UTC day are used up", "wait for 00:00 UTC"),
    "STALE_MARKET_DATA": Entry("the symbol's last price is over 30 s old", "check the engine's market data feed"),
    "LOW_LIQUIDITY": Entry("the spread is wider than 0.5 %", "wait"),
    "EXPOSURE_LIMIT": Entry("exposure has reached three times equity", "hean positions"),
    "DEPOSIT_PROTECTION": Entry("equity is too far below the deposit", "hean risk"),
    "PROTECTION_BLOCK": Entry("a loss cap of the strategy, hour or day was reached", "wait"),
    "POSITION_EXISTS": Entry("the symbol has a position already", "hean positions"),
    "physics_low_phase_confidence": Entry("advice of the physics filter only"),
    "physics_extreme_chaos": Entry("advice of the physics filter only"),
    "physics_phase_conflict": Entry("advice of the physics filter only"),
    "physics_extreme_temperature": Entry("advice of the physics filter only"),
    "physics_extreme_entropy": Entry("advice of the physics filter only"),
    "ssd_silent_filter": Entry("the market is noise to the physics model; tick skipped"),
    "price_anomaly_block": Entry("a jump of 5 % or more in one tick; symbol blocked for 5 minutes"),
    "stale_price": Entry("no price for over 60 s"),
    "regime_reject": Entry("the strategy does not trade in this regime"),
    "regime_gating_reject": Entry("the strategy does not trade in this regime"),
    "cooldown_reject": Entry("too soon after the last trade, or a losing streak"),
    "spread_reject": Entry("the spread is wider than 12 bps"),
    "maker_edge_reject": Entry("the expected maker edge is under 3 bps"),
    "edge_reject": Entry("the expected edge is too small"),
    "filter_reject": Entry("spread, volatility or trading hours"),
    "volatility_penalty": Entry("size reduced, not blocked"),
    "volatility_soft_penalty": Entry("size reduced, not blocked"),
    "volatility_breakout_snipe": Entry("size doubled, not blocked"),
    "volatility_hard_reject": Entry("volatility is too high"),
    "brain_sentiment_conflict": Entry("size reduced, not blocked"),
    "oracle_reversal_block": Entry("the model expects a reversal"),
    "oracle_price_prediction_block": Entry("the model expects a move against the trade"),
    "ofi_pressure_block": Entry("order flow is against the trade"),
    "ofi_prediction_block": Entry("order flow is expected against the trade"),
    "multi_factor_reject": Entry("the confirmation score is too low"),
    "trade_council_block": Entry("the council rejected or vetoed"),
    "intelligence_gate_reject": Entry("the intelligence gate contradicts the signal"),
    "missing_stop_loss": Entry("the signal had no stop loss"),
    "decision_memory_block": Entry("the strategy lost three times in this context"),
    "risk_limits_reject": Entry("the final risk limits said no"),
    "daily_attempts_reject": Entry("the strategy's attempts for this UTC day are used up"),
    "position_size_reject": Entry("the symbol has a position already"),
    "rr_ratio_reject": Entry("reward to risk is under 2.0"),
    "exposure_guard_block": Entry("exposure has reached three times equity"),
    "deposit_protection_block": Entry("equity is too far below the deposit"),
    "protection_block": Entry("a loss cap of the strategy, hour or day was reached"),
    "idempotency_blocked": Entry("a duplicate of an order that was sent"),
  ]
}
