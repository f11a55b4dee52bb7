import HeanCore

/// What happened to signals. Gaps of the real engine are copied: its list of reasons in `/trading/why` is always empty.
enum SignalResponses {
  static func why(_ world: World, _ now: Date) -> JSONValue {
    let isRunning = world.isRunning
    let margin = AccountResponses.margin(world)
    func time(_ kind: Tally.Kind) -> JSONValue {
      isRunning ? world.tally.last(kind).map { .zoned(world.date($0)) } ?? .null : .null
    }
    return [
      "engine_state": isRunning ? "running" : "STOPPED",
      "killswitch_state": [
        "triggered": .bool(isRunning && world.killSwitch.isTriggered),
        "reasons": .array(isRunning ? world.killSwitch.reasons.map { .string($0) } : []),
        "triggered_at": isRunning ? world.killSwitch.triggered.map { .naive(world.date($0)) } ?? .null : .null,
      ],
      "last_tick_age_sec": isRunning ? .figure(tickAge(world, now), places: 3) : .null,
      "last_signal_ts": time(.signals), "last_decision_ts": .null, "last_order_ts": time(.ordersCreated),
      "last_fill_ts": time(.ordersFilled), "active_orders_count": .count(isRunning ? world.openOrders.count : 0),
      "active_positions_count": .count(isRunning ? world.positions.count : 0), "top_reason_codes_last_5m": [],
      "equity": isRunning ? .number(world.equity) : .null, "balance": isRunning ? .number(world.equity) : .null,
      "unreal_pnl": isRunning ? .number(world.unrealized) : .null,
      "real_pnl": isRunning ? .number(world.ledger.realized) : .null,
      "margin_used": isRunning ? .number(margin) : .null,
      "margin_free": isRunning ? .number(max(0, world.equity - margin)) : .null,
      "profit_capture_state": profitCapture(world),
      "execution_quality": [
        "ws_ok": world.hasKeys ? true : .null, "rest_ok": world.hasKeys ? true : .null, "avg_latency_ms": .null,
        "reject_rate_5m": .null,
        "slippage_est_5m": .null,
      ],
      "multi_symbol": [
        "enabled": .bool(isRunning), "symbols_count": .count(isRunning ? Instrument.all.count : 0),
        "last_scanned_symbol": .null, "scan_cursor": isRunning ? 0 : .null, "scan_cycle_ts": .null,
      ],
    ]
  }

  /// Seconds of wall time since the last tick of the symbol that had none for the longest time.
  private static func tickAge(_ world: World, _ now: Date) -> Double {
    let oldest = world.market.quotes.values.map(\.lastTick).min() ?? world.second
    return max(0, now.timeIntervalSince(world.date(oldest)))
  }

  private static func profitCapture(_ world: World) -> JSONValue {
    guard world.isRunning else {
      return [
        "enabled": false, "armed": false, "triggered": false, "cleared": false, "mode": .null, "start_equity": .null,
        "peak_equity": .null, "target_pct": .null, "trail_pct": .null, "after_action": .null,
        "continue_risk_mult": .null, "last_action": .null, "last_reason": .null,
      ]
    }
    return [
      "enabled": true, "armed": false, "triggered": false, "cleared": false, "mode": "full",
      "start_equity": .number(world.ledger.initial), "peak_equity": .number(world.governor.peak), "target_usd": 1000,
      "target_pct": 20, "trail_pct": 10, "after_action": "continue", "continue_risk_mult": .figure(0.5),
      "last_action": .null, "last_reason": .null, "capture_count": 0, "total_captured_usd": 0,
      "intra_session_compounding": [
        "enabled": true, "session_start_equity": .number(world.ledger.initial), "last_compound_threshold": 0,
        "compound_step_pct": 5, "reinvest_ratio": .figure(0.5), "total_reinvested": 0, "compound_events_count": 0,
      ],
    ]
  }

