import Foundation
import Testing

@testable import HeanCore

/// What a preview promised, and what has to be the same after a question.
struct PlanTokenTests {
  private static let moment = Date(timeIntervalSince1970: 1_795_225_650)

  private func token(
    _ facts: [String] = ["a=b"], prices: [Decimal] = [100, 5], name: OperationName = .enginePause,
    url: String = "http://e",
    mode: OperatingMode = .dryRun, after seconds: TimeInterval = 0, request: ControlRequest = .pause
  ) -> PlanToken {
    var plan = OperationPlan("x")
    plan.facts = facts
    plan.prices = prices
    plan.steps = [OperationStep("engine", request, checkWith: "look") { _ in .seen("x") }]
    return PlanToken(plan, name: name, url: url, mode: mode, now: Self.moment + seconds)
  }

  @Test func `it survives being pasted`() throws {
    let token = token(prices: [100, 5 / 4, 1 / 100_000])
    #expect(PlanToken(token.text) == token)
    #expect(token.text.hasPrefix(String(1_795_225_650, radix: 36) + "-"))
    #expect(token.text.hasSuffix("-100_1.25_0.00001"), "\(token.text)")
    let bare = self.token(prices: [])
    #expect(PlanToken(bare.text) == bare && bare.text.hasSuffix("-"))
  }

