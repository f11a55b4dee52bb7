import Foundation
import HeanTestSupport

@testable import HeanCore

/// What is true of an engine, and what it answers: the real one's lies, and then holes, noise and contradictions.
struct StagedTruth: CustomStringConvertible {
  static let now = GateTableTests.now
  static let symbols = ["BTCUSDT", "ETHUSDT"]

  var isRunning: Bool
  /// Whether orders go to an exchange.
  var isLive: Bool
  var hasTripped: Bool
  /// Seconds since an emergency stop of this process.
  var emergencyAge: Int?
  /// Seconds since a stop whose flags are clear again.
  var stopAge: Int?
  var engineAge: Int
  var governor: String
  /// Seconds since the last price, by symbol.
  var priceAges: [String: Int]
  /// The engine looks at old prices without delay.
  var isBacklogged: Bool
  /// Seconds since the newest signal that was accepted.
  var acceptedAge: Int?
  var positions: Int
  /// Seconds that a full log reaches back; `nil` when it still holds everything.
  var logReach: Int?
  /// Of them, how many were dropped from the list: an exchange still holds them, and a dry run has lost them.
  var dropped: Int

  init(_ random: inout Dice) {
    isRunning = random.chance(85)
    isLive = random.chance(50)
    engineAge = Int.random(in: 60...4_000, using: &random)
    hasTripped = random.chance(8)
    emergencyAge = random.chance(12) ? Int.random(in: 1...4_000, using: &random) : nil
    // Without the log nobody can know of a stop that came, and whose flags went, after the latest signal of a minute ago.
    stopAge = random.chance(20) ? Int.random(in: 61...4_000, using: &random) : nil
    governor =
      random.chance(85) ? "NORMAL" : ["SOFT_BRAKE", "QUARANTINE", "HARD_STOP"][Int.random(in: 0..<3, using: &random)]
    isBacklogged = random.chance(30)
    let isDead = random.chance(10)
    priceAges = [:]
    for symbol in Self.symbols {
      priceAges[symbol] = Int.random(in: isDead || random.chance(5) ? 31...900 : 0...5, using: &random)
    }
    // A backlog delays all.
    if isBacklogged { for symbol in Self.symbols { priceAges[symbol] = priceAges[Self.symbols[0]] } }
    positions = random.chance(50) ? Int.random(in: 1...3, using: &random) : 0
    dropped = positions > 0 && random.chance(30) ? positions : 0
    logReach = random.chance(30) ? Int.random(in: 600...4_000, using: &random) : nil
    acceptedAge = nil
    let accepted = Int.random(in: 1...240, using: &random)
    if random.chance(75), accepted < engineAge { acceptedAge = accepted }
    // Under a stop nothing is accepted: what was accepted is older than the stop.
    let stops = [hasTripped ? 30 : nil, ownEmergency, ownStop, governor == "HARD_STOP" ? 30 : nil].compactMap { $0 }
    if let oldest = stops.max(), let age = acceptedAge, age <= oldest { acceptedAge = oldest + 5 }
    if let age = acceptedAge, age >= engineAge { acceptedAge = nil }
  }

  /// An engine that was started later than the stop knows nothing of it.
  private var ownEmergency: Int? { emergencyAge.flatMap { $0 < engineAge ? $0 : nil } }
  private var ownStop: Int? { stopAge.flatMap { $0 < engineAge ? $0 : nil } }

  var isLatched: Bool { ownEmergency != nil || ownStop != nil || hasTripped }
  var isClear: Bool { isRunning && !hasTripped && ownEmergency == nil }
  var isFresh: Bool { isRunning && priceAges.values.allSatisfy { $0 <= 30 } }
  var isFlat: Bool { isRunning && positions - (isLive ? 0 : dropped) == 0 }
  var isTrading: Bool { isAccepting && priceAges.values.contains { $0 <= 30 } }
  /// Old prices that the engine looks at without delay stop nothing: it has accepted a signal on one of them.
  var isTradingLate: Bool {
    guard let youngest = priceAges.values.min(), let acceptedAge else { return false }
    return isAccepting && isBacklogged && youngest > 30 && acceptedAge < youngest
  }
  private var isAccepting: Bool {
    isRunning && !isLatched && governor != "HARD_STOP" && acceptedAge.map { $0 <= 300 } ?? false
  }

  var description: String {
    "running \(isRunning), live \(isLive), tripped \(hasTripped), emergency \(emergencyAge.map(String.init) ?? "no"), stop "
      + "\(stopAge.map(String.init) ?? "no"), engine \(engineAge), governor \(governor), prices \(priceAges), accepted "
      + "\(acceptedAge.map(String.init) ?? "no"), positions \(positions), dropped \(dropped), "
      + "log \(logReach.map(String.init) ?? "whole")"
  }
}
