/// The engine's reason codes that hean knows: the one list of them. `Reason` tells what each means.
///
/// The models keep what the engine sent as text, because another version can send other codes; they give the case beside
/// it.
public enum ReasonCode: String, Codable, Sendable, CaseIterable {
  // Codes of decisions (docs/engine.md 4.3).

  /// Passed every gate; an order was requested.
  case accepted = "ACCEPTED"
  /// The signal had no stop loss.
  case missingStopLoss = "MISSING_STOP_LOSS"
  /// Risk state forbids trading.
  case tradingDisabled = "TRADING_DISABLED"
  /// All position or order slots are taken.
  case limitReached = "LIMIT_REACHED"
  /// The symbol has a position already or is quarantined.
  case symbolBlocked = "SYMBOL_BLOCKED"
  /// The strategy lost too often in a row.
  case cooldown = "COOLDOWN"
  /// The council's vote stayed below its threshold.
  case councilRejected = "COUNCIL_REJECTED"
  /// A council member vetoed.
  case councilVetoed = "COUNCIL_VETOED"
  /// No usable price.
  case validationFail = "VALIDATION_FAIL"
  /// This strategy lost three times in this context; locked for 24 h.
  case decisionMemory = "DECISION_MEMORY"
  /// The market is noise to the physics model.
  case physicsBlock = "PHYSICS_BLOCK"
  /// The final risk limits said no.
  case riskBlocked = "RISK_BLOCKED"
  /// The strategy's attempts for this UTC day are used up.
  case dailyLimit = "DAILY_LIMIT"
  /// The symbol's last price is over 30 s old.
  case staleMarketData = "STALE_MARKET_DATA"
  /// The spread is wider than 0.5 %.
  case lowLiquidity = "LOW_LIQUIDITY"
  /// Exposure has reached three times equity.
  case exposureLimit = "EXPOSURE_LIMIT"
  /// Equity is too far below the deposit.
  case depositProtection = "DEPOSIT_PROTECTION"
  /// A loss cap of the strategy, hour or day was reached.
  case protectionBlock = "PROTECTION_BLOCK"
  /// The symbol has a position already.
  case positionExists = "POSITION_EXISTS"
  /// The spread is too wide (documented, not sent by this engine).
  case spreadWide = "SPREAD_WIDE"
  /// Risk limits said no (documented, not sent by this engine).
  case riskBlock = "RISK_BLOCK"
  /// Advice of the physics filter only; an accepted signal may follow.
  case physicsLowPhaseConfidence = "physics_low_phase_confidence"
  /// Advice of the physics filter only; an accepted signal may follow.
  case physicsExtremeChaos = "physics_extreme_chaos"
  /// Advice of the physics filter only; an accepted signal may follow.
  case physicsPhaseConflict = "physics_phase_conflict"
  /// Advice of the physics filter only; an accepted signal may follow.
  case physicsExtremeTemperature = "physics_extreme_temperature"
  /// Advice of the physics filter only; an accepted signal may follow.
  case physicsExtremeEntropy = "physics_extreme_entropy"

  // Codes of exits (docs/engine.md 4.3).

  /// Closed at its target.
  case tpHit = "TP_HIT"
  /// Closed at its stop.
  case slHit = "SL_HIT"
  /// Closed because its time was over.
  case timeoutTTL = "TIMEOUT_TTL"
  /// Closed by an operator through the interface.
  case riskExit = "RISK_EXIT"
  /// Kept open.
  case hold = "HOLD"
  /// Kept open: no price for over 3 s.
  case noTicks = "NO_TICKS"
  /// Kept open: it has neither target nor stop.
  case exitPlanMissing = "EXIT_PLAN_MISSING"

  // Filters inside strategies (docs/engine.md 4.4): they refuse a signal before it is published, or change its size.

