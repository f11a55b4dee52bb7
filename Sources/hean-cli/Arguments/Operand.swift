/// A word of a command line that is no option, as the parser, help and schemas see it.
struct OperandSpec: Sendable, Hashable {
  var name: String
  var shape: ValueShape
  var help: String
  var isRequired = true
  var isRepeated = false
}

/// A declaration of an operand, whatever its type.
protocol AnyOperand: Sendable {
  var spec: OperandSpec { get }
}

/// A word, or several, with what is read from it.
struct Operand<Value: Sendable>: AnyOperand {
  let spec: OperandSpec
  let read: @Sendable (ParsedLine) throws(UsageError) -> Value

  /// Exactly one.
  init(_ name: String, _ type: ValueType<Value>, help: String) {
    let spec = OperandSpec(name: name, shape: type.shape, help: help)
    self.spec = spec
    read = { (line) throws(UsageError) in
      guard let typed = line.typed(spec).first else { throw .missingOperand(name, path: line.path) }
      return try type.read(typed)
    }
  }

  /// All that stand from here on.
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
