import HeanCore

/// A type of a field in words, for people.
extension FieldType {
  /// Such as `number, USDT, or null`.
  var words: String {
    let measure = unit.flatMap { $0 == .unitless ? nil : ", \($0.rawValue)" } ?? ""
    return kind.words + measure + (canBeMissing ? ", or null" : "")
  }
}

extension FieldType.Kind {
  /// Without the words that can stand there.
  var word: String {
    switch self {
    case .text, .words, .engineWords: "text"
    case .integer: "whole number"
    case .decimal: "number"
    case .truth: "true or false"
    case .moment: "time (RFC 3339, UTC)"
    case .list(let element): "list of " + element.kind.word
    case .named(let value): "object by name, of " + value.kind.word
    case .object: "object"
    case .scalar: "number, text or truth"
    case .foreign: "any JSON"
    }
  }

  /// The words that can stand there; empty where any can.
  var choices: [String] {
    switch self {
    case .words(let words), .engineWords(let words): words
    case .list(let element): element.kind.choices
    default: []
    }
  }

  fileprivate var words: String {
    switch self {
    case .words(let words): "one of " + words.joined(separator: " ")
    case .engineWords(let words): "text, such as " + words.joined(separator: " ")
    default: word
    }
  }

  /// The fields within.
  fileprivate var members: [FieldDescription] {
    switch self {
    case .object(let fields): fields
    case .list(let element): element.kind.members
    case .named(let value): value.kind.members
    default: []
    }
  }
}

extension FieldDescription {
  /// This field and those within it, each with its whole name: `money`, `money.state`.
  var withMembers: [FieldDescription] {
    [self]
      + type.kind.members.flatMap(\.withMembers).map { member in
        var inner = member
        inner.name = "\(name).\(member.name)"
        return inner
      }
  }
}
