import Testing

@testable import HeanConsole

/// What the keys do to the line.
@Suite struct LineEditingTests {
  private static let paste = (begin: "\u{1B}[200~", end: "\u{1B}[201~")

  // MARK: Typing

  @Test func `what is typed is the line, and changes that come together are drawn once`() {
    let typist = Typist("status")
    #expect(typist.line == "status|")
    #expect(typist.actions == [.redraw])
  }

  @Test(arguments: ["\r", "\n"])
  func `enter hands over the line and begins an empty one`(enter: String) {
    let typist = Typist("why\(enter)")
    #expect(typist.actions == [.redraw, .submit("why")])
    #expect(typist.line == "|")
  }

  @Test func `lines typed ahead come one by one, each drawn as it was`() {
    var editing = LineEditing()
    editing.append("one\rtwo\rthree".utf8)
    #expect(editing.next() == .redraw && editing.text == "one")
    #expect(editing.next() == .submit("one") && editing.text.isEmpty)
    #expect(editing.next() == .redraw && editing.text == "two")
    #expect(editing.next() == .submit("two"))
    #expect(editing.next() == .redraw && editing.text == "three")
    #expect(editing.next() == nil)
  }

  @Test func `what was typed ahead can be discarded, with a paste that has no end`() {
    var editing = LineEditing()
    editing.append("one\(Self.paste.begin)two\tthree".utf8)
    #expect(editing.next() == .redraw && editing.text == "onetwo three")
    editing.discardUnread()
    editing.append("\r".utf8)
    #expect(editing.next() == .submit("onetwo three"))
    editing.append("a\rb\r".utf8)
    #expect(editing.next() == .redraw)
    editing.discardUnread()
    #expect(editing.next() == nil && editing.text == "a")
  }

  @Test(arguments: ["é", "한", "😀", "e\u{301}"])
  func `a character that comes byte by byte is one character`(character: String) {
    var typist = Typist()
    for byte in character.utf8 { typist.type(bytes: [byte]) }
    #expect(typist.line == "\(character)|")
    typist.type("\u{7F}")
    #expect(typist.line == "|")
  }

  // MARK: Moving and removing

  @Test(arguments: [
    ("left", "\u{1B}[D", "one two thre|e"), ("ctrl-B", "\u{2}", "one two thre|e"),
    ("home", "\u{1B}[H", "|one two three"),
    ("home of rxvt", "\u{1B}[7~", "|one two three"), ("home of the keypad", "\u{1B}OH", "|one two three"),
    ("home of the console", "\u{1B}[1~", "|one two three"), ("ctrl-A", "\u{1}", "|one two three"),
    ("alt-B", "\u{1B}b", "one two |three"), ("alt-B twice", "\u{1B}b\u{1B}b", "one |two three"),
    ("ctrl-left", "\u{1B}[1;5D", "one two |three"), ("home and right", "\u{1}\u{1B}[C", "o|ne two three"),
    ("home and ctrl-F", "\u{1}\u{6}", "o|ne two three"), ("home and alt-F", "\u{1}\u{1B}f", "one| two three"),
    ("home and alt-F twice", "\u{1}\u{1B}f\u{1B}f", "one two| three"),
    ("home and ctrl-right", "\u{1}\u{1B}[1;5C", "one| two three"), ("home and end", "\u{1}\u{1B}[F", "one two three|"),
    ("home and the end of the console", "\u{1}\u{1B}[4~", "one two three|"),
    ("home and ctrl-E", "\u{1}\u{5}", "one two three|"),
  ])
  func `keys move the cursor`(name: String, keys: String, line: String) {
    #expect(Typist("one two three" + keys).line == line, "\(name)")
  }

  @Test(arguments: [
    ("backspace", "\u{7F}", "one two-3|"), ("ctrl-H", "\u{8}", "one two-3|"), ("ctrl-W", "\u{17}", "one |"),
    ("ctrl-W twice", "\u{17}\u{17}", "|"), ("alt-backspace", "\u{1B}\u{7F}", "one |"), ("ctrl-U", "\u{15}", "|"),
    ("delete after left", "\u{1B}[D\u{1B}[3~", "one two-3|"), ("ctrl-D after left", "\u{2}\u{4}", "one two-3|"),
    ("ctrl-U before a word", "\u{1B}b\u{1B}b\u{15}", "|two-3!"), ("ctrl-K", "\u{1}\u{6}\u{B}", "o|"),
    ("ctrl-W within a word", "\u{1B}b\u{17}", "one |3!"), ("typing in the middle", "\u{1B}b+", "one two-+|3!"),
  ])
  func `keys remove and insert at the cursor`(name: String, keys: String, line: String) {
    #expect(Typist("one two-3!" + keys).line == line, "\(name)")
  }

