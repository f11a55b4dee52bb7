import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// With `--no-input` nothing is asked, on a terminal either.
struct NoInputTests {
  private func run(_ words: [String], environment: [String: String] = [:], answers: [String]) async -> Consequences {
    var console = Console(columns: 80, environment: environment)
    console.isInputTerminal = true
    console.standardInput = answers
    return await console.run(words)
  }

  @Test(arguments: [true, false])
  func `a verb without yes is refused as without a terminal`(isFlag: Bool) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let words = ["engine", "pause", "--url", engine.url] + (isFlag ? ["--no-input"] : [])
    let environment = isFlag ? [:] : ["HEAN_NO_INPUT": "1"]
    let refused = await run(words, environment: environment, answers: ["y"])
    #expect(refused.code == .declined && refused.errors.contains("nothing may be asked (--no-input)"), "\(refused)")
    #expect(engine.commands.isEmpty)
    var console = Console(environment: environment)
    console.sharedClock = clock
    console.isInputTerminal = true
    let sent = await console.run(words + ["--yes"])
    #expect(sent.code == .ok && engine.commands.count == 1, "\(sent)")
  }

  @Test func `no key, no question and no consent is asked for`() async {
    let home = Console.freshHome()
    var console = Console(columns: 80, home: home)
    #expect(await console.run("profile", "add", "main", "--url", "http://127.0.0.1:1").code == .ok)
    console.isInputTerminal = true
    console.standardInput = ["k-123456789", "y", "y"]
    for line in [
      "login --profile main --no-input", "profile add main --replace --no-input", "ask --practice --no-input",
      "profile edit --no-input", "alert receiver add phone telegram --chat 1 --no-input",
    ] {
      let ran = await console.run(line.split(separator: " ").map(String.init))
      #expect(ran.code != .ok && ran.output.isEmpty, "\(line): \(ran)")
    }
    #expect(!FileManager.default.fileExists(atPath: home + "/.config/hean/keys/main"))
  }

  @Test func `a key in a pipe is no question`() async {
    let home = Console.freshHome()
    var console = Console(home: home, environment: ["HEAN_NO_INPUT": "true"])
    #expect(await console.run("profile", "add", "main", "--url", "http://127.0.0.1:1").code == .ok)
    console.standardInput = ["k-123456789"]
    #expect(await console.run("login", "--profile", "main").code == .ok)
  }
}
