/// A parsed command line: the command, its options and its operands.
struct ParsedLine: Sendable {
  /// Canonical names of the command and its groups, with the default subcommand.
  var path: [String] = []
  /// The words as they were typed.
  var argv: [String] = []
  var spec = CommandSpec(name: "", summary: "")
  var operands: [String] = []
  var operandIndexes: [Int] = []
  var wantsHelp = false
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  var isVersionRequest: Bool { flags.contains("version") }

  mutating func add(_ option: OptionSpec, value: String?) {
    guard let value else {
      flags.insert(option.name)
      // Among other letters too (`-yh`): who asks for help must not have a verb run.
      if option.name == "help" { wantsHelp = true }
      return
    }
    values[option.name] = option.isRepeatable ? (values[option.name] ?? []) + [value] : [value]
  }

  /// Leaves out an option, as if it had not been typed.
  mutating func drop(_ option: some AnyOption) {
    values[option.name] = nil
    flags.remove(option.name)
  }

  /// Has an option in the place of whatever was typed for it.
  mutating func put(_ option: some AnyOption, _ value: String? = nil) {
    drop(option)
    add(option.spec, value: value)
  }

  subscript(_ flag: Flag) -> Bool { flags.contains(flag.name) }

  subscript<Value>(_ option: Option<Value>) -> Value {
    get throws(UsageError) { try option.read(self) }
  }

  subscript<Value>(_ operand: Operand<Value>) -> Value {
    get throws(UsageError) { try operand.read(self) }
  }

  func isGiven(_ option: some AnyOption) -> Bool { isGiven(option.spec) }

  func isGiven(_ option: OptionSpec) -> Bool { flags.contains(option.name) || values[option.name] != nil }

  /// The last value of an option, as it was typed.
  func text(_ option: some AnyOption) -> String? { values[option.name]?.last }

  /// All values of an option, in the order in which they were typed.
  func texts(_ option: some AnyOption) -> [String] { values[option.name] ?? [] }

  func typed(_ option: OptionSpec) -> [TypedText] {
    (values[option.name] ?? []).map { TypedText(text: $0, spelled: "--" + option.name, index: nil, path: path) }
  }

  /// The words that were typed for this operand.
  func typed(_ operand: OperandSpec) -> [TypedText] {
    guard let place = spec.operands.firstIndex(where: { $0.name == operand.name }), place < operands.count else {
      return []
    }
    let places = operand.isRepeated ? place..<operands.count : place..<place + 1
    return places.map {
      TypedText(text: operands[$0], spelled: operand.name, index: operandIndexes[$0], path: path)
    }
  }

  func invalid(_ option: some AnyOption, _ value: String, expected: String) -> UsageError {
    TypedText(text: value, spelled: "--" + option.name, index: nil, path: path).invalid(expected: expected)
  }
}
