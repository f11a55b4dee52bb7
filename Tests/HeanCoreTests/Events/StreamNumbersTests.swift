import Testing

@testable import HeanCore

/// Which numbers of events are believed.
struct StreamNumbersTests {
  private func mark(_ text: String) -> EventMark { EventMark(moment: Array(text.utf8).span) }
  private func record(_ text: String) -> EventMark { EventMark(record: Array(text.utf8).span) }

  private func judge(
    _ numbers: inout StreamNumbers, _ seq: Int, _ era: String = "a", wanted: Bool = true
  ) -> StreamNumbers.Judgement {
    numbers.judge(seq, mark("\(era)\(seq)"), wanted: wanted, isLive: true)
  }

  /// Past number 5000.
  private func begun() -> StreamNumbers {
    var numbers = StreamNumbers()
    for seq in 4990...5000 { _ = judge(&numbers, seq) }
    return numbers
  }

  @Test func `numbers rise, and what is late comes all the same`() {
    var numbers = begun()
    #expect(numbers.last == 5000)
    #expect(judge(&numbers, 5001) == .new && judge(&numbers, 5001) == .known && judge(&numbers, 4980) == .new)
    #expect(numbers.last == 5001 && judge(&numbers, 5000) == .known)
  }

  @Test(arguments: [(SeqWindow.size, true), (SeqWindow.size + 1, false)])
  func `as far as the window reaches a leap is believed`(leap: Int, isBelieved: Bool) {
    var numbers = begun()
    #expect(judge(&numbers, 5000 + leap) == (isBelieved ? .new : .doubtful))
    #expect(numbers.last == (isBelieved ? 5000 + leap : 5000) && numbers.leap == nil)
  }

  @Test func `a leap is believed when a second number agrees, and what did not come is known`() {
    var numbers = begun()
    #expect(judge(&numbers, 100_000) == .doubtful && judge(&numbers, 100_000) == .known, "told once")
    #expect(judge(&numbers, 100_002) == .new && numbers.last == 100_002)
    #expect(numbers.leap?.from == 5001 && numbers.leap?.to == 99_999)
    #expect(numbers.doubts.isEmpty && numbers.disbelieved.isEmpty && judge(&numbers, 100_000) == .known)
  }

  @Test func `a number that nothing confirms is disbelieved, and its event was told`() {
    var numbers = begun()
    #expect(judge(&numbers, 900_000) == .doubtful && judge(&numbers, 5001) == .new)
    #expect(numbers.disbelieved == [900_000] && numbers.last == 5001 && numbers.doubts.isEmpty)
    #expect(judge(&numbers, 5002) == .new && numbers.disbelieved == [900_000], "once")
  }

  @Test func `doubts that agree with nothing are dropped, the oldest first`() {
    var numbers = begun()
    for number in 1...6 { #expect(judge(&numbers, number * 100_000) == .doubtful) }
    #expect(numbers.disbelieved.isEmpty && judge(&numbers, 700_000) == .doubtful)
    #expect(numbers.disbelieved == [100_000] && numbers.doubts.map(\.seq) == [2, 3, 4, 5, 6, 7].map { $0 * 100_000 })
    numbers.disbelieve()
    #expect(numbers.disbelieved.count == 7 && numbers.doubts.isEmpty)
  }

  @Test func `an event in doubt is told on the topic that is wanted`() {
    var numbers = begun()
    #expect(judge(&numbers, 100_000, wanted: false) == .doubtful)
    #expect(judge(&numbers, 100_000) == .doubtful && judge(&numbers, 100_000) == .known)
  }

  @Test func `three numbers of other events are another process's`() {
    var numbers = begun()
    #expect(judge(&numbers, 4990, "b") == .doubtful && judge(&numbers, 4991, "b") == .doubtful)
    #expect(judge(&numbers, 4992, "b") == .begunAnew)
    numbers.beginAnew()
    #expect(numbers.last == nil && numbers.doubts.isEmpty)
    #expect(judge(&numbers, 4992, "b") == .new && judge(&numbers, 4990, "b") == .known, "told while it was in doubt")
    #expect(judge(&numbers, 4995, "b") == .new, "the old process's says nothing")
  }

  @Test func `small numbers far below are another process's as well`() {
    var numbers = StreamNumbers()
    for seq in 90_000...90_005 { _ = judge(&numbers, seq) }
    #expect(judge(&numbers, 1, "b") == .doubtful && judge(&numbers, 2, "b") == .doubtful)
    #expect(judge(&numbers, 3, "b") == .begunAnew)
  }

  @Test func `without moments a long row of known numbers is another process's`() {
    var numbers = StreamNumbers()
    func judge(_ seq: Int, isLive: Bool = true) -> StreamNumbers.Judgement {
      numbers.judge(seq, record("x\(seq)"), wanted: true, isLive: isLive)
    }
    for seq in 1...200 { #expect(judge(seq) == .new) }
    for seq in 1...StreamNumbers.mostRepetitions { #expect(judge(seq) == .known) }
    #expect(judge(200) == .begunAnew, "one more")
    numbers.beginAnew()
    #expect(judge(1) == .new && judge(2) == .new, "nothing of the old window is left")
  }

  @Test func `a row of known numbers ends with a new one, with one that goes back, and with what was held`() {
    var numbers = StreamNumbers()
    func judge(_ seq: Int, isLive: Bool = true) -> StreamNumbers.Judgement {
      numbers.judge(seq, record("x\(seq)"), wanted: true, isLive: isLive)
    }
    for seq in 1...200 { _ = judge(seq) }
    for _ in 1...3 { for seq in 1...60 { #expect(judge(seq) == .known) } }
    #expect(judge(201) == .new)
    for seq in 1...64 { #expect(judge(seq) == .known) }
    #expect(judge(70, isLive: false) == .known && judge(71) == .known)
  }

  @Test func `a memory is the same process's when it knows our events`() throws {
    var numbers = begun()
    func ring(_ era: String, _ seqs: [Int]) throws -> EventRing {
      let events = seqs.map { #"{"seq":\#($0),"ts":"\#(era)\#($0)","type":"X"}"# }.joined(separator: ",")
      return try EventRing(Array(#"{"events":[\#(events)],"last_seq":9000}"#.utf8)[...])
    }
    // The bytes of a moment are marked with their quotes.
    var quoted = StreamNumbers()
    for seq in 4990...5000 { _ = quoted.judge(seq, mark("\"a\(seq)\""), wanted: true, isLive: true) }
    #expect(try quoted.isSame(as: ring("a", [4990, 4991])) == true)
    #expect(try quoted.isSame(as: ring("b", [4990, 4991])) == false)
    #expect(try quoted.isSame(as: ring("a", [1, 2])) == nil && quoted.isSame(as: ring("a", [])) == nil)
    let entry = try #require(try ring("a", [5001]).entries.first)
    #expect(numbers.take(entry, newest: 5000, wanted: true) && numbers.last == 5000, "beyond what the memory speaks of")
    #expect(!numbers.take(entry, newest: 9000, wanted: true) && numbers.last == 5001, "handed on once")
  }
}
