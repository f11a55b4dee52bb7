import HeanCore

/// A command of hean as a tool: its arguments are those of the command, and a call is a command line.
struct AssistantTool: Sendable {
  enum Kind: Sendable, Equatable {
    case read
    /// A verb that ends a risk.
    case stop
    /// Any other verb.
    case verb
  }

  var kind: Kind
  /// The words of the command.
  var path: [String]
  /// Stands behind them on every line.
  var fixed: [String]
  var name: String
  var title: String
  /// Whether what a person was shown has to be so still when it is sent. A panic is sent whatever has moved since: a market
  /// that falls must not keep it from being sent.
  var bindsPlan: Bool { path != ["panic"] }
  private var spec: CommandSpec
  /// JSON Schema of what the command writes.
  private let output: @Sendable () -> JSONValue?

  /// The argument with which a verb is explained.
  static let reason = OperationOptions.reason.name

  /// Options that have no place in a call: they answer in advance, send without a record, write or read files of this
  /// machine, go on without end, or are about a terminal.
  private static let leftOut: Set<String> = [
    "yes", "confirm", "dry-run", "plan", "no-audit", "force", "verify-timeout", "deadline", "watch", "interval",
    "count", "full", "line", "format", "at", "from", "to", "html", "svg", "png", "append", "exit-code", "columns",
    "peek",
  ]

  /// - Parameters:
  ///   - isDefault: whether the last word of the path can be left out.
  ///   - output: makes the JSON Schema of what the command writes, when it is asked for.
  init(
    _ kind: Kind, _ path: [String], fixed: [String] = [], isDefault: Bool, spec: CommandSpec,
    output: @escaping @Sendable () -> JSONValue?
  ) {
    self.kind = kind
    self.path = path
    self.fixed = fixed
    self.spec = spec
    self.output = output
    let words = isDefault ? Array(path.dropLast()) : path
    name = words.joined(separator: "_").map { $0 == "-" ? "_" : String($0) }.joined()
    title = words.joined(separator: " ").sentenceStart
  }

  private var schema: CommandSchema {
    var schema = CommandSchema(spec, path: path)
    schema.arguments.removeAll { Self.leftOut.contains($0.name) || $0.shape.names == .file }
    // Who reads the log later has to know why a program wanted it.
    for place in schema.arguments.indices where kind != .read && schema.arguments[place].name == Self.reason {
      schema.arguments[place].isRequired = true
    }
    return schema
  }

  var arguments: [CommandSchema.Argument] { schema.arguments }

  /// As the list of tools has it.
  var listed: JSONValue {
    var input = schema.json.members
    input["description"] = nil
    if case .array(let required)? = input["required"], required.isEmpty { input["required"] = nil }
    var listed: [String: JSONValue] = [
      "name": .string(name), "title": .string(title),
      "description": .string(Self.description(kind, spec)), "inputSchema": .object(input),
      "annotations": [
        "readOnlyHint": .bool(kind == .read), "destructiveHint": .bool(kind != .read),
        "idempotentHint": .bool(kind == .read), "openWorldHint": true,
      ],
    ]
    listed["outputSchema"] = output().map { ToolSchema.brief($0) }
    return .object(listed)
  }

  private static func description(_ kind: Kind, _ spec: CommandSpec) -> String {
    switch kind {
    case .read: spec.summary + "."
    case .stop, .verb: spec.summary + ". Only a plan: it is sent when a person has agreed to it."
    }
  }

  /// The command line of a call, without the words that choose the engine.
  /// - Throws: what is wrong with the arguments, in a sentence.
  func words(_ given: [String: JSONValue]) throws(ArgumentProblem) -> [String] {
    let arguments = arguments
    if let unknown = given.keys.sorted().first(where: { name in !arguments.contains { $0.name == name } }) {
      let known = arguments.map(\.name)
      throw ArgumentProblem(
        "there is no argument '\(visible(unknown))'; "
          + (known.isEmpty ? "there are none" : "there are: \(known.joined(separator: ", "))"))
    }
    var (options, operands) = ([String](), [String]())
    for argument in arguments {
      guard let value = given[argument.name], value != .null else {
        if argument.isRequired { throw ArgumentProblem("the argument '\(argument.name)' is missing") }
        continue
      }
      var values = [value]
      if argument.isRepeated {
        guard case .array(let several) = value else {
          throw ArgumentProblem("the argument '\(argument.name)' is a list")
        }
        if several.isEmpty, argument.isRequired { throw ArgumentProblem("the argument '\(argument.name)' is empty") }
        values = several
      }
      for value in values {
        if argument.shape.kind == .truth {
          guard case .bool(let isGiven) = value else {
            throw ArgumentProblem("the argument '\(argument.name)' is true or false")
          }
          if isGiven { options.append("--\(argument.name)") }
          continue
        }
        let text = try Self.text(value, of: argument)
        if argument.isOperand { operands.append(text) } else { options.append("--\(argument.name)=\(text)") }
      }
    }
    return path + fixed + options + (operands.isEmpty ? [] : ["--"] + operands)
  }

  private static func text(_ value: JSONValue, of argument: CommandSchema.Argument) throws(ArgumentProblem) -> String {
    switch (value, argument.shape.kind) {
    case (.string(let text), _):
      guard text.utf8.count <= longest else { throw ArgumentProblem("the argument '\(argument.name)' is too long") }
      return text
    case (.number(let number), .whole), (.number(let number), .number): return "\(number)"
    default: throw ArgumentProblem("the argument '\(argument.name)' is no \(argument.shape.kind.word)")
    }
  }

  /// The longest text (bytes) of an argument.
  private static let longest = 2_000
}

extension AssistantTool: Equatable {
  /// Tools of one catalogue have different names.
  static func == (left: AssistantTool, right: AssistantTool) -> Bool { left.name == right.name }
}

/// What is wrong with the arguments of a call.
struct ArgumentProblem: Error, Sendable, Equatable {
  var message: String
  init(_ message: String) { self.message = message }
}
