/// Something that is told once, and neither fires nor ends.
public struct AlertNotice: Sendable, Equatable {
  /// What it is about. No rule has one of these names.
  public enum Name: String, Sendable, CaseIterable {
    /// The watching itself.
    case watch
    /// That all is well, once a day.
    case allClear = "all-clear"
    /// A stop that somebody made on purpose, and that holds.
    case reminder
    /// What a guard has done, or would have done.
    case panic
    /// A receiver that was not told that somebody watches.
    case receiver

    /// What stands before its text.
    var label: String {
      switch self {
      case .watch: "NOT WATCHED: "
      case .panic: "PANIC: "
      case .allClear, .reminder, .receiver: ""
      }
    }
  }

  /// What it is about.
  public var name: Name
  /// What is told, for people.
  public var text: String
  /// How urgent it is.
  public var tier: AlertTier
  /// What to do; `nil` when nothing has to be done.
  public var nextStep: NextStep?

  /// A notice from its parts.
  public init(_ name: Name, _ text: String, tier: AlertTier, nextStep: NextStep? = nil) {
    self.name = name
    self.text = text
    self.tier = tier
    self.nextStep = nextStep
  }
}
