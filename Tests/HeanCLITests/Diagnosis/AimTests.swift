import Foundation
import Testing

@testable import hean

/// A command that is offered has to meet the engine that it was found on.
struct AimTests {
  @Test func `flags that chose the engine go into every command that talks to one`() throws {
    let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
    func aim(_ words: [String]) throws -> Aim { Aim(TargetFlags(try parser.parse(words))) }
    let practice = try aim([
      "--practice", "why", "--scenario", "crash", "--speed", "20", "--quirk", "latch", "--tz", "local",
    ])
    #expect(
      practice("hean engine restart")
        == "hean --practice --scenario crash --speed 20 --quirk latch engine restart")
    #expect(practice("clears it: hean engine restart, then hean why").components(separatedBy: "--practice").count == 3)
    #expect(practice("hean login") == "hean login" && practice("hean help orders") == "hean help orders")
    #expect(
      practice("hean help reasons X").hasSuffix("--quirk latch help reasons X"), "its page offers commands in turn")
    #expect(practice(practice("hean why")) == practice("hean why"), "once is enough")
    let url = try aim(["positions", "--url", "http://a:1/x y"])
    #expect(url("hean positions close X") == "hean --url 'http://a:1/x y' positions close X")
    #expect(try aim(["why"])("hean engine restart") == "hean engine restart")
  }

  @Test func `screens, JSON and refusals are aimed`() async {
    let why = await Console(columns: 200).run("--practice", "--scenario", "stopped", "why")
    #expect(why.output.contains("1. hean --practice --scenario stopped engine start"))
    let json = await Console().run("--practice", "--scenario", "stopped", "why", "--json")
    #expect(json.output.contains(#""next_step":"hean --practice --scenario stopped engine start""#))
    let refused = await Console().run("--practice", "--scenario", "stopped", "engine", "resume", "--yes")
    #expect(refused.errors.contains("next: hean --practice --scenario stopped engine start"))
  }

  @Test func `an answer to a question offers commands for the engine that was asked, in JSON as well`() async {
    let asked = await Console().run("--practice", "--scenario", "stopped", "ask", "what should I do", "--json")
    #expect(asked.output.contains(#""commands":["hean --practice --scenario stopped engine start""#), "\(asked.output)")
    #expect(asked.output.contains("First: hean --practice --scenario stopped engine start"), "\(asked.output)")
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