  @Test(arguments: ["", "x", "a-b", "a-b-c-d", "!-b-1", "a-!-1", "a-b-x", "a-b-1_x", "a-b-nan", "a--1", "-b-1"])
  func `what is none is not read as one`(text: String) { #expect(PlanToken(text) == nil) }

  private static let changed = "what the preview showed has changed"
  private static let old = "the plan is older than 10 minutes"

  @Test func `only what it showed may be sent`() {
    let promised = token()
    #expect(promised.problem(with: token()) == nil)
    for other in [
      token(["a=c"]), token(["a=b", "c"]), token([]), token(name: .engineStop), token(url: "http://f"),
      token(mode: .mainnet), token(request: .stop), token(prices: [100]), token(prices: [100, 5, 1]),
    ] {
      #expect(promised.problem(with: other) == Self.changed)
    }
  }

  @Test(arguments: [(0.0, nil), (600, nil), (601, old), (-1, old)] as [(TimeInterval, String?)])
  func `it holds for ten minutes`(seconds: Double, problem: String?) {
    #expect(token().problem(with: token(after: seconds)) == problem)
  }

  @Test(
    arguments: [
      ([100], [100.5], nil), ([100], [99.5], nil), ([-100], [-100.5], nil), ([0], [7], nil),
      ([100], [100.51], "a price moved from 100.00 to 100.51, more than 0.5 %"),
      ([5, 100], [5, 99.49], "a price moved from 100.00 to 99.49, more than 0.5 %"),
      ([-100], [-101], "a price moved from -100.00 to -101.00, more than 0.5 %"), ([100, 5], [100], nil), ([], [], nil),
      ([.nan], [1], "a price moved from ? to 1.00, more than 0.5 %"),
    ] as [([Double], [Double], String?)])
  func `prices may move a little`(then: [Double], now: [Double], problem: String?) {
    func decimals(_ values: [Double]) -> [Decimal] {
      values.map { $0.isNaN ? .nan : Decimal(Int(($0 * 100).rounded())) / 100 }
    }
    #expect(PlanToken.move(decimals(then), decimals(now)) == problem)
  }

  // MARK: After a question

  private typealias Bodies = OperationBench.Bodies

  private func look(
    _ operation: EngineOperation, before: Bodies = [:], after: Bodies
  ) async throws -> (plan: OperationPlan?, reason: String?, next: NextStep?) {
    let then = await OperationBench.snapshot(operation.parts, before)
    let agreed = try operation.plan(then)
    let now = await OperationBench.snapshot(operation.parts, before.merging(after) { $1 })
    do throws(OperationFailure.Reason) {
      return (try PlanRecheck(operation: operation, agreed: agreed, then: then, now: now).plan(), nil, nil)
    } catch {
      switch error {
      case .changed(let reason, let next): return (nil, reason, next)
      case .unplanned: return (nil, "unplanned", nil)
      default: return (nil, "\(error)", nil)
      }
    }
  }

  private static func price(_ price: String) -> Bodies {
    ["/market/ticker?symbol=BTCUSDT": #"{"symbol":"BTCUSDT","price":\#(price)}"#]
  }
  private static func positions(_ size: String, mark: String = "90", id: String = "p1") -> Bodies {
    [
      "/orders/positions":
        #"{"positions":[{"position_id":"\#(id)","symbol":"BTCUSDT","side":"long","size":\#(size),"entry_price":100,"current_price":\#(mark),"unrealized_pnl":-5}]}"#
    ]
  }
  private static let buy = EngineOperation.place(OrderTicket(symbol: "BTCUSDT", side: .buy, size: .notional(100)))

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var operation: EngineOperation
    var before: OperationBench.Bodies = [:]
    var after: OperationBench.Bodies
    var reason: String?
    var next: NextStep?

    var testDescription: String { name }
  }

  private static let rows: [Row] = [
    Row(name: "the same", operation: .pauseEngine, after: [:]),
    Row(
      name: "a refusal", operation: .pauseEngine, after: OperationBench.engine("STOPPED"),
      reason: "the engine is not running: there is nothing to pause", next: .query(.status)),
    Row(
      name: "done meanwhile", operation: .pauseEngine, after: OperationBench.engine("PAUSED"),
      reason: "the engine is PAUSED already"),
    Row(
      name: "another fact", operation: .setLimits([("max_open_positions", "6")]),
      after: ["/risk/limits": #"{"max_open_positions":4}"#],
      reason: "it was max_open_positions: 5; it is max_open_positions: 4"),
    Row(
      name: "another size", operation: .closePositions(["p1"]), after: positions("0.6"),
      reason: "it was BTCUSDT long 0.5 (p1); it is BTCUSDT long 0.6 (p1)"),
    Row(name: "another price for a close", operation: .closePositions(["p1"]), after: positions("0.5", mark: "50")),
    Row(
      name: "gone meanwhile", operation: .closePositions(["p1"]), after: positions("0.5", id: "q9"),
      reason: "no position 'p1'"),
    Row(
      name: "a list that did not come", operation: .closePositions(["p1"]), after: ["/orders/positions": "no JSON"],
      reason: "unplanned"),
    Row(name: "whatever is there is stopped", operation: .stopEngine, after: positions("9", id: "q9")),
    Row(
      name: "another price for an order", operation: buy, after: price("90.46"),
      reason: "a price moved from 90.00 to 90.46, more than 0.5 %"),
    Row(name: "a price that hardly moved", operation: buy, after: price("90.4")),
    Row(
      name: "a call less", operation: .setStrategies(["hf", "quiet"], enabled: false),
      after: [
        "/strategies":
          #"{"strategies":[{"strategy_id":"hf_scalping","enabled":false},{"strategy_id":"quiet"}]}"#
      ], reason: "it was hf_scalping: enabled; hf_scalping is disabled already"),
    Row(
      name: "real money now", operation: .pauseEngine, after: OperationBench.live(),
      reason: "the mode was DRY RUN, and is MAINNET"),
    Row(
      name: "real money now, and before nobody knew", operation: .stopEngine,
      before: ["/engine/status": Seen.live], after: OperationBench.live()),
    Row(
      name: "the settings do not come now", operation: .stopEngine, before: OperationBench.live(),
      after: ["/settings": "no JSON"]),
    Row(
      name: "nobody knows now, and a dry run it was", operation: .stopEngine, after: ["/engine/status": Seen.live],
      reason: "the mode was DRY RUN, and is UNKNOWN MODE"),
    Row(
      name: "doubt instead of a step", operation: .closeAllPositions, before: OperationBench.live(),
      after: ["/orders/positions": #"{"positions":[]}"#],
      reason: "the engine lists no open position; 0 are listed, and /risk/status counts 1; what the exchange holds "
        + "cannot be asked from here"),
  ]

  @Test(arguments: rows)
  func `what was agreed to is sent as it was, or not at all`(row: Row) async throws {
    let found = try await look(row.operation, before: row.before, after: row.after)
    #expect(found.reason == row.reason && found.next == row.next && (found.plan == nil) == (row.reason != nil))
  }

  /// A size that was reckoned from the price stays what was agreed to; anything else is sent as it is planned now.
  @Test func `the calls are those that were agreed to`() async throws {
    let kept = try await look(Self.buy, after: Self.price("90.4")).plan
    #expect(kept?.prices == [90] && kept?.steps.first?.request.body?["size"] == .number(1_111_111 / 1_000_000))
    let fresh = try await look(
      .place(OrderTicket(symbol: "BTCUSDT", side: .buy, size: .quantity(1))), after: Self.price("90.4")
    ).plan
    #expect(fresh?.prices == [Decimal(904) / 10])
  }

  @Test func `a later step is left where it is so already, or must not be`() async throws {
    let operation = EngineOperation.setStrategies(["hf", "quiet"], enabled: false)
    let step = try #require(try await OperationBench.plan(operation).steps.first)
    func objection(_ changes: Bodies) async -> String? {
      PlanRecheck.objection(to: step, of: operation, await OperationBench.snapshot(operation.parts, changes))
    }
    #expect(await objection([:]) == nil)
    #expect(
      await objection([
        "/strategies": #"{"strategies":[{"strategy_id":"hf_scalping","enabled":false},{"strategy_id":"quiet"}]}"#
      ]) == "hf_scalping is disabled already")
    #expect(
      await objection(OperationBench.engine("STOPPED")) == "the engine lists strategies only while it runs (STOPPED)")
    #expect(await objection(["/strategies": "no JSON"]) == nil, "what cannot be told is no objection")
  }
}
