import HeanCore
import Testing

@testable import HeanConsole

/// What a monitoring system reads: the first line, figures behind its bar, and nothing of the engine that could be taken
/// for either.
struct PluginOutputTests {
  @Test func `one line with figures, and further lines`() {
    let output = PluginOutput(
      service: "MONEY", state: .critical, message: "2 positions", details: ["first", "second"],
      figures: [PluginFigure("a", 1), PluginFigure("b", nil), PluginFigure("c", 2.5, .percent, least: 0, most: 100)])
    #expect(output.text == "HEAN MONEY CRITICAL - 2 positions | 'a'=1 'c'=2.5%;;;0;100\nfirst\nsecond\n")
    #expect(PluginOutput(service: "", state: .ok, message: "all").text == "HEAN OK - all\n")
  }

  @Test func `no text of an engine ends a line, begins figures or moves a cursor`() {
    let evil = "a|b\nHEAN OK - fine | 'x'=1\r\u{1b}[2J\u{7}\u{2028}\u{202e}c"
    let text = PluginOutput(service: "DATA", state: .unknown, message: evil, details: [evil]).text
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 3)
    #expect(!text.contains("|") && !text.contains("\u{1b}") && !text.contains("\u{202e}") && !text.contains("\r"))
    #expect(text.hasPrefix("HEAN DATA UNKNOWN - a/b HEAN OK - fine / 'x'=1 "))
  }

  @Test func `what is too long is cut, and never the figures`() {
    let long = String(repeating: "x", count: 10_000)
    let output = PluginOutput(
      service: "MONEY", state: .warning, message: long, details: Array(repeating: long, count: 100),
      figures: [PluginFigure("a", 1)])
    #expect(output.text.utf8.count < 8_192)
    #expect(output.text.hasSuffix("and 80 lines more\n"))
    #expect(output.text.split(separator: "\n").first?.hasSuffix("... | 'a'=1") == true)
  }
}
