import HeanCore

/// The arguments of a command, as data for completions, man pages and tool schemas.
struct CommandSchema: Sendable {
  /// One option or operand.
  struct Argument: Sendable, Hashable {
    /// The option's long name, or the operand's name in small letters.
    var name: String
    var short: Character?
    var isOperand: Bool
    var isRequired: Bool
    /// Whether it takes several values.
    var isRepeated: Bool
    var shape: ValueShape
    var text: String
    var defaultText: String?
  }

  var name: String
  var summary: String
  /// Operands first, in the order in which they are typed, then options.
  var arguments: [Argument]

  /// - Parameter globals: options that every command takes; none by default.
  init(_ command: CommandSpec, path: [String], globals: [OptionSpec] = []) {
    name = path.joined(separator: " ")
    summary = command.summary
    let own = Set(command.options.map(\.name))
    arguments =
      command.operands.map(Argument.init) + command.options.map(Argument.init)
      + globals.filter { !own.contains($0.name) }.map(Argument.init)
  }

  /// A JSON Schema of one object that has all arguments as properties.
  var json: JSONValue {
    [
      "type": "object", "description": .string(summary),
      "properties": .object(Dictionary(arguments.map { ($0.name, $0.json) }, uniquingKeysWith: { first, _ in first })),
      "required": .array(arguments.filter(\.isRequired).map { .string($0.name) }), "additionalProperties": false,
    ]
  }
}

extension CommandSchema.Argument {
  fileprivate init(_ option: OptionSpec) {
    self.init(
      name: option.name, short: option.short, isOperand: false, isRequired: false, isRepeated: option.isRepeatable,
      shape: option.shape, text: option.text, defaultText: option.defaultText)
  }

  fileprivate init(_ operand: OperandSpec) {
    self.init(
      name: String(operand.name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }), isOperand: true,
      isRequired: operand.isRequired, isRepeated: operand.isRepeated, shape: operand.shape, text: operand.help)
  }

  /// A JSON Schema of the argument's value.
  var json: JSONValue {
    var members = shape.members
    if let defaultText { members["default"] = shape.value(defaultText) }
    if isRepeated {
      members = ["type": "array", "items": .object(members)]
      if isRequired { members["minItems"] = 1 }
    }
    members["description"] = .string(text)
    return .object(members)
  }
}

extension ValueShape {
  fileprivate var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["type": .string(kind.word)]
    if !choices.isEmpty { members["enum"] = .array(choices.map { .string($0) }) }
    members["pattern"] = pattern.map { .string($0) }
    members["format"] = format.map { .string($0) }
    members["minimum"] = minimum.map { .number($0) }
    members["maximum"] = maximum.map { .number($0) }
    members["exclusiveMinimum"] = above.map { .number($0) }
    return members
  }

  /// The text as a JSON value of this kind.
  fileprivate func value(_ text: String) -> JSONValue {
    switch kind {
    case .whole, .number: Decimal(exactly: text).map { .number($0) } ?? .string(text)
    case .text, .truth: .string(text)
    }
  }
}

extension ValueShape.Kind {
  /// The type of JSON Schema.
  var word: String {
    switch self {
    case .text: "string"
    case .whole: "integer"
    case .number: "number"
    case .truth: "boolean"
    }
  }
}
