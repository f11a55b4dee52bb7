import Testing

@testable import HeanConsole

/// Words that were pasted from a chat or a word processor.
struct PastedWordTests {
  @Test(arguments: [
    ("—yes", "an em dash (U+2014)", "--yes"), ("–json", "an en dash (U+2013)", "--json"),
    ("––yes", "an en dash", "--yes"), ("–-json", "an en dash", "--json"),
    ("−−json", "a minus sign (U+2212)", "--json"), ("–j", "an en dash", "-j"),
    ("‑‑dry‑run", "a no-break hyphen", "--dry-run"),
  ])
  func `a dash is named, and the option is offered`(word: String, name: String, meant: String) throws {
    let hint = try #require(PastedWord(word)).hint
    #expect(hint.contains(name) && hint.hasSuffix("Did you mean '\(meant)'?"), "\(hint)")
  }

  @Test(arguments: [
    ("BTC\r", #"BTC\r"#), ("a\tb\n", #"a\tb\n"#), ("\u{1b}[2J", #"\x1b[2J"#),
    ("B\u{200B}TC", #"B\u{200b}TC"#), ("\u{85}", #"\u{85}"#), ("Zürich", "Zürich"),
  ])
  func `what cannot be seen is written out`(typed: String, shown: String) async {
    #expect(visible(typed) == shown)
    let ran = await Console().run("--practice", "trades", "--symbol", typed)
    #expect(ran.errors.contains("no symbol '\(shown)'"), "\(ran)")
  }

  @Test func `curly quotes and no-break spaces are named`() {
    #expect(
      PastedWord("“btc”")?.hint == ": it has a curly quote (“), which is no quote of a shell. Did you mean '\"btc\"'?")
    #expect(PastedWord("a\u{A0}b")?.hint.contains("no-break space") == true)
    #expect(PastedWord("--yes") == nil && PastedWord("btc") == nil && PastedWord("") == nil)
  }

  @Test func `nothing is done, and the line says why`() async {
    let ran = await Console().run("--practice", "status", "–json")
    #expect(ran.code == .usage && ran.output.isEmpty)
    #expect(
      ran.errors.contains("it begins with an en dash (U+2013), which is no hyphen. Did you mean '--json'?"), "\(ran)")
  }
}
