import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

struct SnapshotTests {
  private func reading<Body: EngineBody>(_ json: String, _ endpoint: Endpoint<Body>) throws -> Answered<Body> {
    .success(
      EndpointAnswer(try Body.read(Data(json.utf8)), endpoint: endpoint.path, receivedAt: Seen.now, isPractice: false))
  }

  @Test func `what was not asked is neither a value nor a failure`() async {
    let snapshot = await Seen(["/engine/status": Seen.running]).snapshot(of: [.engine, .governor])
    #expect(snapshot.status.value?.isRunning == true && snapshot.status.isAsked)
    #expect(snapshot.governor.error != nil && snapshot.governor.isAsked && snapshot.governor.value == nil)
    #expect(!snapshot.risk.isAsked && snapshot.risk.error == nil && snapshot.risk.value == nil)
    #expect(throws: EngineError.self) { try snapshot.risk.get() }
  }

  @Test func `settings are asked for only where the mode is not clear without them`() async {
    let dry = await Seen(["/engine/status": Seen.running]).snapshot(of: [.engine])
    #expect(!dry.settings.isAsked && dry.mode == .dryRun)
    let live = await Seen(["/engine/status": Seen.live]).snapshot(of: [.engine])
    #expect(live.settings.isAsked && live.mode == .unknown)
  }

  @Test func `a moment after another keeps what the mode rests on, and asks for the state anew`() async throws {
    var before = EngineSnapshot(seenAt: Seen.now)
    before[.engineStatus] = try reading(Seen.live, .engineStatus)
    before[.settings] = try reading(#"{"bybit_testnet":true}"#, .settings)
    before[.why] = try reading(#"{"engine_state":"RUNNING"}"#, .why)
    let engine = Seen(["/engine/status": Seen.stopped])
    let kept = await engine.snapshot(of: [.engine], after: before)
    #expect(kept.isRunning == false && kept.why.value != nil)
    let whole = await engine.snapshot(of: [.engine], after: before, isWhole: true)
    #expect(whole.why.value == nil && whole.why.error != nil, "nothing of before is believed after a question")
    let anew = await engine.snapshot(of: [.engine, .why], after: before)
    #expect(anew.why.value == nil, "who asks for it gets it anew")
  }

  @Test func `a refusal of an earlier moment is none of this one`() async {
    let limited = TableTransport(answers: [:]).with("/api/v1/engine/status", Seen.running)
      .with("/api/v1/trading/why", status: 429, #"{"detail":"too many"}"#)
    let before = await EngineReader(transport: limited).snapshot(of: [.engine], now: { Seen.now })
    #expect(before.limitedPaths == ["/api/v1/trading/why"])
    let after = await Seen(["/engine/status": Seen.running]).snapshot(of: [.engine], after: before)
    #expect(after.limitedPaths.isEmpty && after.why.error?.isRateLimit == true)
  }

  @Test func `what is made of the answers follows them`() throws {
    var snapshot = EngineSnapshot(seenAt: Seen.now)
    #expect(snapshot.openPositions == nil && snapshot.openPositions == nil, "asked twice: nothing is no value")
    snapshot[.positions] = try reading(Seen.position, .positions)
    #expect(snapshot.openPositions?.count == 1, "rows are believed where the state is not known")
    snapshot[.engineStatus] = try reading(Seen.stopped, .engineStatus)
    #expect(snapshot.openPositions == nil, "a stopped engine's list proves nothing")
    snapshot[.engineStatus] = try reading(Seen.running, .engineStatus)
    snapshot[.positions] = try reading(#"{"positions":[]}"#, .positions)
    #expect(snapshot.openPositions?.isEmpty == true)
  }

  @Test func `the age of prices is that of the older of two signs`() throws {
    var snapshot = EngineSnapshot(seenAt: Seen.now)
    snapshot[.engineStatus] = try reading(Seen.running, .engineStatus)
    #expect(snapshot.marketAge == nil)
    snapshot[.why] = try reading(#"{"engine_state":"RUNNING","last_tick_age_sec":2}"#, .why)
    let ticked = snapshot.marketAge
    let old = EngineTime.format(Seen.now - 40)
    snapshot[.priceProbe] = try reading(#"{"symbol":"BTCUSDT","price":1,"timestamp":"\#(old)"}"#, .priceProbe)
    #expect(ticked == 2 && snapshot.marketAge == 40)
    snapshot[.priceProbe] = .failure(.transport(.unreachable(reason: "gone")))
    #expect(snapshot.marketAge == nil, "what would date the price did not come")
    #expect(snapshot.tickers.isEmpty, "the price that dates the others is no answer to a question about prices")
  }

  @Test func `the prices of what is held are asked for once it is known`() async {
    let held = await Seen(["/engine/status": Seen.running, "/orders/positions": Seen.position])
      .snapshot(of: [.engine, .positions, .heldPrices([])])
    #expect(held.tickers.keys.sorted() == ["BTCUSDT"])
    let other = await Seen(["/engine/status": Seen.running, "/orders/positions": Seen.position])
      .snapshot(of: [.engine, .positions, .heldPrices(["eth"])])
    #expect(other.tickers.isEmpty)
  }
}
