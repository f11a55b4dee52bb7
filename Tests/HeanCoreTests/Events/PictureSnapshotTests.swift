import Foundation
import Testing

@testable import HeanCore

/// A snapshot that events move on.
struct PictureSnapshotTests {
  private func reading<Body: EngineBody>(_ type: Body.Type, _ json: String) throws -> Answered<Body> {
    .success(
      EndpointAnswer(
        try Body.read(Data(json.utf8)), endpoint: "/x", receivedAt: PictureHarness.moment(0), isPractice: false))
  }

  /// - Parameter isDryRun: `nil` for an engine that does not tell.
  private func snapshot(isDryRun: Bool? = true) throws -> EngineSnapshot {
    var snapshot = EngineSnapshot(seenAt: PictureHarness.moment(0))
    let dryRun = isDryRun.map { "\($0)" } ?? "null"
    snapshot[.engineStatus] = try reading(
      EngineStatus.self,
      #"{"running":true,"engine_state":"RUNNING","dry_run":\#(dryRun),"equity":1000,"initial_capital":1000}"#)
    let positions = [PictureHarness.position("a"), PictureHarness.position("b", "ETHUSDT", "short")]
    snapshot[.positions] = try reading(Listing<Position>.self, "[\(positions.joined(separator: ","))]")
    snapshot[.orders(.open)] = try reading(Listing<Order>.self, "[\(PictureHarness.order("o"))]")
    snapshot[.riskStatus] = try reading(RiskStatus.self, #"{"equity":1000,"current_positions":2}"#)
    snapshot[.why] = try reading(
      WhyDiagnostics.self,
      #"{"engine_state":"RUNNING","last_tick_age_sec":0.5,"multi_symbol":{"symbols_count":2}}"#)
    return snapshot
  }

  private func harness(_ snapshot: EngineSnapshot) -> PictureHarness {
    var harness = PictureHarness()
    harness.picture.take(snapshot, askedAt: PictureHarness.moment(-1))
    return harness
  }

  @Test func `marks move, what is closed is gone, and the list's age is that of what confirmed it`() throws {
    let read = try snapshot()
    var harness = harness(read)
    #expect(harness.picture.partsToRead.isEmpty && harness.picture.doubts.isEmpty)
    try harness.tick("110", at: 2)
    try harness.closed(PictureHarness.position("b", "ETHUSDT", "short"), at: 3)
    let moved = read.moved(by: harness.picture, at: PictureHarness.moment(4))
    let rows = try moved.positions.get().value.elements
    #expect(rows.map(\.id) == ["a"] && rows.first?.markPrice == 110 && rows.first?.unrealizedPnL == 20)
    #expect(moved.positions.reading?.receivedAt == PictureHarness.moment(0), "a price confirms no list")
    try harness.list(PictureHarness.position("a", mark: "110"), at: 5)
    let later = read.moved(by: harness.picture, at: PictureHarness.moment(6))
    #expect(later.positions.reading?.receivedAt == PictureHarness.moment(5))
  }

  @Test func `an order that has ended is gone`() throws {
    let read = try snapshot()
    var harness = harness(read)
    try harness.event("ORDER_CANCELLED", "orders", PictureHarness.order("o"), at: 1)
    #expect(read.moved(by: harness.picture, at: PictureHarness.moment(2)).orders.value?.isEmpty == true)
  }

  /// In live the status tells the exchange's equity, which no event does; what does not tell may be live.
  @Test(arguments: [true, false, nil])
  func `the account moves what it speaks of`(isDryRun: Bool?) throws {
    let read = try snapshot(isDryRun: isDryRun)
    var harness = harness(read)
    try harness.event("ACCOUNT_STATE", "account_state", #"{"equity":1010,"unrealized_pnl":10}"#, at: 1)
    let moved = read.moved(by: harness.picture, at: PictureHarness.moment(2))
    #expect(moved.status.value?.equity == (isDryRun == true ? 1010 : 1000))
    #expect(moved.status.value?.unrealizedPnL == 10)
    #expect(moved.risk.value?.equity == 1010, "the engine's own, of the same moment")
    #expect(moved.status.reading?.receivedAt == PictureHarness.moment(1))
  }

  @Test func `prices grow old, and are as old as the oldest of all symbols`() throws {
    let read = try snapshot()
    var harness = harness(read)
    func age(_ seconds: Double) -> Decimal? {
      read.moved(by: harness.picture, at: PictureHarness.moment(seconds)).marketAge
    }
    #expect(age(4) == Decimal(string: "4.5"))
    try harness.tick("110", at: 3)
    #expect(age(4) == Decimal(string: "4.5"), "of the other nothing came")
    try harness.tick("90", "ETHUSDT", at: 3.5)
    #expect(age(4) == 1)
    try harness.event(
      "MARKET_TICK", "market_data", #"{"symbol":"ETHUSDT","price":90,"ts":"2026-11-21T01:47:24+00:00"}"#, at: 4)
    #expect(age(4) == 10, "a feed that repeats an old price is an old price")
  }

  @Test func `what could not be read is doubted, what was not asked for is left alone`() throws {
    var read = EngineSnapshot(seenAt: PictureHarness.moment(5))
    read[.positions] = .failure(.untold(kind: "x", name: "y", reason: "z"))
    var harness = harness(try snapshot())
    harness.picture.take(read, askedAt: PictureHarness.moment(4))
    #expect(Set(harness.picture.doubts.keys) == [.positions] && harness.ids == ["a", "b"])
    #expect(read.pictureParts == [.positions])
  }
}
