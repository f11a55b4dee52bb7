import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// What is offered has to be a command of this console, for the engine that was asked.
struct CommandLinesTests {
  private static let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)

  /// Each call with what it needs and every option that it is offered with.
  private static let operations: [NextStep] = OperationName.allCases.map { name in
    switch name {
    case .engineStart, .engineStop, .engineRestart, .engineResume, .enginePause, .engineKill, .engineLockProfit,
      .engineResetHalt,
      .closeAllPositions, .cancelAllOrders,
      .triggerKillSwitch, .login, .resetPractice, .servePractice:
      .operation(name)
    case .closePositions: .operation(name, "BTCUSDT")
    case .cancelOrders: .operation(name, "a-1")
    case .panic: .operation(name, options: .approved, .deadline("2m"))
    case .enableStrategies, .disableStrategies, .setParameters: .operation(name, "hf_scalping")
    case .resetKillSwitch: .operation(name, options: .reason("cause gone"))
    case .clearGovernor: .operation(name, options: .symbol("BTCUSDT"), .force)
    case .quarantine: .operation(name, "BTCUSDT", options: .reason("thin book"))
    case .placeOrder: .operation(name, "buy", "BTCUSDT", options: .notional)
    case .testRoundTrip: .operation(name, "BTCUSDT")
    case .setLimits, .setConfiguration: .operation(name, "max_open_positions=3")
    }
  }

  private static let queries: [NextStep] = NextStep.QueryName.allCases.map { name in
    switch name {
    case .status, .funnel, .health, .settings, .account, .positions, .strategies, .risk, .audit, .compareStrategies,
      .killSwitch, .governor, .limits, .reasons, .practiceScenarios, .analytics, .profile,
      .portfolio, .trades, .report, .version, .watchlist, .heatmap, .prices, .alertRun, .alertList:
      .query(name)
    case .alertAdd: .query(name, "low", options: .trigger("equity<9000"))
    case .why: .query(name, options: .symbol("BTCUSDT"), .watch)
    case .trace: .query(name, "last-blocked")
    case .orders: .query(name, options: .symbol("BTCUSDT"), .status("all"))
    case .watch: .query(name, "market_data", options: .duration("10s"))
    case .wait: .query(name, options: .condition("engine.state==RUNNING"), .timeout("1m"))
    case .position, .chart, .candles, .book: .query(name, "BTCUSDT")
    case .order, .strategy, .auditRecord, .configuration: .query(name, "a-1")
    }
  }

  /// The words of a line; a step names the option for how much to trade without a figure.
  private static func words(_ written: String, of step: NextStep) throws -> [String] {
    try Shell.words(written) + (step.operation?.options == [.notional] ? ["250"] : [])
  }

  @Test(arguments: operations + queries + [.operation(.panic, options: .preview), .query(.reasons, "COOLDOWN")])
  func `every name is a command that the console takes`(step: NextStep) throws {
    let commands = CommandLines.of("--practice --seed 7", profile: "--profile main")
    for written in [CommandLines()(step), commands(step)] {
      let words = try Self.words(written, of: step)
      #expect(words.first == "hean")
      let line = try Self.parser.parse(Array(words.dropFirst()))
      let command = try #require(CommandTable.command(at: line.path), "\(written)")
      #expect(throws: Never.self, "\(written)") { try command.init(line) }
    }
  }

  /// These commands are no plain verb: they ask or serve first, or only set something with an option.
  private static let others: Set<OperationName> = [.panic, .setParameters, .login, .resetPractice, .servePractice]

  @Test(arguments: operations)
  func `a command makes the operation whose name it bears`(step: NextStep) throws {
    let name = try #require(step.operation?.name)
    let line = try Self.parser.parse(Array(try Self.words(CommandLines()(step), of: step).dropFirst()))
    let made = try #require(CommandTable.command(at: line.path)).init(line) as? any OperationCommand
    #expect(made?.operation.name == (Self.others.contains(name) ? nil : name))
  }

  @Test func `flags go where a command reaches an engine`() {
    let commands = CommandLines.of("--practice", profile: "--profile main")
    #expect(commands(.operation(.engineRestart)) == "hean --practice engine restart")
    #expect(commands(.operation(.login)) == "hean --profile main login")
    #expect(commands(.query(.auditRecord, "2026-1")) == "hean audit show 2026-1")
    #expect(commands(.operation(.servePractice)) == "hean practice serve")
    #expect(
      commands("restart it, then: \(.query(.wait, options: .condition("a==b"), .timeout("1m")))")
        == "restart it, then: hean --practice wait --for a==b --timeout 1m")
  }

  @Test func `what a server named is quoted for a shell and harmless to a terminal`() {
    let commands = CommandLines()
    #expect(
      commands(.operation(.disableStrategies, "a; rm -rf 'x'")) == #"hean strategies disable 'a; rm -rf '\''x'\'''"#)
    #expect(commands(.query(.position, "\u{1B}[2JX")) == "hean positions show '[2JX'")
    #expect(commands("see \u{1B}[31mred: \(.query(.why))") == "see [31mred: hean why")
  }

  @Test func `a command with quotes in it is not put between such quotes`() {
    let sentence: Guidance = "'\(.operation(.panic))' closes, too"
    #expect(CommandLines.of("--practice").text(sentence) == "'hean --practice panic' closes, too")
    let quoted = CommandLines.of("--api-key-file './my key'")
    #expect(quoted.text(sentence) == "`hean --api-key-file './my key' panic` closes, too")
    #expect(
      quoted.text("check with '\(.query(.why))'.") == "check with `hean --api-key-file './my key' why`.")
    #expect(quoted.text("look: \(.query(.why))") == "look: hean --api-key-file './my key' why")
  }

  @Test func `only what begins with a call is numbered`() {
    var screen = Screen()
    screen.steps([
      "read the log, then: \(.query(.health))", .operation(.engineRestart), .query(.why), "hean why",
    ])
    let palette = Palette(isEnabled: false)
    let text = screen.render(width: 80, palette: palette, zone: .utc, hints: false, commands: CommandLines())
    #expect(
      text == """

        NEXT
          · read the log, then: hean health
          1. hean engine restart
          2. hean why
          · hean why

        """)
  }

  @Test func `a long step gives its commands lines of their own`() {
    let commands = CommandLines.of("--practice --scenario killswitch")
    let step: NextStep =
      "check the feed, then: \(.operation(.resetKillSwitch, options: .reason("a b"))); or \(.query(.why))"
    #expect(
      Pasteable.steps(commands.pieces(Guidance(step)), indent: 2, width: 40) == [
        "  check the feed, then:", "  hean --practice --scenario killswitch risk killswitch reset --reason 'a b'",
        "  or",
        "  hean --practice --scenario killswitch why",
      ])
    #expect(
      Pasteable.wrap(CommandLines().pieces("'\(.query(.compareStrategies))' shows what it is."), indent: 0, width: 20)
        == ["'hean strategies compare'", "shows what it is."])
  }
}

/// The words of a line as a shell makes them, as far as quotes go.
private enum Shell {
  struct Unclosed: Error {}

  static func words(_ line: String) throws -> [String] {
    var words = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "'": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    guard !isQuoted else { throw Unclosed() }
    return words
  }
}
