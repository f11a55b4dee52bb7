import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// `changes`, over real sockets to the practice engine.
struct ChangesScreensTests {
  private func console(_ clock: TestClock, _ home: String = Console.freshHome(), columns: Int? = 80) -> Console {
    var console = Console(columns: columns, home: home)
    console.sharedClock = clock
    return console
  }

  private func file(_ home: String) throws -> String {
    let folder = home + "/.local/state/hean/looks"
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".json") })
    return folder + "/" + name
  }

  @Test func `the first look says so, and the next tells what was done meanwhile`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let console = console(clock)
    let first = await console.run("changes", "--url", engine.url)
    #expect(first.code == .ok && first.output.contains("The first look at this engine, with "), "\(first)")
    let second = await console.run("changes", "--url", engine.url, "--peek")
    #expect(second.output.contains(" since 2026-11-21 01:47:30Z ("), "\(second)")
    clock.advance(.seconds(5))
    _ = await console.run(
      "strategies", "disable", "hf_scalping", "--yes", "--reason", "too many losses", "--url", engine.url)
    let third = await console.run("changes", "--url", engine.url)
    #expect(third.output.contains("SENT FROM HERE") && third.output.contains("strategies.disable: confirmed, by "))
    #expect(third.output.contains("strategies off: none → hf_scalping"), "\(third)")
    #expect(third.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 }, "\(third)")
    let again = await console.run("changes", "--url", engine.url)
    #expect(!again.output.contains("strategies.disable"), "the mark has moved: \(again)")
    let mode = try FileManager.default.attributesOfItem(atPath: file(console.environment["HOME"] ?? ""))
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a restart, and a stop, close nothing`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(.trend, clock: clock)
    defer { engine.stop() }
    let console = console(clock, columns: 140)
    let first = await console.run("changes", "--url", engine.url)
    #expect(first.output.contains("position"), "\(first)")
    engine.call("/api/v1/engine/stop")
    let stopped = await console.run("changes", "--url", engine.url, "--peek")
    #expect(stopped.output.contains("what is open is not known now: the engine is STOPPED"), "\(stopped)")
    #expect(!stopped.output.contains("closed"), "\(stopped)")
    clock.advance(.seconds(30))
    engine.call("/api/v1/engine/start", #"{"confirm_phrase":"I_UNDERSTAND_REAL_TRADING"}"#)
    let restarted = await console.run("changes", "--url", engine.url, "--peek")
    #expect(restarted.output.contains("its books began empty"), "\(restarted)")
    #expect(restarted.output.contains("not listed any more, because the engine was restarted"), "\(restarted)")
  }

  @Test func `an older look stands in for a time before it, and a damaged file is told`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let console = console(clock, columns: 140)
    _ = await console.run("changes", "--url", engine.url)
    clock.advance(.seconds(600))
    let old = await console.run("changes", "--since", "8h", "--url", engine.url, "--json")
    let document = try JSONValue(reading: Data(old.output.utf8))
    #expect(document["data"]?["since"]?.text?.hasPrefix("2026-11-21T01:47:30") == true, "\(old)")
    #expect(document["data"]?["asked_since"] != .null)
    let path = try file(console.environment["HOME"] ?? "")
    try "garbage".write(toFile: path, atomically: true, encoding: .utf8)
    let damaged = await console.run("changes", "--url", engine.url)
    #expect(
      damaged.code == .configuration
        && damaged.errors.replacing("\n", with: " ").contains("damaged or of another version"), "\(damaged)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "garbage")
  }

  /// Two consoles that look at once both keep their look.
  @Test func `several consoles share the looks`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let console = console(clock)
    let url = engine.url
    await withTaskGroup(of: ExitCode.self) { group in
      for _ in 0..<6 { group.addTask { await console.run("changes", "--url", url).code } }
      for await code in group { #expect(code == .ok) }
    }
    let text = try String(contentsOfFile: file(console.environment["HOME"] ?? ""), encoding: .utf8)
    #expect(text.contains("hean.looks"))
  }

  @Test func `without an engine nothing changes, and the mark stays`() async {
    let console = Console()
    let ran = await console.run("changes", "--url", "http://127.0.0.1:1")
    #expect(ran.code == .unreachable)
    #expect(!FileManager.default.fileExists(atPath: (console.environment["HOME"] ?? "") + "/.local/state/hean/looks"))
  }
}
