import HeanCore

struct HelpCommand: Command {
  static let effect = CommandEffect.reads
  static let word = Operand(
    "WORD", each: .text(.command), isRequired: false, help: "a topic, or the words of a command")
  static let scope = CommandScope.local
  static let spec = CommandSpec(
    name: "help", summary: "Help on a command or a topic",
    discussion: "Topics: \(HelpTopic.all.map(\.name).joined(separator: ", ")).",
    examples: [
      Example("hean help orders", "the same as: hean orders --help"),
      Example("hean help exit-codes", "every exit code"),
      Example("hean help reasons COUNCIL_REJECTED", "one of the engine's reason codes"),
    ],
    operands: [word])

  var words: [String]

  init(_ line: ParsedLine) throws(UsageError) { words = try line[Self.word] }

  func run(_ session: Session) async throws -> Output {
    if let first = words.first, first == ReasonPages.name, words.count <= 2 {
      return .text(try ReasonPages.page(words.count == 2 ? words[1] : nil, session.commands))
    }
    if words.count == 1, let topic = HelpTopic.all.first(where: { $0.name == words[0] }) { return .text(topic.text) }
    return .text(try CommandTable.help(for: words))
  }
}
