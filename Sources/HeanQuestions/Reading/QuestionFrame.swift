import HeanCore

/// What kind of answer a question wants. The raw values are stable and part of the output.
public enum QuestionFrame: String, Codable, Sendable, CaseIterable {
  /// A value, a count, the best or worst of something.
  case figure
  /// Rows.
  case list
  /// Two or more named things side by side.
  case compare
  /// How something stands, or what happened.
  case state
  /// The cause of something.
  case why
  /// How to do something.
  case howTo = "how_to"
  /// What a word or a reason code means.
  case define
  /// How two terms differ.
  case difference
  /// Whether the account, or an operation, is safe.
  case safe
  /// A time or a duration.
  case when
  /// Which operator or program did something.
  case who
  /// What would happen to the account under an assumption.
  case whatIf = "what_if"
  /// A guess of the future, which is never given.
  case forecast
  /// A recommendation to trade, which is never given.
  case advice
  /// A key, a password or a token, which is never shown.
  case secret
  /// Nothing that has to do with the engine.
  case outside
}

extension QuestionFrame {
  /// Whether the engine has to be read for the answer.
  var isAboutEngine: Bool {
    switch self {
    case .define, .difference, .forecast, .advice, .secret, .outside: false
    default: true
    }
  }
}
