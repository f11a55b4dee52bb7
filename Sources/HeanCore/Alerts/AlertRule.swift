/// What somebody wants to be told of.
public struct AlertRule: Sendable, Equatable {
  /// What makes it fire.
  public enum Trigger: Sendable, Equatable {
    /// A condition that holds.
    case condition(Condition)
    /// A check that is not met.
    case check(EngineCheck.ID)
  }

  /// Unique among the rules.
  public var name: String
  /// What makes it fire.
  public var trigger: Trigger
  /// How urgent it is.
  public var tier: AlertTier
  /// What has to hold before it ends, so that a value that moves around a limit is one alert; `nil`: that the trigger holds
  /// no more.
  public var clears: Condition?
  /// How long the trigger has to be over before the alert ends.
  public var keepsFiring: Duration
  /// Names of receivers; empty is all of them.
  public var receivers: [String]

  /// How long a trigger has to be over, unless a rule says otherwise.
  public static let usualEnd = Duration.seconds(60)

  /// Whether a look that tells nothing breaks the time for which the trigger has to hold. What acts by itself acts on what was
  /// seen without a break.
  public var isUnbroken = false

  /// Name of the rule by which a guard acts. No other rule has it.
  public static let guardName = "panic-on"

  /// A rule with these values.
  public init(
    _ name: String, _ trigger: Trigger, tier: AlertTier, clears: Condition? = nil, keepsFiring: Duration = usualEnd,
    receivers: [String] = []
  ) {
    self.name = name
    self.trigger = trigger
    self.tier = tier
    self.clears = clears
    self.keepsFiring = keepsFiring
    self.receivers = receivers
  }

  /// The rules that are there without being added: each check, under its own name.
  public static let standing: [AlertRule] = EngineCheck.ID.allCases.map {
    AlertRule($0.rawValue, .check($0), tier: $0.tier)
  }

  /// The conditions that it needs values for.
  public var conditions: [Condition] {
    var conditions = clears.map { [$0] } ?? []
    if case .condition(let condition) = trigger { conditions.append(condition) }
    return conditions
  }

  /// What makes it fire, for people.
  public var triggerText: String {
    switch trigger {
    case .condition(let condition): condition.text
    case .check(let check): "not: \(check.meaning)"
    }
  }
}

/// What one look says of one rule.
public struct AlertFinding: Sendable, Equatable {
  /// Whether the trigger holds; `nil` when that is not known.
  public var holds: Bool?
  /// Whether the condition that ends it holds; `nil` when there is none, or it is not known.
  public var clears: Bool?
  /// What was seen, for people.
  public var text: String
  /// What to do; `nil` when nothing is known to help.
  public var nextStep: NextStep?

  /// A finding from its parts.
  public init(holds: Bool?, clears: Bool? = nil, text: String, nextStep: NextStep? = nil) {
    self.holds = holds
    self.clears = clears
    self.text = text
    self.nextStep = nextStep
  }
}
