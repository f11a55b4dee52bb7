import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

/// The tutorial as somebody plays it who types its lines.
struct TutorialTests {
  /// What each step wants, with the answers to its questions.
  private static let whole = [
    "hean status", "status", "hean positions close-all", "y", "hean why",
    "hean risk killswitch reset --reason 'try again'", "hean positions close-all", "y", "hean pnl snapshot",
  ]

  private static func console(_ lines: [String], home: String = Console.freshHome()) -> Console {
    var console = Console(columns: 80, home: home)
    console.isInputTerminal = true
    console.standardInput = lines
    return console
  }

  private static func files(_ home: String) -> Set<String> {
    Set(FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? [])
  }

  @Test func `every step can be done by what it says, and no engine but the practice one is asked`() async throws {
    let server = try Recording.server("running")
    defer { server.stop() }
    let home = Console.freshHome()
    #expect(await Console(home: home).run("profile", "add", "main", "--url", server.url).code == .ok)
    var console = Self.console(Self.whole, home: home)
    console.environment["HEAN_URL"] = server.url
    console.environment["HEAN_PROFILE"] = "main"
    let ran = await console.run("tutorial")
    #expect(ran.code == .ok, "\(ran)")
    #expect(ran.output.components(separatedBy: "\nDone.\n").count - 1 == TutorialStep.all.count, "\(ran.output)")
    #expect(ran.output.contains("That was all."))
    #expect(
      ran.output.contains(
        "\n  5 * * * * /usr/local/bin/hean -p main pnl snapshot --append pnl.csv --period 1h --quiet\n"), "\(ran)")
    #expect(server.targets.isEmpty)
    // The operator's own log has nothing of it.
    #expect(!FileManager.default.fileExists(atPath: home + "/.local/state/hean/audit.jsonl"))
    let again = await Self.console([], home: home).run("tutorial")
    #expect(again.code == .ok && again.output.hasPrefix("Every step was done."), "\(again)")
  }

  @Test func `it goes on where it was left, and begins again with fresh markets`() async {
    let home = Console.freshHome()
    let first = await Self.console(["hean status"], home: home).run("tutorial")
    #expect(first.code == .ok && first.output.contains("Left. To go on: hean tutorial"), "\(first)")
    let second = await Self.console(["quit"], home: home).run("tutorial")
    #expect(second.output.contains("Step 2 of 7: crash") && !second.output.contains("Step 1 of 7"), "\(second)")
    let state = home + "/.local/state/hean/tutorial/state"
    #expect(FileManager.default.fileExists(atPath: state))
    let third = await Self.console(["exit"], home: home).run("tutorial", "--restart")
    #expect(third.output.contains("Step 1 of 7: look"), "\(third)")
    #expect(!FileManager.default.fileExists(atPath: state + "/hean/practice/crash-seed7-speed20.0.json"))
  }

  @Test func `what was not done is not taken for done`() async {
    let home = Console.freshHome()
    // Another command that reads, one that writes, one about another engine, help, an open quote, a command that is none.
    let ran = await Self.console(
      [
        "positions", "engine stop --yes", "--url http://127.0.0.1:1 status", "help exit-codes", "'", "statsu", "",
        "skip", "status",
        "hean positions close-all", "n", "quit",
      ], home: home
    ).run("tutorial")
    #expect(ran.code == .ok)
    #expect(ran.output.contains("Not in this step: only what reads can be tried besides."))
    #expect(ran.output.contains("Leave out what names an engine"))
    #expect(ran.output.contains("A quote has no end.") && ran.errors.contains("statsu"), "\(ran)")
    #expect(ran.output.contains("You did not agree, so nothing was sent"))
    let listed = await Console(home: home).run("tutorial", "--list", "--fields", "step,done", "-o", "csv")
    #expect(listed.output.contains("look,false") && listed.output.contains("crash,true"), "\(listed)")
    let screen = await Console(home: home).run("tutorial", "--list")
    #expect(screen.output.contains("skipped"), "\(screen)")
    #expect(await Console(home: home).run("tutorial", "--restart").code == .declined)
    #expect(listed.output.contains("protect,false"), "\(listed)")
  }

  @Test(arguments: [["tutorial"], ["tutorial", "--list"], ["tutorial", "--json"]])
  func `without a terminal it lists its steps and waits for nothing`(words: [String]) async throws {
    let ran = await Console().run(words)
    #expect(ran.code == .ok)
    for step in TutorialStep.all {
      #expect(ran.output.contains(step.name) && ran.output.contains(CommandLines().text(step.command)), "\(ran)")
    }
  }

  private static func greeted(_ words: [String], home: String, columns: Int? = 80) async -> String {
    let errors = Recorder()
    var context = Console(columns: columns, home: home).context(Recorder(), errors)
    context.offersTutorial = true
    _ = await Program(context: context).run(words)
    return errors.text
  }

  @Test func `a first run on a terminal is told of it, once`() async {
    let home = Console.freshHome()
    let offer = "new here? ten minutes without an engine: hean tutorial\n"
    #expect(await Self.greeted(["--practice", "status"], home: home, columns: nil) == "")
    #expect(await !Self.greeted(["--practice", "status", "--json"], home: home).contains(offer))
    #expect(await !Self.greeted(["--practice", "status", "--quiet"], home: home).contains(offer))
    #expect(await Self.greeted(["--practice", "status"], home: home).contains(offer))
    #expect(await !Self.greeted(["--practice", "status"], home: home).contains(offer))
    let configured = Console.freshHome()
    _ = await Console(home: configured).run("profile", "add", "main", "--url", "http://127.0.0.1:8000")
    #expect(await !Self.greeted(["--practice", "status"], home: configured).contains(offer))
  }

  @Test func `progress that is damaged is told, and not replaced`() async throws {
    let home = Console.freshHome()
    let folder = home + "/.local/state/hean/tutorial"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: URL(filePath: folder + "/progress.json"))
    let ran = await Console(home: home).run("tutorial")
    #expect(ran.code == .configuration && ran.errors.contains("progress.json\" is damaged"), "\(ran)")
    #expect(try String(contentsOfFile: folder + "/progress.json", encoding: .utf8) == "{")
  }
}
