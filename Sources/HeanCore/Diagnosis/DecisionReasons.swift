extension Reason {
  /// Codes of decisions (docs/engine.md 4.3).
  static let decisions: [Reason] = [
    Reason(
      "ACCEPTED", .decision, nil, .info, "passed every gate; an order was requested", clearedBy: "nothing to clear",
      .query(.orders)),
    Reason(
      "MISSING_STOP_LOSS", .decision, .strategies, .block, "the signal had no stop loss",
      clearedBy: "the strategy has to be mended", .query(.compareStrategies)),
    Reason(
      "TRADING_DISABLED", .decision, .latch, .block, "risk state forbids trading",
      clearedBy: "the kill switch, governor or latch that forbids it", .query(.risk)),
    Reason(
      "LIMIT_REACHED", .decision, .limits, .block, "all position or order slots are taken",
      clearedBy: "a position or order that closes", .query(.positions)),
    Reason(
      "SYMBOL_BLOCKED", .decision, .limits, .info, "the symbol has a position already or is quarantined",
      clearedBy: "the position closing, or a release from quarantine", .query(.positions)),
    Reason(
      "COOLDOWN", .decision, .strategies, .block, "the strategy lost too often in a row",
      clearedBy: "a win, or a restart of the engine", .query(.strategies)),
    Reason(
      "COUNCIL_REJECTED", .decision, .council, .block, "the council's vote stayed below its threshold",
      clearedBy: "a lower threshold: TRADE_COUNCIL_ENTRY_THRESHOLD on the engine, and a restart",
      .query(.trace, "last-blocked")),
    Reason(
      "COUNCIL_VETOED", .decision, .council, .block, "a council member vetoed",
      clearedBy: "what the member objected to", .query(.trace, "last-blocked")),
    Reason(
      "VALIDATION_FAIL", .decision, .marketData, .block, "no usable price", clearedBy: "prices arriving again",
      .query(.health)),
    Reason(
      "DECISION_MEMORY", .decision, .strategies, .block,
      "this strategy lost three times in this context; locked for 24 h", clearedBy: "time: 24 hours",
      .query(.strategies)),
    Reason(
      "PHYSICS_BLOCK", .decision, .filters, .block, "the market is noise to the physics model",
      clearedBy: "a calmer or clearer market", .query(.why, options: .watch)),
    Reason(
      "RISK_BLOCKED", .decision, .limits, .block, "the final risk limits said no",
      clearedBy: "what the limit's text says", .query(.limits)),
    Reason(
      "DAILY_LIMIT", .decision, .limits, .block, "the strategy's attempts for this UTC day are used up",
      clearedBy: "00:00 UTC", .query(.strategies)),
    Reason(
      "STALE_MARKET_DATA", .decision, .marketData, .attention, "the symbol's last price is over 30 s old",
      clearedBy: "prices arriving again", .query(.health)),
    Reason(
      "LOW_LIQUIDITY", .decision, .marketData, .attention, "the spread is wider than 0.5 %",
      clearedBy: "a narrower spread", .query(.why, options: .watch)),
    Reason(
      "EXPOSURE_LIMIT", .decision, .limits, .block, "exposure has reached three times equity",
      clearedBy: "positions closing", .query(.positions)),
    Reason(
      "DEPOSIT_PROTECTION", .decision, .limits, .block, "equity is too far below the deposit",
      clearedBy: "equity recovering", .query(.risk)),
    Reason(
      "PROTECTION_BLOCK", .decision, .strategies, .block, "a loss cap of the strategy, hour or day was reached",
      clearedBy: "the hour or day ending", .query(.compareStrategies)),
    Reason(
      "POSITION_EXISTS", .decision, .limits, .info, "the symbol has a position already",
      clearedBy: "the position closing", .query(.positions)),
    Reason(
      "SPREAD_WIDE", .decision, .filters, .block, "the spread is too wide (documented, not sent by this engine)",
      clearedBy: "a narrower spread", .query(.why, options: .watch)),
    Reason(
      "RISK_BLOCK", .decision, .limits, .block, "risk limits said no (documented, not sent by this engine)",
      clearedBy: "what the limit's text says", .query(.limits)),
    Reason(
      "physics_low_phase_confidence", .decision, .filters, .info,
      "advice of the physics filter only; an accepted signal may follow", clearedBy: "nothing to clear", .query(.why)),
    Reason(
      "physics_extreme_chaos", .decision, .filters, .info,
      "advice of the physics filter only; an accepted signal may follow", clearedBy: "nothing to clear", .query(.why)),
    Reason(
      "physics_phase_conflict", .decision, .filters, .info,
      "advice of the physics filter only; an accepted signal may follow", clearedBy: "nothing to clear", .query(.why)),
    Reason(
      "physics_extreme_temperature", .decision, .filters, .info,
      "advice of the physics filter only; an accepted signal may follow", clearedBy: "nothing to clear", .query(.why)),
    Reason(
      "physics_extreme_entropy", .decision, .filters, .info,
      "advice of the physics filter only; an accepted signal may follow", clearedBy: "nothing to clear", .query(.why)),
  ]

  /// Codes of exits (docs/engine.md 4.3).
  static let exits: [Reason] = [
    Reason("TP_HIT", .exit, nil, .info, "closed at its target", clearedBy: "nothing to clear", .query(.positions)),
    Reason("SL_HIT", .exit, nil, .info, "closed at its stop", clearedBy: "nothing to clear", .query(.positions)),
    Reason(
      "TIMEOUT_TTL", .exit, nil, .info, "closed because its time was over", clearedBy: "nothing to clear",
      .query(.positions)),
    Reason(
      "RISK_EXIT", .exit, nil, .attention, "closed by an operator through the interface", clearedBy: "nothing to clear",
      .query(.audit)),
    Reason("HOLD", .exit, nil, .info, "kept open", clearedBy: "nothing to clear", .query(.positions)),
    Reason(
      "NO_TICKS", .exit, nil, .attention, "kept open: no price for over 3 s", clearedBy: "prices arriving again",
      .query(.health)),
    Reason(
      "EXIT_PLAN_MISSING", .exit, nil, .attention, "kept open: it has neither target nor stop",
      clearedBy: "an exit by hand", .query(.positions)),
  ]
}
