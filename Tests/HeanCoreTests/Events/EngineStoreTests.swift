import Foundation
import Testing

@testable import HeanCore

struct EngineStoreTests {
  private func record(_ price: Int, seq: Int) throws -> StreamRecord {
    let frame =
      #"{"topic":"market_data","data":{"seq":\#(seq),"type":"MARKET_TICK","payload":{"symbol":"BTCUSDT","price":\#(price)}}}"#
    let event = try RecordedEvents.event(frame)
    return .event(try #require(event))
  }

  @Test(.timeLimit(.minutes(1)))
  func `whoever waits is woken by a change that people wait for, and not by a price`() async throws {
    let store = EngineStore()
    let reading = PictureReading(askedAt: RecordedEvents.moment, receivedAt: RecordedEvents.moment)
    await store.take { $0.take(positions: [], reading) }
    await store.fold([.notice(StreamNotice(.fresh, at: RecordedEvents.moment, "events come"))])
    let seen = await store.picture.revision
    await store.fold([try record(100, seq: 1)])
    let ticked = await store.picture
    #expect(ticked.revision == seen && ticked.prices["BTCUSDT"]?.value == 100)
    let waiting = Task { await store.untilRevised(since: seen) }
    await store.fold([.notice(StreamNotice(.gap, at: RecordedEvents.moment, "events are missing"))])
    await waiting.value
    let doubted = await store.picture.revision
    #expect(doubted > seen)
    await store.untilRevised(since: seen)
    let beat = #"{"topic":"system_heartbeat","data":{"seq":%d,"type":"HEARTBEAT","payload":{"engine_state":"%@"}}}"#
    for (seq, state, isChange) in [(2, "RUNNING", false), (3, "RUNNING", false), (4, "PAUSED", true)] {
      let before = await store.picture.revision
      let event = try RecordedEvents.event(beat.replacing("%@", with: state).replacing("%d", with: String(seq)))
      await store.fold([.event(try #require(event))])
      #expect((await store.picture.revision > before) == isChange, "\(state)")
    }
  }

  @Test(.timeLimit(.minutes(1))) func `whoever is cancelled does not wait`() async {
    let store = EngineStore()
    let waiting = Task { await store.untilRevised(since: .max) }
    waiting.cancel()
    await waiting.value
  }

  @Test func `what is read goes in, and what is wanted is taken once`() async throws {
    let store = EngineStore()
    await store.fold([.notice(StreamNotice(.connected, at: RecordedEvents.moment, "connected"))])
    let wanted = await store.takePartsToRead()
    let again = await store.takePartsToRead()
    #expect(wanted == Set(PicturePart.allCases) && again.isEmpty)
    let reading = PictureReading(askedAt: RecordedEvents.moment, receivedAt: RecordedEvents.moment)
    await store.take { $0.take(positions: [], reading) }
    let picture = await store.picture
    #expect(picture.positions?.isEmpty == true && picture.orders == nil, "none, and not known")
  }
}
