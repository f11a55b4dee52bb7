import Testing

@testable import HeanConsole

/// Lines that come back with Up and Down.
@Suite struct LineHistoryTests {
  @Test func `up and down go through the lines, the newest first`() {
    var typist = Typist("three\r", history: ["one", "two"])
    let seen = ["\u{1B}[A", "\u{10}", "\u{1B}OA", "\u{1B}[A", "\u{1B}[B", "\u{E}", "\u{1B}OB", "\u{1B}[B"].map { key in
      typist.type(key)
      return typist.line
    }
    #expect(seen == ["three|", "two|", "one|", "one|", "two|", "three|", "|", "|"])
  }

  @Test func `a half-typed line is kept while the history is looked at`() {
    var typist = Typist("hal\u{1B}[A", history: ["one"])
    #expect(typist.line == "one|")
    typist.type("\u{1B}[B")
    #expect(typist.line == "hal|")
    typist.type("f\u{1B}[A\u{1B}[B")
    #expect(typist.line == "half|")
  }

  @Test func `an edited line of the history is kept until a line is handed over`() {
    var typist = Typist("draft\u{1B}[A!\u{1B}[A\u{1B}[B", history: ["one", "two"])
    #expect(typist.line == "two!|")
    typist.type("\u{1B}[B\r")
    #expect(typist.decisions == [.submit("draft")])
    typist.type("\u{1B}[A\u{1B}[A")
    #expect(typist.line == "two|")
    typist.type("\u{1B}[A!\r\u{1B}[A\u{1B}[A")
    #expect(typist.decisions.last == .submit("one!"))
    #expect(typist.line == "draft|")
  }

  @Test func `a cancelled line leaves the history as it was`() {
    var typist = Typist("draft\u{1B}[A!\u{3}", history: ["one"])
    typist.type("\u{1B}[A")
    #expect(typist.line == "one|")
    typist.type("\u{1B}[B")
    #expect(typist.line == "|")
  }

  @Test func `blank lines and repetitions are not remembered`() {
    var typist = Typist("\r  \rtwo\rtwo\r\u{1B}[A\u{1B}[A", history: ["one", "one", " "])
    #expect(typist.line == "one|")
    typist.type("\u{1B}[A")
    #expect(typist.line == "one|")
    #expect(typist.decisions == [.submit(""), .submit("  "), .submit("two"), .submit("two")])
  }

  @Test func `a history that was tampered with cannot write on the screen`() {
    let typist = Typist("\u{1B}[A", history: ["a\u{1B}]0;x\u{7}b\nc" + String(repeating: "d", count: 5_000)])
    #expect(typist.editing.text.hasPrefix("a]0;xb cd"))
    #expect(typist.editing.text.count == LineEditing.maximumLength)
  }

  @Test func `only so many lines are remembered`() {
    var typist = Typist()
    for number in 0..<LineEditing.maximumHistory + 10 { typist.type("\(number)\r") }
    typist.type(String(repeating: "\u{10}", count: LineEditing.maximumHistory + 10))
    #expect(typist.line == "10|")
  }
}
