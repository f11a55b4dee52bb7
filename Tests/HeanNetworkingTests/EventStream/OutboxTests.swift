import Foundation
import HeanCore
import Testing

@testable import HeanNetworking

struct OutboxTests {
  private let date = Date(timeIntervalSince1970: 1_795_225_650)

  private func event(_ seq: Int, in buffer: [UInt8]) -> StreamRecord {
    .event(
      StreamEvent(
        topic: .orders, seq: seq, origin: .live, body: buffer.suffix(12), typeRange: (buffer.count - 4)..<buffer.count,
        receivedAt: date))
  }

  @Test func `a reader that does not come keeps no buffers, and finds every event as it was`() throws {
    var outbox = Outbox()
    let buffer = [UInt8](repeating: 0x20, count: 60_000) + Array(#"{"type":"X"}"#.utf8)
    for seq in 0..<100 { outbox.add([event(seq, in: buffer)]) }
    let taken = outbox.take(date)
    let events = try #require(taken).compactMap { if case .event(let event) = $0 { event } else { nil } }
    #expect(events.count == 100 && events.allSatisfy { $0.body.elementsEqual(#"{"type":"X"}"#.utf8) })
    #expect(events.allSatisfy { event in event.typeRange.map { event.body[$0].elementsEqual(#""X"}"#.utf8) } == true })
    #expect(events.count { $0.body.startIndex > 0 } <= 16, "each of these keeps 60 KB")
    let more = outbox.take(date)
    #expect(more == nil)
  }

  @Test func `notices cannot fill the memory, and are counted`() throws {
    var outbox = Outbox()
    for _ in 0..<10_000 { outbox.add([.notice(StreamNotice(.gap, at: date, "lost"))]) }
    let taken = outbox.take(date)
    let records = try #require(taken)
    #expect(records.count == Outbox.mostNotices + 1)
    guard case .notice(let last)? = records.last else {
      Issue.record("no notice")
      return
    }
    #expect(last.kind == .dropped && last.members["notices"] == .number(Decimal(10_000 - Outbox.mostNotices)))
  }
}
