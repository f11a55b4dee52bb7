import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Orders: whether a list means something, what completes one, and what speaks against it.
struct OrdersQueryTests {
  private static func order(_ id: String, _ status: String = "placed", more: String = "") -> String {
    #"{"order_id":"\#(id)","symbol":"BTCUSDT","side":"buy","size":1,"status":"\#(status)"\#(more)}"#
  }

  @Test func `a list of orders means something while the engine runs`() throws {
    func isKnown(_ told: Told..., rows: String = "") throws -> Bool {
      try OrdersQuery(.filled).answer(.staged([.says(.orders(.filled), "[\(rows)]")] + told), now: Seen.now).doubt
        == nil
    }
    #expect(try isKnown() && isKnown(.stopped, rows: Self.order("a")) && !isKnown(.stopped))
    #expect(try !isKnown(.fails(.engineStatus)) && !isKnown(.engine(state: "BUSY")))
    #expect(throws: EngineError.gone) {
      try OrdersQuery(.all).answer(.staged([.fails(.orders(.all))]), now: Seen.now)
    }
  }

  @Test func `one order is completed by what only the trading state sends`() throws {
    let detailed = Self.order(
      "ab1",
      more:
        #","avg_fill_price":99,"fee":0.1,"signal_id":"s","exit_plan":{"tp":2,"sl":1},"rationale":{"entry_reason":"r"},"status_timeline":[{"status":"placed"}]"#
    )
    func order(_ name: String, _ told: Told...) throws -> Order {
      let list = Told.says(.orders(.all), "[\(Self.order("ab1")),\(Self.order("ac2", "filled"))]")
      return try OrderQuery(name).answer(.staged([list, .state(fills: [detailed])] + told), now: Seen.now).order
    }
    let whole = try order("AB")
    #expect(whole.id == "ab1" && whole.averageFillPrice == 99 && whole.fee == Decimal(exactly: "0.1"))
    #expect(whole.signalID == "s" && whole.takeProfit == 2 && whole.stopLoss == 1 && whole.entryReason == "r")
    #expect(whole.timeline.map(\.status) == [.placed])
    #expect(try order("ac2").timeline.isEmpty && order("ab1", .fails(.state)).fee == nil)
    #expect(throws: EngineError.ambiguous(kind: "order", name: "a", matches: ["ab1", "ac2"])) { try order("a") }
    #expect(throws: EngineError.notFound(kind: "order", name: "zz", known: ["ab1", "ac2"])) { try order("zz") }
  }

  @Test func `an engine that does not run cannot tell of an order`() throws {
    func reason(_ told: Told) -> EngineError? {
      do throws(EngineError) {
        guard let snapshot = try? EngineSnapshot.staged([.says(.orders(.all), "[]"), told]) else { return nil }
        _ = try OrderQuery("x").answer(snapshot, now: Seen.now)
        return nil
      } catch { return error }
    }
    #expect(reason(.stopped) == .untold(kind: "order", name: "x", reason: "the engine is STOPPED, and lists none"))
    #expect(
      reason(.fails(.engineStatus))
        == .untold(kind: "order", name: "x", reason: "the engine is in a state that is not known, and lists none"))
    #expect(reason(.practice) == .notFound(kind: "order", name: "x", known: []))
  }

  @Test(
    arguments: [
      ("placed", #","filled_size":1"#, true), ("placed", #","filled_size":0.99"#, false), ("placed", "", false),
      ("placed", #","size":0,"filled_size":0"#, false), ("filled", #","filled_size":1"#, false),
      ("pending", #","created_at":"\#(ago(601))""#, true), ("pending", #","created_at":"\#(ago(600))""#, false),
    ])
  func `an order that has probably ended`(status: String, more: String, hasEnded: Bool) throws {
    // Of a key that comes twice the first counts.
    let body = #"{"symbol":"B","side":"buy"\#(more),"size":1,"status":"\#(status)"}"#
    #expect(try Order.read(Data(body.utf8)).hasProbablyEnded(Seen.now) == hasEnded)
  }
}
