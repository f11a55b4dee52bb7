import HeanCore
import Testing

@testable import HeanConsole

/// What a line behind `:` may do.
@Suite struct LiveCommandsTests {
  private static let commands = LiveCommand.commands(carried: ["--ascii"])

  @Test(arguments: [
    "why", "positions", "hean risk killswitch", "orders --status all", "positions show -- x", "explain 'profit factor'",
  ])
  func aReadIsARead(_ line: String) throws {
    #expect(try Self.commands.check(LiveCommands.words(line)) == .reads)
  }

  @Test(arguments: ["engine pause", "positions close btc", "panic", "risk killswitch reset --reason mended"])
  func aVerbIsAVerb(_ line: String) throws {
    #expect(try Self.commands.check(LiveCommands.words(line)) == .changesEngine)
  }

  @Test(arguments: [
    "positions close btc --yes", "positions close btc -y", "engine pause -qy", "engine pause --plan x",
    "engine pause -p other", "status --url http://127.0.0.1:9", "positions --practice", "panic --yes",
    "engine stop --confirm prod", "watch", "live",
    "status --watch", "login", "alert add x --when 'equity<1'", "practice reset", "why | cat", "why > file", "nosuch",
    "why 'open",
  ]) func whatWouldNotAskOrNotEndIsRefused(_ line: String) {
    #expect(throws: (any Error).self) { try Self.commands.check(LiveCommands.words(line)) }
  }

  @Test func optionsOfTheConsoleGoBeforeWhatIsNoOption() {
    var commands = Self.commands
    commands.target = ["-p", "prod"]
    #expect(
      commands.line(["positions", "close", "--", "-x"], columns: 80, rows: 20)
        == ["positions", "close", "--ascii", "--", "-x"])
    #expect(commands.line(["chart", "btc"], columns: 80, rows: 20).contains("80x16"))
    #expect(commands.shown(["explain", "profit factor"]) == "hean -p prod explain 'profit factor'")
  }

  @Test func aWordIsCompleted() {
    #expect(Self.commands.completion(of: "posi") == .init(common: "tions ", choices: ["positions"]))
    #expect(Self.commands.completion(of: "risk k") == .init(common: "illswitch ", choices: ["killswitch"]))
    #expect(Self.commands.completion(of: "nosuch ").choices.isEmpty)
    #expect(Self.commands.completion(of: "strateg").common == "ies ")
  }

  @Test func whatACommandCanBeAboutIsCompletedToo() {
    let things = ["BTCUSDT", "BNBUSDT", "pos-1"]
    #expect(Self.commands.completion(of: "positions close BT", things: things).common == "CUSDT ")
    #expect(Self.commands.completion(of: "market ticker B", things: things).choices == ["BNBUSDT", "BTCUSDT"])
    #expect(Self.commands.completion(of: "BT", things: things).choices.isEmpty)
  }

  @Test(arguments: [
    ("a b", ["a", "b"]), ("a 'b c' d", ["a", "b c", "d"]), (#"a "b \" c""#, ["a", #"b " c"#]), (#"a\ b"#, ["a b"]),
    ("''", [""]), ("", []),
  ]) func aLineIsSplitAsByAShell(_ line: String, _ words: [String]) throws {
    #expect(try ShellWords.split(line) == words)
  }
}
