/// What happens in a practice world.
public enum PracticeScenario: String, CaseIterable, Sendable, Codable {
  case calm, trend, crash
  case staleFeed = "stale-feed"
  case allRejected = "all-rejected"
  case killswitch, stopped

  /// Whether trading stays blocked whatever an operator does, in a new world of this scenario too.
  public var staysBlocked: Bool { self == .staleFeed || self == .allRejected }

  /// One line that tells users what it does.
  public var summary: String {
    switch self {
    case .calm: "a quiet market in ranges; some trades, small gains and losses"
    case .trend: "a rising market; momentum strategies gain from it"
    case .crash:
      "a fall through SOFT_BRAKE, QUARANTINE, HARD_STOP and the kill switch in four minutes; prices return after eight"
    case .staleFeed: "prices stopped arriving some minutes ago"
    case .allRejected: "the council's threshold is so high that it rejects every signal"
    case .killswitch: "the kill switch has tripped, and its latch blocks trading even after a reset"
    case .stopped: "the engine is stopped and reports zeros and the risk state NORMAL"
    }
  }
}

/// Seed, scenario, speed and quirks of a practice world.
public struct PracticeConfiguration: Sendable, Codable, Equatable {
  /// The same seed gives the same market.
  public var seed: UInt64
  public var scenario: PracticeScenario
  /// Simulated seconds in a second of wall time: 0.1 to 1000.
  public var speed: Double
  public var quirks: Set<PracticeQuirk>

  /// The ids of the strategies that every practice world has.
  package static var strategies: [String] { StrategyLogic.records.map(\.id) }

  public init(
    seed: UInt64 = 1, scenario: PracticeScenario = .calm, speed: Double = 1,
    quirks: Set<PracticeQuirk> = PracticeQuirk.stock
  ) {
    self.seed = seed
    self.scenario = scenario
    self.speed = speed.isNaN ? 1 : min(max(speed, 0.1), 1000)
    self.quirks = quirks
  }
}
