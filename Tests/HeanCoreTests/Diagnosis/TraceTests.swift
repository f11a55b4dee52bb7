import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What became of one signal, put together from lists that no id holds together.
struct TraceTests {
  private static func decision(
    _ outcome: String = "SKIP", _ code: String = "COUNCIL_REJECTED", _ age: TimeInterval, symbol: String = "BTCUSDT",
    strategy: String = "a", side: String = "buy", more: String = ""
  ) -> String {
    #"{"decision":"\#(outcome)","reason_code":"\#(code)","timestamp":"\#(ago(age))","symbol":"\#(symbol)","side":"\#(side)","#
      + #""strategy_id":"\#(strategy)","signal_id":"\#(strategy):\#(symbol):\#(side)"\#(more)}"#
  }

  private static func order(
    _ id: String, _ age: TimeInterval, status: String = "filled", more: String = ""
  ) -> String {
    #"{"event_kind":"order","order_id":"\#(id)","symbol":"BTCUSDT","side":"buy","strategy_id":"a","size":0.5,"price":100,"#
      + #""status":"\#(status)","created_at":"\#(ago(age))"\#(more)}"#
  }

  private static func position(_ id: String, opened: TimeInterval?, unrealized: String = "2.5") -> String {
    let at = opened.map { #","opened_at":"\#(ago($0))""# } ?? ""
    return
      #"{"position_id":"\#(id)","symbol":"BTCUSDT","side":"long","strategy_id":"a","size":0.5,"unrealized_pnl":\#(unrealized)\#(at)}"#
  }

  private static func closed(
    _ id: String, opened: TimeInterval, at closed: TimeInterval, realized: String = "7"
  ) -> String {
    #"{"event_kind":"closed_position","position_id":"\#(id)","symbol":"BTCUSDT","side":"long","strategy_id":"a","size":0.5,"#
      + #""price":110,"realized_pnl":\#(realized),"unrealized_pnl":1,"opened_at":"\#(ago(opened))","closed_at":"\#(ago(closed))"}"#
  }

  private func trace(_ wanted: SignalTrace.Wanted = .last, _ told: Told...) throws -> SignalTrace {
    try TraceQuery(wanted).answer(.staged(told), now: Seen.now).trace
  }

  private func lines(_ trace: SignalTrace) -> [String] {
    trace.steps.map { "\($0.stage.rawValue) | \($0.message) | \($0.source) | \($0.match.rawValue)" }
  }

  private func failure(_ wanted: SignalTrace.Wanted, _ told: Told...) -> EngineError? {
    do throws(EngineError) {
      _ = try TraceQuery(wanted).answer(try stage(told), now: Seen.now)
      return nil
    } catch { return error }
  }

  private func stage(_ told: [Told]) throws(EngineError) -> EngineSnapshot {
    do { return try .staged(told) } catch { throw .gone }
  }

  @Test func `a signal from its wish to its profit`() throws {
    let fill =
      #","avg_fill_price":100.5,"status_timeline":[{"status":"placed"},{"status":"filled","timestamp":"\#(ago(7))"}]"#
    let trace = try trace(
      .last,
      .state(
        [Self.decision("CREATE", "ACCEPTED", 9, more: #","risk_state":"NORMAL","computed_qty":0.5"#)],
        positions: [Self.position("p", opened: 7)], fills: [Self.order("o1", 8, more: fill)]),
      .says(
        .verdicts,
        #"[{"approved":true,"final_confidence":0.8,"entry_threshold":0.7,"timestamp":"\#(ago(10))","strategy_id":"a","#
          + #""symbol":"BTCUSDT","side":"buy","votes":[{"agent_role":"bull","confidence":0.9}]}]"#))
    #expect(
      lines(trace) == [
        "signal | a wants to buy BTCUSDT | /trading/state | id",
        "council | approved, 0.8 of 0.7; bull 0.9 | /council/trade/verdicts | time",
        "decision | CREATE ACCEPTED: passed every gate; an order was requested | /trading/state | id",
        "risk | NORMAL, size 0.5 | /trading/state | id",
        "order | o1: buy 0.5 at 100.00, filled | /orders | time",
        "fill | filled at 100.50 | /trading/state | time",
        "pnl | open: long 0.5, unrealized +2.50 USDT | /trading/state | time",
      ])
    #expect(trace.steps.map(\.at) == [10, 10, 9, 9, 8, 7, nil].map { $0.map { Seen.now - $0 } })
    #expect(trace.confidence == .time && trace.ending == "pnl: open: long 0.5, unrealized +2.50 USDT")
    #expect(trace.strategy == "a" && trace.symbol == "BTCUSDT" && trace.side == .buy)
  }

  @Test func `a refusal ends with its decision, and says what it lacks`() throws {
    let refused = try trace(
      .lastBlocked,
      .state([
        Self.decision("CREATE", "ACCEPTED", 3),
        Self.decision(
          "REJECT", "COUNCIL_VETOED", 9,
          more: #","note":"bear","risk_state":"SOFT_BRAKE","gating_flags":{"killswitch_triggered":true}"#),
      ]),
      .says(
        .verdicts,
        #"[{"approved":false,"vetoed_by":["bear","judge"],"timestamp":"\#(ago(4))","strategy_id":"a","symbol":"BTCUSDT","side":"buy"}]"#
      ))
    #expect(
      lines(refused) == [
        "signal | a wants to buy BTCUSDT | /trading/state | id",
        "council | vetoed by bear, judge | /council/trade/verdicts | time",
        "decision | REJECT COUNCIL_VETOED: a council member vetoed (bear) | /trading/state | id",
        "risk | SOFT_BRAKE, kill switch tripped | /trading/state | id",
      ])
    #expect(refused.ending == "decision: REJECT COUNCIL_VETOED: a council member vetoed (bear)")
    let missed = try trace(
      .last, .state([Self.decision(9)]),
      .says(
        .verdicts,
        #"[{"approved":false,"final_confidence":0.48753,"entry_threshold":0.7,"timestamp":"\#(ago(14))","strategy_id":"a","symbol":"BTCUSDT","side":"buy"}]"#
      ))
    #expect(missed.steps[1].message == "rejected, 0.48753 of 0.7, missed by 0.2125")
    let alone = try trace(.last, .state([Self.decision(9)]))
    #expect(alone.steps.count == 2 && alone.confidence == .id)
  }

  private static func decision(_ age: TimeInterval) -> String { decision("SKIP", "COUNCIL_REJECTED", age) }

  /// A signal of 100 s ago.
  @Test(arguments: [(105, true), (95, true), (106, false), (94, false)])
  func `a verdict belongs to a signal within five seconds`(age: Double, belongs: Bool) throws {
    let verdict =
      #"[{"approved":true,"timestamp":"\#(ago(age))","strategy_id":"a","symbol":"BTCUSDT","side":"buy"}]"#
    let trace = try trace(.last, .state([Self.decision(100)]), .says(.verdicts, verdict))
    #expect(trace.steps.contains { $0.stage == .council } == belongs)
  }

  /// An order is made after its signal, and at most a second before by another clock.
  @Test(arguments: [(101, true), (100, true), (95, true), (102, false), (94, false)])
  func `an order belongs to the signal that it follows`(age: Double, belongs: Bool) throws {
    let trace = try trace(
      .last, .state([Self.decision("CREATE", "ACCEPTED", 100)], fills: [Self.order("o", age)]))
    #expect(trace.steps.contains { $0.stage == .order } == belongs)
    let refused = try self.trace(.last, .state([Self.decision(100)], fills: [Self.order("o", age)]))
    #expect(!refused.steps.contains { $0.stage == .order }, "what was refused has none")
  }

  @Test func `a closed position is the end, and a dropped one is no fill`() throws {
    func end(_ rows: String..., positions: [String] = []) throws -> [String] {
      let trace = try trace(
        .last, .state([Self.decision("CREATE", "ACCEPTED", 100)], positions: positions, fills: [Self.order("o", 99)]),
        .history(rows, limit: 500))
      return lines(trace).filter { $0.hasPrefix("exit") || $0.hasPrefix("pnl") }
    }
    #expect(
      try end(Self.closed("p", opened: 98, at: 50)) == [
        "exit | closed at 110.00 | /trading/history | time", "pnl | realized +7.00 USDT | /trading/history | time",
      ])
    #expect(try end(Self.closed("p", opened: 98, at: 50, realized: "0"))[1].contains("dropped with zero PnL"))
    #expect(
      try end(Self.closed("q", opened: 60, at: 20, realized: "-3"), Self.closed("p", opened: 98, at: 50))[1]
        == "pnl | realized +7.00 USDT | /trading/history | time", "the first close after the order")
    #expect(try end(Self.closed("p", opened: 99.5, at: 50)).isEmpty, "opened before the order")
    #expect(
      try end(Self.closed("p", opened: 98, at: 50), positions: [Self.position("p2", opened: 97)])
        == ["pnl | open: long 0.5, unrealized +2.50 USDT | /trading/state | time"], "what is open is not over")
    #expect(try end(positions: [Self.position("old", opened: 100)]).isEmpty, "opened before the order")
    #expect(
      try end(positions: [Self.position("p", opened: nil, unrealized: "null")])[0].contains("unrealized PnL not known"))
  }

