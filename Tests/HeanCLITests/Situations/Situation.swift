import Foundation
import HeanTestSupport

@testable import HeanPractice

/// One row of `Fixtures/situations/first-steps.json`: a stage, and what an operator who knows the engine and the trade
/// does first on it. The judgement was written down before any screen of hean was seen.
struct Situation: Decodable, Sendable {
  var name: String
  var scenario: PracticeScenario
  /// Added to those that every unmodified engine has.
  var quirks: [String]
  var seed: UInt64
  /// Simulated seconds that pass before this console does anything.
  var seconds: Int
  /// What this console does: verbs by their stable names, `status` for a look, `+30` for time that passes.
  var before: [String]
  /// Simulated seconds that pass afterwards.
  var afterSeconds: Int
  /// What is true on this stage when the operator looks, so that no row judges a stage that it does not have.
  var stage: [StageFact]
  /// Classes of a first step that are right.
  var first: [StepClass]
  /// Classes of a first step that lose, forget or leave money unprotected, undo a deliberate stop, or are futile.
  var harmful: [StepClass]
  /// Verdicts about the money that can be defended.
  var money: [String]
  var because: String

  enum CodingKeys: String, CodingKey {
    case name, scenario, quirks, seed, seconds, before, stage, first, harmful, money, because
    case afterSeconds = "after_seconds"
  }

  static let moneyWords: Set = ["calm", "at_risk", "unknown", "flat"]

  /// Whether nothing is at risk and there is nothing to warn of.
  var isCalm: Bool { money.allSatisfy { $0 == "calm" || $0 == "flat" } }

  var configuration: PracticeConfiguration {
    PracticeConfiguration(
      seed: seed, scenario: scenario,
      quirks: PracticeQuirk.stock.union(quirks.compactMap(PracticeQuirk.init(rawValue:))))
  }

  /// Rows with the same name of their world begin in the same one.
  var world: String { "\(scenario) \(seed) \(quirks.sorted())" }

  static let file = Fixtures.root.appending(path: "situations/first-steps.json")

  static func all() throws -> [Situation] {
    try JSONDecoder().decode([Situation].self, from: Data(contentsOf: file))
  }
}

/// What is true in a practice world, whatever its answers say.
enum StageFact: String, Decodable, CaseIterable, Sendable {
  /// The books have a row.
  case open
  /// The mark of a position is beyond its stop, and nothing has closed it.
  case beyondStop = "beyond-stop"
  /// The mark of a position is beyond its target, and nothing has closed it.
  case beyondTarget = "beyond-target"
  /// The exchange holds what the books do not have.
  case stranded
  /// A fill was booked on an unknown order: no stop.
  case unknown
  /// The books have a long that the exchange does not have, made from the fill of a close.
  case echo
  /// The exchange holds nothing of a row in the books.
  case void
  /// A position is in a symbol whose price has stood still for more than ten seconds.
  case frozen
  case stopped, paused, tripped, latched
  case hardStop = "hard-stop"
  /// Orders were made more than a second after the last stop.
  case ordersAfterStop = "orders-after-stop"

  /// - Parameter stop: the simulated second of this console's last stop; without one, that of the kill switch counts.
  func holds(in world: World, stop: Int?) -> Bool {
    let positions = world.isRunning ? world.positions : []
    return switch self {
    case .open: !positions.isEmpty
    case .beyondStop:
      positions.contains { !$0.isUnknown && ($0.isLong ? $0.mark <= $0.stop : $0.mark >= $0.stop) }
    case .beyondTarget:
      positions.contains { !$0.isUnknown && ($0.isLong ? $0.mark >= $0.target : $0.mark <= $0.target) }
    case .stranded:
      !world.stranded.isEmpty || !world.isRunning && !world.isDryRun && world.positions.contains(where: \.isAtExchange)
    case .unknown: positions.contains { $0.isUnknown && !$0.isEcho }
    case .echo: positions.contains(where: \.isEcho)
    case .void: positions.contains { $0.isVoid == true }
    case .frozen: positions.contains { world.second - (world.market.quotes[$0.symbol]?.lastTick ?? 0) > 10 }
    case .stopped: !world.isRunning
    case .paused: world.control.phase == .paused
    case .tripped: world.isRunning && world.killSwitch.isTriggered
    case .latched: world.isRunning && world.killSwitch.latch
    case .hardStop: world.isRunning && world.governor.level == .hardStop
    case .ordersAfterStop:
      (stop ?? world.killSwitch.triggered).map { $0 + 1 < world.tally.last(.ordersCreated) ?? 0 } ?? false
    }
  }

  static func all(in world: World, stop: Int?) -> [StageFact] { allCases.filter { $0.holds(in: world, stop: stop) } }
}
