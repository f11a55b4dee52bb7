/// A word of a command line that is not an option, as the parser, help and schemas describe it.
struct OperandSpec: Sendable, Hashable {
  var name: String
  var shape: ValueShape
  var help: String
  var isRequired = true
  var isRepeated = false
}

/// An operand declaration without its value type.
protocol AnyOperand: Sendable {
  var spec: OperandSpec { get }
}

/// One word, or several, and the value that is read from them.
struct Operand<Value: Sendable>: AnyOperand {
  let spec: OperandSpec
  let read: @Sendable (ParsedLine) throws(UsageError) -> Value

  /// Takes exactly one word.
  init(_ name: String, _ type: ValueType<Value>, help: String) {
    let spec = OperandSpec(name: name, shape: type.shape, help: help)
    self.spec = spec
    read = { (line) throws(UsageError) in
      guard let typed = line.typed(spec).first else { throw .missingOperand(name, path: line.path) }
      return try type.read(typed)
    }
  }

  /// Takes all remaining words.
  init<Given>(
    _ name: String, each type: ValueType<Given>, isRequired: Bool = true, help: String
  ) where Value == [Given] {
    let spec = OperandSpec(name: name, shape: type.shape, help: help, isRequired: isRequired, isRepeated: true)
    self.spec = spec
    read = { (line) throws(UsageError) in
      var values: [Given] = []
      for typed in line.typed(spec) { values.append(try type.read(typed)) }
      return values
    }
  }
}
