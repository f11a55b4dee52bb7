/// One option as the parser, help and schemas see it.
struct OptionSpec: Sendable, Hashable {
  /// Long name without the dashes.
  var name: String
  var short: Character?
  /// `nil` for a flag.
  var placeholder: String?
  var shape: ValueShape
  /// What it does, without its default.
  var text: String
  /// What is taken when it is not given.
  var defaultText: String?
  /// Whether help adds the default; the text may say it in its own words.
  var showsDefault = true
  /// Whether repeating it collects values; otherwise the last one wins.
  var isRepeatable = false

  var takesValue: Bool { placeholder != nil }

  var help: String { showsDefault ? defaultText.map { "\(text) (\($0))" } ?? text : text }
}

/// A declaration of an option, whatever its type.
protocol AnyOption: Sendable {
  var spec: OptionSpec { get }
}

extension AnyOption {
  var name: String { spec.name }
}

/// An option that is there or not.
struct Flag: AnyOption {
  let spec: OptionSpec

  init(_ name: String, short: Character? = nil, help: String) {
    spec = OptionSpec(name: name, short: short, shape: ValueShape(kind: .truth), text: help)
  }
}

/// An option with a value, declared once: parsing, help, completions and the schema of its value follow from it.
struct Option<Value: Sendable>: AnyOption {
  let spec: OptionSpec
  let read: @Sendable (ParsedLine) throws(UsageError) -> Value

  /// One that may be left out; the last one counts.
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

  /// One that has a value even when it is left out.
  /// - Parameter showsDefault: `false` when the help says it itself.
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

  /// One that can be given again and again.
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
