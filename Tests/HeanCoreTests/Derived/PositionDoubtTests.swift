import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Rows that the exchange may not hold: echoes, refusals, and rows without a stake.
struct PositionDoubtTests {
  /// Seconds before now throughout; size 0.5 and BTCUSDT if nothing else is said.
  private struct Echo: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var opened: TimeInterval? = 10
    var closed: TimeInterval = 10
    var size = "0.5"
    var symbol = "BTCUSDT"
    var strategy = "unknown"
    var doubt: PositionDoubt?
  }

  private static let echoes: [Echo] = [
    Echo(testDescription: "at once", doubt: .echo), Echo(testDescription: "after a second", closed: 11, doubt: .echo),
    Echo(testDescription: "after more", closed: 11.2, doubt: .unrecognised),
    Echo(testDescription: "before the close", closed: 9.9, doubt: .unrecognised),
    Echo(testDescription: "another size", size: "0.51", doubt: .unrecognised),
    Echo(testDescription: "the same size, rounded otherwise", size: "0.5000001", doubt: .echo),
    Echo(testDescription: "another symbol", symbol: "ETHUSDT", doubt: .unrecognised),
    Echo(testDescription: "nobody knows when it was opened", opened: nil, closed: 900, doubt: .echo),
    Echo(testDescription: "nor of which size", opened: nil, closed: 900, size: "0.4", doubt: .unrecognised),
    Echo(testDescription: "a strategy of its own", strategy: "a"),
  ]

  private static func row(_ opened: TimeInterval?, _ strategy: String, id: String = "p1") throws -> Position {
    let at = opened.map { #","opened_at":"\#(ago($0))""# } ?? ""
    return try Position.read(
      Data(
        #"{"position_id":"\#(id)","symbol":"BTCUSDT","side":"long","size":0.5,"strategy_id":"\#(strategy)"\#(at)}"#.utf8
      ))
  }

  @Test(arguments: echoes)
  private func `an echo needs a close just before it, whatever tells that`(item: Echo) throws {
    let position = try Self.row(item.opened, item.strategy)
    let body =
      #""symbol":"\#(item.symbol)","side":"long","realized_pnl":4,"unrealized_pnl":4,"closed_at":"\#(ago(item.closed))""#
    let closed = try Position.read(Data(#"{\#(body),"size":\#(item.size)}"#.utf8))
    let state = try TradingState.read(
      Data(
        #"{"recent_decisions":[{"type":"ORDER_EXIT_DECISION","decision":"FORCE_CLOSE","symbol":"\#(item.symbol)","qty":\#(item.size),"timestamp":"\#(ago(item.closed))"}]}"#
          .utf8))
    let events = try EngineEvents.read(
      Data(
        #"{"events":[{"seq":1,"type":"POSITION_CLOSED","ts":"\#(ago(item.closed))","context":{"topic":"positions"},"payload":{"positions":[{\#(body),"size":\#(item.size)}]}}]}"#
          .utf8))
    #expect(PositionDoubts(closed: [closed]).doubt(position) == item.doubt, "a closed record")
    #expect(PositionDoubts(closed: [], exits: state.exits).doubt(position) == item.doubt, "a decision")
    #expect(PositionDoubts(closed: [], events: events.events).doubt(position) == item.doubt, "an event")
    let none: PositionDoubt? = item.strategy == "unknown" ? .unrecognised : nil
    #expect(PositionDoubts(closed: []).doubt(position) == none, "nothing was closed")
  }

  private static let zero = "Bybit API error: current position is zero, cannot fix reduce-only order qty"
  private static let sameSide = "Bybit API error: reduce-only order has same side with current position"
  private static let poor = "Bybit API error: ab not enough for new order"

  @Test(
    arguments: [
      (zero, "p1", "BTCUSDT", 20, .notHeld), (zero, "p1", "BTCUSDT", nil, .notHeld),
      (zero, "p2", "BTCUSDT", 20, .notHeld),
      (zero, "p2", "BTCUSDT", 10, nil), (zero, "p2", "BTCUSDT", 9, nil), (zero, "p2", "BTCUSDT", nil, nil),
      (zero, "p2", "ETHUSDT", 20, nil), (sameSide, "p1", "BTCUSDT", 20, .otherSide), (poor, "p1", "BTCUSDT", 20, nil),
    ] as [(String, String, String, TimeInterval?, PositionDoubt?)])
  func `a refusal of 10 s ago means what its words say, for the rows of that time`(
    cause: String, id: String, symbol: String, opened: Double?, doubt: PositionDoubt?
  ) throws {
    let message =
      "FAILED TO CLOSE POSITION ON BYBIT: \(id) (\(symbol)) - \(cause). Position remains open on exchange! Manual "
      + "intervention required."
    let log = try EngineLog.read(Data(#"{"events":[{"timestamp":"\#(ago(10))","message":"\#(message)"}]}"#.utf8))
    let refusals = log.records.compactMap { CloseFailure($0, now: Seen.now) }
    #expect(refusals.map(\.cause) == [cause])
    let doubts = PositionDoubts(closed: [], refusals: refusals)
    #expect(try doubts.doubt(Self.row(opened, "a")) == doubt)
    #expect(try doubts.doubt(Self.row(opened, "unknown")) == doubt ?? .unrecognised)
    #expect(doubts.doubt(try Self.row(opened, "a"))?.isVoid ?? false == (doubt == .notHeld))
  }

  /// PnL of each row then and now, and the account's equity.
  private static let stakes: [(then: [String], now: [String], equity: String, apart: TimeInterval, void: Set<String>)] =
    [
      (["1"], ["1.05"], "9000", 3, ["p0"]), (["1"], ["1.04"], "9000", 3, []), (["1"], ["0.95"], "9000", 3, ["p0"]),
      (["1"], ["1.05"], "9000.009", 3, ["p0"]), (["1"], ["1.05"], "9000.01", 3, []), (["1"], ["1.05"], "9000", 2.9, []),
      (["1", "1"], ["1.5", "0.5"], "9000", 3, []), (["1", "1"], ["1.5", "0.52"], "9000", 3, []),
      (["1", "1"], ["1.5", "0.54"], "9000", 3, []),
      (["1", "1"], ["1.5", "0.55"], "9000", 3, ["p0", "p1"]), (["1", "1"], ["1.5", "1"], "9000", 3, ["p0"]),
    ]

  private static func rows(_ pnl: [String]) -> String {
    let all = pnl.enumerated().map {
      #"{"position_id":"p\#($0.offset)","symbol":"BTCUSDT","unrealized_pnl":\#($0.element)}"#
    }
    return "[\(all.joined(separator: ","))]"
  }

  @Test(arguments: stakes.indices)
  func `an account that stands still to the cent while a row moves has no stake in it`(index: Int) throws {
    let item = Self.stakes[index]
    func look(_ pnl: [String], _ equity: String, _ more: Told...) throws -> EngineSnapshot {
      try .staged(
        [
          .engine(equity: Decimal(string: equity), isLive: true), .says(.settings, #"{"bybit_testnet":true}"#),
          .says(.positions, Self.rows(pnl)), .risk(open: pnl.count, equity: 7000),
        ] + more)
    }
    func void(_ more: Told...) throws -> Set<String> {
      var memory = RememberedEngine()
      var before = try look(item.then, "9000")
      before.seenAt = Seen.now - item.apart
      memory.note(before)
      var now = try look(item.now, item.equity)
      for one in more { now[.why] = try EngineSnapshot.staged([one])[.why] }
      memory.note(now)
      now.remembered = memory
      return Set((now.doubtedPositions ?? []).filter { $0.doubt == .noStake }.compactMap(\.id))
    }
    #expect(try void() == item.void)
    #expect(try void(.says(.why, #"{"execution_quality":{}}"#)).isEmpty, "an account that nobody reads proves nothing")
  }
}
