/// A next step with its reason and its price, so that it can be weighed before it is taken.
public struct JudgedStep: Codable, Sendable, Equatable {
  /// What it is for, the most urgent first. The raw values are the names in hean's JSON.
  public enum Aim: String, Codable, Sendable, CaseIterable {
    /// Protects money that nothing protects.
    case protect
    /// Shows what has to be known first.
    case look
    /// Undoes a stop that somebody made on purpose.
    case undo
    /// Lets the engine trade again, or more.
    case trade
  }

  /// What it is for.
  public var aim: Aim
  /// What to do.
  public var step: NextStep
  /// Why, as a clause for people.
  public var why: String
  /// What it does to money and books, as a clause; `nil` for a look.
  public var effect: String?
  /// What can go wrong, as a clause; `nil` when nothing is known to.
  public var risk: String?
  /// Whether it can be taken back; `nil` for a look.
  public var isReversible: Bool?

  /// A look, unless `effect` and `isReversible` are given.
  public init(
    _ aim: Aim, _ step: NextStep, why: String, effect: String? = nil, risk: String? = nil, isReversible: Bool? = nil
  ) {
    self.aim = aim
    self.step = step
    self.why = why
    self.effect = effect
    self.risk = risk
    self.isReversible = isReversible
  }

  /// Reason and price in one sentence for people, without a full stop.
  public var reason: String { [why, effect, risk].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; ") }
}
