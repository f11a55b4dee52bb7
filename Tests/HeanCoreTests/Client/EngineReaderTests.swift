import Foundation
import Synchronization
import Testing

@testable import HeanCore

struct EngineReaderTests {
  /// Answers nothing until it is told to, or its task is cancelled.
  private final class SilentTransport: RESTTransport {
    let displayURL = "http://engine"
    let asked: AsyncStream<Void>
    let ended: AsyncStream<Bool>
    private let ask: AsyncStream<Void>.Continuation
    private let end: AsyncStream<Bool>.Continuation
    private let release: AsyncStream<Void>
    private let releasing: AsyncStream<Void>.Continuation

    init() {
      (asked, ask) = AsyncStream.makeStream()
      (ended, end) = AsyncStream.makeStream()
      (release, releasing) = AsyncStream.makeStream()
    }

    func answer() { releasing.yield() }

    func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
      ask.yield()
      var releases = release.makeAsyncIterator()
      // A cancelled task gets nil.
      let isAnswered = await releases.next() != nil
      end.yield(!isAnswered)
      guard isAnswered else { throw .connectionLost(reason: "interrupted", sent: true) }
      return RESTResponse(
        status: 200, headers: [:], body: Data("{}".utf8), receivedAt: Date(), elapsed: .zero, attempts: 1)
    }
  }

  /// Whoever waited would otherwise be held for the whole deadline of a read.
  @Test func `a read that nobody waits for any more is given up`() async {
    let transport = SilentTransport()
    let engine = EngineReader(transport: transport)
    let one = Task { await engine.answer(to: .riskStatus) }
    let other = Task { await engine.answer(to: .riskStatus) }
    for await _ in transport.asked { break }
    one.cancel()
    other.cancel()
    var ends = transport.ended.makeAsyncIterator()
    #expect(await ends.next() == true, "cancelled")
    guard case .failure = await one.value else { return #expect(Bool(false), "an answer from nowhere") }
    guard case .failure = await other.value else { return #expect(Bool(false), "an answer from nowhere") }
  }

  @Test func `one who leaves does not take the answer from another`() async {
    let transport = SilentTransport()
    let engine = EngineReader(transport: transport)
    let one = Task { await engine.answer(to: .riskStatus) }
    for await _ in transport.asked { break }
    let other = Task { await engine.answer(to: .riskStatus) }
    while await engine.waiting(for: .riskStatus) < 2 { await Task.yield() }
    one.cancel()
    while await engine.waiting(for: .riskStatus) > 1 { await Task.yield() }
    transport.answer()
    guard case .success = await other.value else { return #expect(Bool(false), "no answer") }
  }
}
