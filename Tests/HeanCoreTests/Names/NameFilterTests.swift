import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Lists are narrowed by names as people type them.
struct NameFilterTests {
  private static let rows = Told.positions(
    #"{"symbol":"WIFUSDT","side":"long","position_id":"w","strategy_id":"alpha_one"}"#,
    #"{"symbol":"BTCUSDT","side":"long","position_id":"b","strategy_id":"beta"}"#)

  private func chosen(_ names: NameFilter, _ told: [Told] = [rows]) throws -> [String] {
    try PositionsQuery(of: names).answer(.staged(told), now: Seen.now).chosen.map(\.symbol)
  }

  @Test(arguments: [
    (NameFilter(), ["WIFUSDT", "BTCUSDT"]), (NameFilter(symbol: "wif"), ["WIFUSDT"]),
    (NameFilter(symbol: "WIF/USDT"), ["WIFUSDT"]), (NameFilter(symbol: "btcusdt"), ["BTCUSDT"]),
    (NameFilter(strategy: "alpha"), ["WIFUSDT"]), (NameFilter(symbol: "btc", strategy: "alpha"), []),
    // Known although none is open: the usual symbols, and the strategies that the engine lists.
    (NameFilter(symbol: "eth"), []), (NameFilter(strategy: "a"), []),
  ])
  func `positions`(names: NameFilter, expected: [String]) throws { #expect(try chosen(names) == expected) }

  @Test func `orders, and what the engine calls the names`() throws {
    let rows =
      #"[{"order_id":"1","symbol":"BTCUSDT","side":"buy","size":1,"status":"placed","strategy_id":"alpha_one"}]"#
    func answer(_ names: NameFilter, _ rows: String, _ told: Told...) throws -> OrdersAnswer {
      try OrdersQuery(.open, of: names).answer(.staged([.says(.orders(.open), rows)] + told), now: Seen.now)
    }
    let found = try answer(NameFilter(symbol: "btc", strategy: "alpha"), rows)
    #expect(found.orders.count == 1 && found.names == NameFilter(symbol: "BTCUSDT", strategy: "alpha_one"))
    let none = try answer(NameFilter(symbol: "eth"), rows)
    #expect(none.orders.isEmpty && none.doubt == nil && none.names.symbol == "ETHUSDT")
    // The doubt is about the engine's list, not about what is left of it.
    #expect(try answer(NameFilter(symbol: "eth"), rows, .stopped).doubt == nil)
    #expect(try answer(NameFilter(symbol: "eth"), "[]", .stopped).doubt != nil)
  }

  @Test func `a word that stands for nothing is an error, not an empty list`() throws {
    let unknown = Told.fails(.ticker("NOPEUSDT"), .notFound(kind: "ticker", name: "NOPEUSDT", known: []))
    #expect(throws: EngineError.self) { try chosen(NameFilter(symbol: "nope"), [Self.rows, unknown]) }
    #expect(throws: EngineError.self) { try chosen(NameFilter(symbol: "?")) }
    #expect(throws: EngineError.notFound(kind: "strategy", name: "gamma", known: ["a", "b", "alpha_one", "beta"])) {
      try chosen(NameFilter(strategy: "gamma"))
    }
  }

  @Test func `a price makes a symbol of a word`() throws {
    let price = Told.says(.ticker("DOGSUSDT"), #"{"symbol":"DOGSUSDT","price":2}"#)
    #expect(try chosen(NameFilter(symbol: "dogs"), [Self.rows, price]).isEmpty)
  }

  @Test func `a stopped engine knows the strategies that come with it`() throws {
    #expect(try chosen(NameFilter(strategy: "momentum"), [.stopped, Self.rows]).isEmpty)
    #expect(throws: EngineError.untold(kind: "strategy", name: "gamma", reason: "the engine is STOPPED")) {
      try chosen(NameFilter(strategy: "gamma"), [.stopped, Self.rows])
    }
  }
}
