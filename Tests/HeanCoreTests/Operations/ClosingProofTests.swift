import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What proves a close, on exchanges that were recorded from a real engine before and after one.
struct ClosingProofTests {
  /// Which of the engine's answers come; the proof has to do with what there is.
  private struct Sources {
    var events = true
    var status = true
    var echo = true
  }

  private static let first = "486a76f2-715d-4304-9c2b-af2c00c214f9"
  private static let second = "f4a2bffc-f592-41b5-a7d4-31bcd2d131c7"
  private static let live = "aace8a21-19f4-4abc-82e8-d1f23ed7004f"

  /// The recorded frames as the engine's memory of events holds them.
  private static func events(_ frames: String) throws -> [JSONValue] {
    let text = try String(contentsOf: Fixtures.recordings.appending(path: frames), encoding: .utf8)
    return try text.split(separator: "\n").compactMap { line in
      let entry = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
      return try entry["text"]?.text.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }?["data"]
    }
  }

  private static func text(_ value: JSONValue) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  /// The looks before and after, from the files of one folder.
  private static func looks(
    _ folder: String, positions: (String, String), status: (String, String), frames: String?,
    metrics: (String, String)? = nil, _ sources: Sources = Sources()
  ) async throws -> (before: EngineSnapshot, after: EngineSnapshot) {
    let events = try frames.map { try Self.events("\(folder)/\($0).ndjson") } ?? []
    let firstSeq = events.compactMap { $0["seq"]?.number }.min() ?? 2
    let since = "\(firstSeq - 1)"
    func transport(_ positions: String, _ status: String, _ metrics: String?) throws -> TableTransport {
      var body = try Recording.load("\(folder)/\(positions)").response.body
      if !sources.echo { body = body.replacing(#""unknown""#, with: #""other""#) }
      var transport = TableTransport(answers: [:]).with("/api/v1/orders/positions", body)
      if sources.status {
        transport = transport.with(
          "/api/v1/engine/status", try Recording.load("\(folder)/\(status)").response.body)
      } else {
        let isDryRun = try Recording.load("\(folder)/\(status)").response.body.contains(#""dry_run":true"#)
        transport = transport.with(
          "/api/v1/engine/status",
          #"{"status":"running","running":true,"engine_state":"RUNNING","dry_run":\#(isDryRun)}"#)
      }
      if let metrics {
        transport = transport.with(
          "/api/v1/trading/metrics", try Recording.load("\(folder)/\(metrics)").response.body)
      }
      guard sources.events else { return transport }
      let list = try text(.array(events))
      return transport.with("/api/v1/blackbox/events?limit=1", #"{"events":[],"last_seq":\#(since)}"#)
        .with(
          "/api/v1/blackbox/events?limit=1000&since_seq=\(since)", #"{"events":\#(list),"last_seq":99999}"#)
    }
    let now = Date(timeIntervalSince1970: 1_795_225_650)
    let before = await EngineReader(transport: try transport(positions.0, status.0, metrics?.0)).snapshot(
      of: ClosingProof.parts.union([.engine]), now: { now })
    let after = await EngineReader(transport: try transport(positions.1, status.1, metrics?.1)).snapshot(
      of: ClosingProof.parts.union([.engine]), after: before, now: { now })
    return (before, after)
  }

  private static func finding(
    _ looks: (before: EngineSnapshot, after: EngineSnapshot), _ ids: [String], after seconds: Double,
    price: String? = nil
  ) -> StepFinding {
    let wanted = (looks.before.openPositions ?? []).filter { ids.contains($0.id ?? "") }
    return ClosingProof(
      wanted: wanted, before: looks.before, after: looks.after, stillOpen: looks.after.openPositions,
      reply: price.flatMap { Decimal(exactly: $0) }.map { ["status": "closed", "price": .number($0)] } ?? .null,
      elapsed: .seconds(seconds)
    ).finding()
  }

  private static func dry(_ sources: Sources = Sources()) async throws -> (
    before: EngineSnapshot, after: EngineSnapshot
  ) {
    try await looks(
      "closing", positions: ("00_positions_several_in_one_symbol", "04_positions_after"),
      status: ("01_status_before", "03_status_after"), frames: "06_close_frames", sources)
  }

  @Test func `in a dry run the PnL that was booked proves the close, and no fill is waited for`() async throws {
    let finding = Self.finding(try await Self.dry(), [Self.first], after: 0)
    #expect(finding.verdict == .seen && finding.message.contains("realized +2.60 USDT"), "\(finding)")
    #expect(finding.message.contains("gone from the list, and realized PnL moved by it; a dry run has no fill"))
  }

  @Test func `the price in the reply tells what had to be booked where no event does`() async throws {
    let looks = try await Self.dry(Sources(events: false))
    let finding = Self.finding(looks, [Self.first], after: 0, price: "3288.3413")
    #expect(finding.verdict == .seen && finding.message.contains("+2.60"), "\(finding)")
    // Another price, another PnL: what moved was something else.
    let other = Self.finding(looks, [Self.first], after: 5, price: "3300")
    #expect(other.verdict == .pending && other.message.contains("moved by +2.60 USDT, not by about +9.01"), "\(other)")
  }

  @Test func `nothing booked is a close at the entry price, or none`() async throws {
    let looks = try await Self.looks(
      "closing", positions: ("00_positions_several_in_one_symbol", "04_positions_after"),
      status: ("01_status_before", "01_status_before"), frames: nil, Sources(events: false))
    let even = Self.finding(looks, [Self.first], after: 0, price: "3283.619")
    #expect(even.verdict == .seen && even.message.contains("realized 0.00 USDT"), "\(even)")
    #expect(Self.finding(looks, [Self.first], after: 0.5, price: "3288.3413").verdict == .pending)
    let ghost = Self.finding(looks, [Self.first], after: 1, price: "3288.3413")
    #expect(ghost.verdict == .contrary && ghost.message.contains("the engine forgot"), "\(ghost)")
  }

  /// The recorded ghosts with a status in which realized PnL moved: by what, without events, nobody can say.
  @Test func `a sum of several proves none of them`() async throws {
    var looks = try await Self.looks(
      "ghost", positions: ("dry_01_positions_before", "dry_03_positions_after"),
      status: ("dry_02_status_before", "dry_04_status_after"), frames: nil, Sources(events: false))
    let all = (looks.before.openPositions ?? []).compactMap(\.id)
    looks.after[.engineStatus] = try await Self.dry().after.status
    let finding = Self.finding(looks, all, after: 5)
    #expect(finding.verdict == .pending && finding.message.contains("whose it is"), "\(finding)")
    let one = Self.finding(looks, Array(all.prefix(1)), after: 5)
    #expect(one.verdict == .pending && one.message.contains("whose it is"), "\(one)")
  }

  @Test func `without the status the closing event proves it, and without both nothing does`() async throws {
    let told = Self.finding(try await Self.dry(Sources(status: false)), [Self.first], after: 0)
    #expect(told.verdict == .seen && told.message.contains("as told by the closing events"), "\(told)")
    let blind = Self.finding(try await Self.dry(Sources(events: false, status: false)), [Self.first], after: 9)
    #expect(blind.verdict == .pending && blind.message.contains("does not tell whether realized PnL moved"), "\(blind)")
  }

  @Test func `of two in one symbol the other one is not closed, and after two seconds that is a refusal`() async throws
  {
    let looks = try await Self.dry()
    #expect(Self.finding(looks, [Self.second], after: 1, price: "1").verdict == .pending)
    let finding = Self.finding(looks, [Self.second], after: 2, price: "1")
    #expect(finding.verdict == .refused && finding.message.contains("the engine did not close it"), "\(finding)")
    let both = Self.finding(looks, [Self.first, Self.second], after: 2, price: "1")
    #expect(both.verdict == .refused && both.message.contains("not listed any more: ETHUSDT long"), "\(both)")
  }

  @Test func `where the answer was lost a listed position is not called refused`() async throws {
    #expect(Self.finding(try await Self.dry(), [Self.second], after: 9).verdict == .pending)
  }

  @Test func `a close that the exchange refused is refused, whatever was answered`() async throws {
    let looks = try await Self.looks(
      "closing", positions: ("live_refused_01_positions_before", "live_refused_04_positions_after"),
      status: ("live_refused_02_status_before", "live_refused_05_status_after"), frames: "live_refused_07_frames")
    #expect(Self.finding(looks, [Self.live], after: 1.9, price: "26.8").verdict == .pending)
    let finding = Self.finding(looks, [Self.live], after: 2, price: "26.8")
    #expect(finding.verdict == .refused && finding.message.contains("the exchange refused the close"), "\(finding)")
  }

  private static func filled(_ sources: Sources = Sources()) async throws -> (
    before: EngineSnapshot, after: EngineSnapshot
  ) {
    try await looks(
      "closing", positions: ("live_true_01_positions_before", "live_true_04_positions_after"),
      status: ("live_true_02_status_before", "live_true_05_status_after"), frames: "live_true_07_frames", sources)
  }

  @Test func `at an exchange the fill proves the close, and its echo is named`() async throws {
    let looks = try await Self.filled()
    let early = Self.finding(looks, [Self.live], after: 0.2)
    #expect(
      early.verdict == .pending && early.message.contains("looking once more"), "an echo may still come: \(early)")
    let finding = Self.finding(looks, [Self.live], after: 1)
    #expect(finding.verdict == .seen && finding.message.contains("filled at 26.79132"), "\(finding)")
    #expect(finding.message.contains("realized about -738.78 USDT"))
    #expect(finding.message.contains("AVAXUSDT long 345.5 (strategy unknown) is the echo of this close"))
  }

  @Test func `without events the echo is the fill's trace, and without an echo nothing proves a fill`() async throws {
    let traced = Self.finding(try await Self.filled(Sources(events: false)), [Self.live], after: 2)
    #expect(traced.verdict == .seen, "\(traced)")
    let bare = Self.finding(try await Self.filled(Sources(events: false, echo: false)), [Self.live], after: 5)
    #expect(bare.verdict == .pending && bare.message.contains("neither events nor counters told"), "\(bare)")
  }

  @Test(arguments: [true, false])
  func `what the reconciler drops is forgotten, not closed`(hasEvents: Bool) async throws {
    let live = try await Self.looks(
      "ghost", positions: ("live_01_positions_before", "live_04_positions_after"),
      status: ("live_02_status_before", "live_05_status_after"), frames: "live_08_frames",
      metrics: ("live_03_metrics_before", "live_06_metrics_after"), Sources(events: hasEvents))
    let kept = Set((live.after.openPositions ?? []).compactMap(\.id))
    let gone = (live.before.openPositions ?? []).compactMap(\.id).filter { !kept.contains($0) }
    #expect(gone.count == 3)
    let finding = Self.finding(live, gone, after: 2)
    #expect(finding.verdict == .contrary && finding.message.contains("the exchange may still hold it"), "\(finding)")
    let dry = try await Self.looks(
      "ghost", positions: ("dry_01_positions_before", "dry_03_positions_after"),
      status: ("dry_02_status_before", "dry_04_status_after"), frames: "dry_05_frames", Sources(events: hasEvents))
    let all = Self.finding(dry, (dry.before.openPositions ?? []).compactMap(\.id), after: 2)
    #expect(all.verdict == .contrary && all.message.contains("no PnL was booked"), "\(all)")
  }

  private static func hollow(_ isDryRun: Bool, side: String = "long", size: String = "0") async throws -> (
    before: EngineSnapshot, after: EngineSnapshot
  ) {
    let status =
      #"{"status":"running","running":true,"engine_state":"RUNNING","dry_run":\#(isDryRun),"realized_pnl":5}"#
    let row =
      #"{"position_id":"a","symbol":"ETHUSDT","size":\#(size == "0" ? "2" : size),"entry_price":\#(size == "0" ? 0 : 100),"current_price":100,"unrealized_pnl":0,"side":"\#(side)"}"#
    func look(_ rows: String, _ status: String) async -> EngineSnapshot {
      await EngineReader(
        transport: TableTransport(answers: [:]).with("/api/v1/engine/status", status)
          .with("/api/v1/orders/positions", #"{"positions":[\#(rows)]}"#)
          .with("/api/v1/blackbox/events?limit=1", #"{"events":[],"last_seq":1}"#)
      ).snapshot(of: ClosingProof.parts.union([.engine]), now: { Date(timeIntervalSince1970: 1_795_225_650) })
    }
    return (await look(row, status), await look("", status.replacing(":5}", with: ":105}")))
  }

  @Test(arguments: [true, false])
  func `what had neither size nor entry price was not closed`(isDryRun: Bool) async throws {
    var looks = try await Self.hollow(isDryRun)
    looks.after[.engineStatus] = looks.before.status
    let finding = Self.finding(looks, ["a"], after: 5, price: "100")
    #expect(finding.verdict == .pending && finding.message.contains("had no size or no entry price"), "\(finding)")
    let record = try Position(
      from: WireDocument(
        Data(
          #"{"position_id":"a","symbol":"ETHUSDT","qty":0,"entry_price":0,"realized_pnl":0,"unrealized_pnl":0}"#.utf8)
      ).root)
    #expect(record.isGhost)
  }

  /// A side of another word was taken for a long.
  @Test func `without a side that is known, what a close had to book is not reckoned`() async throws {
    let long = Self.finding(try await Self.hollow(true, size: "2"), ["a"], after: 0, price: "150")
    #expect(long.verdict == .seen, "\(long)")
    for side in ["both", "?"] {
      let finding = Self.finding(try await Self.hollow(true, side: side, size: "2"), ["a"], after: 0, price: "150")
      #expect(finding.verdict != .seen, "\(finding)")
    }
  }
}
