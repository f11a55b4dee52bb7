import Foundation
import HeanCore

@testable import HeanPractice

/// An engine with quirks, asked as a client asks it.
struct Asked {
  var engine: PracticeEngine
  private(set) var now = WorldTests.start

  init(
    _ quirks: Set<PracticeQuirk>, in scenario: PracticeScenario = .calm, seed: UInt64 = 1, speed: Double = 1
  ) {
    let configuration = PracticeConfiguration(
      seed: seed, scenario: scenario, speed: speed, quirks: PracticeQuirk.stock.union(quirks))
    engine = PracticeEngine(configuration: configuration, now: now)
  }

  mutating func wait(_ seconds: Double) {
    now += seconds
    engine.advance(to: now)
  }

  mutating func get(_ path: String, _ query: [String: String] = [:]) throws -> JSONValue {
    let request = PracticeRequest(method: "GET", path: path, query: query)
    return try JSONDecoder().decode(JSONValue.self, from: engine.respond(to: request, now: now).body)
  }

  @discardableResult
  mutating func post(_ path: String, _ body: String = "{}", query: [String: String] = [:]) throws -> JSONValue {
    let request = PracticeRequest(method: "POST", path: path, query: query, body: Data(body.utf8))
    return try JSONDecoder().decode(JSONValue.self, from: engine.respond(to: request, now: now).body)
  }

  mutating func rows(_ path: String, _ key: String, _ query: [String: String] = [:]) throws -> [JSONValue] {
    try get(path, query)[key]?.items ?? []
  }

  mutating func positions() throws -> [JSONValue] { try rows("/api/v1/orders/positions", "positions") }

  /// A counter of `/trading/metrics`.
  mutating func counter(_ name: String, _ window: String = "session") throws -> Decimal? {
    try get("/api/v1/trading/metrics")["counters"]?[window]?[name]?.number
  }

  mutating func equity() throws -> Decimal? { try get("/api/v1/engine/status")["equity"]?.number }
}

extension JSONValue {
  var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
  var word: String { text ?? "" }
  /// The time in a text of the engine, with or without a zone.
  var time: Date? { EngineTime.parse(word) }
}
