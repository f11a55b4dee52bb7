import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// From when on prices stand still: the whole feed, and one symbol beside the others.
struct FrozenFeedTests {
  private static let symbols = ["BTCUSDT", "ETHUSDT", "SOLUSDT", "XRPUSDT"]

  private static func snapshot(_ ages: [TimeInterval], _ more: [Told]) throws -> EngineSnapshot {
    let prices = zip(symbols, ages).map { Told.price($0, age: $1) }
    let left = symbols.dropFirst(ages.count).map { Told.omits(.ticker($0)) }
    return try .staged([.state()] + prices + left + more)
  }

  @Test(
    arguments: [
      ([5, 5, 5], .open, []), ([5.1, 5.1, 5.1], .closed, ["BTCUSDT", "ETHUSDT", "SOLUSDT"]),
      ([5, 6, 6], .open, []), ([1, 1, 5], .open, []), ([1, 1, 5.1], .narrowed, ["SOLUSDT"]),
      ([2, 2, 10], .open, []), ([2, 2, 10.1], .narrowed, ["SOLUSDT"]), ([0.2, 0.2, 0.2, 5], .open, []),
      ([0.2, 0.2, 0.2, 5.1], .narrowed, ["XRPUSDT"]), ([4, 4, 20], .open, []), ([4, 4, 20.1], .narrowed, ["SOLUSDT"]),
      ([5, 9, 30], .open, []), ([5, 9, 30.1], .narrowed, ["SOLUSDT"]), ([30, 30], .open, []),
      ([30.1, 30.1], .closed, ["BTCUSDT", "ETHUSDT"]), ([1, 40, 50], .narrowed, ["ETHUSDT", "SOLUSDT"]),
      ([6, 7, 200], .closed, ["BTCUSDT", "ETHUSDT", "SOLUSDT"]),
    ] as [([TimeInterval], Gate.State, [String])])
  func `ages of prices, and which of them stand still`(
    ages: [Double], state: Gate.State, frozen: [String]
  ) throws {
    let diagnosis = Diagnosis(try Self.snapshot(ages, []), now: Seen.now)
    let gate = try #require(diagnosis.gates.first { $0.id == .marketData })
    #expect(gate.state == state && (gate.frozen ?? []) == frozen)
    let oldest = try #require(ages.max())
    // Of a whole feed that stands still, the newest price tells since when.
    #expect(gate.age == Decimal(string: "\(state == .closed ? try #require(ages.min()) : oldest)"))
  }

  @Test(arguments: [(0.5, .narrowed), (5, .narrowed), (6, .closed)] as [(Decimal, Gate.State)])
  func `a feed that lags is traded on, as long as the engine looks at it`(looked: Decimal, state: Gate.State) throws {
    let why = Told.says(
      .why, #"{"engine_state":"running","last_tick_age_sec":\#(looked),"execution_quality":{"rest_ok":true}}"#)
    let accepted = Told.state([
      #"{"decision":"CREATE","reason_code":"ACCEPTED","timestamp":"\#(ago(7))","symbol":"BTCUSDT","strategy_id":"a"}"#
    ])
    let late = Diagnosis(try Self.snapshot([8, 9, 9], [why, accepted]), now: Seen.now)
    #expect(late.gates.first { $0.id == .marketData }?.state == state)
    #expect(late.verdict == (state == .closed ? .blocked : .trading))
    #expect(late.summary.hasPrefix(state == .closed ? "Not trading" : "Trading on prices that are 8s old"))
    let before = Diagnosis(try Self.snapshot([7, 9, 9], [why, accepted]), now: Seen.now)
    #expect(before.verdict == .blocked, "what was accepted on a fresh price shows nothing")
  }

  @Test(arguments: [(6, false), (30, false), (31, true)] as [(TimeInterval, Bool)])
  func `one symbol that is asked for by name and seldom traded stops nothing before the engine does`(
    age: Double, isBlocked: Bool
  ) throws {
    let accepted = Told.state([
      #"{"decision":"CREATE","reason_code":"ACCEPTED","timestamp":"\#(ago(40))","symbol":"ETHUSDT","strategy_id":"a"}"#
    ])
    let told: [Told] = [.omits(.ticker("BTCUSDT")), .price("ETHUSDT", age: age), accepted]
    let scope = DiagnosisScope(symbol: "ETHUSDT")
    let diagnosis = Diagnosis(try .staged(told), scope: scope, now: Seen.now)
    #expect((diagnosis.verdict == .blocked) == isBlocked, "\(diagnosis.summary)")
    let isStopOffered = try EngineSnapshot.staged(told).judged(scope: scope).nextSteps.contains {
      $0.operations.contains { $0.name == .triggerKillSwitch }
    }
    #expect(!isStopOffered, "the prices of the other symbols come in time")
  }

  @Test func `a position in a symbol that stands still is at risk, one in another is not`() throws {
    func hazard(_ held: String, _ ages: [TimeInterval]) throws -> Hazard? {
      let row = #"{"position_id":"p","symbol":"\#(held)","side":"long","size":1,"entry_price":1,"current_price":1}"#
      let told: [Told] = [.positions(row), .risk(open: 1), .state(positions: [row])]
      return Diagnosis(try Self.snapshot(ages, told), now: Seen.now).hazards.first { $0.kind == .frozenPrices }
    }
    #expect(try hazard("SOLUSDT", [1, 1, 6]) != nil)
    #expect(try hazard("BTCUSDT", [1, 1, 6]) == nil)
    #expect(try hazard("BTCUSDT", [7, 6, 6]) != nil)
    #expect(try hazard("SOLUSDT", [1, 1, 5]) == nil)
  }
}
