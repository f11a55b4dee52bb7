import Foundation
import Testing

@testable import HeanCore

struct RecordQueueTests {
  private let date = Date(timeIntervalSince1970: 1_795_225_650)

  private func event(_ seq: Int, in buffer: [UInt8]) -> StreamRecord {
    .event(
      StreamEvent(
        topic: .orders, seq: seq, origin: .live, body: buffer.suffix(12), typeRange: (buffer.count - 4)..<buffer.count,
        receivedAt: date))
  }

  @Test func `a reader that does not come keeps no buffers, and finds every event as it was`() throws {
    var recordQueue = RecordQueue()
    let buffer = [UInt8](repeating: 0x20, count: 60_000) + Array(#"{"type":"X"}"#.utf8)
    for seq in 0..<100 { recordQueue.add([event(seq, in: buffer)], at: .zero) }
    let taken = recordQueue.take(date)
    let events = try #require(taken).compactMap { if case .event(let event) = $0 { event } else { nil } }
    #expect(events.count == 100 && events.allSatisfy { $0.body.elementsEqual(#"{"type":"X"}"#.utf8) })
    #expect(events.allSatisfy { event in event.typeRange.map { event.body[$0].elementsEqual(#""X"}"#.utf8) } == true })
    #expect(events.count { $0.body.startIndex > 0 } <= 16, "each of these keeps 60 KB")
    let more = recordQueue.take(date)
    #expect(more == nil)
  }

  @Test func `notices cannot fill the memory, and are counted`() throws {
    var recordQueue = RecordQueue()
    for _ in 0..<10_000 { recordQueue.add([.notice(StreamNotice(.gap, at: date, "lost"))], at: .zero) }
    let taken = recordQueue.take(date)
    let records = try #require(taken)
    #expect(records.count == RecordQueue.mostNotices + 1)
    guard case .notice(let last)? = records.last else {
      Issue.record("no notice")
      return
    }
    #expect(last.kind == .dropped && last.members["notices"] == .number(Decimal(10_000 - RecordQueue.mostNotices)))
  }

  @Test func `whoever fills it waits for the reader, but not for ever`() throws {
    var recordQueue = RecordQueue()
    let buffer = [UInt8](repeating: 0x20, count: RecordQueue.limit)
    func large(_ seq: Int) -> StreamRecord {
      .event(
        StreamEvent(topic: .orders, seq: seq, origin: .live, body: buffer[...], typeRange: nil, receivedAt: date))
    }
    #expect(recordQueue.patience(at: .zero) == nil, "there is room")
    recordQueue.add([large(1)], at: .seconds(1))
    #expect(recordQueue.patience(at: .seconds(1)) == RecordQueue.patience)
    #expect(recordQueue.patience(at: .seconds(2.5)) == .seconds(0.5))
    recordQueue.add([large(2)], at: .seconds(3))
    #expect(recordQueue.patience(at: .seconds(3.1)) == nil, "it has had its time")
    recordQueue.add([large(3), large(4)], at: .seconds(3.1))
    let last = recordQueue.take(date)
    let taken = try #require(last)
    guard case .notice(let loss)? = taken.last else {
      Issue.record("nothing is said of what was thrown away")
      return
    }
    #expect(taken.count == 3 && loss.members["count"] == 2 && loss.members["from_seq"] == 3)
    #expect(recordQueue.patience(at: .seconds(4)) == nil)
  }
}
