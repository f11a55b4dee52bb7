extension WhyDiagnostics: WireEncodable {
  /// The body of `/trading/why`, as far as it is read; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "engine_state": .string(engineState.rawValue), "last_tick_age_sec": .optional(oldestTickAge),
      "margin_used": .optional(marginUsed), "margin_free": .optional(marginFree),
      // Whether the key is there at all means something of its own.
      "execution_quality": hasExecutionQuality ? ["rest_ok": .optional(isExchangeRESTUp)] : [:],
      "multi_symbol": ["symbols_count": .optional(symbolCount)],
    ]
  }
}

extension TradingMetrics: WireEncodable {
  /// The body of `/trading/metrics`, as far as it is read; what is `nil` becomes null.
  public var wire: JSONValue {
    let spans = [("last_1m", lastMinute), ("last_5m", lastFiveMinutes), ("session", session)]
    let counters = spans.compactMap { name, counters in counters.map { (name, $0.wire) } }
    return [
      "counters": .object(Dictionary(counters, uniquingKeysWith: { first, _ in first })),
      "top_reasons_for_skip_block": .records(reasons), "last_signal_ts": .time(lastSignalAt),
      "last_order_ts": .time(lastOrderAt), "last_fill_ts": .time(lastFillAt),
      "uptime_sec": .optional(uptimeSeconds),
    ]
  }
}

extension TradingMetrics.Counters: WireEncodable {
  /// The counters of one span; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "signals_total": .optional(signals), "decisions_create": .optional(created),
      "orders_created": .optional(ordersCreated), "orders_filled": .optional(ordersFilled),
      "orders_canceled": .optional(ordersCancelled), "orders_rejected": .optional(ordersRejected),
      "positions_closed": .optional(positionsClosed),
    ]
  }
}

extension FilterBlocks: WireEncodable {
  /// The body of `/analytics/blocks`, as far as it is read.
  public var wire: JSONValue { ["top_reasons": .records(reasons)] }
}

extension SignalRejections: WireEncodable {
  /// The body of `/telemetry/signal-rejections`, as far as it is read.
  public var wire: JSONValue {
    let counts = reasons.map { ($0.code, JSONValue.number(.init($0.count))) }
    return [
      "total_rejections": .optional(total),
      "by_reason": .object(Dictionary(counts, uniquingKeysWith: { first, _ in first })),
    ]
  }
}

extension CouncilStatus: WireEncodable {
  /// The body of `/council/trade/status`, as far as it is read; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "enabled": .optional(isEnabled), "entry_threshold": .optional(entryThreshold),
      "total_evaluated": .optional(evaluated), "total_approved": .optional(approved),
    ]
  }
}

extension CouncilVerdict: WireEncodable {
  /// The verdict as `/council/trade/verdicts` lists it; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "verdict_id": .optional(id), "signal_id": .optional(signalID), "strategy_id": .optional(strategyID),
      "symbol": .optional(symbol), "side": .optional(side?.rawValue), "timestamp": .time(at),
      "approved": .optional(isApproved), "final_confidence": .optional(confidence),
      "entry_threshold": .optional(threshold), "vetoed_by": .words(vetoedBy), "votes": .records(votes),
    ]
  }
}

extension CouncilVerdict.Vote: WireEncodable {
  /// One agent's vote; what is `nil` becomes null.
  public var wire: JSONValue { ["agent_role": .optional(agent), "confidence": .optional(confidence)] }
}

extension SignalPipeline: WireEncodable {
  /// The body of `/archon/pipeline`, as far as it is read.
  public var wire: JSONValue { ["recent_dead_letters": .records(deadLetters)] }
}

extension SignalPipeline.DeadLetter: WireEncodable {
  /// A signal that went no further, with its stages; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "strategy_id": .optional(strategyID), "symbol": .optional(symbol), "side": .optional(side?.rawValue),
      "stages": .records(stages),
    ]
  }
}

extension SignalPipeline.Stage: WireEncodable {
  /// One stage, and when the signal was there.
  public var wire: JSONValue { ["stage": .optional(name), "timestamp": .time(at)] }
}

extension EngineLog: WireEncodable {
  /// The body of `/logs/events`.
  public var wire: JSONValue { ["events": .records(records), "count": .number(.init(records.count))] }
}

extension EngineLog.Record: WireEncodable {
  /// One line of the log; what is `nil` becomes null.
  public var wire: JSONValue {
    ["timestamp": .time(at), "logger": .optional(logger), "message": .optional(message)]
  }
}

extension EngineLogSummary: WireEncodable {
  /// The body of `/logs/summary`, as far as it is read.
  public var wire: JSONValue {
    [
      "events_total": .optional(total),
      "events_by_source": sources.map { .object($0.mapValues { .number(.init($0)) }) } ?? .null,
    ]
  }
}
