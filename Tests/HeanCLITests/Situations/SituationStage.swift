import Foundation
import HeanCore

@testable import HeanConsole
@testable import HeanPractice

/// Sets one situation: an engine at its second, and one console that does what the row says and then looks.
struct SituationStage {
  struct Offer {
    var step: String?
    /// The verdict about the money; `nil` while no screen tells one.
    var money: String?
    var facts: [StageFact]
    /// Verbs that did not end as a verb does that was carried out, with what they said.
    var failures: [String]
  }

  /// The offers of all rows, in their order. Rows of the same world share its first half hour, and several worlds are
  /// set at once, as each waits for its sockets.
  static func offers(_ situations: [Situation]) async throws -> [Offer] {
    let worlds = Dictionary(grouping: situations.indices) { situations[$0].world }.values
      .sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
    return try await withThrowingTaskGroup(of: [(Int, Offer)].self) { group in
      var offers: [Int: Offer] = [:]
      for (place, rows) in worlds.enumerated() {
        if place >= 4, let done = try await group.next() { offers.merge(done) { $1 } }
        group.addTask {
          let engine = PracticeEngine(configuration: situations[rows[0]].configuration, now: Console.now)
          var made: [(Int, Offer)] = []
          for row in rows { made.append((row, try await offer(situations[row], engine))) }
          return made
        }
      }
      for try await done in group { offers.merge(done) { $1 } }
      return situations.indices.compactMap { offers[$0] }
    }
  }

  private static func offer(_ situation: Situation, _ world: PracticeEngine) async throws -> Offer {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(world, clock: clock)
    defer { engine.stop() }
    var console = Console()
    console.sharedClock = clock
    pass(situation.seconds, engine, clock)
    var failures: [String] = []
    var stop: Int?
    for word in situation.before {
      if word.hasPrefix("+") {
        pass(Int(word.dropFirst()) ?? 0, engine, clock)
        continue
      }
      for command in commands(word, engine.world) {
        let isLook = command == ["status"]
        let end = await console.run(command + (isLook ? [] : why) + ["--url", engine.url])
        if end.code != .ok, !isLook {
          let said = (end.errors + end.output).split(separator: "\n").prefix(3).joined(separator: " / ")
          failures.append("\(word): exit \(end.code.rawValue): \(said.prefix(200))")
        }
      }
      if stops.contains(word) { stop = engine.world.second }
      if undoings.contains(word) { stop = nil }
    }
    pass(situation.afterSeconds, engine, clock)
    let facts = StageFact.all(in: engine.world, stop: stop)
    let told = await console.run("status", "--json", "--url", engine.url)
    guard let document = try? JSONDecoder().decode(JSONValue.self, from: Data(told.output.utf8)) else {
      let said = "(no screen) exit \(told.code.rawValue): \(told.errors.prefix(300))"
      return Offer(step: said, money: nil, facts: facts, failures: failures)
    }
    let data = document["data"]
    return Offer(
      step: firstStep(data?["next_steps"])?.replacing(" --url \(engine.url)", with: ""),
      money: text(data?["money"]?["state"]), facts: facts, failures: failures)
  }

  /// Lets time pass. A world that nobody asks anything goes on for ten minutes only.
  private static func pass(_ seconds: Int, _ engine: StagedEngine, _ clock: TestClock) {
    var left = seconds
    while left > 0 {
      let part = min(left, 300)
      clock.advance(.seconds(part))
      _ = engine.read("/api/v1/telemetry/ping")
      left -= part
    }
  }

  /// Verbs that stop orders from being made.
  private static let stops: Set = [
    "engine.stop", "engine.pause", "engine.kill", "panic", "risk.killswitch.trigger", "risk.quarantine",
    "strategies.disable",
  ]

  private static let undoings: Set = ["engine.start", "engine.resume", "engine.restart", "strategies.enable"]

  /// A step is a command line or a sentence, or an object with a command and why.
  private static func firstStep(_ steps: JSONValue?) -> String? {
    guard case .array(let steps)? = steps, let first = steps.first else { return nil }
    return text(first) ?? text(first["command"]) ?? text(first["text"]) ?? text(first["step"]) ?? text(first["why"])
  }

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value, !text.isEmpty { text } else { nil }
  }

  private static let why = ["--yes", "--reason", "told in the table of situations"]

  /// The command lines of a verb by its stable name; those about every strategy or symbol name each.
  private static func commands(_ word: String, _ world: World) -> [[String]] {
    let parts = word.split(separator: " ").map(String.init)
    let operands = Array(parts.dropFirst())
    switch parts.first {
    case "status": return [["status"]]
    case "risk.killswitch.trigger": return [["risk", "killswitch", "trigger"]]
    case "risk.killswitch.reset": return [["risk", "killswitch", "reset", "--force"]]
    case "risk.governor.clear": return [["risk", "governor", "clear", "--force"]]
    case "risk.limits.set": return [["risk", "limits", "set"] + operands]
    case "risk.quarantine":
      return Instrument.all.map { ["risk", "quarantine", $0.symbol] }
    case "strategies.disable", "strategies.enable":
      return [word.split(separator: ".").map(String.init) + world.strategies.map(\.id)]
    case "panic": return [["panic"]]
    default: return [(parts.first ?? "").split(separator: ".").map(String.init) + operands]
    }
  }
}
