import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// How old prices are, of which symbols, and what to do about it, word for word.
struct MarketDataGateTests {
  private static let feed: NextStep =
    "no price reaches the engine: read the log of its process, and restart that if none comes; what comes is shown by: \(.query(.watch, "market_data", options: .duration("10s")))"
  private static let untraded: NextStep =
    "other symbols have prices, so the engine may not trade this one; what it gets prices of is shown by: \(.query(.watch, "market_data", options: .duration("10s")))"
  private static let late: NextStep =
    "prices reach the engine late, and what it orders rests on them: stop new orders by: \(.operation(.triggerKillSwitch))"
  private static let others: NextStep =
    "the other symbols are traded; what comes is shown by: \(.query(.watch, "market_data", options: .duration("10s")))"

  private static func ticked(_ age: String) -> Told {
    .says(.why, #"{"engine_state":"running","last_tick_age_sec":\#(age),"execution_quality":{"rest_ok":true}}"#)
  }

  private static func looked(_ age: String) -> String { "/trading/why: last_tick_age_sec \(age) (oldest symbol)" }
  private static func unpriced(_ symbol: String) -> Told {
    .says(.ticker(symbol), #"{"symbol":"\#(symbol)","price":null,"timestamp":null}"#)
  }
  private static let noTickers: [Told] = [.omits(.ticker("BTCUSDT")), .omits(.ticker("ETHUSDT"))]

  private static func held(_ symbols: String...) -> Told {
    .state(positions: symbols.map { #"{"symbol":"\#($0)","side":"long"}"# })
  }

  private static let bySymbol: [GateCase] = [
    GateCase("fresh", .open, "prices are fresh", [looked("0.5")], age: 1),
    GateCase(
      "5 s are fresh still", [.price("BTCUSDT", age: 5), .price("ETHUSDT", age: 1)], .open, "prices are fresh",
      [looked("0.5")], age: 5),
    GateCase(
      "6 s beside a price of now are not", [.price("BTCUSDT", age: 6), .price("ETHUSDT", age: 1)], .narrowed,
      "1 of 2 symbols have no fresh price: BTCUSDT", [looked("0.5"), "/market/ticker: BTCUSDT 6s old"], step: others,
      age: 6),
    GateCase(
      "two that are both old can be silent by chance, up to 30 s",
      [.price("BTCUSDT", age: 30), .price("ETHUSDT", age: 30)], .open, "prices are fresh", [looked("0.5")], age: 30),
    GateCase(
      "all are old, although looked at just now",
      [.price("BTCUSDT", age: 31), .price("ETHUSDT", age: 40), .state()], .closed,
      "market data is stale: the newest price is 31s old",
      [looked("0.5"), "/market/ticker: BTCUSDT 31s old", "/market/ticker: ETHUSDT 40s old"], step: late, age: 31,
      since: 31),
    GateCase(
      "all are old, and it trades on them", [.price("BTCUSDT", age: 31), .price("ETHUSDT", age: 40)], .narrowed,
      "prices are 31s old when the engine looks at them, and it trades on them",
      [looked("0.5"), "/market/ticker: BTCUSDT 31s old", "/market/ticker: ETHUSDT 40s old"], step: late, age: 31,
      since: 31),
    GateCase(
      "all are old because none comes", [.price("BTCUSDT", age: 95), .price("ETHUSDT", age: 40), ticked("31")],
      .closed, "market data is stale: the newest price is 40s old",
      [looked("31"), "/market/ticker: BTCUSDT 1m35s old", "/market/ticker: ETHUSDT 40s old"], step: feed, age: 40,
      since: 40),
    GateCase(
      "looked at 5 s ago is in time",
      [.price("BTCUSDT", age: 31), .price("ETHUSDT", age: 31), ticked("5"), .state()], .closed,
      "market data is stale: the newest price is 31s old",
      [looked("5"), "/market/ticker: BTCUSDT 31s old", "/market/ticker: ETHUSDT 31s old"], step: late, age: 31,
      since: 31),
    GateCase(
      "looked at 6 s ago is not, whatever was accepted",
      [.price("BTCUSDT", age: 31), .price("ETHUSDT", age: 31), ticked("6")], .closed,
      "market data is stale: the newest price is 31s old",
      [looked("6"), "/market/ticker: BTCUSDT 31s old", "/market/ticker: ETHUSDT 31s old"], step: feed, age: 31,
      since: 31),
    GateCase(
      "one is old", [.price("ETHUSDT", age: 40)], .narrowed, "1 of 2 symbols have no fresh price: ETHUSDT",
      [looked("0.5"), "/market/ticker: ETHUSDT 40s old"], step: others, age: 40),
    GateCase(
      "what is held comes first, and three are named",
      [
        .price("ADAUSDT", age: 31), .price("BNBUSDT", age: 32), .price("SOLUSDT", age: 33), .price("XRPUSDT", age: 34),
        .price("TONUSDT", age: 35), held("XRPUSDT", "BTCUSDT"),
      ],
      .narrowed, "5 of 7 symbols have no fresh price: XRPUSDT (held), ADAUSDT, BNBUSDT and 2 more",
      [
        looked("0.5"), "/market/ticker: XRPUSDT 34s old", "/market/ticker: ADAUSDT 31s old",
        "/market/ticker: BNBUSDT 32s old", "/market/ticker: SOLUSDT 33s old",
      ],
      step: others, age: 35),
    GateCase(
      "a symbol that was never priced is none that is traded", [unpriced("ETHUSDT")], .open, "prices are fresh",
      [looked("0.5")], age: 1),
    GateCase(
      "asked for by name it counts", [.omits(.ticker("BTCUSDT")), unpriced("ETHUSDT")],
      of: DiagnosisScope(symbol: "ETHUSDT"), .closed, "no price has arrived for ETHUSDT",
      [looked("0.5"), "/market/ticker: ETHUSDT never priced"], step: untraded),
    GateCase(
      "a price of the future is no price", [.price("BTCUSDT", age: -61), .price("ETHUSDT", age: 1)], .open,
      "prices are fresh", [looked("0.5")], age: 1),
    GateCase(
      "another symbol than those that were looked at", [ticked("45")], .narrowed,
      "the price of a symbol that is not listed here is 45s old", [looked("45")], step: feed, age: 45),
    GateCase(
      "which does not matter for one that is asked for by name", [ticked("45")], of: DiagnosisScope(symbol: "BTCUSDT"),
      .open, "prices are fresh", [looked("45")], age: 1),
    GateCase(
      "the price by which the others are dated did not come", [.fails(.priceProbe), ticked("2")], .unknown,
      "the engine looked at prices 2s ago; how old they were is not known", [looked("2")], step: .query(.health)),
    GateCase(
      "it does not say when it looked", [ticked("null")], .unknown,
      "the engine does not say when it looked at prices; how old they were is not known",
      ["/trading/why: last_tick_age_sec null"], step: .query(.health)),
  ]

  @Test(arguments: bySymbol) func `by symbol`(item: GateCase) throws { try item.check(.marketData) }

  private static let byTheOldest: [GateCase] = [
    GateCase("fresh", noTickers + [ticked("2")], .open, "prices are fresh", [looked("2")], age: 2),
    GateCase(
      "the oldest is old", noTickers + [ticked("45")], .closed,
      "market data is stale: the oldest symbol's last price is 45s old", [looked("45")], step: feed, age: 45),
    GateCase(
      "30 s are fresh still", noTickers + [ticked("30")], .open, "prices are fresh", [looked("30")], age: 30),
    GateCase(
      "old prices that were looked at", noTickers + [.says(.priceProbe, #"{"price":1,"timestamp":"\#(ago(70))"}"#)],
      .closed, "market data is stale: the oldest symbol's last price is 1m10s old", [looked("0.5")], step: feed,
      age: 70),
    GateCase(
      "an engine that does not trade the symbol of the date", noTickers + [.says(.priceProbe, #"{"price":null}"#)],
      .open, "prices are fresh", [looked("0.5")], age: 0.5),
    GateCase(
      "a price without a time", noTickers + [.says(.priceProbe, #"{"price":1}"#)], .unknown,
      "the engine looked at prices 1s ago; how old they were is not known", [looked("0.5")], step: .query(.health)),
    GateCase(
      "none since the start", noTickers + [ticked("null")], .closed, "no price has arrived since the start",
      ["/trading/why: last_tick_age_sec null"], step: feed),
    GateCase(
      "a diagnosis that failed inside", [.says(.why, #"{"last_tick_age_sec":null}"#)], .unknown,
      "the engine's own diagnosis failed inside", ["/trading/why: engine_state UNKNOWN"], step: .query(.health)),
    .stopped("a stopped engine reads no market data"), .notTold,
  ]

  @Test(arguments: byTheOldest + GateCase.failed(.why, "/trading/why"))
  func `by the oldest alone`(item: GateCase) throws { try item.check(.marketData) }

  @Test func `the figures stand beside the words`() throws {
    let told: [Told] = [.price("BTCUSDT", age: 31), .price("ETHUSDT", age: 40)]
    let gate = try #require(Diagnosis(try .staged(told), now: Seen.now).gates.first { $0.id == .marketData })
    #expect(gate.evidence.map(\.value) == [0.5, 31, 40] && gate.evidence.map(\.threshold) == [30, 30, 30])
    #expect(gate.evidence.map(\.age) == [nil, 31, 40])
  }
}
