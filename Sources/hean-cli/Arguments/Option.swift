/// One option as the parser, help and schemas describe it.
struct OptionSpec: Sendable, Hashable {
  /// Long name without the dashes.
  var name: String
  var short: Character?
  /// `nil` for a flag.
  var placeholder: String?
  var shape: ValueShape
  /// What it does, without the default value.
  var text: String
  /// The value that is used when the option is not given.
  var defaultText: String?
  /// Whether help adds the default. `false` when the help text already names it.
  var showsDefault = true
  /// Whether a repeated option collects values; otherwise a second value that differs is a mistake.
  var isRepeatable = false

  var takesValue: Bool { placeholder != nil }

  var help: String { showsDefault ? defaultText.map { "\(text) (\($0))" } ?? text : text }
}

/// An option declaration without its value type.
protocol AnyOption: Sendable {
  var spec: OptionSpec { get }
}

extension AnyOption {
  var name: String { spec.name }
}

/// An option without a value.
struct Flag: AnyOption {
  let spec: OptionSpec

  init(_ name: String, short: Character? = nil, help: String) {
    spec = OptionSpec(name: name, short: short, shape: ValueShape(kind: .truth), text: help)
  }
}

/// An option with a value. Parsing, help, completions and the schema all use this one declaration.
struct Option<Value: Sendable>: AnyOption {
  let spec: OptionSpec
  let read: @Sendable (ParsedLine) throws(UsageError) -> Value

  /// An option without a default.
  init<Given>(
    _ name: String, short: Character? = nil, _ placeholder: String, _ type: ValueType<Given>, help: String
  ) where Value == Given? {
    let spec = OptionSpec(name: name, short: short, placeholder: placeholder, shape: type.shape, text: help)
    self.spec = spec
    read = { (line) throws(UsageError) in
      guard let typed = line.typed(spec).last else { return nil }
      return try type.read(typed)
    }
  }

  /// An option with a default value.
  /// - Parameter showsDefault: `false` when the help text already names the default.
  init(
    _ name: String, short: Character? = nil, _ placeholder: String, _ type: ValueType<Value>, default standard: Value,
    showsDefault: Bool = true, help: String
  ) {
    let spec = OptionSpec(
      name: name, short: short, placeholder: placeholder, shape: type.shape, text: help,
      defaultText: type.text(standard), showsDefault: showsDefault)
    self.spec = spec
    read = { (line) throws(UsageError) in
      guard let typed = line.typed(spec).last else { return standard }
      return try type.read(typed)
    }
  }

  /// An option that can be repeated; it collects all values.
  init<Given>(
    _ name: String, short: Character? = nil, _ placeholder: String, each type: ValueType<Given>, help: String
  ) where Value == [Given] {
    let spec = OptionSpec(
      name: name, short: short, placeholder: placeholder, shape: type.shape, text: help, isRepeatable: true)
    self.spec = spec
    read = { (line) throws(UsageError) in
      var values: [Given] = []
      for typed in line.typed(spec) { values.append(try type.read(typed)) }
      return values
    }
  }
}
