package import Foundation
package import HeanCore

/// One thing about a staged engine: what an endpoint said, that it failed, or that nobody asked it.
package struct Told: Sendable {
  fileprivate let apply: @Sendable (inout EngineSnapshot) throws -> Void

  /// - Parameter age: seconds since the answer came.
  package static func says<Body: EngineBody>(_ endpoint: Endpoint<Body>, _ json: String, age: TimeInterval = 0) -> Told
  {
    Told { snapshot in
      let reading = EndpointAnswer(
        try Body.read(Data(json.utf8)), endpoint: endpoint.path, receivedAt: Recording.moment - age, isPractice: false)
      snapshot[endpoint] = .success(reading)
    }
  }

  package static func fails<Body: EngineBody>(_ endpoint: Endpoint<Body>, _ error: EngineError = .gone) -> Told {
    Told { $0[endpoint] = .failure(error) }
  }

  package static func omits<Body: EngineBody>(_ endpoint: Endpoint<Body>) -> Told { Told { $0[endpoint] = .notAsked } }

  package static let practice = Told { $0.isPractice = true }
  package static let oldKey = Told { $0.isKeyDeprecated = true }
}

extension EngineError {
  /// No engine at the other end.
  package static let gone = EngineError.transport(.unreachable(reason: "gone"))
  package static let limited = EngineError.rateLimited(
    Detail("slow down", endpoint: "/api/v1/x", status: 429), retryAfter: 7)
  package static let rejectedKey = EngineError.notAuthorised(
    Detail("Invalid API key", endpoint: "/api/v1/x", status: 401))
}

extension EngineSnapshot {
  /// An engine of which this is known; by itself one in good health with a flat account of 10 000 USDT in dry run.
  package static func staged(_ told: [Told] = [], on base: [Told] = Told.healthy) throws -> EngineSnapshot {
    var snapshot = EngineSnapshot(seenAt: Recording.moment)
    for one in base + told { try one.apply(&snapshot) }
    return snapshot
  }
}

/// The moment so many seconds before the staged one, as the engine writes it.
package func ago(_ seconds: TimeInterval) -> String { EngineTime.format(Recording.moment - seconds) }

