import Testing

@testable import HeanConsole

/// Bytes read as keys.
@Suite struct PressedKeysTests {
  private static let paste = (begin: "\u{1B}[200~", end: "\u{1B}[201~")

  @Test(
    arguments: [
      ("a bare continuation byte", [0x80]), ("an overlong slash", [0xC0, 0xAF]),
      ("an overlong A", [0xE0, 0x81, 0x81]),
      ("half a surrogate pair", [0xED, 0xA0, 0x80]), ("past the end of Unicode", [0xF4, 0x90, 0x80, 0x80]),
      ("no byte of UTF-8", [0xFF, 0xFE]), ("a cut character", [0xF0, 0x9F, 0x98]),
      ("control characters without a meaning", [0x00, 0x07, 0x09, 0x0F, 0x12, 0x14, 0x1C, 0x1F]),
      ("a control character past ASCII", [0xC2, 0x9B]), ("an override of the direction", [0xE2, 0x80, 0xAE]),
    ] as [(String, [UInt8])])
  func `garbage is dropped and the rest is kept`(name: String, bytes: [UInt8]) {
    var typist = Typist("a")
    typist.type(bytes: bytes)
    typist.type("b")
    #expect(typist.line == "ab|", "\(name)")
    #expect(typist.actions == [.redraw, .redraw], "\(name)")
  }

  // MARK: Escape sequences

  @Test(arguments: [
    "\u{1B}[5~", "\u{1B}[15;2~", "\u{1B}OP", "\u{1B}[[A", "\u{1B}[<0;10;12M", "\u{1B}[?1;2c", "\u{1B}x", "\u{1B}é",
    "\u{1B}[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15m", "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", "\u{1B}P1$r0m\u{1B}\\",
    "\u{1B}[I", "\u{1B}[Z", "\u{1B}[4 q",
  ])
  func `an unknown sequence is swallowed whole, however it is cut`(sequence: String) {
    #expect(Typist("a\(sequence)b").line == "ab|")
    var single = Typist()
    for byte in "a\(sequence)b".utf8 { single.type(bytes: [byte]) }
    #expect(single.line == "ab|")
    #expect(single.actions == [.redraw, .redraw])
  }

  @Test func `ESC alone does nothing, once nothing follows it`() {
    var typist = Typist("a\u{1B}")
    #expect(typist.actions == [.redraw] && typist.editing.isMidSequence)
    typist.editing.settle()
    #expect(!typist.editing.isMidSequence)
    typist.type("b[A")
    #expect(typist.line == "ab[A|")
  }

  @Test(arguments: ["\u{1B}", "\u{1B}\u{1B}", "\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}[[", "\u{1B}]0;title"])
  func `a sequence that has no end takes no control key with it`(beginning: String) {
    #expect(Typist("half\(beginning)\u{3}").decisions == [.cancel])
    #expect(Typist("half\(beginning)\r").decisions == [.submit("half")])
    #expect(Typist("half\(beginning)\u{1B}[D").line == "hal|f")
  }

  @Test func `a character is not mistaken for a sequence`() {
    var typist = Typist()
    typist.type(bytes: [0xE2, 0x82])
    #expect(!typist.editing.isMidSequence)
    typist.editing.settle()
    typist.type(bytes: [0xAC])
    #expect(typist.line == "€|")
  }

  // MARK: Pastes

  @Test func `each line of a paste is handed over, and the last one stays`() {
    let typist = Typist("\(Self.paste.begin)one\ntwo\r\nthree\rfour\tfive\(Self.paste.end)")
    #expect(typist.decisions == [.submit("one"), .submit("two"), .submit("three")])
    #expect(typist.line == "four five|")
  }

  @Test func `control characters and sequences in a paste have no effect`() {
    let keys = "\u{1}\u{3}\u{4}\u{15}\u{7F}\u{C}\u{1B}[A\u{1B}[31m\u{1B}b\u{0}\u{7}\u{85}"
    let typist = Typist("x\(Self.paste.begin)a\(keys)b\(Self.paste.end)\u{2}", history: ["old"])
    #expect(typist.line == "xa|b")
    #expect(typist.decisions.isEmpty)
  }

  @Test func `a mark that is cut is still a mark, and after a paste keys are keys again`() {
    var typist = Typist("()\u{2}")
    for byte in Self.paste.begin.utf8 { typist.type(bytes: [byte]) }
    for byte in "hé\t\(Self.paste.end)".utf8 {
      typist.type(bytes: [byte])
      // However long the rest of the mark takes: without it the paste would never end.
      #expect(!typist.editing.isMidSequence)
      typist.editing.settle()
    }
    typist.type("\u{2}\u{7F}\r")
    #expect(typist.decisions == [.submit("(h )")])
  }

  @Test func `the mark of an end without a paste does nothing`() {
    #expect(Typist("a\(Self.paste.end)b").line == "ab|")
  }
}
