import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// What stands in a preview, and what it leaves to be pasted.
struct PreviewTests {
  private func run(
    _ arguments: [String], _ quirks: Set<PracticeQuirk> = [], isMarked: Bool = true, columns: Int? = nil,
    after seconds: Int = 0, prepare: (StagedEngine) -> Void = { _ in }
  ) async throws -> (ran: Consequences, engine: StagedEngine, console: Console) {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: quirks, clock: clock, isMarked: isMarked)
    engine.prepare(prepare)
    clock.advance(.seconds(seconds))
    var console = Console(columns: columns)
    console.sharedClock = clock
    return (await console.run(arguments + ["--url", engine.url]), engine, console)
  }

  @Test func `a preview ends with the whole command, in one line, and it works`() async throws {
    for arguments in [["positions", "close", "XRPUSDT"], ["panic", "--deadline", "20s"]] {
      let (ran, engine, console) = try await run(arguments + ["--dry-run", "--reason", "it's late"], columns: 80)
      defer { engine.stop() }
      let line = ran.output.split(separator: "\n").last { $0.hasPrefix("hean ") }.map(String.init) ?? ""
      #expect(
        line.hasPrefix("hean \(arguments.joined(separator: " "))") && line.contains("--url \(engine.url)"), "\(ran)")
      #expect(line.contains(" --plan ") && line.contains(#"--reason 'it'\''s late'"#) && !line.contains("--dry-run"))
      #expect(ran.output.contains("--dry-run: nothing was sent. "), "not the engine's mode of that name: \(ran.output)")
      #expect(line.components(separatedBy: "--url").count == 2, "once: \(line)")
      let words = line.dropFirst("hean ".count).replacing(#" --reason 'it'\''s late'"#, with: "").split(separator: " ")
      let pasted = await console.run(words.map(String.init) + ["--yes"])
      #expect(pasted.code == .ok && !engine.commands.isEmpty, "\(pasted)")
    }
  }

  @Test func `a preview at old prices says how old they are`() async throws {
    let live = try await run(["positions", "close-all", "--dry-run"])
    defer { live.engine.stop() }
    #expect(!live.ran.output.contains("mark price of"), "\(live.ran.output)")
    let frozen = try await run(["positions", "close-all", "--dry-run"], [.partFrozen], after: 120)
    defer { frozen.engine.stop() }
    let held = frozen.engine.read("/api/v1/orders/positions")
    for symbol in ["ETHUSDT", "SOLUSDT"] {
      #expect(frozen.ran.output.contains("the mark price of \(symbol) is ") == held.contains(symbol), "\(frozen.ran)")
    }
    #expect(held.contains("ETHUSDT") || held.contains("SOLUSDT"))
  }

  @Test func `nothing to close is not said of what was dropped`() async throws {
    for quirks in [[.ghostDrop], [.ghostDrop, .mainnetRules]] as [Set<PracticeQuirk>] {
      var (ran, engine, console) = try await run(["status"], quirks, isMarked: false, after: 70) {
        // Nothing new is opened after the drop.
        $0.call("/api/v1/emergency/killswitch")
      }
      let name = String(engine.url.dropFirst("http://".count))
      ran = await console.run("positions", "close-all", "--yes", "--confirm", name, "--url", engine.url)
      defer { engine.stop() }
      let isLive = quirks.contains(.mainnetRules)
      // What a dry run dropped is gone.
      #expect(engine.commands.isEmpty && ran.output.contains("positions without a fill (") == isLive, "\(ran)")
      #expect(ran.code == (isLive ? .staleOrUnconfirmed : .ok), "\(ran)")
      #expect(ran.output.contains("what the exchange holds cannot be asked from here") == isLive, "\(ran)")
      #expect(ran.output.contains("Nothing to do") != isLive, "\(ran)")
    }
  }
}