extension Told {
  /// `/engine/status` of an engine that runs.
  package static func engine(
    equity: Decimal? = 10_000, realized: Decimal? = 0, unrealized: Decimal? = 0, fees: Decimal? = 0,
    initial: Decimal? = 10_000, day: Decimal? = 0, isLive: Bool = false, state: String = "RUNNING"
  ) -> Told {
    says(
      .engineStatus,
      #"{"status":"running","running":true,"engine_state":"\#(state)","dry_run":\#(!isLive),"equity":\#(json(equity)),"#
        + #""daily_pnl":\#(json(day)),"initial_capital":\#(json(initial)),"realized_pnl":\#(json(realized)),"#
        + #""unrealized_pnl":\#(json(unrealized)),"total_fees":\#(json(fees)),"available_balance":\#(json(equity))}"#)
  }

  package static let stopped = says(
    .engineStatus, #"{"status":"stopped","running":false,"engine_state":"STOPPED","dry_run":true}"#)

  package static func risk(
    open: Int = 0, equity: Decimal? = 10_000, isTripped: Bool = false, stopTrading: Bool = false, orders: Int = 0
  ) -> Told {
    says(
      .riskStatus,
      #"{"killswitch_triggered":\#(isTripped),"stop_trading":\#(stopTrading),"equity":\#(json(equity)),"drawdown":0,"#
        + #""drawdown_pct":0,"max_open_positions":10,"current_positions":\#(open),"max_open_orders":20,"#
        + #""current_orders":\#(orders)}"#)
  }

  /// `/trading/state` with these decisions and positions.
  package static func state(_ decisions: [String] = [], positions: [String] = [], fills: [String] = []) -> Told {
    says(
      .state,
      #"{"status":"ok","open_positions":[\#(positions.joined(separator: ","))],"open_orders":[],"#
        + #""recent_fills":[\#(fills.joined(separator: ","))],"recent_decisions":[\#(decisions.joined(separator: ","))]}"#
    )
  }

  package static func positions(_ rows: String...) -> Told {
    says(.positions, #"{"positions":[\#(rows.joined(separator: ","))]}"#)
  }

  /// The engine's list of closed positions, orders and decisions, short and long.
  package static func history(_ rows: [String], limit: Int = 100) -> Told {
    says(.history(limit: limit), #"{"history":[\#(rows.joined(separator: ","))]}"#)
  }

  package static func started(_ seconds: TimeInterval, points: Int = 1) -> Told {
    let all = Array(repeating: #"{"timestamp":"\#(ago(seconds))","equity":1}"#, count: points)
    return says(.equityHistory, #"{"snapshots":[\#(all.joined(separator: ","))]}"#)
  }

  package static func price(_ symbol: String, age: TimeInterval) -> Told {
    says(.ticker(symbol), #"{"symbol":"\#(symbol)","price":100,"timestamp":"\#(ago(age))"}"#)
  }

  package static let healthy: [Told] = [
    engine(), risk(), positions(), history([]), history([], limit: 500), started(3600),
    says(
      .why,
      #"{"engine_state":"running","last_tick_age_sec":0.5,"margin_used":20,"margin_free":80,"#
        + #""execution_quality":{"ws_ok":true,"rest_ok":true}}"#),
    says(.priceProbe, #"{"symbol":"BTCUSDT","price":100,"timestamp":"\#(ago(1))"}"#),
    says(
      .health, #"{"status":"healthy","components":{"engine":{"status":"running"},"killswitch":{"triggered":false}}}"#),
    says(.readiness, #"{"ready":true}"#), says(.killSwitch, #"{"triggered":false,"reasons":[]}"#),
    says(.governor, #"{"risk_state":"NORMAL","quarantined_symbols":[],"current_drawdown_pct":1.5}"#),
    says(.strategies, #"[{"strategy_id":"a","enabled":true},{"strategy_id":"b","enabled":true}]"#),
    says(.decisionMemory, #"{"blocked":[]}"#), says(.filterBlocks, #"{"top_reasons":[]}"#),
    says(.metrics, metricsBody(signals: 10, created: 10)),
    state([acceptedDecision.replacing("2026-11-21T01:09:00", with: ago(10))]),
    says(.council, #"{"enabled":true,"entry_threshold":0.7,"total_evaluated":10,"total_approved":10}"#),
    says(.stopLog, #"{"count":0,"events":[]}"#), says(.logSummary, logKeptBody(400)),
    says(.closeFailures, #"{"count":0,"events":[]}"#), says(.verdicts, "[]"), says(.pipeline, "{}"),
    says(.rejections(minutes: 1), #"{"total_rejections":0}"#),
    says(.rejections(minutes: 5), #"{"total_rejections":0}"#),
    says(.rejections(minutes: 60), #"{"total_rejections":0}"#), says(.orders(.open), #"{"orders":[]}"#),
    price("BTCUSDT", age: 1), price("ETHUSDT", age: 1),
  ]

  private static func json(_ value: Decimal?) -> String { value.map { "\($0)" } ?? "null" }
}

extension Told {
  /// The body of `/trading/metrics` with these counters of the last five minutes.
  package static func metricsBody(
    signals: Int, created: Int, reasons: [String: Int] = [:],
    orders: (created: Int, filled: Int, rejected: Int, cancelled: Int) = (10, 10, 0, 0)
  ) -> String {
    let codes = reasons.sorted { $0.value > $1.value }.map { #"{"code":"\#($0.key)","count":\#($0.value)}"# }
    return #"""
      {"status":"ok","counters":{"last_5m":{"signals_total":\#(signals),"decisions_create":\#(created),
      "orders_created":\#(orders.created),"orders_filled":\#(orders.filled),"orders_rejected":\#(orders.rejected),
      "orders_canceled":\#(orders.cancelled)}},"top_reasons_for_skip_block":[\#(codes.joined(separator: ","))]}
      """#
  }

  /// A decision that created an order.
  package static let acceptedDecision =
    #"{"decision":"CREATE","reason_code":"ACCEPTED","timestamp":"2026-11-21T01:09:00","symbol":"BTCUSDT","strategy_id":"a"}"#

  /// The body of `/logs/summary` of an engine that keeps so many records.
  package static func logKeptBody(_ records: Int) -> String {
    #"{"events_total":\#(records),"events_by_source":{"backend":\#(records - 3),"api":3}}"#
  }
}
