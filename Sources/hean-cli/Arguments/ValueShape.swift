import Foundation

/// What is known of a value before anybody types one: for the parser, help, completions and schemas.
struct ValueShape: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case text, whole, number, truth
  }

  /// What kind of thing a word names, so that its candidates can be looked up.
  enum Named: String, Sendable, Hashable {
    case symbol, strategy, position, order, signal, topic, condition
    case engineSetting = "engine_setting"
    case riskLimit = "risk_limit"
    case auditEntry = "audit_entry"
    case profile, file, command, term, timeZone = "time_zone", field, variable
  }

  var kind: Kind = .text
  /// The only words that are taken; empty when there are others.
  var choices: [String] = []
  var names: Named?
  /// A regular expression for the whole text.
  var pattern: String?
  /// As JSON Schema names formats.
  var format: String?
  var minimum: Decimal?
  var maximum: Decimal?
  /// A value must be greater than this.
  var above: Decimal?
}

/// One value as it was typed, with what an error needs to name it.
struct TypedText: Sendable {
  var text: String
  /// `--limit`, or the name of an operand.
  var spelled: String
  /// Place in argv, from 0.
  var index: Int?
  /// Words of the command.
  var path: [String]

  func invalid(expected: String, nearest: String? = nil) -> UsageError {
    .invalidValue(spelled, text, index: index, path: path, expected: expected, nearest: nearest)
  }
}
