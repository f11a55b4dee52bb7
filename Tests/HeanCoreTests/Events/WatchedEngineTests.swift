import Foundation
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanCore

/// When a screen that is redrawn reads the engine, and when events are enough.
struct WatchedEngineTests {
  /// Answers from the recordings, and counts how often the positions were asked for.
  private final class Counting: RESTTransport {
    let displayURL = "http://127.0.0.1:8000"
    let table: TableTransport
    let stopped: TableTransport
    let reads = Mutex(0)
    let isStopped = Mutex(false)
    /// Whether nothing is answered, and whether every request fails.
    let isHeld = Mutex(false)
    let isDown = Mutex(false)

    init() throws {
      table = try TableTransport.recorded("running")
      stopped = try TableTransport.recorded("stopped")
    }

    func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
      if request.path.hasSuffix("/orders/positions") { reads.withLock { $0 += 1 } }
      while isHeld.withLock(\.self) { await Task.yield() }
      if isDown.withLock(\.self) { throw .unreachable(reason: "gone") }
      return try await (isStopped.withLock(\.self) ? stopped : table).send(request)
    }
  }

  /// A stream that says nothing.
  private struct Silence: EventFeed {
    func run() async {}
    func next() async throws(ConnectionLoss) -> [StreamRecord]? {
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
      return nil
    }
    func stop() async {}
  }

  private final class Clock: Sendable {
    let moment = Mutex(Date(timeIntervalSince1970: 1_795_225_650))
    var now: Date { moment.withLock { $0 } }
    func advance(_ seconds: Double) { moment.withLock { $0 += seconds } }
  }

  private let clock = Clock()
  private let transport: Counting
  private let engine: WatchedEngine

  init() throws {
    transport = try Counting()
    engine = WatchedEngine(now: { [clock] in clock.now })
  }

  private func look(_ engine: WatchedEngine? = nil) async throws -> (reads: Int, position: Position?) {
    let engine = engine ?? self.engine
    let reader = EngineReader(transport: transport)
    let snapshot = await engine.snapshot(of: [.engine, .listedPositions()], by: reader)
    return (transport.reads.withLock { $0 }, try snapshot.positions.get().value.elements.first)
  }

  private func tell(_ kind: StreamNotice.Kind, to engine: WatchedEngine? = nil) async {
    await (engine ?? self.engine).fold([.notice(StreamNotice(kind, at: clock.now, kind.description))])
  }

  private func tell(_ frame: String, to engine: WatchedEngine? = nil) async throws {
    let frame = try EventFrame(Array(frame.utf8)[...])
    let (topic, data) = (try #require(frame.topic), try #require(frame.data))
    await (engine ?? self.engine).fold([
      .event(
        StreamEvent(
          topic: topic, seq: frame.seq, origin: .live, body: frame.bytes[data], typeRange: frame.type,
          receivedAt: clock.now))
    ])
  }

  @Test func `events move what was read, and it is read again after a while`() async throws {
    await tell(.connected)
    let first = try await look()
    #expect(first.reads == 1 && first.position?.markPrice == Decimal(string: "60995.9"))
    clock.advance(2)
    try await tell(
      #"{"topic":"market_data","data":{"seq":7,"type":"MARKET_TICK","payload":{"symbol":"BTCUSDT","price":65241.7}}}"#)
    let second = try await look()
    #expect(second.reads == 1 && second.position?.markPrice == Decimal(string: "65241.7"))
    #expect(second.position?.unrealizedPnL.map { abs($0 - 1) < Decimal(string: "0.000001") ?? 0 } == true)
    #expect(await engine.message == "live, read 2s ago")
    clock.advance(3)
    #expect(try await look().reads == 2)
    #expect(await engine.message == "live, read 0s ago")
  }

  @Test(.timeLimit(.minutes(1)))
  func `ticks go on while an answer is slow, and when there is none the last that was seen can be shown`() async throws
  {
    let quick = WatchedEngine(pace: WatchedEngine.Pace(pause: 2), now: { [clock] in clock.now })
    let reading = Task { await quick.follow { Silence() } }
    defer { reading.cancel() }
    await tell(.connected, to: quick)
    #expect(try await look(quick).reads == 1)
    await quick.keep()
    transport.isHeld.withLock { $0 = true }
    clock.advance(6)
    try await tell(
      #"{"topic":"market_data","data":{"seq":7,"type":"MARKET_TICK","payload":{"symbol":"BTCUSDT","price":65241.7}}}"#,
      to: quick)
    #expect(try await look(quick).position?.markPrice == Decimal(string: "65241.7"))
    while transport.reads.withLock(\.self) < 2 { await Task.yield() }
    #expect(try await look(quick).reads == 2, "one read, however many looks want it")
    #expect(await quick.message == "live, read 6s ago")
    transport.isDown.withLock { $0 = true }
    transport.isHeld.withLock { $0 = false }
    while (try? await look(quick)) != nil { await Task.yield() }
    let kept = try #require(await quick.kept)
    #expect(try kept.positions.get().value.elements.first?.markPrice == Decimal(string: "65241.7"))
  }

  @Test(.timeLimit(.minutes(1))) func `where no stream can be opened, reads go on beside the looks`() async throws {
    let quick = WatchedEngine(pace: WatchedEngine.Pace(pause: 2), now: { [clock] in clock.now })
    let reading = Task { await quick.follow { throw CancellationError() } }
    defer { reading.cancel() }
    for reads in 1...3 {
      while try await look(quick).reads < reads { await Task.yield() }
      clock.advance(6)
    }
  }

  @Test func `what an event cannot tell is read at the next look`() async throws {
    await tell(.connected)
    _ = try await look()
    try await tell(
      #"{"topic":"positions","data":{"seq":8,"type":"POSITION_OPENED","payload":{"positions":[{"position_id":"n"}]}}}"#)
    #expect(try await look().reads == 2)
    #expect(try await look().reads == 2, "once")
    await tell(.gap)
    clock.advance(0.1)
    #expect(try await look().reads == 3)
    #expect(try await look().reads == 3)
  }

  private static let opened =
    #"{"topic":"positions","data":{"seq":%d,"type":"POSITION_OPENED","payload":{"position_id":"n%d","symbol":"ETHUSDT","side":"long","size":1}}}"#

  private func openOne(_ seq: Int, at engine: WatchedEngine) async throws {
    try await tell(Self.opened.replacing("%d", with: String(seq)), to: engine)
  }

  @Test func `what is taken over from an earlier read hides no engine that is gone`() async throws {
    let parts: Set<SnapshotPart> = [.engine, .listedPositions(), SnapshotPart(.health)]
    let repeated = RepeatedReads(now: { [clock] in clock.now })
    await tell(.connected)
    let seen = await engine.snapshot(of: parts, by: EngineReader(transport: transport, repeated: repeated))
    #expect(seen.why.reading != nil && seen[.health].reading != nil)
    clock.advance(0.5)
    try await openOne(7, at: engine)
    transport.isDown.withLock { $0 = true }
    let gone = await engine.snapshot(of: parts, by: EngineReader(transport: transport, repeated: repeated))
    #expect(gone.status.error != nil && gone.why.error != nil && gone[.health].error != nil)
  }

  private static let beat =
    #"{"topic":"system_heartbeat","data":{"seq":9,"type":"HEARTBEAT","payload":{"engine_state":"STOPPED"}}}"#

  private func gate(_ snapshot: EngineSnapshot) -> Gate {
    EngineGates(snapshot, scope: .init(), now: clock.now).engine()
  }

  /// Health is read less often than the state.
  @Test func `an engine that stops is not contradicted by what its health was`() async throws {
    let parts: Set<SnapshotPart> = [.engine, .listedPositions(), SnapshotPart(.health)]
    let repeated = RepeatedReads(now: { [clock] in clock.now })
    func look() async -> EngineSnapshot {
      await engine.snapshot(of: parts, by: EngineReader(transport: transport, repeated: repeated))
    }
    await tell(.connected)
    #expect(gate(await look()).state == .open)
    transport.isStopped.withLock { $0 = true }
    clock.advance(0.5)
    try await tell(Self.beat)
    let told = gate(await look())
    #expect(told.state == .closed && !told.finding.contains("contradiction"), "\(told)")
    // Reads alone, without an event, see it alike.
    transport.isStopped.withLock { $0 = false }
    await tell(.stale)
    clock.advance(3)
    #expect(gate(await look()).state == .open)
    transport.isStopped.withLock { $0 = true }
    // Health is kept for two seconds, so the read before the last must have been within them.
    clock.advance(1.5)
    #expect(gate(await look()).state == .closed)
  }

  @Test func `what is kept of an engine that is gone says that nobody answers`() async throws {
    await tell(.connected)
    _ = try await look()
    await engine.keep()
    transport.isDown.withLock { $0 = true }
    clock.advance(6)
    await #expect(throws: EngineError.self) { try await look() }
    let kept = try #require(await engine.kept)
    #expect(kept.positions.value != nil && kept.engine?.state == .running)
    let gate = EngineGates(kept, scope: .init(), now: clock.now).reachable()
    #expect(gate.state == .closed && gate.finding.hasPrefix("no engine answers"), "\(gate)")
  }

  @Test(.timeLimit(.minutes(1))) func `an answer that is late is told`() async throws {
    await tell(.connected)
    _ = try await look()
    transport.isHeld.withLock { $0 = true }
    clock.advance(6)
    let late = Task { [self] in try await look().reads }
    while transport.reads.withLock(\.self) < 2 { await Task.yield() }
    clock.advance(3)
    #expect(await engine.message == "live, read 9s ago, no answer for 3s")
    transport.isHeld.withLock { $0 = false }
    #expect(try await late.value == 2)
    #expect(await engine.message == "live, read 3s ago")
  }

  @Test func `events make no more reads than the engine allows`() async throws {
    await tell(.connected)
    var reads = try await look().reads
    #expect(reads == 1)
    for seq in 1...50 {
      clock.advance(0.2)
      try await openOne(seq, at: engine)
      reads = try await look().reads
    }
    #expect((5...8).contains(reads), "two at once, then one every three seconds: \(reads)")
  }

  /// Looks for a while in pretended time, in which an event arrives after so many waits.
  private func dues(_ kind: (WatchedEngine) async throws -> Void) async throws -> [Duration] {
    let waits = Mutex<[Duration]>([])
    let quiet = AsyncStream<Void>.makeStream()
    let engine = WatchedEngine(
      now: { [clock] in clock.now },
      sleep: { span in
        waits.withLock { $0.append(span) }
        // The longest wait never ends by itself: only what happens makes the next look.
        if span > .seconds(1) { for await _ in quiet.stream {} }
        try Task.checkCancellation()
      })
    await tell(.connected, to: engine)
    _ = try await look(engine)
    try await kind(engine)
    try await engine.untilDue()
    quiet.continuation.finish()
    return waits.withLock { $0 }
  }

  @Test(.timeLimit(.minutes(1))) func `a position that comes makes a picture at once`() async throws {
    let waits = try await dues { try await openOne(7, at: $0) }
    #expect(waits.first == .milliseconds(200) && waits.contains(.milliseconds(40)), "apart, and settled: \(waits)")
  }

  @Test(.timeLimit(.minutes(1))) func `snapshots come one after the other until the task ends`() async throws {
    let client = EngineClient(transport: transport)
    let engine = WatchedEngine(now: { [clock] in clock.now }, sleep: { _ in try Task.checkCancellation() })
    let seen = Mutex(0)
    let watching = Task {
      for try await snapshot in engine.snapshots(of: [.engine, .listedPositions()], by: client) {
        #expect(snapshot.positions.value?.elements.isEmpty == false)
        seen.withLock { $0 += 1 }
      }
    }
    while seen.withLock(\.self) < 3 { await Task.yield() }
    watching.cancel()
    await #expect(throws: CancellationError.self) { try await watching.value }
  }

  @Test(arguments: [StreamNotice.Kind.stale, .polling, .end])
  func `without events everything is read each time`(kind: StreamNotice.Kind) async throws {
    await tell(.connected)
    await tell(kind)
    for reads in 1...3 { #expect(try await look().reads == reads) }
    let words = await engine.message
    #expect(words.contains("live") == false)
    #expect(kind == .end || words.hasSuffix("read each time"))
  }
}
