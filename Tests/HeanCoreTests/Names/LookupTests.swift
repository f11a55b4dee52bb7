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
      ("eth", ["e1", "e2"]), ("ETHUSDT", ["e1", "e2"]), ("E1", ["e1"]), ("bt", ["b1"]), ("btc/usdt", ["b1"]),
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
    // One letter names nothing, although only one begins so.
    for word in ["x", "b"] {
      #expect(throws: EngineError.notFound(kind: "position", name: word, known: ["ETHUSDT", "BTCUSDT"])) {
        try Lookup.positions(word, in: listed)
      }
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
  }

  @Test func `of names that repeat the first is kept`() {
    #expect(["b", "a", "b", "c", "a"].withoutDuplicates == ["b", "a", "c"])
  }
}
