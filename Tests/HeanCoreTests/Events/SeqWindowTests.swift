import Testing

@testable import HeanCore

struct SeqWindowTests {
  private func mark(_ text: String) -> EventMark { EventMark(moment: Array(text.utf8).span) }

  private func told(_ seqs: [Int], era: Int = 0, in window: inout SeqWindow) -> [Int] {
    seqs.filter { window.note($0, mark("\(era)-\($0)"), telling: true) == .tell }
  }

  @Test func `an event is new once, in whatever order`() {
    var window = SeqWindow()
    #expect(told([10, 12, 11, 9, 10, 12, 500, 11, 13, 500, 14], in: &window) == [10, 12, 11, 9, 500, 13, 14])
  }

  /// Against a set that forgets nothing.
  @Test func `it agrees with a set as far as it remembers`() {
    var generator = SystemRandomNumberGenerator()
    var window = SeqWindow()
    var set: Set<Int> = []
    var top = 0
    for _ in 0..<50_000 {
      let seq = max(1, top + Int.random(in: -300...5, using: &generator))
      top = max(top, seq)
      let isNew = window.note(seq, mark("\(seq)"), telling: true) == .tell
      #expect(isNew == set.insert(seq).inserted, "\(seq) of \(top)")
    }
  }

  @Test func `the same numbers of another process are other events`() {
    var window = SeqWindow()
    #expect(told(Array(1...800), in: &window).count == 800)
    #expect(window.sight(of: 5, mark("1-5")) == .other && window.sight(of: 5, mark("0-5")) == .seen)
    #expect(told(Array(1...800), era: 1, in: &window).count == 800)
    #expect(told(Array(1...800), era: 1, in: &window).isEmpty)
  }

  @Test func `a copy on a topic nobody wants does not use the event up`() {
    var window = SeqWindow()
    let first = window.note(7, mark("0-7"), telling: false)
    let second = window.note(7, mark("0-7"), telling: false)
    #expect(first == .passed && second == .known && told([7, 7], in: &window) == [7])
    #expect(window.sight(of: 7 + SeqWindow.size, mark("0-7")) == .unseen)
  }

  @Test func `marks of different kinds tell nothing`() {
    let record = EventMark(record: Array("{}".utf8).span)
    #expect(!record.differs(from: mark("a")) && !mark("a").differs(from: .none) && mark("a").differs(from: mark("b")))
    #expect(record.differs(from: EventMark(record: Array("{} ".utf8).span)))
  }
}
