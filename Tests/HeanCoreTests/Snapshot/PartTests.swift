import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What each question asks an engine for, and what it asks next once some answers are here.
struct PartTests {
  private static func names(_ reads: [EndpointRead]) -> [String] {
    Set(reads.map { $0.key.replacing("/api/v1", with: "") }).sorted()
  }

  private static let engine = ["/engine/status", "/trading/why", "price probe"]
  private static let listed = ["/orders/positions", "/trading/history?limit=100", "/trading/state"]
  private static let diagnosis =
    engine + [
      "/analytics/blocks", "/council/trade/status", "/health", "/logs/events?contains=STOP_TRADING&limit=1000",
      "/risk/decision-memory/blocks", "/risk/governor/status", "/risk/killswitch/status", "/risk/status", "/strategies",
      "/trading/metrics", "/trading/state",
    ]
  private static let finer =
    diagnosis + [
      "/archon/pipeline", "/council/trade/verdicts?limit=100", "/telemetry/signal-rejections?minutes=1",
      "/telemetry/signal-rejections?minutes=5", "/telemetry/signal-rejections?minutes=60", "/trading/history?limit=500",
    ]
  /// No endpoint of the engine; where no exchange is named, nothing is read for it.
  private static let exchange = "exchange"
  private static let failures = "/logs/events?contains=failed to close&limit=20"
  private static let start = "/trading/equity-history?limit=500"
  private static let risk =
    engine + [
      "/health", "/logs/events?contains=STOP_TRADING&limit=1000", "/orders/positions", "/risk/governor/status",
      "/risk/killswitch/status", "/risk/status", "/trading/state",
    ]

