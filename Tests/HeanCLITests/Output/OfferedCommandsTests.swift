import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// A command that is offered has to meet the engine that it was found on.
struct OfferedCommandsTests {
  private func commands(_ words: String...) throws -> CommandLines {
    let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
    return CommandLines(TargetFlags(try parser.parse(words)), carried: CommandTable.carriedFlags)
  }

  @Test func `flags that chose the engine go into every command that talks to one`() throws {
    let practice = try commands(
      "--practice", "why", "--scenario", "crash", "--speed", "20", "--quirk", "latch", "--tz", "local")
    #expect(
      practice(.operation(.engineRestart)) == "hean --practice --scenario crash --speed 20 --quirk latch engine restart"
    )
    let both = practice("clears it: \(.operation(.engineRestart)), then \(.query(.why))")
    #expect(both.components(separatedBy: "--practice").count == 3)
    #expect(practice(.operation(.login)) == "hean login")
    #expect(
      practice(.query(.reasons, "X")).hasSuffix("--quirk latch help reasons X"), "its page offers commands in turn")
    let url = try commands("positions", "--url", "http://a:1/x y")
    #expect(url(.query(.position, "X")) == "hean --url 'http://a:1/x y' positions show X")
    let profile = try commands("why", "--profile", "it's")
    #expect(profile(.operation(.login)) == #"hean --profile 'it'\''s' login"#)
    #expect(try commands("why")(.operation(.engineRestart)) == "hean engine restart")
  }

  @Test func `commands of the console alone get the flags where they meet an engine`() throws {
    let commands = try commands("--practice", "--seed", "7", "why")
    let written: [(Guidance, String)] = [
      (.command(.explain, "sharpe"), "hean --practice --seed 7 explain sharpe"),
      (.command(.profileAdd, "main", "--url", "URL"), "hean profile add main --url URL"),
      (.command(.help, "output"), "hean help output"),
      (.command(.decisions), "hean --practice --seed 7 decisions"),
      (.command(.strategiesList), "hean --practice --seed 7 strategies list"),
      (.operation(.resetPractice), "hean --practice --seed 7 practice reset"),
      (
        .command(.ask, "why isn't it trading?"),
        #"hean --practice --seed 7 ask 'why isn'\''t it trading?'"#
      ),
      (.command(.status, choosing: ["--url", "http://a b"]), "hean --url 'http://a b' status"),
      (.command(.login, "--profile", "main", choosing: []), "hean login --profile main"),
      (.help(on: ["orders", "show"]), "hean orders show --help"), (.help(on: []), "hean --help"),
    ]
    for (guidance, line) in written { #expect(commands.text(guidance) == line) }
  }

  @Test(arguments: CommandName.allCases) func `every name is that of a command`(name: CommandName) {
    #expect(CommandTable.root.descendant(name.words) != nil)
  }

  @Test func `guidance keeps words, options and commands apart`() {
    let guidance: Guidance = "\(2) ways: \(.query(.why)) or\n\(.operation(.login))\(Guidance("s"))"
    #expect(
      guidance.parts == [
        .step(.advice("2 ways: ")), .step(.query(.init(.why))), .step(.advice(" or\n")),
        .step(.operation(.init(.login))), .step(.advice("s")),
      ])
    #expect(guidance.lines.map(\.text) == ["2 ways: hean why or", "hean logins"])
    #expect(guidance.offersCommand && !Guidance("hean why").offersCommand)
    #expect(Guidance("add \u{1B}[2J" as NextStep + NextStep(.option(.force))).text == "add [2J--force")
    #expect([Guidance.query(.why), "look"].joined(separator: "; ").text == "hean why; look")
  }

  @Test func `a failure writes its next step with the flags, on a line of its own where it is narrow`() {
    let commands = CommandLines.of("--practice")
    let failure = Failure(.refused, "no", nextStep: "look here, then: \(.operation(.engineRestart))\n\(.query(.audit))")
    #expect(
      failure.text(palette: Palette(isEnabled: false), commands)
        == "hean: no\nnext: look here, then: hean --practice engine restart\n      hean audit\n")
    #expect(
      failure.text(palette: Palette(isEnabled: false), width: 24, commands)
        == "hean: no\nnext: look here, then:\nhean --practice engine restart\n      hean audit\n")
    #expect(
      failure.json(commands)["error"]?["next_step"]
        == "look here, then: hean --practice engine restart; hean audit")
  }

  @Test func `nobody is sent to where they are`() {
    func next(_ step: Guidance, at path: String...) -> String? {
      var failure = Failure(.refused, "no", nextStep: step)
      failure.avoid(path)
      return failure.nextStep?.text
    }
    #expect(next(.query(.why), at: "why") == "hean health")
    #expect(next("what else answers: \(.query(.health))", at: "health") == "what else answers: hean status")
    #expect(next("what else answers: \(.query(.health))", at: "why") == "what else answers: hean health")
    #expect(next(.query(.orders, options: .status("all")), at: "orders", "show") == "hean orders --status all")
    #expect(next(.query(.killSwitch), at: "risk", "status") == "hean risk killswitch")
  }

  @Test func `a line that never came to a session offers commands for its engine as well`() async {
    let nothing = await Console().run("--practice", "wait")
    #expect(nothing.errors.contains("next: hean --practice wait --for engine.state==RUNNING\n"), "\(nothing.errors)")
    let events = await Console().run("--practice", "events", "list", "--nonsense")
    #expect(events.errors.contains("next: hean events list --help\n"), "\(events.errors)")
  }

  @Test func `screens, JSON and refusals offer commands for the engine that was asked`() async {
    let why = await Console(columns: 200).run("--practice", "--scenario", "stopped", "why")
    #expect(why.output.contains("to undo it: hean --practice --scenario stopped engine start"))
    let json = await Console().run("--practice", "--scenario", "stopped", "why", "--json")
    #expect(json.output.contains(#""next_step":"hean --practice --scenario stopped engine start""#))
    let refused = await Console().run("--practice", "--scenario", "stopped", "engine", "resume", "--yes")
    #expect(refused.errors.contains("next: hean --practice --scenario stopped engine start"))
  }

  @Test func `an answer to a question offers commands for the engine that was asked, in JSON as well`() async {
    let asked = await Console().run("--practice", "--scenario", "stopped", "ask", "what should I do", "--json")
    #expect(asked.output.contains(#""to undo it: hean --practice --scenario stopped engine start""#), "\(asked.output)")
    #expect(asked.output.contains("First: hean --practice --scenario stopped health"), "\(asked.output)")
  }

  @Test func `lists of signals and decisions offer whole commands, each on a line of its own`() async {
    let flags = ["--practice", "--scenario", "all-rejected"]
    func offers(_ command: String, _ more: String...) async -> [String] {
      let ran = await Console(columns: 200).run(flags + [command] + more)
      return ran.output.split(separator: "\n").filter { $0.hasPrefix("> ") }.map {
        String($0).replacing("> hean \(flags.joined(separator: " ")) ", with: "")
      }
    }
    #expect(await offers("decisions") == ["help reasons COUNCIL_REJECTED", "funnel"])
    #expect(await offers("decisions", "--symbol", "BTCUSDT", "--limit", "1").last == "funnel")
    #expect(await offers("signals") == ["trace last-blocked", "funnel"])
  }

  @Test func `a page of reasons offers commands for the engine that was chosen`() async {
    let flags = ["--practice", "--scenario", "all-rejected"]
    let page = await Console().run(flags + ["help", "reasons", "COUNCIL_REJECTED"])
    #expect(
      page.output.contains("next        hean --practice --scenario all-rejected trace last-blocked\n"), "\(page.output)"
    )
    let plain = await Console().run("help", "reasons", "COUNCIL_REJECTED")
    #expect(plain.output.contains("next        hean trace last-blocked\n"), "\(plain.output)")
  }
}
