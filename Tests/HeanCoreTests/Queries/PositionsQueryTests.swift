import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Positions: what is listed, what completes it, and what speaks against it.
struct PositionsQueryTests {
  private static let live: [Told] = [.engine(isLive: true), .says(.settings, #"{"bybit_testnet":true}"#)]
  private static let row =
    #"{"position_id":"p1","symbol":"BTCUSDT","side":"long","size":0.5,"entry_price":100,"current_price":90}"#

  private func answer(_ told: [Told], symbol: String? = nil) throws -> PositionsAnswer {
    try PositionsQuery(of: NameFilter(symbol: symbol)).answer(.staged(told), now: Seen.now)
  }

  @Test func `without a list there is no answer`() throws {
    #expect(throws: EngineError.gone) { try answer([.fails(.positions)]) }
    #expect(throws: EngineError.untold(kind: "part", name: "Listing<Position>", reason: "it was not read")) {
      try answer([.omits(.positions)])
    }
  }

  @Test func `rows are completed by what only the trading state sends`() throws {
    let detailed =
      #"{"position_id":"p1","symbol":"BTCUSDT","qty":0.5,"opened_at":"\#(ago(40))","leverage":3,"margin_used":15,"#
      + #""exit_plan":{"tp":120,"sl":95},"rationale":{"entry_reason":"momentum"}}"#
    let answer = try answer([.positions(Self.row), .state(positions: [detailed])])
    let position = try #require(answer.positions.elements.first)
    #expect(position.openedAt == Seen.now - 40 && position.leverage == 3 && position.marginUsed == 15)
    #expect(position.takeProfit == 120 && position.stopLoss == 95 && position.entryReason == "momentum")
    #expect(position.breachedLevels == [.stopLoss] && answer.detailsMissing == nil && answer.doubt == nil)
    let alone = try self.answer([.positions(Self.row), .fails(.state, .limited)])
    #expect(alone.detailsMissing == "slow down" && alone.positions.elements.first?.openedAt == nil)
  }

  /// After a close the engine can list a position that the exchange does not hold: `PositionDoubt` says how.
  @Test func `the echo and the residue of a close are marked`() throws {
    let echo = Self.row.replacing("}", with: #","strategy_id":"unknown"}"#)
    let residue = #"{"position_id":"p2","symbol":"ETHUSDT","side":"short","size":0.1,"opened_at":"\#(ago(30))"}"#
    let closed = EmptyCheckTests.closed("ETHUSDT", age: 31, realized: "4")
    let own = EmptyCheckTests.closed("BTCUSDT", age: 90, realized: "4", size: "0.5")
    let answer = try answer([.positions(echo, residue), .history([closed, own], limit: 500)])
    #expect(answer.positions.elements.map(\.doubt) == [.echo, .residue])
    let real = try self.answer([.positions(echo), .history([closed], limit: 500)])
    #expect(real.positions.elements.map(\.doubt) == [.unrecognised], "nothing of its size was closed")
  }

  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: [Told]
    var symbol: String?
    var words: String?
  }

  private static let ghost = Told.history([EmptyCheckTests.closed("ETHUSDT", age: 9)], limit: 500)
  private static let cases: [Case] = [
    Case(testDescription: "empty, and flat", told: []),
    Case(testDescription: "one", told: [.positions(row)]),
    Case(testDescription: "a stopped engine", told: [.stopped], words: "the engine is STOPPED, and lists none"),
    Case(testDescription: "a stopped engine that lists one", told: [.stopped, .positions(row)]),
    Case(
      testDescription: "no state", told: [.fails(.engineStatus)],
      words: "the engine is in a state that is not known, and lists none"),
    Case(testDescription: "busy", told: [.engine(state: "BUSY")], words: "the engine is BUSY, and lists none"),
    Case(
      testDescription: "more are counted", told: [.risk(open: 1)], words: "0 are listed, and /risk/status counts 1"),
    Case(
      testDescription: "only another symbol is listed, as many as are counted",
      told: [.positions(row), .risk(open: 1)], symbol: "ETHUSDT"),
    Case(
      testDescription: "only another symbol is listed, and more are counted", told: [.positions(row), .risk(open: 2)],
      symbol: "ETHUSDT", words: "1 are listed, and /risk/status counts 2"),
    Case(
      testDescription: "the symbol is listed, whatever is counted", told: [.positions(row), .risk(open: 2)],
      symbol: "btcusdt"),
    Case(
      testDescription: "the symbol's position was dropped with zero PnL, a ghost",
      told: live + [.positions(row), .risk(open: 1), ghost], symbol: "ETHUSDT",
      words: "the engine dropped ETHUSDT with zero PnL"),
    Case(
      testDescription: "in a dry run it is gone", told: [.positions(row), .risk(open: 1), ghost], symbol: "ETHUSDT"),
    Case(
      testDescription: "a start at the exchange", told: live + [.started(30)],
      words: "none is in the engine's books, and an engine forgets at its start what the exchange holds"),
  ]

  @Test(arguments: cases)
  private func `whether the list can be believed`(item: Case) throws {
    let answer = try answer(item.told, symbol: item.symbol)
    #expect(answer.doubt?.message == item.words)
    #expect((answer.proven == nil) == (item.words != nil))
  }

  @Test func `an engine that was started lately may hold more than it lists`() throws {
    #expect(try answer(Self.live + [.positions(Self.row), .started(899)]).restartedAt == Seen.now - 899)
    #expect(try answer(Self.live + [.positions(Self.row), .started(900)]).restartedAt == nil)
    #expect(try answer(Self.live + [.started(60)]).restartedAt == nil, "the doubt about an empty list says it already")
    #expect(try answer([.positions(Self.row), .started(60)]).restartedAt == nil, "a dry run holds nothing elsewhere")
  }

  @Test func `closes that failed are told with the positions that they left`() throws {
    let record =
      #"{"timestamp":"\#(ago(7200))","message":"FAILED TO CLOSE POSITION ON BYBIT: p1 (BTCUSDT) - no"}"#
    let log = Told.says(.closeFailures, #"{"events":[\#(record)]}"#)
    #expect(
      try answer([.positions(Self.row), log]).closeFailures.map(\.message) == ["the engine could not close BTCUSDT: no"]
    )
    #expect(try answer([log]).closeFailures.isEmpty, "two hours ago, and not listed any more")
    #expect(try answer([log, .risk(open: 1)]).closeFailures.count == 1, "a list that is doubted proves no close")
    #expect(try answer([.fails(.closeFailures)]).closeFailures.isEmpty)
  }

  @Test func `what was dropped lately is told although others are listed`() throws {
    // Dropped with zero PnL, but for the one that realized 1.
    let closed = [
      EmptyCheckTests.closed("SOLUSDT", age: 59, id: "s"), EmptyCheckTests.closed("ETHUSDT", age: 50, id: "old"),
      EmptyCheckTests.closed("ETHUSDT", age: 40, id: "new"), EmptyCheckTests.closed("XRPUSDT", age: 60),
      EmptyCheckTests.closed("ADAUSDT", age: 5, realized: "1"), EmptyCheckTests.closed("BNBUSDT", age: nil),
    ]
    let answer = try answer([.positions(Self.row), .history(closed, limit: 500)])
    #expect(answer.dropped(within: 60).map(\.id) == ["new", "s"])
    #expect(answer.dropped(within: 45).map(\.id) == ["new"] && answer.dropped(within: 5).isEmpty)
  }

  @Test func `a position is listed by its id, else by its symbol and side`() throws {
    let answer = try answer([.positions(Self.row)])
    #expect(answer.lists("BTCUSDT", .long, id: nil) && answer.lists("BTCUSDT", nil, id: nil))
    #expect(!answer.lists("BTCUSDT", .short, id: nil) && !answer.lists("ETHUSDT", .long, id: nil))
    let unsided = try self.answer([.positions(#"{"symbol":"BTCUSDT"}"#)])
    #expect(unsided.lists("BTCUSDT", .short, id: nil), "its side is not known: it may be the one")
    #expect(answer.lists("?", nil, id: "p1") && !answer.lists("BTCUSDT", .long, id: "p2"))
  }

  /// Something was to be closed 100 s ago.
  @Test func `a close is proved by the books, and at an exchange by a fill as well`() throws {
    let moment = Seen.now - 100
    func proves(_ age: TimeInterval, realized: String = "2", fill: String? = nil, isLive: Bool = false) throws -> Bool {
      let closed = EmptyCheckTests.closed("BTCUSDT", age: age, realized: realized)
      let answer = try answer(
        (isLive ? Self.live : []) + [.state(fills: [fill].compactMap(\.self)), .history([closed], limit: 500)])
      return answer.proves("BTCUSDT", 1, after: moment)
    }
    #expect(try proves(99) && proves(71) && !proves(70) && !proves(100), "within half a minute after it")
    #expect(try !proves(90, realized: "0") && !proves(90, realized: "null"))
    let fill = #"{"symbol":"BTCUSDT","side":"sell","qty":1,"created_at":"\#(ago(95))"}"#
    #expect(try !proves(90, isLive: true) && proves(90, fill: fill, isLive: true))
    #expect(try !proves(90, fill: fill.replacing(#""qty":1"#, with: #""qty":2"#), isLive: true))
    #expect(try !proves(90, fill: fill.replacing("BTC", with: "ETH"), isLive: true))
    #expect(try !proves(90, fill: fill.replacing(ago(95), with: ago(101)), isLive: true))
  }
}
