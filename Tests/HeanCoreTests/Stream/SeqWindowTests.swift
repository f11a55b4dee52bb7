import Testing

@testable import HeanCore

struct SeqWindowTests {
  private func new(_ seqs: [Int], in window: inout SeqWindow) -> [Int] { seqs.filter { window.insert($0) } }

  @Test func `a number is new once, in whatever order`() {
    var window = SeqWindow()
    #expect(new([10, 12, 11, 9, 10, 12, 500, 11, 13, 500, 14], in: &window) == [10, 12, 11, 9, 500, 13, 14])
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
      let isNew = window.insert(seq)
      #expect(isNew == set.insert(seq).inserted, "\(seq) of \(top)")
    }
  }

  @Test func `after a leap nothing old is taken for new, and nothing new for old`() {
    var window = SeqWindow()
    _ = new(Array(1...5000), in: &window)
    let edge = 1_000_000 - SeqWindow.size
    #expect(new([1_000_000, edge + 1, edge, 4999], in: &window) == [1_000_000, edge + 1])
  }
}
