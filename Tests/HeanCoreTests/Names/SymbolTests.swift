import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What words stand for, pure and against recorded bodies.
struct SymbolTests {
  @Test(
    arguments: [
      ("eth", "ETHUSDT"), ("ETHUSDT", "ETHUSDT"), ("ethusdt", "ETHUSDT"), ("ETH/USDT", "ETHUSDT"),
      ("eth-usdt", "ETHUSDT"), ("ETH_USDT", "ETHUSDT"), ("ethereum", "ETHUSDT"), ("xbt", "BTCUSDT"),
      ("btcperp", "BTCUSDT"), ("pepe", "PEPEUSDT"), ("BTCUSD", "BTCUSD"), ("PEPEUSDC", "PEPEUSDC"),
      (" sol ", "SOLUSDT"),
      ("", nil), ("e", nil), ("BTC USDT", nil), ("BTC\u{1B}[31m", nil), ("ΒТС", nil), ("A23456789012345678901", nil),
    ] as [(String, String?)])
  func `a word is one symbol or none`(word: String, symbol: String?) {
    #expect(Symbols.guess(word) == symbol)
  }

  private static let nothing =
    #"{"symbol":"?","price":null,"bid":null,"ask":null,"volume":null,"timestamp":null}"#

  private func engine(
    _ folder: String = "running", prices: [String: String] = [:], decided: [String] = []
  ) throws -> EngineReader {
    let decisions = decided.map {
      #"{"type":"ORDER_DECISION","decision":"SKIP","reason_code":"X","symbol":"\#($0)","strategy_id":"stream_funding"}"#
    }
    var table = try TableTransport.recorded(folder).with(
      "/api/v1/trading/state",
      #"{"status":"ok","open_positions":[],"open_orders":[],"recent_fills":[],"recent_decisions":[\#(decisions.joined(separator: ","))]}"#
    )
    for word in ["NOPEUSDT", "DOUSDT", "BUSDT", "BTCUSD", "PEPEUSDT", "PEPEUSDT1USDT"] {
      let body = prices[word].map { #"{"symbol":"\#(word)","price":\#($0)}"# } ?? Self.nothing
      table = table.with("/api/v1/market/ticker?symbol=\(word)", body)
    }
    return EngineReader(transport: table)
  }

  @Test func `usual symbols need no engine`() async throws {
    let nobody = EngineReader(transport: TableTransport(answers: [:]))
    #expect(try await nobody.symbol("link") == "LINKUSDT")
    await #expect(throws: EngineError.self) { try await nobody.symbol("pepe") }
  }

  @Test func `a symbol is known by a decision, by a price, or by what begins so`() async throws {
    #expect(try await engine(decided: ["PEPEUSDT"]).symbol("pepe") == "PEPEUSDT")
    #expect(try await engine(prices: ["PEPEUSDT": "0.00001"]).symbol("pepe") == "PEPEUSDT")
    #expect(try await engine().symbol("do") == "DOGEUSDT")
    await #expect(throws: EngineError.self, "another instrument, and no beginning of BTCUSDT") {
      try await engine().symbol("btcusd")
    }
    #expect(try await engine(prices: ["BTCUSD": "60000"]).symbol("btcusd") == "BTCUSD", "its whole name wins")
    let (filter, listed) = (NameFilter(symbol: "1000pepe"), ListedNames(["1000PEPEUSDT"], { $0 }, { _ in nil }))
    let snapshot = try await engine().snapshot(of: [.names(filter)], now: { .distantPast })
    #expect(try filter.resolved(snapshot, listed).symbol == "1000PEPEUSDT")
  }

  @Test func `what nothing stands for is told with what is known`() async throws {
    await #expect(
      throws: EngineError.notFound(kind: "symbol", name: "nope", known: Symbols.defaults + ["PEPEUSDT"])
    ) { try await engine(decided: ["PEPEUSDT"]).symbol("nope") }
    await #expect(throws: EngineError.ambiguous(kind: "symbol", name: "b", matches: ["BTCUSDT", "BNBUSDT"])) {
      try await engine().symbol("b")
    }
  }

  /// A stopped engine may have forgotten its prices.
  @Test func `a stopped engine cannot tell, and its usual symbols stay known`() async throws {
    #expect(try await engine("stopped").symbol("eth") == "ETHUSDT")
    await #expect(
      throws: EngineError.untold(kind: "symbol", name: "nope", reason: "the engine is STOPPED")
    ) { try await engine("stopped").symbol("nope") }
    #expect(try await engine("stopped").strategy("imp") == "impulse_engine")
    await #expect(
      throws: EngineError.untold(kind: "strategy", name: "nope", reason: "the engine is STOPPED")
    ) { try await engine("stopped").strategy("nope") }
  }

  @Test func `an engine that does not say what it has a price for does not know the symbol unknown`() async throws {
    let table = try TableTransport.recorded("running").with(
      "/api/v1/market/ticker?symbol=NOPEUSDT", status: 500, #"{"detail":"boom"}"#)
    await #expect {
      try await EngineReader(transport: table).symbol("nope")
    } throws: { error in
      if case .untold(_, _, let reason)? = error as? EngineError { reason.contains("/market/ticker") } else { false }
    }
  }

  @Test func `strategies are those listed, and those that decided`() async throws {
    #expect(try await engine().strategy("imp") == "impulse_engine")
    #expect(try await engine().strategy("IMPULSE_ENGINE") == "impulse_engine")
    #expect(try await engine(decided: ["PEPEUSDT"]).strategy("stream") == "stream_funding")
    let (filter, listed) = (NameFilter(strategy: "test_a"), ListedNames(["test_api", nil], { _ in nil }, { $0 }))
    let snapshot = try await engine().snapshot(of: [.names(filter)], now: { .distantPast })
    #expect(try filter.resolved(snapshot, listed).strategy == "test_api")
    await #expect {
      try await engine().strategy("nope")
    } throws: { error in
      if case .notFound("strategy", "nope", let known)? = error as? EngineError {
        known.contains("impulse_engine")
      } else {
        false
      }
    }
  }
}
