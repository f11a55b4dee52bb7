import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// An engine made of bodies by path: what an operation plans with it, and what its steps find after the call.
enum OperationBench {
  typealias Bodies = [String: String]

  static let order = #"{"order_id":"o1","symbol":"BTCUSDT","side":"buy","status":"placed","size":1,"price":88}"#
  static let noDecisions = state()

  /// A dry run at work with one position, one order and nothing in its way.
  static let calm: Bodies = [
    "/engine/status": Seen.running, "/orders/positions": Seen.position, "/orders": #"{"orders":[\#(order)]}"#,
    "/orders?status=open": #"{"orders":[\#(order)]}"#,
    "/risk/status": #"{"killswitch_triggered":false,"stop_trading":false,"current_positions":1,"equity":10000}"#,
    "/risk/killswitch/status": #"{"triggered":false,"reasons":[]}"#, "/health": health(false),
    "/risk/governor/status": #"{"risk_state":"NORMAL","current_drawdown_pct":1,"quarantined_symbols":[]}"#,
    "/risk/limits": #"{"max_open_positions":5,"min_notional_usd":10}"#,
    "/config/current":
      #"{"config":{"max_open_positions":5,"risk_sentinel_enabled":true,"grid_enabled":true,"symbol":"BTCUSDT","list":[1]}}"#,
    "/strategies":
      #"{"strategies":[{"strategy_id":"hf_scalping","enabled":true},{"strategy_id":"impulse_engine","enabled":false},{"strategy_id":"quiet"}]}"#,
    "/market/ticker?symbol=BTCUSDT": #"{"symbol":"BTCUSDT","price":90,"timestamp":"2026-11-21T01:47:28"}"#,
    "/trading/state": noDecisions, "/trading/history?limit=500": #"{"history":[]}"#,
    "/trading/equity-history?limit=500": points("01:00:00", "01:00:10"),
  ]

  static func health(_ isUsed: Bool) -> String {
    #"{"status":"x","components":{"killswitch":{"triggered":\#(isUsed)}}}"#
  }

  /// The engine in another state, still a dry run.
  static func engine(_ word: String) -> Bodies {
    ["/engine/status": word == "STOPPED" ? Seen.stopped : Seen.running.replacing("RUNNING", with: word)]
  }