  @Test func `an order that was cut short is no whole fill`() throws {
    let cut =
      #","filled_size":0.2,"status_timeline":[{"status":"partially_filled","timestamp":"\#(ago(7))"},{"status":"cancelled"}]"#
    let trace = try trace(
      .last,
      .state(
        [Self.decision("CREATE", "ACCEPTED", 9)], positions: [Self.position("p", opened: 7)],
        fills: [Self.order("o", 8, status: "cancelled", more: cut)]))
    #expect(
      lines(trace).suffix(2) == [
        "order | o: buy 0.5 at 100.00, partly filled (0.2), rest cancelled | /orders | time",
        "fill | partly filled (0.2), rest cancelled | /trading/state | time",
      ])
  }

  @Test func `a signal that got stuck says where`() throws {
    func stuck(_ age: TimeInterval) -> Told {
      .says(
        .pipeline,
        #"{"recent_dead_letters":[{"strategy_id":"a","symbol":"BTCUSDT","side":"buy","stages":[{"stage":"in","timestamp":"\#(ago(age))"},{"stage":"sizing","timestamp":"\#(ago(1))"}]}]}"#
      )
    }
    let trace = try trace(.last, .state([Self.decision(100)]), stuck(105))
    #expect(lines(trace).last == "risk | stuck in the pipeline: sizing | /archon/pipeline | time")
    #expect(trace.ending == "risk: stuck in the pipeline: sizing" && trace.steps.last?.at == Seen.now - 1)
    #expect(try self.trace(.last, .state([Self.decision(100)]), stuck(106)).steps.count == 2)
  }

  @Test func `anything that it goes by leads to it`() throws {
    let told: [Told] = [
      .state(
        [Self.decision(50), Self.decision("CREATE", "ACCEPTED", 100)], positions: [Self.position("Pos-1", opened: 98)],
        fills: [Self.order("smart_limit_1", 99, more: #","signal_id":"sig-1""#)]),
      .says(
        .verdicts,
        #"[{"verdict_id":"ver-1","approved":true,"timestamp":"\#(ago(101))","strategy_id":"a","symbol":"BTCUSDT","side":"buy"}]"#
      ),
    ]
    func seed(_ word: String) throws -> String {
      let trace = try TraceQuery(.id(word)).answer(.staged(told), now: Seen.now).trace
      return lines(trace)[0] + " " + trace.steps.map(\.stage.rawValue).joined(separator: ",")
    }
    let whole = "signal,council,decision,order,pnl"
    #expect(try seed("smart_limit_1") == "signal | a wants to buy BTCUSDT | /orders | time \(whole)")
    #expect(try seed("SMART") == "signal | a wants to buy BTCUSDT | /orders | time \(whole)")
    #expect(try seed("sig-1") == "signal | a wants to buy BTCUSDT | /orders | time \(whole)")
    #expect(try seed("pos-1") == "signal | a wants to buy BTCUSDT | /trading/state | time \(whole)")
    #expect(try seed("ver") == "signal | a wants to buy BTCUSDT | /trading/state | time \(whole)")
    #expect(
      try seed("A:BTCUSDT:BUY") == "signal | a wants to buy BTCUSDT | /trading/state | time signal,decision",
      "the latest of that name")
  }

  @Test func `what is not remembered is told with what is, and two are not guessed`() throws {
    let state = Told.state([Self.decision(50)], fills: [Self.order("ab1", 99), Self.order("ab2", 98)])
    #expect(
      failure(.id("zz"), state)
        == .notFound(kind: "signal", name: "zz", known: ["a:BTCUSDT:buy", "ab1", "ab2"]))
    #expect(failure(.id("AB"), state) == .ambiguous(kind: "signal", name: "ab", matches: ["ab1", "ab2"]))
    #expect(failure(.id(""), state) == .notFound(kind: "signal", name: "", known: ["a:BTCUSDT:buy", "ab1", "ab2"]))
    #expect(failure(.last, .state()) == .notFound(kind: "signal", name: "last", known: []))
    #expect(
      failure(.lastBlocked, .state([Self.decision("CREATE", "ACCEPTED", 5)]))
        == .notFound(kind: "signal", name: "last-blocked", known: ["a:BTCUSDT:buy"]))
    #expect(failure(.last, .fails(.state)) == .gone)
  }

  @Test func `what did not answer is named beside the trace`() throws {
    let answer = try TraceQuery(.last).answer(
      .staged([.fails(.verdicts), .fails(.history(limit: 500), .limited), .fails(.pipeline, .rejectedKey)]),
      now: Seen.now)
    #expect(
      answer.missing == [
        "/trading/history: slow down", "/council/trade/verdicts: unreachable", "/archon/pipeline: Invalid API key",
      ])
  }

  @Test(arguments: [("last", "last"), ("LAST-BLOCKED", "last-blocked"), ("last_blocked", "last-blocked"), ("Ab", "Ab")])
  func `which signal is meant`(word: String, meant: String) { #expect(SignalTrace.Wanted(word).description == meant) }

  @Test func `nothing is known of a trace without steps`() {
    #expect(SignalTrace(steps: []).ending == "nothing is known")
    #expect(SignalTrace(steps: []).confidence == .id)
  }
}
