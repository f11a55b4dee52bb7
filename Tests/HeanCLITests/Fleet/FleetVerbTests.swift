import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// Verbs for several engines: a plan of each, one question, each sent once, and the result of each.
struct FleetVerbTests {
  @Test func `nothing is sent without a yes`() async throws {
    let stage = try FleetStage([.calm, .calm])
    defer { stage.stop() }
    let plain = await stage.console().run("engine", "pause", "--all")
    #expect(plain.code == .declined && plain.errors.contains("--yes was not given"))
    var console = stage.console()
    console.isInputTerminal = true
    console.standardInput = ["n"]
    let asked = await console.run("engine", "pause", "--all")
    #expect(asked.code == .declined && asked.errors.contains("To be sent to 2 engines: 2 PRACTICE."), "\(asked)")
    let preview = await stage.console().run("engine", "pause", "--all", "--dry-run", "--json")
    #expect(preview.code == .ok && preview.engines.allSatisfy { $0["document"]?["data"]?["outcome"] == "preview" })
    #expect(stage.engines.allSatisfy { $0.commands.isEmpty })
  }

  @Test func `a yes sends to each engine once, and each has its result and its line in the audit log`() async throws {
    let stage = try FleetStage([.calm, .calm], dead: 1)
    defer { stage.stop() }
    var console = stage.console()
    console.isInputTerminal = true
    console.standardInput = ["y"]
    let ran = await console.run("engine", "pause", "-p", "a,b,dead0", "--reason", "maintenance")
    #expect(ran.code == .partial)
    #expect(ran.output.contains("a: confirmed") && ran.output.contains("b: confirmed"), "\(ran)")
    #expect(ran.output.contains("dead0: not sent: no engine answers") && ran.output.hasSuffix("2 of 3 engines done.\n"))
    #expect(stage.engines.allSatisfy { $0.commands.map(\.target) == ["/api/v1/engine/pause"] })
    let audit = await stage.console().run("audit", "list", "--json")
    // The two have one id here, because nothing is random in a test.
    #expect(audit.rows.compactMap { $0["calls"] } == [2], "\(audit)")
  }

  @Test func `where real money is among them their number has to be typed`() async throws {
    let stage = try FleetStage([.calm, .calm], quirks: [.rehearseMainnet])
    defer { stage.stop() }
    var console = stage.console()
    console.isInputTerminal = true
    console.standardInput = ["y"]
    let asked = await console.run("engine", "pause", "--all")
    #expect(asked.code == .declined && asked.errors.contains("Type 2 to send to 2 engines: "), "\(asked)")
    #expect(asked.errors.contains("2 engines: 2 MAINNET REHEARSAL"))
    let yes = await stage.console().run("engine", "pause", "--all", "--yes")
    #expect(yes.code == .declined && yes.errors.contains("add --confirm 2"), "\(yes)")
    let wrong = await stage.console().run("engine", "pause", "--all", "--yes", "--confirm", "3")
    #expect(wrong.code == .declined && wrong.errors.contains("--confirm says '3'"), "\(wrong)")
    #expect(stage.engines.allSatisfy { $0.commands.isEmpty })
    console.standardInput = ["2"]
    #expect(await console.run("engine", "pause", "--all").code == .ok)
    #expect(stage.engines.allSatisfy { $0.commands.count == 1 })
  }

  @Test func `two profiles of one engine get nothing twice`() async throws {
    let stage = try FleetStage([.calm]) { ["again": #"{"url":"\#($0.urls[0])"}"#] }
    defer { stage.stop() }
    let preview = await stage.console().run("engine", "pause", "--all", "--dry-run")
    #expect(preview.code == .usage && preview.errors.contains("profiles of one engine"), "\(preview)")
    let emergency = await stage.console().run("panic", "--all", "--dry-run")
    #expect(emergency.output.contains("not sent: the same engine as a"), "\(emergency)")
    let ran = await stage.console().run("engine", "pause", "--all", "--yes")
    #expect(ran.code == .usage && ran.errors.contains("profiles of one engine"), "\(ran)")
    #expect(stage.engines[0].commands.isEmpty)
    let unsaid = await stage.console().run("panic", "--all", "--yes")
    #expect(unsaid.code == .declined && unsaid.errors.contains("add --confirm 1"), "\(unsaid)")
    #expect(stage.engines[0].commands.isEmpty)
    let out = await stage.console().run("panic", "--all", "--yes", "--confirm", "1", "--deadline", "20s")
    #expect(out.code == .ok && out.output.contains("again: not sent: the same engine as a"), "\(out)")
  }

  @Test func `a profile that may only read is left out`() async throws {
    let stage = try FleetStage([.calm, .calm], keys: ["b": #""read_only":true"#])
    defer { stage.stop() }
    let ran = await stage.console().run("engine", "pause", "--all", "--yes")
    #expect(ran.output.contains("b: not sent: read-only") && stage.engines[1].commands.isEmpty, "\(ran)")
    #expect(stage.engines[0].commands.count == 1)
  }

  @Test func `what is the same for all is said once, and what is sent all the same is said to be`() async throws {
    let stage = try FleetStage([.calm, .calm], dead: 1)
    defer { stage.stop() }
    let none = await stage.console().run("strategies", "disable", "nobody", "--group", "live", "--dry-run")
    #expect(none.output.components(separatedBy: "no strategy 'nobody'").count == 2, "\(none)")
    #expect(none.output.hasPrefix("Each not sent: no strategy 'nobody'"))
    var console = stage.console()
    console.isInputTerminal = true
    console.standardInput = ["n"]
    let asked = await console.run("panic", "--all")
    #expect(asked.errors.contains("For each: panic: "), "\(asked)")
    #expect(asked.errors.contains("sent all the same: its state is not known") && !asked.errors.contains("not sent:"))
  }

  @Test func `panic goes to all at once, and one that hangs holds nobody`() async throws {
    let stage = try FleetStage([.calm, .calm], hangs: true)
    defer { stage.stop() }
    var console = stage.timely()
    console.clock = Console.now
    let began = ContinuousClock.now
    let ran = await console.run("panic", "--profile", "a,b,hangs", "--yes", "--deadline", "4s", "-o", "ndjson")
    let took = ContinuousClock.now - began
    let lines = ran.output.split(separator: "\n").compactMap { try? JSONValue(reading: Data($0.utf8)) }
    #expect(Set(lines.compactMap { $0["engine"]?.text }) == ["a", "b", "hangs"], "\(ran)")
    #expect(took < .seconds(8), "\(took)")
    #expect(stage.engines.allSatisfy { !$0.commands.isEmpty })
    #expect(ran.code != .ok)
  }
}
