import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What the names of a condition mean to an engine, and what is known of those that mean nothing.
struct ConditionLookTests {
  private static let row = #"{"position_id":"p","symbol":"PEPEUSDT","side":"long","size":3}"#
  private static let order = #"{"order_id":"smart_limit_1","symbol":"BTCUSDT","side":"buy","status":"placed"}"#

  private static func table(_ changes: [String: String] = [:]) -> TableTransport {
    let bodies = [
      "/engine/status": Seen.running, "/orders/positions": #"{"positions":[\#(row)]}"#,
      "/orders": #"{"orders":[\#(order)]}"#, "/trading/state": "{}",
      "/market/ticker?symbol=NOPEUSDT": #"{"price":null}"#,
      "/market/ticker?symbol=PUSDT": #"{"price":null}"#, "/market/ticker?symbol=PEPEUSDT": #"{"price":0.5}"#,
      "/market/ticker?symbol=ETHUSDT": #"{"price":3000}"#,
    ].merging(changes, uniquingKeysWith: { $1 })
    return bodies.reduce(TableTransport(answers: [:])) { $0.with("/api/v1" + $1.key, $1.value) }
  }

  private func look(
    _ names: Set<ConditionName>, known: [ConditionName: ConditionName] = [:], _ table: TableTransport = table()
  ) async -> ConditionLook {
    await EngineReader(transport: table).look(for: names, meaning: known, now: { Seen.now })
  }

  @Test func `names mean what the engine writes, and their values stand under what was asked`() async {
    let names: Set<ConditionName> = [.price("ETH"), .position("PEP", .size), .order("smart", .open)]
    let look = await look(names)
    #expect(
      look.values == [
        .price("ETH"): .number(3000), .position("PEP", .size): .number(3), .order("smart", .open): .truth(true),
      ])
    #expect(
      look.meanings == [
        .price("ETH"): .price("ETHUSDT"), .position("PEP", .size): .position("PEPEUSDT", .size),
        .order("smart", .open): .order("smart_limit_1", .open),
      ])
    #expect(look.stranger == nil && look.failure == nil && look.status?.value.isRunning == true)
  }

  @Test func `what stands for nothing is told at once, and the others are looked at all the same`() async {
    let stranger = await look([.price("NOPE"), .price("ETH")])
    #expect(
      stranger.stranger == .notFound(kind: "symbol", name: "NOPE", known: Symbols.defaults + ["PEPEUSDT"]))
    #expect(stranger.values == [.price("ETH"): .number(3000)] && stranger.meanings.count == 1)
    let several = await look([.price("B")], Self.table(["/market/ticker?symbol=BUSDT": #"{"price":null}"#]))
    #expect(several.stranger == .ambiguous(kind: "symbol", name: "B", matches: ["BTCUSDT", "BNBUSDT"]))
    let order = await look([.order("zz", .filled)])
    #expect(order.stranger == .notFound(kind: "order", name: "zz", known: ["smart_limit_1"]))
  }

  @Test func `what cannot be told now may be told by the next look`() async {
    let silent = await look([.price("NOPE")], Self.table().without("/api/v1/market/ticker?symbol=NOPEUSDT"))
    #expect(silent.stranger == nil && silent.values.isEmpty && silent.meanings.isEmpty)
    let stopped = await look([.price("ETH"), .engineState], Self.table(["/engine/status": Seen.stopped]))
    #expect(stopped.values == [.engineState: .word("STOPPED")] && stopped.meanings.isEmpty && stopped.stranger == nil)
    let gone = await look([.price("ETH")], TableTransport(answers: [:]))
    #expect(gone.values.isEmpty && gone.status == nil)
    if case .transport? = gone.failure {} else { Issue.record("\(String(describing: gone.failure))") }
  }

  @Test func `a meaning that is known is not looked for again`() async {
    let asked = ConditionName.price("ODD")
    let look = await look([asked], known: [asked: .price("ETHUSDT")])
    #expect(look.values == [asked: .number(3000)] && look.meanings == [asked: .price("ETHUSDT")])
  }
}
