extension Reason {
  /// Filters inside strategies (docs/engine.md 4.4): they refuse a signal before it is published, or change its size.
  static let filters: [Reason] = [
    Reason(
      "ssd_silent_filter", .filter, .filters, .block, "the market is noise to the physics model; tick skipped",
      clearedBy: "a clearer market", .query(.funnel)),
    Reason(
      "price_anomaly_block", .filter, .filters, .block,
      "a jump of 5 % or more in one tick; symbol blocked for 5 minutes", clearedBy: "5 minutes", .query(.funnel)),
    Reason(
      "stale_price", .filter, .marketData, .attention, "no price for over 60 s", clearedBy: "prices arriving again",
      .query(.funnel)),
    Reason(
      "regime_reject", .filter, .filters, .block, "the strategy does not trade in this regime",
      clearedBy: "another market regime", .query(.funnel)),
    Reason(
      "regime_gating_reject", .filter, .filters, .block, "the strategy does not trade in this regime",
      clearedBy: "another market regime", .query(.funnel)),
    Reason(
      "cooldown_reject", .filter, .filters, .block, "too soon after the last trade, or a losing streak",
      clearedBy: "2 minutes, or a win", .query(.funnel)),
    Reason(
      "spread_reject", .filter, .filters, .block, "the spread is wider than 12 bps", clearedBy: "a narrower spread",
      .query(.funnel)),
    Reason(
      "maker_edge_reject", .filter, .filters, .block, "the expected maker edge is under 3 bps",
      clearedBy: "a better entry", .query(.funnel)),
    Reason(
      "edge_reject", .filter, .filters, .block, "the expected edge is too small", clearedBy: "a better entry",
      .query(.funnel)),
    Reason(
      "filter_reject", .filter, .filters, .block, "spread, volatility or trading hours (07-11, 12-16, 17-21 UTC)",
      clearedBy: "the next trading hours, or a livelier market", .query(.funnel)),
    Reason(
      "volatility_penalty", .filter, .filters, .info, "size reduced, not blocked", clearedBy: "nothing to clear",
      .query(.funnel)),
    Reason(
      "volatility_soft_penalty", .filter, .filters, .info, "size reduced, not blocked", clearedBy: "nothing to clear",
      .query(.funnel)),
    Reason(
      "volatility_breakout_snipe", .filter, .filters, .info, "size doubled, not blocked", clearedBy: "nothing to clear",
      .query(.funnel)),
    Reason(
      "volatility_hard_reject", .filter, .filters, .block, "volatility is too high (documented, not raised)",
      clearedBy: "a calmer market", .query(.funnel)),
    Reason(
      "brain_sentiment_conflict", .filter, .filters, .info, "size reduced, not blocked", clearedBy: "nothing to clear",
      .query(.funnel)),
    Reason(
      "oracle_reversal_block", .filter, .filters, .block, "the model expects a reversal", clearedBy: "another forecast",
      .query(.funnel)),
    Reason(
      "oracle_price_prediction_block", .filter, .filters, .block, "the model expects a move against the trade",
      clearedBy: "another forecast", .query(.funnel)),
    Reason(
      "ofi_pressure_block", .filter, .filters, .block, "order flow is against the trade",
      clearedBy: "order flow turning", .query(.funnel)),
    Reason(
      "ofi_prediction_block", .filter, .filters, .block, "order flow is expected against the trade",
      clearedBy: "order flow turning", .query(.funnel)),
    Reason(
      "multi_factor_reject", .filter, .filters, .block, "the confirmation score is too low",
      clearedBy: "more confirmation", .query(.funnel)),
    Reason(
      "trade_council_block", .filter, .council, .block, "the council rejected or vetoed",
      clearedBy: "a lower threshold on the engine", .query(.trace, "last-blocked")),
    Reason(
      "intelligence_gate_reject", .filter, .filters, .block, "the intelligence gate contradicts the signal",
      clearedBy: "intelligence_gate_reject_on_contradiction=false", .query(.funnel)),
    Reason(
      "missing_stop_loss", .filter, .strategies, .block, "the signal had no stop loss",
      clearedBy: "the strategy has to be mended", .query(.funnel)),
    Reason(
      "decision_memory_block", .filter, .strategies, .block, "the strategy lost three times in this context",
      clearedBy: "24 hours", .query(.funnel)),
    Reason(
      "risk_limits_reject", .filter, .limits, .block, "the final risk limits said no",
      clearedBy: "what the limit's text says", .query(.funnel)),
    Reason(
      "daily_attempts_reject", .filter, .limits, .block, "the strategy's attempts for this UTC day are used up",
      clearedBy: "00:00 UTC", .query(.funnel)),
    Reason(
      "position_size_reject", .filter, .limits, .info, "the symbol has a position already",
      clearedBy: "the position closing", .query(.funnel)),
    Reason(
      "rr_ratio_reject", .filter, .limits, .block, "reward to risk is under 2.0", clearedBy: "a better target or stop",
      .query(.funnel)),
    Reason(
      "exposure_guard_block", .filter, .limits, .block, "exposure has reached three times equity",
      clearedBy: "positions closing", .query(.funnel)),
    Reason(
      "deposit_protection_block", .filter, .limits, .block, "equity is too far below the deposit",
      clearedBy: "equity recovering", .query(.funnel)),
    Reason(
      "protection_block", .filter, .strategies, .block, "a loss cap of the strategy, hour or day was reached",
      clearedBy: "the hour or day ending", .query(.funnel)),
    Reason(
      "idempotency_blocked", .filter, .rejects, .info, "a duplicate of an order that was sent",
      clearedBy: "nothing to clear", .query(.funnel)),
  ]

