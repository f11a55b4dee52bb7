import Testing

@testable import HeanConsole

struct TerminalQuestionTests {
  private struct Heard: Equatable {
    var keys: String
    var isSynchronized: Bool?
    var isDone: Bool
  }

  /// - Parameter size: of the pieces that the bytes come in.
  private func heard(_ text: String, size: Int) -> Heard {
    var question = TerminalQuestion()
    var keys: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      keys += question.take(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    let isDone = question.isDone
    keys += question.giveUp()
    return Heard(
      keys: String(decoding: keys, as: UTF8.self), isSynchronized: question.isSynchronized, isDone: isDone)
  }

  @Test(
    arguments: [
      ("\u{1B}[?2026;2$y\u{1B}[?62;4c", "", true, true), ("\u{1B}[?2026;0$y\u{1B}[?1;2c", "", false, true),
      ("\u{1B}[?2026;4$y\u{1B}[?6c", "", false, true), ("\u{1B}[?62;22c", "", nil, true),
      ("q\u{1B}[?2026;1$yx\u{1B}[A\u{1B}[?64cyz\u{1B}[B", "qx\u{1B}[Ayz\u{1B}[B", true, true),
      ("\u{1B}\u{1B}[?62c", "\u{1B}", nil, true), ("\u{1B}[?25;2$yé", "é", nil, false),
      ("\u{1B}[200~pasted\u{1B}[201~", "\u{1B}[200~pasted\u{1B}[201~", nil, false), ("\u{1B}", "\u{1B}", nil, false),
      ("\u{1B}[?2026", "\u{1B}[?2026", nil, false), ("", "", nil, false),
    ] as [(String, String, Bool?, Bool)])
  func `answers are taken out, and every key is left`(sent: String, keys: String, isSynchronized: Bool?, isDone: Bool) {
    for size in 1...4 {
      #expect(heard(sent, size: size) == Heard(keys: keys, isSynchronized: isSynchronized, isDone: isDone))
    }
  }

  @Test func `what has no end is not held`() {
    let long = "\u{1B}[?" + String(repeating: "1", count: 1_000)
    #expect(heard(long, size: 7).keys == long)
  }

  @Test func `the wait ends with the answer, the time or the terminal`() async throws {
    for (input, expected) in [
      (RawTerminal.Input.bytes(Array("k\u{1B}[?2026;2$y\u{1B}[?62c".utf8)), true), (.quiet, false), (.closed, false),
    ] {
      let clock = TestClock(Console.now)
      let written = Recorder()
      let terminal = ScreenTerminal(
        next: { limit in
          if input == .quiet { await clock.pass(.milliseconds(Int(limit ?? 0))) }
          return input
        }, suspend: {}, write: { written.append($0) })
      let answer = try await terminal.ask { clock.elapsed }
      #expect((answer.isSynchronized ?? false) == expected && answer.keys == (expected ? [UInt8(ascii: "k")] : []))
      #expect(written.text == "\u{1B}[?2026$p\u{1B}[c")
    }
  }
}
