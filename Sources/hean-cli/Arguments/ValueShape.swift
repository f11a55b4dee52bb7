import HeanCore

/// What a value may look like, for the parser, help, completions and schemas.
struct ValueShape: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case text, whole, number, truth
  }

  /// What a word names, so that completions can look up the possible values.
  enum Named: String, Sendable, Hashable {
    case symbol, strategy, position, order, signal, topic, condition
    case engineSetting = "engine_setting"
    case riskLimit = "risk_limit"
    case auditEntry = "audit_entry"
    case watchlist, profile, file, command, term, timeZone = "time_zone", field, variable
    case alert, receiver, setting, time
  }

  var kind: Kind = .text
  /// The only words that are accepted; empty when any text is.
  var choices: [String] = []
  var names: Named?
  /// A regular expression that the whole text must match.
  var pattern: String?
  /// The `format` keyword of JSON Schema.
  var format: String?
  var minimum: Decimal?
  var maximum: Decimal?
  /// The value must be greater than this.
  var above: Decimal?
}

/// One value as it was typed, with what an error message needs.
struct TypedText: Sendable {
  var text: String
  /// How messages name it: `--limit`, or the name of an operand.
  var spelled: String
  /// Index in argv, from 0.
  var index: Int?
  /// The names of the command.
  var path: [String]

  func invalid(expected: String, nearest: String? = nil) -> UsageError {
    .invalidValue(spelled, text, index: index, path: path, expected: expected, nearest: nearest)
  }
}
