import Foundation
import HeanTestSupport

@testable import HeanCore

/// The engine of a history at one of its moments, as it answers then.
struct StagedHistoryTransport: RESTTransport {
  let displayURL = "http://engine"
  let history: StagedHistory
  let look: StagedHistory.Look
  private let bodies: [String: String]

  init(_ history: StagedHistory, at look: StagedHistory.Look) {
    self.history = history
    self.look = look
    bodies = history.bodies(at: look)
  }

  var moment: Date { GateTableTests.now + look.at }

  func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let target = query.isEmpty ? request.path : "\(request.path)?\(query)"
    guard let body = bodies[target] else { throw .unreachable(reason: "nothing at \(target)") }
    let status = target == "/health" && history.isLampLit(at: look.at) ? 503 : 200
    return RESTResponse(status: status, headers: [:], body: Data(body.utf8), receivedAt: moment)
  }
}

extension StagedHistory {
  private static func time(_ moment: Double) -> String { EngineTime.format(GateTableTests.now + moment) }
  private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  /// An emergency call shows until the process ends.
  func isLampLit(at time: Double) -> Bool { stops.contains { $0.kind == .emergency && $0.at <= time } }

  fileprivate func bodies(at look: Look) -> [String: String] {
    let time = look.at
    let start = started(at: time)
    let runs = ended.map { $0 > time } ?? true
    let own = stops.filter { $0.at >= start && $0.at <= time }
    let listed = runs ? rows.filter { $0.isListed(at: time) && $0.opened >= start } : []
    func shows(_ kind: StopKind) -> Stop? { own.first { $0.kind == kind && $0.shows(at: time) } }
    var bodies = GateTableTests.healthy
    let money =
      #""equity":\#(isLive ? account(at: time) : 10_000),"initial_capital":10000,"realized_pnl":0,"unrealized_pnl":0,"total_fees":0"#
    let word = !runs ? "STOPPED" : shows(.pause) != nil ? "PAUSED" : "RUNNING"
    bodies[GateTableTests.status] =
      #"{"status":"\#(runs ? "running" : "stopped")","running":\#(runs),"engine_state":"\#(word)","dry_run":\#(!isLive)\#(runs ? "," + money : "")}"#
    bodies["/settings"] = #"{"bybit_testnet":true}"#
    for symbol in Self.symbols {
      bodies["/api/v1/market/ticker?symbol=\(symbol)"] =
        #"{"symbol":"\#(symbol)","price":1,"timestamp":"\#(Self.time(time - 0.5))"}"#
    }
    bodies["/health"] = #"{"components":{"killswitch":{"triggered":\#(isLampLit(at: time))}}}"#
    let tripped = shows(.killSwitch)
    let stopTrading =
      own.contains { $0.kind == .emergency || $0.kind == .reconciler } || tripped != nil || word == "PAUSED"
    bodies[GateTableTests.killSwitch] = tripped.map {
      #"{"triggered":true,"reasons":["HARD_STOP: x"],"triggered_at":"\#(Self.time($0.at))"}"#
    }
    bodies[GateTableTests.killSwitch] = bodies[GateTableTests.killSwitch] ?? #"{"triggered":false,"reasons":[]}"#
    bodies[GateTableTests.risk] =
      #"{"killswitch_triggered":\#(tripped != nil),"stop_trading":\#(stopTrading),"equity":7777,"max_open_positions":99,"current_positions":\#(listed.count),"max_open_orders":99,"current_orders":0}"#
    let hard = shows(.governor)
    bodies[GateTableTests.governor] =
      hard.map {
        #"{"risk_state":"HARD_STOP","blocked_at":"\#(Self.time($0.at))","current_drawdown_pct":21,"quarantined_symbols":[]}"#
      } ?? #"{"risk_state":"NORMAL","current_drawdown_pct":1,"quarantined_symbols":[]}"#
    bodies[GateTableTests.metricsPath] = metrics(at: ended.map { min($0, time) } ?? time, seen: time)
    bodies[GateTableTests.statePath] = state(at: time, since: start, listed, runs)
    bodies["/api/v1/orders"] = Self.list(
      runs ? orders.filter { $0.at <= time && $0.at >= start }.map(Self.listedOrder) : [])
    bodies["/api/v1/orders/positions"] = Self.list(listed.map { Self.listed($0, at: time) })
    bodies[GateTableTests.startPath] =
      runs ? #"{"snapshots":[{"timestamp":"\#(Self.time(start + 0.3))","equity":1}]}"# : #"{"snapshots":[]}"#
    bodies.merge(logs(at: time)) { $1 }
    let known = closes.filter { $0.at <= time && $0.at >= start }
    bodies["/api/v1/blackbox/events?limit=500&event_type=POSITION_CLOSED"] =
      #"{"last_seq":9,"events":\#(Self.list(known.filter(\.isInEvents).map(Self.event)))}"#
    for limit in [100, 500] {
      bodies["/api/v1/trading/history?limit=\(limit)"] =
        #"{"history":\#(Self.list(known.filter(\.isInHistory).map(Self.record)))}"#
    }
    for name in look.failed { bodies[Self.path(name)] = nil }
    return bodies
  }

  private static func path(_ name: String) -> String {
    switch name {
    case "metrics": GateTableTests.metricsPath
    case "state": GateTableTests.statePath
    case "stopLog": GateTableTests.stopLogPath
    case "killSwitch": GateTableTests.killSwitch
    case "health": "/health"
    case "governor": GateTableTests.governor
    case "risk": GateTableTests.risk
    default: GateTableTests.startPath
    }
  }

