import Testing

@testable import HeanConsole

/// Keys that a screen takes besides those of a line.
@Suite struct ScreenKeysTests {
  private static let paste = (begin: "\u{1B}[200~", end: "\u{1B}[201~")

  private func keys(_ text: String) -> [PressedKey] {
    var keys = PressedKeys()
    return text.utf8.compactMap { keys.take($0) }
  }

  @Test(
    arguments: [
      ("\t", .tab), ("\u{1B}[Z", .backTab), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1A}", .suspend),
      ("\u{1B}OP", .function(1)), ("\u{1B}OQ", .function(2)), ("\u{1B}OR", .function(3)), ("\u{1B}OS", .function(4)),
      ("\u{1B}[11~", .function(1)), ("\u{1B}[14~", .function(4)), ("\u{1B}[15~", .function(5)),
      ("\u{1B}[17~", .function(6)), ("\u{1B}[18~", .function(7)), ("\u{1B}[19~", .function(8)),
      ("\u{1B}[20~", .function(9)), ("\u{1B}[21~", .function(10)), ("\u{1B}[23~", .function(11)),
      ("\u{1B}[24~", .function(12)), ("\u{1B}[[A", .function(1)), ("\u{1B}[[E", .function(5)),
      ("\u{1B}[A", .earlier), ("\u{1B}OB", .later), ("\r", .enter), ("é", .character("é")),
    ] as [(String, PressedKey)])
  func `a sequence is one key, and what follows is read anew`(text: String, key: PressedKey) {
    #expect(keys(text + "x") == [key, .character("x")])
  }

  @Test(arguments: ["\u{1B}[16~", "\u{1B}[22~", "\u{1B}[25~", "\u{1B}[2~", "\u{1B}[15;2~", "\u{1B}[[F", "\u{1B}OT"])
  func `a key that is not known is none`(text: String) { #expect(keys(text + "x") == [.character("x")]) }

  @Test func `ESC alone is a key once nothing follows it, and only then`() {
    var keys = PressedKeys()
    #expect(keys.settle() == nil)
    #expect(keys.take(0x1B) == nil && keys.isMidSequence)
    #expect(keys.settle() == .escape)
    #expect(keys.settle() == nil && !keys.isMidSequence)
    #expect(keys.take(UInt8(ascii: "[")) == .character("["))
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}O", "\u{1B}[1;", "\u{1B}[[", "\u{1B}]0;title"])
  func `the beginning of a sequence that stays one is no ESC`(text: String) {
    var keys = PressedKeys()
    for byte in text.utf8 { #expect(keys.take(byte) == nil) }
    #expect(keys.settle() == nil && !keys.isMidSequence)
  }

  @Test func `what is pasted stands between two marks, and no key is among it`() {
    let inside = "q\u{3}\u{1A}\u{1B}[5~\u{1B}OP\t\u{1B}[200~\r\n!"
    #expect(
      keys("a\(Self.paste.begin)\(inside)\(Self.paste.end)\t") == [
        .character("a"), .pasteBegins, .character("q"), .character(" "), .enter, .character("!"), .pasteEnds, .tab,
      ])
  }

  @Test func `ESC within a paste is no key, however long nothing follows`() {
    var keys = PressedKeys()
    for byte in "\(Self.paste.begin)a\u{1B}".utf8 { _ = keys.take(byte) }
    #expect(!keys.isMidSequence)
    #expect(keys.settle() == nil)
    #expect("[201~".utf8.compactMap { keys.take($0) } == [.pasteEnds])
  }

  @Test func `the end of a paste that never began is no mark`() { #expect(keys(Self.paste.end).isEmpty) }
}
