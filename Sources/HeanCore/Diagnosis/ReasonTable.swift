extension Reason {
  /// What is known of a code. The compiler asks for an entry for each case.
  public init(_ code: ReasonCode) {
    self =
      switch code {
      // Codes of decisions (docs/engine.md 4.3).
      case .accepted:
        Reason(
          code, .decision, nil, .info, "passed every gate; an order was requested", clearedBy: "nothing to clear",
          .query(.orders))
      case .missingStopLoss:
        Reason(
          code, .decision, .strategies, .block, "the signal had no stop loss",
          clearedBy: "the strategy has to be mended", .query(.compareStrategies))
      case .tradingDisabled:
        Reason(
          code, .decision, .latch, .block, "risk state forbids trading",
          clearedBy: "the kill switch, governor or latch that forbids it", .query(.risk))
      case .limitReached:
        Reason(
          code, .decision, .limits, .block, "all position or order slots are taken",
          clearedBy: "a position or order that closes", .query(.positions))
      case .symbolBlocked:
        Reason(
          code, .decision, .limits, .info, "the symbol has a position already or is quarantined",
          clearedBy: "the position closing, or a release from quarantine", .query(.positions))
      case .cooldown:
        Reason(
          code, .decision, .strategies, .block, "the strategy lost too often in a row",
          clearedBy: "a win, or a restart of the engine", .query(.strategies))
      case .councilRejected:
        Reason(
          code, .decision, .council, .block, "the council's vote stayed below its threshold",
          clearedBy: "a lower threshold: TRADE_COUNCIL_ENTRY_THRESHOLD on the engine, and a restart",
          .query(.trace, "last-blocked"))
      case .councilVetoed:
        Reason(
          code, .decision, .council, .block, "a council member vetoed", clearedBy: "what the member objected to",
          .query(.trace, "last-blocked"))
      case .validationFail:
        Reason(
          code, .decision, .marketData, .block, "no usable price", clearedBy: "prices arriving again", .query(.health))
      case .decisionMemory:
        Reason(
          code, .decision, .strategies, .block, "this strategy lost three times in this context; locked for 24 h",
          clearedBy: "time: 24 hours", .query(.strategies))
      case .physicsBlock:
        Reason(
          code, .decision, .filters, .block, "the market is noise to the physics model",
          clearedBy: "a calmer or clearer market", .query(.why, options: .watch))
      case .riskBlocked:
        Reason(
          code, .decision, .limits, .block, "the final risk limits said no", clearedBy: "what the limit's text says",
          .query(.limits))
      case .dailyLimit:
        Reason(
          code, .decision, .limits, .block, "the strategy's attempts for this UTC day are used up",
          clearedBy: "00:00 UTC", .query(.strategies))
      case .staleMarketData:
        Reason(
          code, .decision, .marketData, .attention, "the symbol's last price is over 30 s old",
          clearedBy: "prices arriving again", .query(.health))
      case .lowLiquidity:
        Reason(
          code, .decision, .marketData, .attention, "the spread is wider than 0.5 %", clearedBy: "a narrower spread",
          .query(.why, options: .watch))
      case .exposureLimit:
        Reason(
          code, .decision, .limits, .block, "exposure has reached three times equity", clearedBy: "positions closing",
          .query(.positions))
      case .depositProtection:
        Reason(
          code, .decision, .limits, .block, "equity is too far below the deposit", clearedBy: "equity recovering",
          .query(.risk))
      case .protectionBlock:
        Reason(
          code, .decision, .strategies, .block, "a loss cap of the strategy, hour or day was reached",
          clearedBy: "the hour or day ending", .query(.compareStrategies))
      case .positionExists:
        Reason(
          code, .decision, .limits, .info, "the symbol has a position already", clearedBy: "the position closing",
          .query(.positions))
      case .spreadWide:
        Reason(
          code, .decision, .filters, .block, "the spread is too wide (documented, not sent by this engine)",
          clearedBy: "a narrower spread", .query(.why, options: .watch))
      case .riskBlock:
        Reason(
          code, .decision, .limits, .block, "risk limits said no (documented, not sent by this engine)",
          clearedBy: "what the limit's text says", .query(.limits))
      case .physicsLowPhaseConfidence, .physicsExtremeChaos, .physicsPhaseConflict, .physicsExtremeTemperature,
        .physicsExtremeEntropy:
        Reason(
          code, .decision, .filters, .info, "advice of the physics filter only; an accepted signal may follow",
          clearedBy: "nothing to clear", .query(.why))
      // Codes of exits (docs/engine.md 4.3).
      case .tpHit:
        Reason(code, .exit, nil, .info, "closed at its target", clearedBy: "nothing to clear", .query(.positions))
      case .slHit:
        Reason(code, .exit, nil, .info, "closed at its stop", clearedBy: "nothing to clear", .query(.positions))
      case .timeoutTTL:
        Reason(
          code, .exit, nil, .info, "closed because its time was over", clearedBy: "nothing to clear", .query(.positions)
        )
      case .riskExit:
        Reason(
          code, .exit, nil, .attention, "closed by an operator through the interface", clearedBy: "nothing to clear",
          .query(.audit))
      case .hold:
        Reason(code, .exit, nil, .info, "kept open", clearedBy: "nothing to clear", .query(.positions))
      case .noTicks:
        Reason(
          code, .exit, nil, .attention, "kept open: no price for over 3 s", clearedBy: "prices arriving again",
          .query(.health))
      case .exitPlanMissing:
        Reason(
          code, .exit, nil, .attention, "kept open: it has neither target nor stop", clearedBy: "an exit by hand",
          .query(.positions))
      // Filters inside strategies (docs/engine.md 4.4): they refuse a signal before it is published, or change its size.
      case .ssdSilentFilter:
        Reason(
          code, .filter, .filters, .block, "the market is noise to the physics model; tick skipped",
          clearedBy: "a clearer market", .query(.funnel))
      case .priceAnomalyBlock:
        Reason(
          code, .filter, .filters, .block, "a jump of 5 % or more in one tick; symbol blocked for 5 minutes",
          clearedBy: "5 minutes", .query(.funnel))
      case .stalePrice:
        Reason(
          code, .filter, .marketData, .attention, "no price for over 60 s", clearedBy: "prices arriving again",
          .query(.funnel))
      case .regimeReject, .regimeGatingReject:
        Reason(
          code, .filter, .filters, .block, "the strategy does not trade in this regime",
          clearedBy: "another market regime", .query(.funnel))
      case .cooldownReject:
        Reason(
          code, .filter, .filters, .block, "too soon after the last trade, or a losing streak",
          clearedBy: "2 minutes, or a win", .query(.funnel))
      case .spreadReject:
        Reason(
          code, .filter, .filters, .block, "the spread is wider than 12 bps", clearedBy: "a narrower spread",
          .query(.funnel))
      case .makerEdgeReject:
        Reason(
          code, .filter, .filters, .block, "the expected maker edge is under 3 bps", clearedBy: "a better entry",
          .query(.funnel))
      case .edgeReject:
        Reason(
          code, .filter, .filters, .block, "the expected edge is too small", clearedBy: "a better entry",
          .query(.funnel))
      case .filterReject:
        Reason(
          code, .filter, .filters, .block, "spread, volatility or trading hours (07-11, 12-16, 17-21 UTC)",
          clearedBy: "the next trading hours, or a livelier market", .query(.funnel))
      case .volatilityPenalty, .volatilitySoftPenalty:
        Reason(
          code, .filter, .filters, .info, "size reduced, not blocked", clearedBy: "nothing to clear", .query(.funnel))
      case .volatilityBreakoutSnipe:
        Reason(
          code, .filter, .filters, .info, "size doubled, not blocked", clearedBy: "nothing to clear", .query(.funnel))
      case .volatilityHardReject:
        Reason(
          code, .filter, .filters, .block, "volatility is too high (documented, not raised)",
          clearedBy: "a calmer market", .query(.funnel))
      case .brainSentimentConflict:
        Reason(
          code, .filter, .filters, .info, "size reduced, not blocked", clearedBy: "nothing to clear", .query(.funnel))
      case .oracleReversalBlock:
        Reason(
          code, .filter, .filters, .block, "the model expects a reversal", clearedBy: "another forecast",
          .query(.funnel))
      case .oraclePricePredictionBlock:
        Reason(
          code, .filter, .filters, .block, "the model expects a move against the trade", clearedBy: "another forecast",
          .query(.funnel))
      case .ofiPressureBlock:
        Reason(
          code, .filter, .filters, .block, "order flow is against the trade", clearedBy: "order flow turning",
          .query(.funnel))
      case .ofiPredictionBlock:
        Reason(
          code, .filter, .filters, .block, "order flow is expected against the trade", clearedBy: "order flow turning",
          .query(.funnel))
      case .multiFactorReject:
        Reason(
          code, .filter, .filters, .block, "the confirmation score is too low", clearedBy: "more confirmation",
          .query(.funnel))
      case .tradeCouncilBlock:
        Reason(
          code, .filter, .council, .block, "the council rejected or vetoed",
          clearedBy: "a lower threshold on the engine", .query(.trace, "last-blocked"))
      case .intelligenceGateReject:
        Reason(
          code, .filter, .filters, .block, "the intelligence gate contradicts the signal",
          clearedBy: "intelligence_gate_reject_on_contradiction=false", .query(.funnel))
      case .missingStopLossFilter:
        Reason(
          code, .filter, .strategies, .block, "the signal had no stop loss", clearedBy: "the strategy has to be mended",
          .query(.funnel))
      case .decisionMemoryBlock:
        Reason(
          code, .filter, .strategies, .block, "the strategy lost three times in this context", clearedBy: "24 hours",
          .query(.funnel))
      case .riskLimitsReject:
        Reason(
          code, .filter, .limits, .block, "the final risk limits said no", clearedBy: "what the limit's text says",
          .query(.funnel))
      case .dailyAttemptsReject:
        Reason(
          code, .filter, .limits, .block, "the strategy's attempts for this UTC day are used up",
          clearedBy: "00:00 UTC", .query(.funnel))
      case .positionSizeReject:
        Reason(
          code, .filter, .limits, .info, "the symbol has a position already", clearedBy: "the position closing",
          .query(.funnel))
      case .rrRatioReject:
        Reason(
          code, .filter, .limits, .block, "reward to risk is under 2.0", clearedBy: "a better target or stop",
          .query(.funnel))
      case .exposureGuardBlock:
        Reason(
          code, .filter, .limits, .block, "exposure has reached three times equity", clearedBy: "positions closing",
          .query(.funnel))
      case .depositProtectionBlock:
        Reason(
          code, .filter, .limits, .block, "equity is too far below the deposit", clearedBy: "equity recovering",
          .query(.funnel))
      case .protectionBlockFilter:
        Reason(
          code, .filter, .strategies, .block, "a loss cap of the strategy, hour or day was reached",
          clearedBy: "the hour or day ending", .query(.funnel))
      case .idempotencyBlocked:
        Reason(
          code, .filter, .rejects, .info, "a duplicate of an order that was sent", clearedBy: "nothing to clear",
          .query(.funnel))
      // First words of kill-switch reasons, codes of the governor, and other stops (docs/engine.md 4.5).
      case .hardStop:
        Reason(
          code, .stop, .killSwitch, .block, "equity fell 30 % below the initial capital",
          clearedBy: "the next UTC day, or: \(.operation(.resetKillSwitch))", .query(.killSwitch))
      case .dailyPause:
        Reason(
          code, .stop, .killSwitch, .block, "equity fell 15 % below the day's high",
          clearedBy: "a tenth of the loss recovered after 5 minutes, or a reset", .query(.killSwitch))
      case .errorPause:
        Reason(
          code, .stop, .killSwitch, .block, "too many errors in an hour (documented, not raised)", clearedBy: "a reset",
          .query(.killSwitch))
      case .volatilityPause:
        Reason(
          code, .stop, .killSwitch, .block, "the spread was extreme (documented, not raised)", clearedBy: "a reset",
          .query(.killSwitch))
      case .killswitch:
        Reason(
          code, .stop, .killSwitch, .block, "the deposit protector saw equity 30 % below the initial capital",
          clearedBy: "a reset, and a restart for the latch", .query(.killSwitch))
      case .bybitPriceFeedFailure:
        Reason(
          code, .stop, .killSwitch, .block, "the price feed could not be started",
          clearedBy: "a restart of the engine once the feed is back", .query(.health))
      case .positionReconciliationFailure:
        Reason(
          code, .stop, .latch, .block, "positions and exchange differed ten times in a row",
          clearedBy: "\(.operation(.engineResetHalt)), then a restart for the latch", .operation(.engineResetHalt))
      case .maxDrawdownSoft:
        Reason(
          code, .stop, .governor, .attention, "drawdown of 10 % or more: sizes cut",
          clearedBy: "drawdown below 5 % for 30 minutes, or a clear", .query(.governor))
      case .maxDrawdownQuarantine:
        Reason(
          code, .stop, .governor, .attention, "drawdown of 15 % or more: sizes cut",
          clearedBy: "drawdown below 5 % for 30 minutes, or a clear", .query(.governor))
      case .maxDrawdownHard:
        Reason(
          code, .stop, .governor, .block, "drawdown of 20 % or more: every signal refused",
          clearedBy: "drawdown below 5 % for 30 minutes, or a clear", .query(.governor))
      case .riskHardStop:
        Reason(
          code, .stop, .governor, .block, "the governor's hard stop (documented, not raised)", clearedBy: "a clear",
          .query(.governor))
      case .riskQuarantine:
        Reason(
          code, .stop, .quarantine, .attention, "a symbol was quarantined (documented, not raised)",
          clearedBy: "\(.operation(.clearGovernor, options: .symbol("SYMBOL")))", .query(.governor))
      case .profitTargetUSDReached:
        Reason(
          code, .stop, nil, .attention, "profit capture: 1000 USDT gained, positions closed",
          clearedBy: "nothing to clear: trading goes on", .query(.account))
      case .profitTargetPctReached:
        Reason(
          code, .stop, nil, .attention, "profit capture: 20 % gained, positions closed",
          clearedBy: "nothing to clear: trading goes on", .query(.account))
      case .profitTrailTriggered:
        Reason(
          code, .stop, nil, .attention, "profit capture: 10 % given back from the peak, positions closed",
          clearedBy: "nothing to clear: trading goes on", .query(.account))
      }
  }
}
