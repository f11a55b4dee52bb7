import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What one moment shows of each name that a condition can ask for.
struct ConditionValueTests {
  private static let long =
    #"{"position_id":"p1","symbol":"BTCUSDT","side":"long","size":2,"entry_price":100,"current_price":90,"unrealized_pnl":-20}"#
  private static let more = long.replacing("p1", with: "p2").replacing("100", with: "101")
  private static let live: [Told] = [.engine(isLive: true), .says(.settings, #"{"bybit_testnet":true}"#)]
  private static func orders(_ rows: String...) -> Told { .says(.orders(.all), "[\(rows.joined(separator: ","))]") }
  private static func order(_ id: String, _ status: String) -> String {
    #"{"order_id":"\#(id)","symbol":"B","side":"buy","status":"\#(status)"}"#
  }

  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var name: ConditionName
    var told: [Told] = []
    var value: ConditionValue?
    var doubt: String?
  }

  private static let bent: [Told] = [.engine(equity: 9800, day: -200), .risk(open: 1, equity: 9800), .positions(long)]
  private static let ghost = Told.history([EmptyCheckTests.closed("BTCUSDT", age: 9)], limit: 500)
  private static let open = ConditionName.position("BTCUSDT", .open)
  private static let closed = ConditionName.position("BTCUSDT", .closed)

  private static let cases: [Case] = [
    Case(testDescription: "equity", name: .equity, value: .number(10_000)),
    Case(
      testDescription: "a second teller within what may differ", name: .equity,
      told: bent + [.risk(open: 1, equity: 9900)], doubt: "the engine says 9800.00, bent by open positions"),
    Case(
      testDescription: "equity that is bent", name: .equity, told: bent,
      doubt: "the engine says 9800.00, bent by open positions"),
    Case(testDescription: "equity of the exchange", name: .equity, told: live, value: .number(10_000)),
    Case(
      testDescription: "equity of books that disagree", name: .equity,
      told: [.engine(equity: 15_000, isLive: true), .says(.settings, #"{"bybit_testnet":true}"#)],
      value: .number(15_000)),
    Case(testDescription: "the day", name: .dayPnL, told: [.engine(day: 7)], value: .number(7)),
    Case(testDescription: "a day that is bent", name: .dayPnL, told: bent, doubt: "distorted by open positions"),
    Case(testDescription: "drawdown", name: .drawdown, value: .number(Decimal(exactly: "1.5") ?? 0)),
    Case(testDescription: "drawdown that is bent", name: .drawdown, told: bent, doubt: "distorted by open positions"),
    Case(testDescription: "drawdown without a governor", name: .drawdown, told: [.fails(.governor)]),
    Case(testDescription: "unrealized", name: .unrealizedPnL, told: [.engine(unrealized: -3)], value: .number(-3)),
    Case(testDescription: "realized", name: .realizedPnL, told: [.engine(realized: 4)], value: .number(4)),
    Case(testDescription: "realized, not told", name: .realizedPnL, told: [.engine(realized: nil)]),
    Case(testDescription: "governor", name: .riskState, value: .word("NORMAL")),
    Case(testDescription: "no governor", name: .riskState, told: [.fails(.governor)]),
    Case(testDescription: "state", name: .engineState, told: [.engine(state: "PAUSED")], value: .word("PAUSED")),
    Case(testDescription: "state of a stopped engine", name: .engineState, told: [.stopped], value: .word("STOPPED")),
    Case(testDescription: "no state", name: .engineState, told: [.fails(.engineStatus)]),
    Case(testDescription: "verdict", name: .verdict, value: .word("trading")),
    Case(
      testDescription: "verdict of a stopped engine", name: .verdict, told: [.stopped, .omits(.health)],
      value: .word("blocked")),
    Case(testDescription: "money", name: .money, value: .word("flat")),
    Case(testDescription: "money without a list", name: .money, told: [.fails(.positions)], value: .word("unknown")),
    Case(testDescription: "no latch", name: .latch, value: .truth(false)),
    Case(testDescription: "latch of a stopped engine", name: .latch, told: [.stopped]),
    Case(testDescription: "signals of five minutes", name: .count(.signals, in: 300), value: .number(10)),
    Case(testDescription: "refused signals", name: .count(.rejected, in: 300), value: .number(0)),
    Case(testDescription: "a count that is not told", name: .count(.ordersFilled, in: 60), told: [.fails(.metrics)]),
    Case(testDescription: "clear", name: .killSwitch, value: .truth(false)),
    Case(
      testDescription: "tripped", name: .killSwitch,
      told: [.says(.killSwitch, #"{"triggered":true}"#), .risk(isTripped: true)],
      value: .truth(true)),
    Case(
      testDescription: "an emergency", name: .killSwitch,
      told: [
        .says(.health, #"{"components":{"killswitch":{"triggered":true}}}"#), .risk(stopTrading: true), .state(),
        .started(3600, points: 500),
      ],
      value: .truth(true)),
    Case(testDescription: "told differently", name: .killSwitch, told: [.risk(isTripped: true)]),
    Case(testDescription: "told in part", name: .killSwitch, told: [.fails(.health)]),
    Case(testDescription: "a price", name: .price("BTCUSDT"), value: .number(100)),
    Case(testDescription: "no price", name: .price("SOLUSDT")),
    Case(testDescription: "none held", name: .positionCount, value: .number(0)),
    Case(testDescription: "two held", name: .positionCount, told: [.positions(long, more)], value: .number(2)),
    Case(testDescription: "none held, and more counted", name: .positionCount, told: [.risk(open: 1)]),
    Case(testDescription: "none held, one just dropped", name: .positionCount, told: live + [ghost]),
    Case(
      testDescription: "none held, one just dropped in a dry run", name: .positionCount, told: [ghost],
      value: .number(0)),
    Case(testDescription: "no list", name: .positionCount, told: [.fails(.positions)]),
    Case(testDescription: "none held by a stopped engine", name: .positionCount, told: [.stopped]),
    Case(testDescription: "open", name: open, told: [.positions(long)], value: .truth(true)),
    Case(testDescription: "open, and so not closed", name: closed, told: [.positions(long)], value: .truth(false)),
    Case(testDescription: "closed", name: closed, value: .truth(true)),
    Case(testDescription: "closed, and so not open", name: open, value: .truth(false)),
    Case(testDescription: "just lost", name: closed, told: live + [ghost]),
    Case(testDescription: "just lost is not known to be open", name: open, told: live + [ghost]),
    Case(testDescription: "just lost in a dry run is closed", name: closed, told: [ghost], value: .truth(true)),
    Case(testDescription: "and so not open", name: open, told: [ghost], value: .truth(false)),
    Case(
      testDescription: "another was just lost", name: .position("ETHUSDT", .closed), told: live + [ghost],
      value: .truth(true)),
    Case(testDescription: "more are counted", name: closed, told: [.risk(open: 1)]),
    Case(testDescription: "started just now at the exchange", name: closed, told: live + [.started(60)]),
    Case(testDescription: "started before at the exchange", name: closed, told: live, value: .truth(true)),
    Case(
      testDescription: "a side", name: .position("BTCUSDT", .side), told: [.positions(long, more)], value: .word("long")
    ),
    Case(
      testDescription: "two sides", name: .position("BTCUSDT", .side),
      told: [.positions(long, more.replacing("long", with: "short"))]),
    Case(testDescription: "no side", name: .position("BTCUSDT", .side)),
    Case(testDescription: "a size", name: .position("BTCUSDT", .size), told: [.positions(long)], value: .number(2)),
    Case(
      testDescription: "an entry", name: .position("BTCUSDT", .entry), told: [.positions(long)], value: .number(100)),
    Case(testDescription: "two entries", name: .position("BTCUSDT", .entry), told: [.positions(long, more)]),
    Case(
      testDescription: "a mark", name: .position("BTCUSDT", .mark), told: [.positions(long, more)], value: .number(90)),
    Case(
      testDescription: "PnL adds up", name: .position("BTCUSDT", .pnl), told: [.positions(long, more)],
      value: .number(-40)),
    Case(
      testDescription: "PnL of one is not told", name: .position("BTCUSDT", .pnl),
      told: [.positions(long, more.replacing("-20", with: "null"))]),
    Case(testDescription: "PnL of none", name: .position("BTCUSDT", .pnl)),
    Case(
      testDescription: "a symbol in another case", name: .position("btcusdt", .size), told: [.positions(long)],
      value: .number(2)),
    Case(
      testDescription: "open orders", name: .orderCount, told: [orders(order("a", "placed"), order("b", "filled"))],
      value: .number(1)),
    Case(testDescription: "no orders were read", name: .orderCount, told: [.fails(.orders(.all))]),
    Case(
      testDescription: "an order's word", name: .order("a", .status), told: [orders(order("a", "placed"))],
      value: .word("placed")),
    Case(
      testDescription: "an order that is open", name: .order("a", .open), told: [orders(order("a", "placed"))],
      value: .truth(true)),
    Case(
      testDescription: "and not filled", name: .order("a", .filled), told: [orders(order("a", "placed"))],
      value: .truth(false)),
    Case(
      testDescription: "filled", name: .order("a", .filled), told: [orders(order("a", "filled"))], value: .truth(true)),
    Case(
      testDescription: "cancelled", name: .order("a", .cancelled), told: [orders(order("a", "cancelled"))],
      value: .truth(true)),
    Case(
      testDescription: "rejected", name: .order("a", .rejected), told: [orders(order("a", "rejected"))],
      value: .truth(true)),
    Case(
      testDescription: "not cancelled", name: .order("a", .cancelled), told: [orders(order("a", "rejected"))],
      value: .truth(false)),
    Case(
      testDescription: "not rejected", name: .order("a", .rejected), told: [orders(order("a", "cancelled"))],
      value: .truth(false)),
    Case(
      testDescription: "an order that is not listed", name: .order("a", .open), told: [orders(order("b", "placed"))]),
  ]

  @Test(arguments: cases)
  private func `a value`(item: Case) throws {
    // What else is asked for changes nothing.
    for others in [Set<ConditionName>(), [.realizedPnL, .orderCount, .engineState]] {
      let names = others.union([item.name])
      let look = ConditionLook(
        names, meaning: item.name.isAboutSomething ? [item.name: item.name] : [:], try .staged(item.told),
        now: Seen.now)
      #expect(look.values[item.name] == item.value)
      #expect(look.doubts[item.name] == item.doubt)
      #expect(Set(look.values.keys).isSubset(of: names) && look.failure == (look.status == nil ? .gone : nil))
    }
  }

  @Test func `a name is looked up as the engine writes it, and nothing is known of one without a meaning`() throws {
    let asked = ConditionName.position("BTC", .size)
    let snapshot = try EngineSnapshot.staged([.positions(Self.long)])
    let meant = ConditionLook([asked], meaning: [asked: .position("BTCUSDT", .size)], snapshot, now: Seen.now)
    #expect(meant.values == [asked: .number(2)] && meant.meanings == [asked: .position("BTCUSDT", .size)])
    #expect(ConditionLook([asked], meaning: [:], snapshot, now: Seen.now).values.isEmpty)
    #expect(meant.status?.value.isRunning == true && meant.stranger == nil && ConditionLook().status == nil)
  }

  // MARK: reads

  private func reads(
    _ names: Set<ConditionName>, _ told: [Told] = [], meaning: [ConditionName: ConditionName] = [:]
  ) throws -> [String] {
    let snapshot = try EngineSnapshot.staged(told)
    let parts = ConditionLook.parts(for: names, meaning: meaning)
    return Set(parts.flatMap { $0.then(snapshot) }.map { $0.key.replacing("/api/v1", with: "") }).sorted()
  }

  @Test func `only what is asked for is read, and of an engine that runs`() throws {
    #expect(try reads([.engineState, .realizedPnL, .unrealizedPnL]).isEmpty)
    #expect(try reads([.equity]) == ["/orders/positions", "/risk/status"])
    #expect(try reads([.dayPnL], Self.live) == ["/orders/positions", "/risk/status", "/trading/why"])
    #expect(try reads([.drawdown]) == ["/orders/positions", "/risk/governor/status", "/risk/status"])
    #expect(try reads([.riskState]) == ["/risk/governor/status"] && reads([.orderCount]) == ["/orders"])
    #expect(try reads([.riskState], [.stopped]).isEmpty && reads([.riskState], [.engine(state: "BUSY")]).isEmpty)
    #expect(try reads([.riskState], [.fails(.engineStatus)]).isEmpty)
    let price = ConditionName.price("BTC")
    #expect(
      try reads([price]).isEmpty
        && reads([price], meaning: [price: .price("BTCUSDT")]) == ["/market/ticker?symbol=BTCUSDT"])
    let first = ConditionLook.parts(for: [.equity, .killSwitch], meaning: [:]).flatMap { $0.reads(nil).map(\.key) }
    #expect(
      Set(first).isSuperset(of: [
        "/api/v1/engine/status", "/api/v1/risk/killswitch/status", "/api/v1/risk/status", "/health",
        "/api/v1/trading/metrics", "/api/v1/trading/state",
      ]), "a latch shows only in what a whole diagnosis reads: \(first)")
    #expect(ConditionLook.parts(for: [.equity], meaning: [:]).flatMap { $0.reads(nil) }.count == 1)
  }

  @Test func `what is not listed is checked before it is taken for closed`() throws {
    let checked = ["/orders/positions", "/risk/status", "/trading/history?limit=100"]
    let meaning = [Self.closed: Self.closed]
    #expect(try reads([.positionCount]) == checked && reads([Self.closed], meaning: meaning) == checked)
    #expect(try reads([.positionCount], [.positions(Self.long)]) == ["/orders/positions"])
    #expect(try reads([Self.closed], [.positions(Self.long)], meaning: meaning) == ["/orders/positions"])
    #expect(
      try reads([Self.closed], [.positions(Self.long.replacing("BTC", with: "ETH"))], meaning: meaning) == checked)
    #expect(
      try reads([.positionCount], Self.live)
        == ["/orders/positions", "/risk/status", "/trading/equity-history?limit=500", "/trading/history?limit=100"])
    #expect(try reads([.positionCount], [.fails(.positions)]) == ["/orders/positions"])
  }
}
