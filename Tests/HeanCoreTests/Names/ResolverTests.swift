import Foundation
import Testing

@testable import HeanCore

/// What a word means among names that are handed in, without an engine.
struct ResolverTests {
  private func engine(isRunning: Bool) throws -> Answered<EngineStatus> {
    let body = #"{"engine_state":"\#(isRunning ? "RUNNING" : "STOPPED")","running":\#(isRunning)}"#
    return answered(try EngineStatus.read(Data(body.utf8)))
  }

  private func ticker(price: String) throws -> Answered<Ticker> {
    answered(try Ticker.read(Data(#"{"symbol":"WIFUSDT","price":\#(price)}"#.utf8)))
  }

  private func answered<Value: Sendable>(_ value: Value) -> Answered<Value> {
    .success(EndpointAnswer(value, endpoint: "/", receivedAt: .distantPast, isPractice: false))
  }

  @Test(arguments: ["pepe", "PEPE", "PEPEUSDT", "PEPE/USDT", "pepe-usdt", "pep"])
  func `every spelling of a symbol that is known, and a beginning of it, is that symbol`(word: String) throws {
    #expect(try Resolver(symbols: ["PEPEUSDT", nil]).symbol(word) == "PEPEUSDT")
  }

  @Test func `the whole name wins over what begins so, and two beginnings are no answer`() throws {
    let resolver = Resolver(symbols: ["PEPEUSDT", "PEPEUSDTX", "PEPITOUSDT"])
    #expect(try resolver.symbol("PEPEUSDT") == "PEPEUSDT")
    #expect(
      throws: EngineError.ambiguous(kind: "symbol", name: "PEP", matches: ["PEPEUSDT", "PEPEUSDTX", "PEPITOUSDT"])
    ) {
      try resolver.symbol("pep")
    }
  }

  @Test func `a price makes a symbol, and no price and no answer do not`() throws {
    var resolver = Resolver()
    resolver.ticker = try ticker(price: "2.5")
    #expect(try resolver.symbol("wif") == "WIFUSDT")
    resolver.ticker = try ticker(price: "null")
    #expect(throws: EngineError.notFound(kind: "symbol", name: "wif", known: Symbols.defaults)) {
      try resolver.symbol("wif")
    }
    let failure = EngineError.notFound(kind: "x", name: "y", known: [])
    resolver.ticker = .failure(failure)
    #expect(
      throws: EngineError.untold(kind: "symbol", name: "wif", reason: "/market/ticker: \(failure.shortText)")
    ) { try resolver.symbol("wif") }
  }

  @Test func `only an engine that runs can tell that it knows no such name`() throws {
    var resolver = Resolver(strategies: ["hf_scalping"])
    resolver.engine = try engine(isRunning: false)
    #expect(throws: EngineError.untold(kind: "strategy", name: "nope", reason: "the engine is STOPPED")) {
      try resolver.strategy("nope")
    }
    #expect(throws: EngineError.untold(kind: "symbol", name: "wif", reason: "the engine is STOPPED")) {
      try resolver.symbol("wif")
    }
    #expect(throws: EngineError.notFound(kind: "symbol", name: "?", known: Symbols.defaults)) {
      try resolver.symbol("?")
    }
    resolver.engine = try engine(isRunning: true)
    #expect(throws: EngineError.notFound(kind: "strategy", name: "nope", known: ["hf_scalping"])) {
      try resolver.strategy("nope")
    }
    #expect(try resolver.strategy("HF") == "hf_scalping")
  }

  @Test func `what cannot be asked is taken as it most likely is meant`() {
    #expect(Resolver.taken(for: "btc") == "BTCUSDT" && Resolver.taken(for: "wif") == "WIFUSDT")
    #expect(Resolver.taken(for: "?") == "?")
    #expect(EngineError.ambiguous(kind: "k", name: "n", matches: []).isAboutName)
    #expect(!EngineError.untold(kind: "k", name: "n", reason: "r").isAboutName)
  }
}
