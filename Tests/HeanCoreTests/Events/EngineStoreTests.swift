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

  @Test func `whoever looks sees the picture as it is, then the latest`() async throws {
    let store = EngineStore()
    var pictures = await store.pictures().makeAsyncIterator()
    let first = await pictures.next()
    #expect(first?.prices.isEmpty == true)
    await store.fold([try record(100, seq: 1), try record(101, seq: 2)])
    await store.fold([try record(102, seq: 3)])
    let latest = await pictures.next()
    #expect(latest?.prices["BTCUSDT"]?.value == 102, "none is kept for who is slow")
    await store.finish()
    let end = await pictures.next()
    #expect(end == nil)
  }

  @Test func `whoever comes after the end sees the last picture and no other`() async throws {
    let store = EngineStore()
    await store.fold([try record(100, seq: 1)])
    await store.finish()
    var seen: [Decimal?] = []
    for await picture in await store.pictures() { seen.append(picture.prices["BTCUSDT"]?.value) }
    #expect(seen == [100])
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
