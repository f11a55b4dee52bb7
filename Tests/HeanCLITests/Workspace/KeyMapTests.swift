import Testing

@testable import HeanConsole

/// The table of keys, from which help and dispatch are made.
@Suite struct KeyMapTests {
  @Test func everyActionHasAKeyOfItsOwn() {
    let keys = KeyAction.table.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(Set(KeyAction.table.map(\.action)) == Set(KeyAction.allCases))
  }

  @Test(arguments: [
    (PressedKey.character("1"), KeyAction.overview), (.tab, .next), (.backTab, .previous), (.earlier, .up),
    (.character("j"), .down), (.pageDown, .pageDown), (.character(" "), .pageDown), (.enter, .open), (.escape, .back),
    (.interrupt, .quit), (.character("q"), .quit), (.clear, .repaint), (.suspend, .suspend), (.function(1), .help),
    (.character("P"), .panic), (.home, .top),
  ]) func aKeyLeadsToItsAction(_ key: PressedKey, _ action: KeyAction) { #expect(KeyMap().action(key) == action) }

  /// Terminal multiplexers and flow control take ctrl-a, -b, -s and -q.
  @Test func noKeyThatOthersTakeIsUsed() {
    let controls = KeyAction.table.flatMap(\.keys).filter { $0.hasPrefix("ctrl-") }
    #expect(Set(controls) == ["ctrl-c", "ctrl-l", "ctrl-z"])
    var keys = PressedKeys()
    for byte: UInt8 in [0x02, 0x11, 0x13] {
      let key = keys.take(byte)
      #expect(key.flatMap { KeyMap().action($0) } == nil)
    }
  }

  @Test func helpShowsEveryKey() {
    let help = KeyMap().help.joined(separator: "\n")
    for row in KeyAction.table { #expect(help.contains(row.keys.joined(separator: " ")) && help.contains(row.words)) }
  }

  @Test func aProfileGivesAnActionAnotherKey() throws {
    let keys = try KeyMap(changedBy: "close=d,quit=Q")
    #expect(keys.action(.character("d")) == .close)
    #expect(keys.action(.character("c")) == nil)
    #expect(keys.action(.character("Q")) == .quit)
    #expect(keys.action(.character("q")) == nil)
    // The way out stays.
    #expect(keys.action(.interrupt) == .quit)
    #expect(keys.help.contains { $0.hasPrefix("  d ") && $0.hasSuffix("close the chosen position") })
  }

  @Test(arguments: ["close=q", "nosuch=d", "close=", "open=x", "quit=enter"])
  func whatWouldHideAnotherKeyIsRefused(_ text: String) {
    #expect(throws: KeyBindings.Problem.self) { try KeyMap(changedBy: text) }
  }
}
