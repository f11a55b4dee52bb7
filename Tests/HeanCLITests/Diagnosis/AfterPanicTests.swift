import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// Who has just stopped everything is not told first how to start it again.
struct AfterPanicTests {
  private func next(_ output: String) -> [String] {
    let lines = output.split(separator: "\n").map(String.init)
    guard let start = lines.firstIndex(where: { $0 == "NEXT" }) else { return [] }
    return Array(lines[(start + 1)...])
  }

  @Test(arguments: [false, true], ["why", "status"])
  func `looking comes first, and starting is told as undoing`(isLive: Bool, command: String) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(
      quirks: PracticeQuirk.stock.union(isLive ? [.mainnetRules] : []), clock: clock, isMarked: false)
    defer { engine.stop() }
    engine.prepare()
    var console = Console()
    console.sharedClock = clock
    let url = ["--url", engine.url]
    let before = await console.run([command] + url)
    #expect(!before.output.contains("panic"), "\(before.output)")
    let ran = await console.run(["panic", "--yes"] + url)
    #expect(ran.code == .ok, "\(ran)")
    clock.advance(.seconds(90))
    let after = await console.run([command] + url)
    #expect(after.output.contains("\nStopped on purpose, by a panic 1m"), "\(after.output)")
    let steps = next(after.output)
    #expect(steps.first?.contains(isLive ? "look at the exchange itself" : "hean audit show") == true, "\(steps)")
    // What the exchange holds that the engine never knew cannot be seen from here: then no start is offered.
    let again = steps.firstIndex { $0.contains("engine start") || $0.contains("engine restart") }
    #expect(isLive ? again == nil : again.map { $0 > 0 && steps[$0].contains("to undo it: ") } == true, "\(steps)")
    for list in ["positions", "orders"] {
      let looked = await console.run([list] + url)
      #expect(isLive || !(looked.output + looked.errors).contains("the exchange itself"), "\(looked)")
    }
    let data = await console.run([command, "--json"] + url)
    #expect(data.output.contains("Stopped on purpose"), "\(data.output)")
    let ask = await console.run(["ask", "what", "should", "I", "do", "--no-history"] + url)
    #expect(ask.output.contains("Stopped on purpose") && ask.output.contains("What ends it: hean "), "\(ask.output)")

    // Somebody else's engine was not stopped by it, but by somebody.
    let other = try StagedEngine(.stopped, clock: clock, isMarked: false)
    defer { other.stop() }
    let stranger = await console.run([command, "--url", other.url])
    #expect(stranger.output.contains("by whom is not known here"), "\(stranger.output)")
    #expect(!stranger.output.contains("panic"))

    _ = await console.run(["engine", isLive ? "restart" : "start", "--yes", "--confirm", name(engine)] + url)
    engine.call("/api/v1/engine/stop")
    let ended = await console.run([command] + url)
    #expect(!ended.output.contains("by a panic"), "what stopped it later was no panic: \(ended.output)")
  }

  private func name(_ engine: StagedEngine) -> String { String(engine.url.dropFirst("http://".count)) }
}