  private func metrics(at time: Double, seen: Double) -> String {
    func counters(_ seconds: Double) -> String {
      func count(_ times: [Double]) -> Int { times.count { $0 <= time && $0 > seen - seconds } }
      let made = orders.filter { !$0.isOfOrphan }
      return #"{"signals_total":\#(count(accepted) + count(refused)),"decisions_create":\#(count(accepted)),"#
        + #""orders_created":\#(count(made.map(\.at))),"orders_filled":\#(count(made.compactMap(\.filled)))}"#
    }
    func last(_ name: String, _ times: [Double]) -> String {
      times.filter { $0 <= time }.max().map { #","\#(name)":"\#(Self.time($0))""# } ?? ""
    }
    let made = orders.filter { !$0.isOfOrphan }
    return
      #"{"status":"ok","counters":{"last_1m":\#(counters(60)),"last_5m":\#(counters(300)),"session":\#(counters(1e6))},"#
      + #""uptime_sec":\#(seen - processAt)\#(last("last_signal_ts", accepted + refused))\#(last("last_order_ts", made.map(\.at)))"#
      + #"\#(last("last_fill_ts", made.compactMap(\.filled)))}"#
  }

  private func state(at time: Double, since start: Double, _ listed: [Row], _ runs: Bool) -> String {
    var judged = accepted.map { ($0, "CREATE", "ACCEPTED") } + refused.map { ($0, "SKIP", "TRADING_DISABLED") }
    judged = judged.filter { $0.0 <= time && $0.0 >= start }.sorted { $0.0 > $1.0 }
    let decisions = judged.prefix(40).map {
      #"{"decision":"\#($0.1)","reason_code":"\#($0.2)","timestamp":"\#(Self.time($0.0))","symbol":"BTCUSDT","strategy_id":"a"}"#
    }
    let exits = closes.filter { $0.isInExits && $0.at <= time && $0.at >= start }.map {
      #"{"type":"ORDER_EXIT_DECISION","decision":"FORCE_CLOSE","symbol":"\#($0.symbol)","qty":\#($0.size),"timestamp":"\#(Self.time($0.at - 0.01))"}"#
    }
    let open = listed.map {
      #"{"position_id":"\#($0.id)","symbol":"\#($0.symbol)","side":"long","qty":\#($0.size),"strategy_id":"\#($0.strategy)","opened_at":"\#(Self.time($0.opened))"}"#
    }
    let fills = orders.filter { $0.filled.map { $0 <= time } ?? false && $0.at >= start }.suffix(20).map(
      Self.listedOrder)
    guard runs else { return #"{"open_positions":[],"recent_decisions":[]}"# }
    return
      #"{"open_positions":\#(Self.list(open)),"open_orders":[],"recent_fills":\#(Self.list(fills)),"recent_decisions":\#(Self.list(decisions + exits))}"#
  }

  private static func listedOrder(_ order: Order) -> String {
    #"{"order_id":"o\#(order.at)","symbol":"\#(order.symbol)","side":"buy","size":\#(order.size),"price":1,"#
      + #""status":"\#(order.filled == nil ? "cancelled" : "filled")","strategy_id":"\#(order.strategy)","timestamp":"\#(time(order.at))"}"#
  }

  private static func listed(_ row: Row, at time: Double) -> String {
    #"{"position_id":"\#(row.id)","symbol":"\#(row.symbol)","side":"long","size":\#(row.size),"entry_price":1,"#
      + #""current_price":1,"unrealized_pnl":\#(row.pnl(at: time)),"strategy_id":"\#(row.strategy)"}"#
  }

  private static func closed(_ close: Close) -> String {
    #""position_id":"x","symbol":"\#(close.symbol)","side":"long","size":\#(close.size),"realized_pnl":4,"unrealized_pnl":4,"closed_at":"\#(time(close.at))""#
  }
  private static func record(_ close: Close) -> String { #"{"event_kind":"closed_position",\#(closed(close))}"# }
  private static func event(_ close: Close) -> String {
    #"{"seq":1,"type":"POSITION_CLOSED","ts":"\#(time(close.at))","context":{"topic":"positions"},"payload":{"positions":[{\#(closed(close))}]}}"#
  }

  private func logs(at time: Double) -> [String: String] {
    func isKept(_ moment: Double) -> Bool { moment <= time && reach.map { time - moment < $0 } ?? true }
    let records = stops.filter { $0.setsLatch && isKept($0.at) }.map { stop in
      let cause =
        stop.kind == .emergency
        ? "Emergency killswitch activated" : stop.kind == .killSwitch ? "HARD_STOP: x" : "reconciler"
      return
        #"{"timestamp":"\#(Self.time(stop.at))","logger":"hean.risk.risk_sentinel","message":"STOP_TRADING received. Reason: \#(cause)"}"#
    }
    let failures = refusals.filter { isKept($0.at) }.map { refusal in
      let cause =
        refusal.isEmpty ? "current position is zero, cannot fix reduce-only order qty" : "ab not enough for new order"
      return
        #"{"timestamp":"\#(Self.time(refusal.at))","message":"FAILED TO CLOSE POSITION ON BYBIT: \#(refusal.id) (\#(refusal.symbol)) - Bybit API error: \#(cause). Position remains open on exchange! Manual intervention required."}"#
    }
    let oldest = reach.map { time - $0 / 5 } ?? processAt
    return [
      GateTableTests.stopLogPath: #"{"events":\#(Self.list(records))}"#,
      GateTableTests.logSummaryPath: Told.logKeptBody(reach == nil ? 400 : 5_000),
      GateTableTests.latestLogPath: #"{"events":[{"timestamp":"\#(Self.time(oldest))","logger":"x","message":"x"}]}"#,
      "/api/v1/logs/events?contains=failed to close&limit=20": #"{"events":\#(Self.list(failures))}"#,
    ]
  }
}
