import Foundation
import Testing

@testable import HeanCore

/// What a name means among what an engine lists.
struct LookupTests {
  private func positions(_ rows: (id: String?, symbol: String)...) throws -> [Position] {
    try rows.map { row in
      let id = row.id.map { #""position_id":"\#($0)","# } ?? ""
      return try Position.read(Data(#"{\#(id)"symbol":"\#(row.symbol)"}"#.utf8))
    }
  }

  @Test(
    arguments: [
      ("eth", ["e1", "e2"]), ("ETHUSDT", ["e1", "e2"]), ("E1", ["e1"]), ("b", ["b1"]), ("btc/usdt", ["b1"]),
      ("sol", [nil]), ("SOLU", [nil]),
    ] as [(String, [String?])])
  func `positions by id, by a beginning, or by any spelling of the symbol`(word: String, ids: [String?]) throws {
    let listed = try positions(("e1", "ETHUSDT"), ("b1", "BTCUSDT"), ("e2", "ETHUSDT"), (nil, "SOLUSDT"))
    #expect(try Lookup.positions(word, in: listed).map(\.id) == ids)
  }

  @Test func `one of several is not guessed, and what is not there is told with what is`() throws {
    let listed = try positions(("e1", "ETHUSDT"), ("b1", "BTCUSDT"), ("e2", "ETHUSDT"))
    #expect(
      throws: EngineError.ambiguous(kind: "position", name: "eth", matches: ["ETHUSDT e1", "ETHUSDT e2"])
    ) { try Lookup.position("eth", in: listed) }
    #expect(throws: EngineError.ambiguous(kind: "position", name: "e", matches: ["ETHUSDT e1", "ETHUSDT e2"])) {
      try Lookup.positions("e", in: listed)
    }
    #expect(throws: EngineError.notFound(kind: "position", name: "x", known: ["ETHUSDT", "BTCUSDT"])) {
      try Lookup.positions("x", in: listed)
    }
    #expect(throws: EngineError.notFound(kind: "position", name: "", known: ["ETHUSDT", "BTCUSDT"])) {
      try Lookup.positions("", in: listed)
    }
    #expect(try Lookup.position("B1", in: listed).symbol == "BTCUSDT")
  }

  @Test func `a whole name wins over those that begin so`() throws {
    func strategies(_ ids: String...) throws -> [Strategy] {
      try ids.map { try Strategy.read(Data(#"{"strategy_id":"\#($0)"}"#.utf8)) } + [Strategy.read(Data("{}".utf8))]
    }
    #expect(try Lookup.strategy("GRID", in: strategies("grid_two", "grid")).id == "grid")
    #expect(try Lookup.strategy("grid_", in: strategies("grid_two", "grid")).id == "grid_two")
    #expect(throws: EngineError.ambiguous(kind: "strategy", name: "g", matches: ["grid_two", "grid"])) {
      try Lookup.strategy("g", in: strategies("grid_two", "grid"))
    }
    #expect(throws: EngineError.ambiguous(kind: "strategy", name: "a", matches: ["a"])) {
      try Lookup.strategy("a", in: strategies("a", "a"))
    }
    #expect(["b", "a", "b", "c", "a"].each == ["b", "a", "c"])
  }

  @Test(arguments: [("ETHUSDT", "ETH"), ("BTCUSD", "BTC"), ("PEPEUSDC", "PEPE"), ("USDT", "USDT"), ("XRP", "XRP")])
  func `a symbol for short`(symbol: String, base: String) { #expect(Symbols.base(symbol) == base) }

  @Test(
    arguments: [
      ("why is eth not traded", "why is $ not traded", "ETHUSDT"), ("what about PEPEUSDT?", "what about $", "PEPEUSDT"),
      ("is Bitcoin or eth better", "is $ or eth better", "BTCUSDT"), ("nothing here", "nothing here", nil),
      ("perpusd", "perpusd", nil), ("btcperp now", "$ now", "BTCUSDT"), ("toolongnameusdt", "toolongnameusdt", nil),
    ] as [(String, String, String?)])
  func `the first symbol of a sentence`(text: String, rest: String, symbol: String?) {
    let found = Symbols.extract(text)
    #expect(found.text == rest && found.symbol == symbol)
  }
}
