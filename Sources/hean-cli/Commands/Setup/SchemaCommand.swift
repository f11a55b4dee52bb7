import HeanCore

struct SchemaCommand: Command {
  static let scope = CommandScope.local
  static let effect = CommandEffect.reads
  static let writesJSON = true
  static let all = Flag("all", help: "every schema in one document, under $defs")
  static let words = Operand(
    "COMMAND", each: .text(.command), isRequired: false, help: "the words of a command, error, or engines")
  static let spec = CommandSpec(
    name: "schema", summary: "What a command writes with --json, as JSON Schema",
    discussion: """
      JSON Schema 2020-12 of the whole document: its frame, and the rows in it, with the type of each member, its words \
      and its unit (x-unit), and whether it can be null. No other members are there. It is of a document with all its \
      fields: with --fields it has those only. 'schema error' is of the lines on standard error, 'schema engines' of what a \
      command writes about several engines, 'schema watch' of the \
      lines of a stream. With --redact it is of what is written with --redact.
      """,
    examples: [
      Example("hean schema positions", "one row is under properties.data.items"),
      Example("hean schema positions close", "of a verb"),
      Example("hean schema --all", "for a program that makes types of them"),
    ],
    options: [all], operands: [words])

  var path: [String]
  var wantsAll: Bool

  init(_ line: ParsedLine) throws(UsageError) {
    path = try line[Self.words]
    wantsAll = line[Self.all]
    guard path.isEmpty == wantsAll else {
      if path.isEmpty { throw .missingOperand(Self.words.spec.name, path: line.path) }
      throw .contradiction("--all is every schema, and one is named", nextStep: "leave one of them out")
    }
  }

  func run(_ session: Session) async throws -> Output {
    let catalogue = SchemaCatalogue(isRedacted: session.output.redaction != nil)
    return .text(Self.text(try schema(in: catalogue)))
  }

  private func schema(in catalogue: SchemaCatalogue) throws(UsageError) -> JSONValue {
    if wantsAll { return catalogue.all }
    if path == [SchemaCatalogue.errorWord] { return catalogue.error }
    if path == [SchemaCatalogue.enginesWord] { return catalogue.engines }
    let entry = try self.entry()
    if let schema = catalogue.schema(of: entry) { return schema }
    let name = entry.path.joined(separator: " ")
    throw .contradiction("'\(name)' writes no JSON, so there is no schema of it", nextStep: .help(on: entry.path))
  }

  /// The command that the words name: of a group, the one that runs when no other is named.
  private func entry() throws(UsageError) -> CommandTable.Entry {
    var spec = CommandTable.root
    var found: [String] = []
    for word in path {
      guard let next = spec.subcommand(word) else { throw unknown(word, in: spec, found) }
      spec = next
      found.append(next.name)
    }
    if let fallback = spec.defaultSubcommand { found.append(fallback) }
    guard let entry = CommandTable.entries.first(where: { $0.path == found }) else {
      throw .missingCommand(path: found, known: spec.subcommands.map(\.name))
    }
    return entry
  }

  private func unknown(_ word: String, in spec: CommandSpec, _ found: [String]) -> UsageError {
    let known =
      spec.subcommands.map(\.name) + (found.isEmpty ? [SchemaCatalogue.errorWord, SchemaCatalogue.enginesWord] : [])
    let expected =
      known.isEmpty
      ? "no word behind \(found.joined(separator: " "))" : "one of: \(known.joined(separator: ", "))"
    return .invalidValue(
      Self.words.spec.name, word, index: nil, path: [Self.spec.name], expected: expected,
      nearest: Spelling.nearest(to: word, in: known))
  }

  /// Indented, because it is read, and compared by line.
  private static func text(_ schema: JSONValue) -> String {
    var text = JSONText(pretty: true)
    text.write(schema)
    return text.string + "\n"
  }
}