  @Test(arguments: [
    "\u{1B}[C", "\u{1B}[F", "\u{1B}[3~", "\u{4}", "\u{B}", "\u{1B}f", "\u{1B}[B", "\u{1B}[A", "\u{E}", "\u{10}",
  ])
  func `a key that can do nothing does nothing`(keys: String) {
    let typist = Typist("a" + keys)
    #expect(typist.line == "a|")
    #expect(typist.actions == [.redraw])
  }

  @Test func `keys that remove backwards do nothing at the start`() {
    let typist = Typist("a\u{1}\u{7F}\u{17}\u{15}\u{1B}[D\u{1B}b")
    #expect(typist.line == "|a")
  }

  @Test func `the cursor steps over what a person counts as one character`() {
    var typist = Typist("한e\u{301}👨‍👩‍👧🇩🇪")
    typist.type("\u{2}")
    #expect(typist.line == "한e\u{301}👨‍👩‍👧|🇩🇪")
    typist.type("\u{7F}")
    #expect(typist.line == "한e\u{301}|🇩🇪")
    typist.type("\u{7F}\u{7F}")
    #expect(typist.line == "|🇩🇪")
  }

  @Test func `the cursor is never within a character that an insertion or a removal joins`() {
    // The accent has nothing to stand on until a letter comes before it.
    #expect(Typist("\u{301}\u{1}e").line == "e\u{301}|")
    #expect(Typist("ab\u{301}\u{1}\u{1B}[3~\u{7F}").line == "|b\u{301}")
    // Two flags become others when a letter in front joins their letters in another way.
    #expect(Typist("🇩🇪\u{1}🇫").line == "🇫🇩|🇪")
    // What was between two halves of a flag is gone.
    #expect(Typist("🇩-🇪\u{2}\u{7F}").line == "🇩🇪|")
  }

  // MARK: Ends

  @Test func `ctrl-C cancels a line, and on an empty one it is the end`() {
    var typist = Typist("half\u{3}")
    #expect(typist.actions == [.redraw, .cancel])
    #expect(typist.line == "|")
    typist.type("\u{3}")
    #expect(typist.decisions == [.cancel, .endOfInput])
  }

  @Test func `ctrl-D on an empty line is the end, elsewhere it deletes`() {
    #expect(Typist("\u{4}").actions == [.endOfInput])
    #expect(Typist("a\u{1}\u{4}").line == "|")
    #expect(Typist("a\u{1}\u{4}").decisions.isEmpty)
    #expect(Typist("a\u{1}\u{4}\u{4}").decisions == [.endOfInput])
  }

  @Test func `ctrl-L clears the screen and keeps the line`() {
    let typist = Typist("half\u{C}")
    #expect(typist.actions == [.redraw, .clearScreen])
    #expect(typist.line == "half|")
  }

  // MARK: The limit

  @Test func `a full line takes nothing more and rings the bell`() {
    var typist = Typist(String(repeating: "é", count: LineEditing.maximumLength))
    #expect(typist.actions == [.redraw])
    typist.type("x")
    #expect(typist.actions == [.redraw, .bell])
    #expect(typist.editing.text.count == LineEditing.maximumLength)
    typist.type("\u{7F}x\r")
    #expect(typist.decisions == [.submit(String(repeating: "é", count: LineEditing.maximumLength - 1) + "x")])
  }

  @Test func `a paste that is far too long is cut, with one bell`() {
    let typist = Typist(Self.paste.begin + String(repeating: "0123456789", count: 10_000) + Self.paste.end + "\r")
    #expect(typist.actions.count == 3 && typist.actions.prefix(2) == [.redraw, .bell])
    #expect(typist.actions.last == .submit(String(repeating: "0123456789", count: LineEditing.maximumLength / 10)))
  }

  @Test func `accents without end are no short line`() {
    let typist = Typist("e" + String(repeating: "\u{301}", count: 5_000))
    #expect(typist.editing.text.count == 1)
    #expect(typist.editing.text.unicodeScalars.count == LineEditing.maximumLength)
    #expect(typist.actions == [.redraw, .bell])
  }
}