  /// Orders go to the exchange.
  static func live(isTestnet: Bool = false) -> Bodies {
    ["/engine/status": Seen.live, "/settings": #"{"bybit_testnet":\#(isTestnet)}"#]
  }

  static func risk(stop: Bool?, tripped: Bool = false) -> Bodies {
    let flag = stop.map { #","stop_trading":\#($0)"# } ?? ""
    return ["/risk/status": #"{"killswitch_triggered":\#(tripped)\#(flag),"current_positions":1,"equity":10000}"#]
  }

  /// Moments of 21 November 2026.
  static func points(_ moments: String...) -> String {
    let points = moments.map { #"{"timestamp":"2026-11-21T\#($0)Z"}"# }.joined(separator: ",")
    return #"{"snapshots":[\#(points)]}"#
  }

  static func state(
    _ decisions: String..., orders: [String] = [], fills: [String] = [], at: String = "2026-11-21T01:47:30"
  ) -> String {
    #"{"open_positions":[],"open_orders":[\#(orders.joined(separator: ","))],"recent_fills":[\#(fills.joined(separator: ","))],"#
      + #""recent_decisions":[\#(decisions.joined(separator: ","))],"timestamp":"\#(at)"}"#
  }

  /// - Parameter at: of 21 November 2026.
  static func decision(
    _ outcome: String, _ code: String, at: String = "01:47:25", strategy: String = "hf_scalping", more: String = ""
  ) -> String {
    #"{"decision":"\#(outcome)","reason_codes":["\#(code)"],"symbol":"BTCUSDT","side":"buy","strategy_id":"\#(strategy)","#
      + #""timestamp":"2026-11-21T\#(at)"\#(more)}"#
  }

  static func snapshot(
    _ parts: Set<SnapshotPart>, _ changes: Bodies = [:], after earlier: EngineSnapshot? = nil
  ) async -> EngineSnapshot {
    var transport = TableTransport(answers: [:])
    for (path, body) in calm.merging(changes, uniquingKeysWith: { $1 }) {
      transport = transport.with(["/health", "/settings"].contains(path) ? path : "/api/v1" + path, body)
    }
    return await EngineReader(transport: transport).snapshot(of: parts, after: earlier, now: { Seen.now })
  }

  static func plan(_ operation: EngineOperation, _ changes: Bodies = [:]) async throws -> OperationPlan {
    try operation.plan(await snapshot(operation.parts, changes))
  }

  /// What the first step finds.
  static func finding(
    _ operation: EngineOperation, before: Bodies = [:], after: Bodies = [:], reply: JSONValue = .null,
    elapsed: Duration = .seconds(5)
  ) async throws -> StepFinding {
    let first = await snapshot(operation.parts, before)
    let step = try #require(try operation.plan(first).steps.first)
    let last = await snapshot(
      step.parts ?? operation.parts, before.merging(after, uniquingKeysWith: { $1 }), after: first)
    return step.finding(before: first, after: last, reply: reply, elapsed: elapsed)
  }
}

/// All of a plan, as it has to be.
struct ExpectedPlan: Sendable, CustomTestStringConvertible {
  struct Call: Sendable {
    var target: String
    var line: String
    var body: JSONValue?
    var lookup: NextStep
    /// `nil` for all that the plan needed.
    var parts: Set<SnapshotPart>?

    init(
      _ target: String, _ line: String, _ body: JSONValue? = nil, _ lookup: NextStep,
      sees parts: Set<SnapshotPart>? = nil
    ) {
      (self.target, self.line, self.body, self.lookup, self.parts) = (target, line, body, lookup, parts)
    }
  }

  var name: String
  var operation: EngineOperation
  var bodies: OperationBench.Bodies = [:]
  var title: String
  /// `engine: RUNNING > PAUSED`.
  var changes: [String] = []
  var consequences: [String] = []
  var caveats: [NextStep] = []
  var refusal: String?
  var next: NextStep?
  var unchanged: [String] = []
  var doubt: String?
  var calls: [Call] = []
  var facts: [String]?
  var binding: [String]?
  var prices: [Decimal] = []

  var testDescription: String { "\(operation.name), \(name)" }

  func check() async throws {
    let plan = try await OperationBench.plan(operation, bodies)
    #expect(plan.title == title)
    #expect(plan.changes.map { "\($0.what): \($0.before) > \($0.after)" } == changes)
    #expect(plan.consequences == consequences)
    #expect(plan.caveats == caveats)
    #expect(plan.refusal == refusal.map { OperationPlan.Refusal(reason: $0, nextStep: next ?? "") })
    #expect(plan.unchanged == unchanged && plan.doubt == doubt)
    #expect(plan.facts == facts ?? plan.changes.map { "\($0.what)=\($0.before)" })
    #expect(plan.binding == binding && plan.prices == prices)
    #expect(plan.steps.map(\.target) == calls.map(\.target))
    #expect(plan.steps.map(\.request.line) == calls.map { "POST /api/v1\($0.line)" })
    #expect(plan.steps.map(\.request.body) == calls.map(\.body))
    #expect(plan.steps.map(\.lookup) == calls.map(\.lookup))
    #expect(plan.steps.map(\.parts) == calls.map { $0.parts?.union([.engine]) })
  }
}

/// What a look after the call finds, as it has to be.
struct ExpectedFinding: Sendable, CustomTestStringConvertible {
  var name: String
  var operation: EngineOperation
  var before: OperationBench.Bodies = [:]
  var after: OperationBench.Bodies = [:]
  var reply = JSONValue.null
  var elapsed = Duration.seconds(5)
  var finding: StepFinding

  var testDescription: String { "\(operation.name), \(name)" }

  func check() async throws {
    let found = try await OperationBench.finding(
      operation, before: before, after: after, reply: reply, elapsed: elapsed)
    #expect(found == finding)
  }
}