  /// First words of kill-switch reasons, codes of the governor, and other stops (docs/engine.md 4.5).
  static let stops: [Reason] = [
    Reason(
      "HARD_STOP", .stop, .killSwitch, .block, "equity fell 30 % below the initial capital",
      clearedBy: "the next UTC day, or: \(.operation(.resetKillSwitch))", .query(.killSwitch)),
    Reason(
      "DAILY_PAUSE", .stop, .killSwitch, .block, "equity fell 15 % below the day's high",
      clearedBy: "a tenth of the loss recovered after 5 minutes, or a reset", .query(.killSwitch)),
    Reason(
      "ERROR_PAUSE", .stop, .killSwitch, .block, "too many errors in an hour (documented, not raised)",
      clearedBy: "a reset", .query(.killSwitch)),
    Reason(
      "VOLATILITY_PAUSE", .stop, .killSwitch, .block, "the spread was extreme (documented, not raised)",
      clearedBy: "a reset", .query(.killSwitch)),
    Reason(
      "Killswitch", .stop, .killSwitch, .block, "the deposit protector saw equity 30 % below the initial capital",
      clearedBy: "a reset, and a restart for the latch", .query(.killSwitch)),
    Reason(
      "bybit_price_feed_failure", .stop, .killSwitch, .block, "the price feed could not be started",
      clearedBy: "a restart of the engine once the feed is back", .query(.health)),
    Reason(
      "position_reconciliation_failure", .stop, .latch, .block, "positions and exchange differed ten times in a row",
      clearedBy: "\(.operation(.engineResetHalt)), then a restart for the latch", .operation(.engineResetHalt)),
    Reason(
      "MAX_DRAWDOWN_SOFT", .stop, .governor, .attention, "drawdown of 10 % or more: sizes cut",
      clearedBy: "drawdown below 5 % for 30 minutes, or a clear", .query(.governor)),
    Reason(
      "MAX_DRAWDOWN_QUARANTINE", .stop, .governor, .attention, "drawdown of 15 % or more: sizes cut",
      clearedBy: "drawdown below 5 % for 30 minutes, or a clear", .query(.governor)),
    Reason(
      "MAX_DRAWDOWN_HARD", .stop, .governor, .block, "drawdown of 20 % or more: every signal refused",
      clearedBy: "drawdown below 5 % for 30 minutes, or a clear", .query(.governor)),
    Reason(
      "risk_hard_stop", .stop, .governor, .block, "the governor's hard stop (documented, not raised)",
      clearedBy: "a clear", .query(.governor)),
    Reason(
      "risk_quarantine", .stop, .quarantine, .attention, "a symbol was quarantined (documented, not raised)",
      clearedBy: "\(.operation(.clearGovernor, options: .symbol("SYMBOL")))", .query(.governor)),
    Reason(
      "PROFIT_TARGET_USD_REACHED", .stop, nil, .attention, "profit capture: 1000 USDT gained, positions closed",
      clearedBy: "nothing to clear: trading goes on", .query(.account)),
    Reason(
      "PROFIT_TARGET_PCT_REACHED", .stop, nil, .attention, "profit capture: 20 % gained, positions closed",
      clearedBy: "nothing to clear: trading goes on", .query(.account)),
    Reason(
      "PROFIT_TRAIL_TRIGGERED", .stop, nil, .attention,
      "profit capture: 10 % given back from the peak, positions closed", clearedBy: "nothing to clear: trading goes on",
      .query(.account)),
  ]
}
