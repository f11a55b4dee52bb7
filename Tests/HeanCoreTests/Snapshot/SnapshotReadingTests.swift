import Foundation
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanCore

/// How parts become reads: each once, all of one moment, and what an earlier moment knows is not asked again.
struct SnapshotReadingTests {
  /// Answers from a table, and remembers what was asked.
  private final class Asked: RESTTransport {
    private let table: TableTransport
    private let paths = Mutex<[String]>([])

    init(_ table: TableTransport) { self.table = table }

    var displayURL: String { table.displayURL }
    var sorted: [String] { paths.withLock { $0.sorted() } }

    func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
      let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      let path = request.path.replacing("/api/v1", with: "")
      paths.withLock { $0.append(query.isEmpty ? path : path + "?" + query) }
      return try await table.send(request)
    }
  }

  private static func table(_ changes: [String: String] = [:]) -> TableTransport {
    [
      "/api/v1/engine/status": Seen.running,
      "/api/v1/trading/why": #"{"engine_state":"running","last_tick_age_sec":1}"#,
      "/api/v1/market/ticker?symbol=BTCUSDT": #"{"price":1,"timestamp":"\#(ago(1))"}"#,
      "/api/v1/orders/positions": Seen.position,
    ].merging(changes, uniquingKeysWith: { $1 }).reduce(TableTransport(answers: [:])) { $0.with($1.key, $1.value) }
  }

  private func read(
    _ parts: Set<SnapshotPart>, _ table: TableTransport = table(), after earlier: EngineSnapshot? = nil,
    isWhole: Bool = false, remembering memory: (any EngineMemory)? = nil
  ) async -> (EngineSnapshot, [String]) {
    let asked = Asked(table)
    let snapshot = await EngineReader(transport: asked, memory: memory).snapshot(
      of: parts, after: earlier, isWhole: isWhole, now: { Seen.now })
    return (snapshot, asked.sorted)
  }

  private static let engine = ["/engine/status", "/market/ticker?symbol=BTCUSDT", "/trading/why"]

  @Test func `what several parts want is asked once, whatever the moment keeps apart`() async {
    let (snapshot, asked) = await read([.engine, .why, .positions, .listedPositions(), .heldPrices([])])
    // The price that dates the others and the price that was asked for are two answers of one request.
    #expect(asked.count { $0 == "/engine/status" } == 1 && asked.count { $0 == "/orders/positions" } == 1)
    #expect(asked.count { $0 == "/trading/why" } == 1)
    #expect(asked.count { $0 == "/market/ticker?symbol=BTCUSDT" } == 1)
    #expect(snapshot.tickers.keys.sorted() == ["BTCUSDT"] && snapshot.marketAge == 1 && snapshot.seenAt == Seen.now)
  }

  @Test func `what a mode rests on is kept from the moment before, unless a question stood in between`() async {
    let (before, first) = await read([.engine])
    #expect(first == Self.engine)
    let (kept, second) = await read([.engine], after: before)
    #expect(second == ["/engine/status"] && kept.why.value != nil && kept.marketAge == 1)
    let (_, whole) = await read([.engine], after: before, isWhole: true)
    #expect(whole == Self.engine)
    let (_, anew) = await read([.engine, .why], after: before)
    #expect(anew == ["/engine/status", "/trading/why"], "who asks for it gets it anew")
  }

  @Test func `an answer leads to the next read, and that to one more`() async {
    let health = #"{"components":{"killswitch":{"triggered":true}}}"#
    let (_, used) = await read([.engine, .killSwitch], Self.table(["/health": health]))
    let more = [
      "/logs/events?contains=STOP_TRADING&limit=1000", "/logs/summary", "/trading/equity-history?limit=500",
      "/trading/state",
    ]
    #expect(Set(used).isSuperset(of: more))
    let (_, clear) = await read(
      [.engine, .killSwitch], Self.table(["/health": health.replacing("true", with: "false")]))
    #expect(Set(clear).isDisjoint(with: more))
    let (live, settings) = await read([.engine], Self.table(["/api/v1/engine/status": Seen.live]))
    #expect(settings == Self.engine.prefix(2) + ["/settings", "/trading/why"])
    #expect(live.settings.error != nil && live.mode == .unknown)
  }

  /// Remembers what it was given.
  private struct Known: EngineMemory {
    var engine: RememberedEngine
    var now: Date { Seen.now }
    func recalled() async -> RememberedEngine { engine }
    func update(isUrgent: Bool, _ change: @escaping @Sendable (inout RememberedEngine) -> Void) async {}
  }

  @Test func `prices of what was held are asked for without waiting for the list of positions`() async {
    var engine = RememberedEngine()
    engine.books = RememberedBooks(
      at: Seen.now - 60, isPaper: true,
      positions: ["SOLUSDT", "ADAUSDT", "SOLUSDT"].map(RememberedPosition.init(symbol:)))
    // Without a list nothing leads to a price of a position.
    let silent = Self.table().without("/api/v1/orders/positions")
    let prices = ["ADAUSDT", "SOLUSDT"].map { "/market/ticker?symbol=\($0)" }
    let (_, asked) = await read([.engine, .positions, .pricesAhead], silent, remembering: Known(engine: engine))
    #expect(asked == (Self.engine + ["/orders/positions"] + prices).sorted())
    let (_, first) = await read([.engine, .positions, .pricesAhead], silent)
    #expect(
      first.filter { $0.hasPrefix("/market/ticker") } == Symbols.defaults.map { "/market/ticker?symbol=\($0)" }.sorted()
    )
    engine.books?.positions = []
    let (_, flat) = await read([.engine, .positions, .pricesAhead], silent, remembering: Known(engine: engine))
    #expect(flat == (Self.engine + ["/orders/positions"]).sorted())
  }

  @Test func `a price that was asked for in vain changes nothing that is told`() async {
    let old = #"{"price":1,"timestamp":"\#(ago(400))"}"#
    let table = Self.table().with("/api/v1/market/ticker?symbol=SOLUSDT", old)
    let (plain, _) = await read([.engine, .positions], table)
    let (ahead, asked) = await read([.engine, .positions, .pricesAhead], table)
    #expect(asked.contains("/market/ticker?symbol=SOLUSDT"))
    #expect(ahead.marketAge == plain.marketAge && ahead.tickers.keys == plain.tickers.keys)
  }

  @Test func `marks of any answer are those of the moment`() async {
    let marked = Self.table().with(
      "/api/v1/orders/positions", headers: ["x-hean-practice": "1", "x-key-deprecated": "true"], "not JSON")
    let (snapshot, _) = await read([.engine, .positions], marked)
    #expect(snapshot.isPractice && snapshot.isKeyDeprecated && snapshot.mode == .practice)
    #expect(snapshot.positions.error != nil, "although the answer could not be read")
    let (plain, _) = await read([.engine, .positions])
    #expect(!plain.isPractice && !plain.isKeyDeprecated && plain.mode == .dryRun)
  }
}