  static func metrics(_ world: World) -> JSONValue {
    let tally = world.tally
    func window(_ seconds: Double) -> JSONValue {
      .object(
        Dictionary(
          Tally.Kind.allCases.map { ($0.rawValue, .count(tally.count($0, since: world.start(ofLast: seconds)))) },
          uniquingKeysWith: { first, _ in first }))
    }
    var session: [String: JSONValue] = Dictionary(
      Tally.Kind.allCases.map { ($0.rawValue, .count(tally.total($0))) }, uniquingKeysWith: { first, _ in first })
    session["orders_open"] = .count(world.isRunning ? world.openOrders.count : 0)
    session["positions_open"] = .count(world.isRunning ? world.positions.count : 0)
    session["pnl_unrealized"] = .number(world.isRunning ? world.unrealized : 0)
    session["pnl_realized"] = .number(world.ledger.realized)
    session["equity"] = .number(world.equity)
    let recent = world.decisions.filter { $0.second > world.start(ofLast: 300) }
    let codes = Dictionary(grouping: recent, by: { $0.codes.first?.rawValue ?? "?" }).mapValues(\.count)
    let reasons = codes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10)
    func time(_ kind: Tally.Kind) -> JSONValue { tally.last(kind).map { .zoned(world.date($0)) } ?? .null }
    return [
      "status": "ok",
      "counters": ["last_1m": window(60), "last_5m": window(300), "session": .object(session)],
      "top_reasons_for_skip_block": .array(
        reasons.map { code, count in
          [
            "code": .string(code), "count": .count(count),
            "pct": .figure(Double(count) / Double(max(1, recent.count)) * 100, places: 1),
          ]
        }),
      "active_orders_count": .count(world.isRunning ? world.openOrders.count : 0),
      "active_positions_count": .count(world.isRunning ? world.positions.count : 0),
      "last_signal_ts": time(.signals), "last_order_ts": time(.ordersCreated), "last_fill_ts": time(.ordersFilled),
      // After a stop the engine still says RUNNING: one of its wrong answers.
      "engine_state": "RUNNING", "mode": "live",
      "top_symbols": top(recent.map(\.symbol), "symbol"), "top_strategies": top(recent.map(\.strategy), "strategy_id"),
      "uptime_sec": .figure(world.wallSeconds(world.second), places: 2),
    ]
  }

  private static func top(_ names: [String], _ key: String) -> JSONValue {
    let counts = Dictionary(grouping: names, by: { $0 }).mapValues(\.count)
    return .array(
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5).map { name, count in
        [key: .string(name), "count": .count(count)]
      })
  }

  static func equityHistory(_ world: World, _ request: PracticeRequest) throws -> JSONValue {
    let limit = try Router.limit(request, default: 50, upTo: 500)
    let points = world.isRunning ? world.equityHistory.suffix(limit) : []
    return [
      "snapshots": .array(
        points.map { ["timestamp": .naive(world.date($0.second)), "equity": .number($0.equity)] }),
      "count": .count(points.count),
    ]
  }

  static func strategies(_ world: World) -> JSONValue {
    guard world.isRunning else { return [] }
    return .array(
      world.strategies.map { record in
        let closed = record.wins + record.losses
        let factor: JSONValue =
          record.grossLoss > 0
          ? .figure((record.grossProfit / record.grossLoss).double, places: 4)
          : record.grossProfit > 0 ? 99 : 0
        return [
          "strategy_id": .string(record.id), "enabled": .bool(record.isEnabled), "type": .string(record.type),
          "win_rate": closed == 0 ? 0 : .figure(Double(record.wins) / Double(closed), places: 4),
          "total_trades": .count(record.fills), "profit_factor": factor,
          "total_pnl": .number(record.grossProfit - record.grossLoss), "wins": .count(record.wins),
          "losses": .count(record.losses), "description": "",
        ]
      })
  }

  static func summary(_ world: World) -> JSONValue {
    guard world.isRunning else {
      return [
        "total_trades": 0, "win_rate": 0, "profit_factor": 0, "max_drawdown": 0, "max_drawdown_pct": 0,
        "avg_trade_duration_sec": 0, "trades_per_day": 0, "total_pnl": 0, "daily_pnl": 0,
      ]
    }
    let wins = world.strategies.reduce(0) { $0 + $1.wins }
    let closed = wins + world.strategies.reduce(0) { $0 + $1.losses }
    let profit = world.strategies.reduce(Decimal()) { $0 + $1.grossProfit }
    let loss = world.strategies.reduce(Decimal()) { $0 + $1.grossLoss }
    return [
      "total_trades": .count(world.tally.total(.ordersFilled)),
      "win_rate": closed == 0 ? 0 : .figure(Double(wins) / Double(closed) * 100, places: 2),
      "profit_factor": loss > 0 ? .figure((profit / loss).double, places: 4) : 0,
      "max_drawdown": .number(max(0, world.governor.peak - world.equity)),
      "max_drawdown_pct": .percent(world.governor.drawdown), "avg_trade_duration_sec": 0,
      "trades_per_day": .count(closed), "total_pnl": .number(world.ledger.realized),
      "daily_pnl": .number(world.equity - world.dayStart),
    ]
  }

  static func blocks(_ world: World) -> JSONValue {
    let filters = world.tally.filters
    return [
      "total_blocks": .count(filters.values.reduce(0, +)),
      "top_reasons": .array(
        filters.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10).map { reason, count in
          ["reason": .string(reason), "count": .count(count)]
        }),
      "blocks_by_hour": [:], "recent_blocks": [],
    ]
  }

  static func rejections(_ world: World, _ request: PracticeRequest) throws -> JSONValue {
    let minutes = try Router.whole(request, "minutes") ?? 60
    let start = world.start(ofLast: Double(max(0, minutes)) * 60)
    let recent = world.tally.rejections.filter { $0.second > start }
    func by(_ key: KeyPath<Tally.Rejection, String>) -> JSONValue {
      .object(Dictionary(grouping: recent, by: { $0[keyPath: key] }).mapValues { .count($0.count) })
    }
    return [
      "time_window_minutes": .count(minutes), "total_rejections": .count(recent.count), "total_signals": 0,
      "rejection_rate": 0, "by_category": by(\.category), "by_reason": by(\.reason), "by_symbol": by(\.symbol),
      "by_strategy": by(\.strategy), "rates": ["1m": 0, "5m": 0, "15m": 0, "1h": 0],
    ]
  }

  static func council(_ world: World) -> JSONValue {
    guard world.isRunning else { return ["enabled": false, "message": "Trade Council not active"] }
    let approved = world.verdicts.count(where: \.isApproved)
    let vetoed = world.verdicts.count { !$0.vetoedBy.isEmpty }
    return [
      "enabled": true, "entry_threshold": .figure(world.verdicts.last?.threshold ?? 0.5, places: 2),
      "exit_threshold": .figure(0.3),
      "agents": ["bull_advocate", "bear_advocate", "regime_judge", "execution_critic"],
      "total_evaluated": .count(world.verdicts.count), "total_approved": .count(approved),
      "total_rejected": .count(world.verdicts.count - approved), "total_vetoed": .count(vetoed),
      "approval_rate": .figure(world.verdicts.isEmpty ? 0 : Double(approved) / Double(world.verdicts.count), places: 4),
      "reputation": ["agents": [:], "pending_verdicts": .count(world.verdicts.count)],
    ]
  }

  static func verdicts(_ world: World, _ request: PracticeRequest) throws -> JSONValue {
    let limit = try Router.limit(request, default: 20, upTo: 100)
    guard world.isRunning else { return [] }
    return .array(
      world.verdicts.suffix(limit).map { verdict in
        [
          "verdict_id": .string(verdict.id), "signal_id": .string(verdict.signalID),
          "strategy_id": .string(verdict.strategy), "symbol": .string(verdict.symbol),
          "side": verdict.isBuy ? "buy" : "sell", "timestamp": .naive(world.date(verdict.second)),
          "approved": .bool(verdict.isApproved), "final_confidence": .figure(verdict.confidence),
          "vetoed": .bool(!verdict.vetoedBy.isEmpty), "vetoed_by": .array(verdict.vetoedBy.map { .string($0) }),
          "votes": .array(
            verdict.votes.map { vote in
              [
                "agent_role": .string(vote.agent), "confidence": .figure(vote.confidence),
                "reasoning": .string(vote.reasoning), "veto": .bool(verdict.vetoedBy.contains(vote.agent)),
                "weight": 1, "metrics": [:],
              ]
            }), "entry_threshold": .figure(verdict.threshold), "exit_threshold": .figure(0.3),
        ]
      })
  }

  static func pipeline(_ world: World) -> JSONValue {
    guard world.isRunning else { return ["active": false] }
    let tally = world.tally
    let signals = tally.total(.signals)
    let completed = tally.total(.created)
    return [
      "active_count": 0, "dead_letter_count": .count(tally.total(.ordersCancelled)), "signals_tracked": .count(signals),
      "signals_completed": .count(completed), "signals_blocked": .count(tally.total(.blocked)),
      "signals_skipped": .count(tally.total(.skipped)), "signals_rejected": 0,
      "signals_timed_out": .count(tally.total(.ordersCancelled)), "signals_evicted": 0, "dlq_cleanups": 0,
      "fill_rate_pct": signals == 0 ? 0 : .figure(Double(completed) / Double(signals) * 100, places: 2),
      "avg_latency_ms": .figure(1000), "recent_dead_letters": [], "active_signals": [],
    ]
  }
}