  /// The market is noise to the physics model; tick skipped.
  case ssdSilentFilter = "ssd_silent_filter"
  /// A jump of 5 % or more in one tick; symbol blocked for 5 minutes.
  case priceAnomalyBlock = "price_anomaly_block"
  /// No price for over 60 s.
  case stalePrice = "stale_price"
  /// The strategy does not trade in this regime.
  case regimeReject = "regime_reject"
  /// The strategy does not trade in this regime.
  case regimeGatingReject = "regime_gating_reject"
  /// Too soon after the last trade, or a losing streak.
  case cooldownReject = "cooldown_reject"
  /// The spread is wider than 12 bps.
  case spreadReject = "spread_reject"
  /// The expected maker edge is under 3 bps.
  case makerEdgeReject = "maker_edge_reject"
  /// The expected edge is too small.
  case edgeReject = "edge_reject"
  /// Spread, volatility or trading hours (07-11, 12-16, 17-21 UTC).
  case filterReject = "filter_reject"
  /// Size reduced, not blocked.
  case volatilityPenalty = "volatility_penalty"
  /// Size reduced, not blocked.
  case volatilitySoftPenalty = "volatility_soft_penalty"
  /// Size doubled, not blocked.
  case volatilityBreakoutSnipe = "volatility_breakout_snipe"
  /// Volatility is too high (documented, not raised).
  case volatilityHardReject = "volatility_hard_reject"
  /// Size reduced, not blocked.
  case brainSentimentConflict = "brain_sentiment_conflict"
  /// The model expects a reversal.
  case oracleReversalBlock = "oracle_reversal_block"
  /// The model expects a move against the trade.
  case oraclePricePredictionBlock = "oracle_price_prediction_block"
  /// Order flow is against the trade.
  case ofiPressureBlock = "ofi_pressure_block"
  /// Order flow is expected against the trade.
  case ofiPredictionBlock = "ofi_prediction_block"
  /// The confirmation score is too low.
  case multiFactorReject = "multi_factor_reject"
  /// The council rejected or vetoed.
  case tradeCouncilBlock = "trade_council_block"
  /// The intelligence gate contradicts the signal.
  case intelligenceGateReject = "intelligence_gate_reject"
  /// The signal had no stop loss.
  case missingStopLossFilter = "missing_stop_loss"
  /// The strategy lost three times in this context.
  case decisionMemoryBlock = "decision_memory_block"
  /// The final risk limits said no.
  case riskLimitsReject = "risk_limits_reject"
  /// The strategy's attempts for this UTC day are used up.
  case dailyAttemptsReject = "daily_attempts_reject"
  /// The symbol has a position already.
  case positionSizeReject = "position_size_reject"
  /// Reward to risk is under 2.0.
  case rrRatioReject = "rr_ratio_reject"
  /// Exposure has reached three times equity.
  case exposureGuardBlock = "exposure_guard_block"
  /// Equity is too far below the deposit.
  case depositProtectionBlock = "deposit_protection_block"
  /// A loss cap of the strategy, hour or day was reached.
  case protectionBlockFilter = "protection_block"
  /// A duplicate of an order that was sent.
  case idempotencyBlocked = "idempotency_blocked"

  // First words of kill-switch reasons, codes of the governor, and other stops (docs/engine.md 4.5).

  /// Equity fell 30 % below the initial capital.
  case hardStop = "HARD_STOP"
  /// Equity fell 15 % below the day's high.
  case dailyPause = "DAILY_PAUSE"
  /// Too many errors in an hour (documented, not raised).
  case errorPause = "ERROR_PAUSE"
  /// The spread was extreme (documented, not raised).
  case volatilityPause = "VOLATILITY_PAUSE"
  /// The deposit protector saw equity 30 % below the initial capital.
  case killswitch = "Killswitch"
  /// The price feed could not be started.
  case bybitPriceFeedFailure = "bybit_price_feed_failure"
  /// Positions and exchange differed ten times in a row.
  case positionReconciliationFailure = "position_reconciliation_failure"
  /// Drawdown of 10 % or more: sizes cut.
  case maxDrawdownSoft = "MAX_DRAWDOWN_SOFT"
  /// Drawdown of 15 % or more: sizes cut.
  case maxDrawdownQuarantine = "MAX_DRAWDOWN_QUARANTINE"
  /// Drawdown of 20 % or more: every signal refused.
  case maxDrawdownHard = "MAX_DRAWDOWN_HARD"
  /// The governor's hard stop (documented, not raised).
  case riskHardStop = "risk_hard_stop"
  /// A symbol was quarantined (documented, not raised).
  case riskQuarantine = "risk_quarantine"
  /// Profit capture: 1000 USDT gained, positions closed.
  case profitTargetUSDReached = "PROFIT_TARGET_USD_REACHED"
  /// Profit capture: 20 % gained, positions closed.
  case profitTargetPctReached = "PROFIT_TARGET_PCT_REACHED"
  /// Profit capture: 10 % given back from the peak, positions closed.
  case profitTrailTriggered = "PROFIT_TRAIL_TRIGGERED"

  /// Whether a reason in the engine's words begins with the code and a colon, as those of stops do (docs/engine.md 4.5).
  package func begins(_ words: String) -> Bool { words.hasPrefix(rawValue + ":") }
}
