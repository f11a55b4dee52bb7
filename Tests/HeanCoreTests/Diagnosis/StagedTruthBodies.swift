import Foundation
import HeanTestSupport

@testable import HeanCore

extension StagedTruth {
  private static func time(_ age: Int) -> String { String(EngineTime.format(now - Double(age)).dropLast()) }

  /// What the engine answers, with holes and noise.
  func transport(_ random: inout Dice) -> TableTransport {
    var transport = TableTransport(answers: [:])
    for (path, body) in bodies(&random).sorted(by: { $0.key < $1.key }) {
      let status = path == "/health" && emergencyAge != nil ? 503 : 200
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<6: continue
      case 6..<8: transport = transport.with(path, status: 500, #"{"detail":"Internal Server Error"}"#)
      case 8..<10: transport = transport.with(path, #"{"status":"error","message":"internal failure"}"#)
      case 10..<12: transport = transport.with(path, ["", "{}", "[]", "null", "{"].randomElement(using: &random) ?? "")
      case 12..<17: transport = transport.with(path, status: status, Self.damaged(body, &random))
      default: transport = transport.with(path, status: status, body)
      }
    }
    return transport
  }

  /// One member loses its value, or gets one of another kind.
  private static func damaged(_ body: String, _ random: inout Dice) -> String {
    let colons = body.indices.filter { body[$0] == ":" && $0 > body.startIndex && body[body.index(before: $0)] == "\"" }
    guard let colon = colons.randomElement(using: &random) else { return body }
    let from = body.index(after: colon)
    let to = body[from...].firstIndex { ",}]".contains($0) } ?? body.endIndex
    // What no engine can mean; another value of the right kind would be a lie that nobody can see.
    let noise = ["null", "[]", "{}", "1e99"].randomElement(using: &random) ?? "null"
    return body.replacingCharacters(in: from..<to, with: noise)
  }

  private func bodies(_ random: inout Dice) -> [String: String] {
    var bodies = GateTableTests.healthy
    let isStopped = !isRunning
    let says = isRunning ? "RUNNING" : "STOPPED"
    let status = GateTableTests.engine(says, running: isRunning)
    bodies[GateTableTests.status] = isLive ? status.replacing(#""dry_run":true"#, with: #""dry_run":false"#) : status
    bodies["/settings"] = #"{"bybit_testnet":false}"#
    let oldest = isBacklogged ? 0 : priceAges.values.max() ?? 0
    bodies[GateTableTests.why] =
      #"{"engine_state":"\#(isRunning ? "running" : "STOPPED")","last_tick_age_sec":\#(isRunning ? "\(oldest)" : "null"),"execution_quality":{"rest_ok":true}}"#
    for symbol in Self.symbols {
      bodies["/api/v1/market/ticker?symbol=\(symbol)"] =
        isStopped
        ? #"{"symbol":"\#(symbol)","price":null,"timestamp":null}"#
        : #"{"symbol":"\#(symbol)","price":1,"timestamp":"\#(Self.time(priceAges[symbol] ?? 0))"}"#
    }
    bodies["/health"] =
      #"{"status":"x","components":{"engine":{"status":"\#(isRunning ? "running" : "stopped")"},"killswitch":{"triggered":\#(emergencyAge != nil)}}}"#
    let trips = isRunning && hasTripped
    // Now and then one of the two that tell of the same switch is wrong.
    let isWrong = trips && random.chance(15)
    bodies[GateTableTests.killSwitch] =
      #"{"triggered":\#(trips && !isWrong),"reasons":[],"triggered_at":\#(trips ? #""\#(Self.time(30))""# : "null")}"#
    let lists = isRunning ? positions - dropped : 0
    bodies[GateTableTests.risk] =
      isStopped
      ? #"{"killswitch_triggered":false,"stop_trading":false,"risk_limits":{}}"#
      : #"{"killswitch_triggered":\#(trips),"stop_trading":\#(trips || emergencyAge.map { $0 < engineAge } ?? false),"max_open_positions":10,"current_positions":\#(lists),"max_open_orders":20,"current_orders":0}"#
    bodies[GateTableTests.governor] =
      #"{"risk_state":"\#(isRunning ? governor : "NORMAL")","quarantined_symbols":[],"current_drawdown_pct":1}"#
    bodies["/api/v1/orders/positions"] =
      "[" + Array(repeating: Self.position, count: lists).joined(separator: ",") + "]"
    let count = isRunning && acceptedAge.map { $0 <= 300 } ?? false ? 4 : 0
    bodies[GateTableTests.metricsPath] = Told.metricsBody(signals: count + 2, created: count)
    bodies[GateTableTests.statePath] = GateTableTests.state(isRunning ? decisions : [])
    bodies[GateTableTests.stopLogPath] = #"{"events":[\#(records.joined(separator: ","))]}"#
    bodies[GateTableTests.logSummaryPath] = Told.logKeptBody(logReach == nil ? 400 : 5_000)
    bodies[GateTableTests.startPath] =
      isRunning ? GateTableTests.started(Self.clock(engineAge)) : #"{"snapshots":[]}"#
    bodies["/api/v1/trading/history?limit=100"] = #"{"history":[\#(ghosts.joined(separator: ","))]}"#
    bodies["/api/v1/trading/history?limit=500"] = #"{"history":[\#(ghosts.joined(separator: ","))]}"#
    return bodies
  }

  private static let position =
    #"{"position_id":"p","symbol":"BTCUSDT","side":"long","size":1,"entry_price":1,"current_price":1}"#

  /// Time of day, as the bodies of the table have it.
  private static func clock(_ age: Int) -> String { String(time(age).split(separator: "T")[1]) }

  private var ghosts: [String] {
    guard dropped > 0 else { return [] }
    return [
      #"""
      {"event_kind":"closed_position","position_id":"g","symbol":"BTCUSDT","side":"long","size":1,"realized_pnl":0.0,
      "unrealized_pnl":-3,"closed_at":"\#(Self.time(60))"}
      """#
    ]
  }

  /// What the risk sentinel wrote, whichever engine it was.
  private var records: [String] {
    let ages = [emergencyAge, stopAge, hasTripped && isRunning ? 30 : nil].compactMap { $0 }
    return ages.filter { $0 < logReach ?? .max }.map { age in
      #"{"timestamp":"\#(Self.time(age))","logger":"hean.risk.risk_sentinel","message":"STOP_TRADING received. Reason: x"}"#
    }
  }

  /// The newest acceptance, and what a stop has refused since.
  private var decisions: [String] {
    var list: [String] = []
    if let acceptedAge {
      list.append(
        #"{"decision":"CREATE","reason_code":"ACCEPTED","timestamp":"\#(Self.time(acceptedAge))","symbol":"BTCUSDT","strategy_id":"a"}"#
      )
    }
    return list
  }
}
