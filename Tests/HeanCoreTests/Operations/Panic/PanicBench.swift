import Foundation
import Testing

@testable import HeanCore

/// Moments of an engine in a panic, and what the panic makes of them in order.
enum PanicBench {
  /// Where its calls go, as the engine spells them.
  enum Path {
    static let halt = "/api/v1/emergency/killswitch"
    static let close = "/api/v1/orders/close-all-positions"
    static let kill = "/api/v1/engine/kill"
    static let restart = "/api/v1/engine/restart"
  }

  typealias Bodies = OperationBench.Bodies

  static let row = position("p1")

  static func position(
    _ id: String, _ symbol: String = "BTCUSDT", size: String = "0.5", strategy: String = "grid", pnl: String = "-5"
  ) -> String {
    #"{"position_id":"\#(id)","symbol":"\#(symbol)","side":"long","size":\#(size),"entry_price":100,"current_price":90,"#
      + #""unrealized_pnl":\#(pnl),"strategy_id":"\#(strategy)"}"#
  }

  static func engine(
    _ state: String = "RUNNING", isDryRun: Bool? = true, equity: String = "9000", realized: String? = nil,
    unrealized: String? = nil
  ) -> Bodies {
    let money = [("dry_run", isDryRun.map { "\($0)" }), ("realized_pnl", realized), ("unrealized_pnl", unrealized)]
    let more = money.compactMap { name, value in value.map { #","\#(name)":\#($0)"# } }.joined()
    let isRunning = ["RUNNING", "PAUSED"].contains(state)
    return [
      "/engine/status":
        #"{"status":"x","running":\#(isRunning),"engine_state":"\#(state)","equity":\#(equity),"initial_capital":10000\#(more)}"#
    ]
  }

  static let live = engine(isDryRun: false)

  static func positions(_ rows: String...) -> Bodies {
    ["/orders/positions": #"{"positions":[\#(rows.joined(separator: ","))]}"#]
  }

  static func orders(_ ids: String...) -> Bodies {
    let rows = ids.map { #"{"order_id":"\#($0)","symbol":"BTCUSDT","side":"buy","status":"placed","size":1}"# }
    return ["/orders?status=open": #"{"orders":[\#(rows.joined(separator: ","))]}"#]
  }

  /// - Parameter realized: `nil` where the record does not tell.
  static func closed(_ id: String, realized: String?, at moment: String = "01:47:20") -> Bodies {
    let told = realized.map { #","realized_pnl":\#($0)"# } ?? ""
    let record = #"{"event_kind":"closed_position","closed_at":"2026-11-21T\#(moment)"\#(told),"#
    return ["/trading/history?limit=500": #"{"history":[\#(record + position(id).dropFirst())]}"#]
  }

  /// Orders that were made and filled and signals that were accepted, since the process began.
  static func metrics(made: Int = 3, filled: Int = 1, accepted: Int = 2, last: String = "01:40:00") -> Bodies {
    let session = #"{"orders_created":\#(made),"orders_filled":\#(filled),"decisions_create":\#(accepted)}"#
    return [
      "/trading/metrics": #"{"counters":{"session":\#(session)},"last_order_ts":"2026-11-21T\#(last)"}"#
    ]
  }

  static func stop(lamp: Bool, flag: Bool) -> Bodies {
    [
      "/risk/status":
        #"{"killswitch_triggered":false,"stop_trading":\#(flag),"current_positions":0,"equity":10000}"#,
      "/health":
        #"{"status":"x","timestamp":"2026-11-21T01:47:30","components":{"killswitch":{"triggered":\#(lamp)}}}"#,
    ]
  }

  static let halted = stop(lamp: true, flag: true)

  static func memory(_ moment: String) -> Bodies {
    ["/trading/equity-history?limit=500": OperationBench.points(moment)]
  }

  /// At work, with nothing open: later changes win.
  static func look(_ changes: Bodies..., parts: Set<SnapshotPart> = Panic.parts) async -> EngineSnapshot {
    var bodies = engine()
    for change in [positions(), orders(), stop(lamp: false, flag: false), metrics()] + changes {
      bodies.merge(change) { $1 }
    }
    return await OperationBench.snapshot(parts, bodies)
  }
}

/// Seconds in, actions out.
struct PanicCourse {
  var panic: Panic

  init(_ before: EngineSnapshot..., hasHalted: Bool = false) { panic = Panic(before: before, hasHalted: hasHalted) }

  /// `send halt`, `look 0.25`, `finish flat: …`.
  mutating func next(_ snapshot: EngineSnapshot, at seconds: Double, left: Double = 100) -> String {
    switch panic.next(snapshot, at: Panic.Moment(elapsed: .seconds(seconds), left: .seconds(left))) {
    case .send(let moves): "send " + moves.map { "\($0.call)" }.joined(separator: ", ")
    case .look(let pause): "look \(pause / .seconds(1))"
    case .finish(let ending): "finish \(Self.words(ending))"
    }
  }

  static func words(_ ending: Panic.Ending) -> String {
    switch ending {
    case .flat(let proof): "flat: \(proof)"
    case .unproved(let proof): "unproved: \(proof)"
    case .left(let left): "left: " + left.joined(separator: " | ")
    }
  }

  var proofs: [String] { panic.proofs.map { "\($0.what) \($0.verdict.rawValue): \($0.message)" } }
}
