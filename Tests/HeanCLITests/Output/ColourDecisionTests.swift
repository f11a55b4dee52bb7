import Testing

@testable import HeanConsole

struct ColourDecisionTests {
  @Test(
    arguments: [
      (true, ColourDecision.Choice.auto, ["TERM": "xterm"], true), (false, .auto, ["TERM": "xterm"], false),
      (true, .auto, ["NO_COLOR": "1", "TERM": "xterm"], false), (true, .auto, ["NO_COLOR": "", "TERM": "xterm"], true),
      (true, .auto, [:], false), (true, .auto, ["TERM": ""], false), (true, .auto, ["FORCE_COLOR": "1"], true),
      (false, .auto, ["CLICOLOR_FORCE": "1"], true), (false, .auto, ["CLICOLOR_FORCE": "0"], false),
      (true, .auto, ["CLICOLOR": "0", "TERM": "xterm"], false), (true, .auto, ["TERM": "dumb"], false),
      (true, .auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false), (false, .always, ["NO_COLOR": "1"], true),
      (true, .never, ["CLICOLOR_FORCE": "1"], false),
    ] as [(Bool, ColourDecision.Choice, [String: String], Bool)])
  func `colour is decided for each stream`(
    isTerminal: Bool, choice: ColourDecision.Choice, environment: [String: String], expected: Bool
  ) {
    #expect(
      ColourDecision.isColoured(isTerminal: isTerminal, choice: choice, environment: environment) == expected)
  }

  @Test func `width comes from COLUMNS, the terminal, then 80; a pipe has none`() {
    #expect(ColourDecision.width(isTerminal: true, columns: 120, environment: ["COLUMNS": "100"]) == 100)
    #expect(ColourDecision.width(isTerminal: true, columns: 120, environment: [:]) == 120)
    #expect(ColourDecision.width(isTerminal: true, columns: 0, environment: ["COLUMNS": "x"]) == 80)
    #expect(ColourDecision.width(isTerminal: false, columns: 120, environment: ["COLUMNS": "100"]) == nil)
  }
}