  private struct Asked: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var parts: Set<SnapshotPart>
    var paths: [String]
  }

  private static let asked: [Asked] = [
    Asked(
      testDescription: "account", parts: AccountQuery().parts,
      paths: engine + ["/orders/positions", "/portfolio/summary", "/risk/status", start]),
    Asked(
      testDescription: "portfolio", parts: PortfolioQuery().parts,
      paths: engine + listed + ["/portfolio/summary", "/risk/status", start]),
    Asked(
      testDescription: "what if", parts: WhatIfQuery([]).parts, paths: engine + listed + ["/risk/status"]),
    Asked(
      testDescription: "trades", parts: TradesQuery().parts,
      paths: engine + ["/journal/trades?limit=500", "/trading/history?limit=500", "/trading/metrics"]),
    Asked(
      testDescription: "analytics", parts: AnalyticsQuery().parts,
      paths: engine + [
        "/analytics/summary", "/journal/trades?limit=500", "/orders/positions", "/risk/status", "/strategies", start,
        "/trading/history?limit=500", "/trading/metrics",
      ]),
    Asked(
      testDescription: "watchlist", parts: WatchlistQuery(["btc"], .fifteenMinutes, length: 3).parts,
      paths: engine + [
        "/market/candles?symbol=BTCUSDT&timeframe=5m&limit=12", "/market/ticker?symbol=BTCUSDT",
      ]),
    Asked(
      testDescription: "watchlist with the day", parts: WatchlistQuery(["btc"], tellsDay: true).parts,
      paths: engine + [
        "/market/candles?symbol=BTCUSDT&timeframe=1h&limit=26", "/market/candles?symbol=BTCUSDT&timeframe=1m&limit=21",
        "/market/ticker?symbol=BTCUSDT", "/orders/positions", "/portfolio/summary", "/risk/status", start,
      ]),
    Asked(testDescription: "risk", parts: RiskQuery().parts, paths: risk),
    Asked(testDescription: "governor", parts: GovernorQuery().parts, paths: risk),
    Asked(testDescription: "limits", parts: RiskLimitsQuery().parts, paths: engine + ["/risk/limits"]),
    Asked(testDescription: "settings", parts: SettingsQuery().parts, paths: engine + ["/settings"]),
    Asked(
      testDescription: "configuration", parts: ConfigurationQuery(["a"]).parts, paths: engine + ["/config/current"]),
    Asked(
      testDescription: "orders", parts: OrdersQuery(.all).parts,
      paths: engine + [exchange, "/orders", "/trading/metrics"]),
    Asked(
      testDescription: "open orders", parts: OrdersQuery(.open).parts,
      paths: engine + [exchange, "/orders?status=open"]),
    Asked(
      testDescription: "filled orders", parts: OrdersQuery(.filled).parts, paths: engine + ["/orders?status=filled"]),
    Asked(testDescription: "one order", parts: OrderQuery("x").parts, paths: engine + ["/orders", "/trading/state"]),
    Asked(testDescription: "positions", parts: PositionsQuery().parts, paths: engine + listed + [failures, exchange]),
    Asked(
      testDescription: "PnL", parts: PnLQuery().parts,
      paths: engine + listed + [
        "/health", "/risk/governor/status", "/risk/killswitch/status", "/risk/status", "/trading/metrics", start,
      ]
    ),
    Asked(
      testDescription: "status", parts: StatusQuery().parts,
      paths: diagnosis + listed + ["/orders?status=open", start, failures, exchange]),
    Asked(
      testDescription: "health", parts: HealthQuery().parts, paths: diagnosis + listed + ["/ready", failures, exchange]),
    Asked(
      testDescription: "why", parts: WhyQuery().parts, paths: finer + ["/orders/positions", failures, exchange]),
    Asked(
      testDescription: "why of one symbol", parts: WhyQuery(DiagnosisScope(symbol: "ETHUSDT")).parts,
      paths: finer + ["/market/ticker?symbol=ETHUSDT", "/orders/positions", failures, exchange]),
    Asked(testDescription: "funnel", parts: FunnelQuery(window: 60).parts, paths: finer),
    Asked(testDescription: "trace", parts: TraceQuery(.last).parts, paths: finer),
    Asked(
      testDescription: "strategies", parts: StrategiesQuery().parts,
      paths: engine + ["/risk/decision-memory/blocks", "/strategies", "/trading/history?limit=500"]),
    Asked(
      testDescription: "one symbol", parts: SymbolQuery("eth").parts,
      paths: diagnosis + listed + [
        "/market/candles?symbol=ETHUSDT&timeframe=1h&limit=170", "/market/candles?symbol=ETHUSDT&timeframe=1m&limit=61",
        "/market/ticker?symbol=ETHUSDT", "/orders?status=open", failures, exchange,
      ]),
    Asked(
      testDescription: "decisions", parts: DecisionsQuery().parts, paths: engine + ["/trading/history?limit=500"]),
    Asked(
      testDescription: "events", parts: EventsQuery().parts,
      paths: engine + [EventRing.path.replacing("/api/v1", with: "") + "?limit=500", "/trading/history?limit=500"]),
    Asked(
      testDescription: "signals", parts: SignalsQuery().parts,
      paths: engine + [
        EventRing.path.replacing("/api/v1", with: "") + "?limit=500&event_type=SIGNAL",
        "/trading/history?limit=500", "/trading/state",
      ]),
  ]

  @Test(arguments: asked)
  private func `what is asked at once`(item: Asked) {
    #expect(Self.names(item.parts.flatMap { $0.reads(nil) + $0.readOnce }) == Set(item.paths).sorted())
  }

  // MARK: what is asked next

  private struct Next: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var parts: Set<SnapshotPart>
    var told: [Told] = []
    var paths: [String] = []
  }

  private static let live = Told.engine(isLive: true)
  private static let lost = Told.says(
    .why, #"{"engine_state":"running","last_tick_age_sec":0.5,"execution_quality":{"rest_ok":null}}"#)
  private static func emergency(_ isUsed: Bool = true) -> Told {
    .says(.health, #"{"components":{"killswitch":{"triggered":\#(isUsed)}}}"#)
  }
  private static let rows = Told.positions(
    #"{"symbol":"ETHUSDT","side":"long","position_id":"e1"}"#,
    #"{"symbol":"BTCUSDT","side":"long","position_id":"b1"}"#,
    #"{"symbol":"ETHUSDT","side":"long","position_id":"e2"}"#)
  private static let many = Told.says(
    .positions, "[" + (0..<12).map { #"{"symbol":"S\#($0 + 10)USDT","side":"long"}"# }.joined(separator: ",") + "]")
  private static let emergencyReads = [
    "/logs/events?contains=STOP_TRADING&limit=1000", "/logs/summary", start, "/trading/state",
  ]
  private static func prices(_ symbols: [String]) -> [String] { symbols.map { "/market/ticker?symbol=\($0)" } }

  private static let next: [Next] = [
    Next(testDescription: "a dry run is clear", parts: [.engine]),
    Next(testDescription: "a live engine's network", parts: [.engine], told: [live], paths: ["/settings"]),
    Next(testDescription: "a practice engine is clear", parts: [.engine], told: [live, .practice]),
    Next(testDescription: "before it has said", parts: [.engine], told: [.omits(.engineStatus)]),
    Next(
      testDescription: "one that answers nothing is not waited for twice", parts: SnapshotPart.diagnosis(),
      told: [emergency(), .fails(.engineStatus), .fails(.stopLog)]),
    Next(
      testDescription: "one that keeps its log to itself is", parts: SnapshotPart.diagnosis(),
      told: [emergency(), .fails(.stopLog)], paths: ["/logs/summary", start]),
    Next(
      testDescription: "why a close failed, by an engine at the exchange", parts: [.refusals], told: [live],
      paths: [failures]),
    Next(testDescription: "a dry run is refused nothing", parts: [.refusals]),
    Next(testDescription: "nor one that lost the exchange", parts: [.refusals], told: [live, lost]),
    Next(
      testDescription: "where nobody tells, it is asked", parts: [.refusals], told: [.fails(.engineStatus)],
      paths: [failures]),
    Next(testDescription: "where orders go is not known yet", parts: [.refusals], told: [live, .omits(.why)]),
    Next(testDescription: "no emergency", parts: [.killSwitch]),
    Next(testDescription: "an emergency", parts: [.killSwitch], told: [emergency()], paths: emergencyReads),
    Next(testDescription: "an emergency of a stopped engine", parts: [.killSwitch], told: [emergency(), .stopped]),
    Next(
      testDescription: "prices of what is held", parts: [.heldPrices([])], told: [rows],
      paths: prices(["BTCUSDT", "ETHUSDT"])),
    Next(
      testDescription: "prices of what is meant", parts: [.heldPrices(["b1", "nobody"])], told: [rows],
      paths: prices(["BTCUSDT"])),
    Next(
      testDescription: "ten prices at most", parts: [.heldPrices([])], told: [many],
      paths: prices((10..<20).map { "S\($0)USDT" })),
    Next(testDescription: "no list", parts: [.heldPrices([])], told: [.fails(.positions)]),
    Next(testDescription: "no state yet", parts: [.heldPrices([])], told: [rows, .omits(.engineStatus)]),
    Next(testDescription: "a list with rows is complete", parts: [.listedPositions()], told: [rows]),
    Next(
      testDescription: "at the exchange it may lack what was held before", parts: [.listedPositions()],
      told: [rows, live], paths: [start]),
    Next(testDescription: "an empty one is checked", parts: [.listedPositions()], paths: ["/risk/status"]),
    Next(
      testDescription: "and more so at the exchange", parts: [.listedPositions()], told: [live],
      paths: ["/risk/status", start]),
    Next(
      testDescription: "one without the symbol is checked", parts: [.listedPositions(of: "SOLUSDT")], told: [rows],
      paths: ["/risk/status"]),
    Next(testDescription: "one with it is not", parts: [.listedPositions(of: "ethusdt")], told: [rows]),
    Next(
      testDescription: "a name that the list has whole", parts: DecisionsQuery(of: NameFilter(symbol: "btc")).parts,
      told: [.history([])]),
    Next(
      testDescription: "a symbol that nobody has named",
      parts: [.names(NameFilter(symbol: "wif")) { _ in ListedNames() }],
      paths: ["/market/ticker?symbol=WIFUSDT", "/orders/positions", "/trading/state"]),
    Next(
      testDescription: "a word that is no symbol", parts: [.names(NameFilter(symbol: "?")) { _ in ListedNames() }],
      paths: ["/orders/positions", "/trading/state"]),
    Next(
      testDescription: "a strategy that the engine lists",
      parts: [.names(NameFilter(strategy: "a")) { _ in ListedNames() }],
      paths: ["/strategies"]),
    Next(
      testDescription: "one that it does not list", parts: [.names(NameFilter(strategy: "z")) { _ in ListedNames() }],
      paths: ["/strategies", "/trading/state"]),
    Next(
      testDescription: "signals are narrowed once all of them are here",
      parts: [SignalsQuery(of: NameFilter(symbol: "wif")).parts.first { $0.reads(nil).isEmpty && $0.readOnce.isEmpty }]
        .compactMap(\.self).reduce(into: []) { $0.insert($1) },
      told: [.history([], limit: 500), .omits(.state)]),
    Next(
      testDescription: "names before the list is here",
      parts: [.names(NameFilter(symbol: "wif", strategy: "a")) { _ in nil }]),
    Next(testDescription: "a stopped engine lists nothing", parts: [.listedPositions()], told: [.stopped]),
    Next(testDescription: "the mode is not known yet", parts: [.listedPositions()], told: [.omits(.why)]),
    Next(testDescription: "no list came", parts: [.listedPositions()], told: [.fails(.positions)]),
    Next(testDescription: "a diagnosis without signs", parts: SnapshotPart.diagnosis()),
    Next(
      testDescription: "a stop of which engine", parts: SnapshotPart.diagnosis(),
      told: [.says(.stopLog, GateTableTests.stopLog("01:47:25"))], paths: ["/logs/summary", start]),
    Next(
      testDescription: "a stop before all is here", parts: SnapshotPart.diagnosis(),
      told: [.says(.stopLog, GateTableTests.stopLog("01:47:25")), .omits(.killSwitch)]),
    Next(
      testDescription: "an emergency in a diagnosis", parts: SnapshotPart.diagnosis(), told: [emergency()],
      paths: ["/logs/summary", start]),
    Next(
      testDescription: "an empty book at the exchange", parts: SnapshotPart.diagnosis(), told: [live],
      paths: ["/logs/summary", "/settings", start]),
    Next(
      testDescription: "a held one there", parts: SnapshotPart.diagnosis(), told: [live, .risk(open: 1)],
      paths: ["/settings"]),
    Next(
      testDescription: "one old price asks for the others", parts: SnapshotPart.diagnosis(),
      told: [.says(.priceProbe, #"{"price":1,"timestamp":"\#(ago(6))"}"#)], paths: prices(Symbols.defaults)),
    Next(
      testDescription: "5 s are not old", parts: SnapshotPart.diagnosis(),
      told: [.says(.priceProbe, #"{"price":1,"timestamp":"\#(ago(5))"}"#)]),
    Next(
      testDescription: "who asks for prices by himself is not asked again",
      parts: SnapshotPart.diagnosis(deeply: ["BTCUSDT"]),
      told: [.says(.priceProbe, #"{"price":1,"timestamp":"\#(ago(31))"}"#)]),
  ]

  @Test(arguments: next)
  private func `what is asked next`(item: Next) throws {
    let snapshot = try EngineSnapshot.staged(item.told)
    #expect(Self.names(item.parts.flatMap { $0.then(snapshot) }) == item.paths.sorted())
  }

  @Test func `the memory of events is read from where the last moment ended`() throws {
    let path = EventRing.path
    #expect(SnapshotPart.events.reads(nil).map(\.key) == ["\(path)?limit=1"])
    let told: Answered<EngineEvents> = .success(
      EndpointAnswer(
        try EngineEvents.read(Data(#"{"events":[],"last_seq":41}"#.utf8)), endpoint: path, receivedAt: Seen.now,
        isPractice: false))
    var earlier = EngineSnapshot(seenAt: Seen.now)
    earlier.trail = EventTrail(after: nil, told)
    let keys = SnapshotPart.events.reads(earlier).map(\.key)
    #expect(keys == ["\(path)?limit=\(EventRing.limit)&since_seq=41"])
  }

  @Test func `equal parts are asked once`() {
    #expect(
      SnapshotPart.heldPrices(["a"]) == SnapshotPart.heldPrices(["a"])
        && SnapshotPart.heldPrices(["a"]) != SnapshotPart.heldPrices(["b"]))
    #expect(
      SnapshotPart.listedPositions() == SnapshotPart.listedPositions(of: nil)
        && SnapshotPart(.positions) == SnapshotPart.positions)
    #expect(SnapshotPart.ticker("A") != SnapshotPart.ticker("B") && SnapshotPart.openOrders != SnapshotPart.allOrders)
  }
}
