import HeanCore

/// A field of what a command writes, by its name: `positions.unrealized_pnl`.
struct ExplainedField: Sendable {
  var command: String
  var schema: String
  var field: FieldDescription

  /// - Parameter text: command and field, with dots or spaces between.
  /// - Returns: `nil` when the text does not begin with a command that writes fields, or names only that.
  /// - Throws: exit 66 when that command has no such field.
  init?(_ text: String) throws {
    guard text.contains(".") else { return nil }
    let words = text.split { $0 == "." || $0 == " " }.map { $0.lowercased() }
    var spec = CommandTable.root
    var path: [String] = []
    for word in words {
      guard let next = spec.subcommand(word) else { break }
      spec = next
      path.append(next.name)
    }
    let name = words.dropFirst(path.count).joined(separator: ".")
    guard !path.isEmpty, !name.isEmpty, let entry = try? CommandTable.entry(at: path),
      !entry.type.documents.isEmpty
    else { return nil }
    var known: [String] = []
    for document in entry.type.documents {
      let fields = document.fields.flatMap(\.withMembers)
      if let found = fields.first(where: { $0.name == name }) {
        (command, schema, field) = ((["hean"] + entry.path).joined(separator: " "), document.schema, found)
        return
      }
      known += fields.map(\.name)
    }
    let near = Spelling.nearest(to: name, in: known).map { ". Did you mean '\($0)'?" } ?? ""
    throw Failure(
      .notFound, "'\(entry.path.joined(separator: " "))' writes no field '\(visible(name))'\(near)",
      nextStep: .command(.help, OutputFieldPage.name, path[0]))
  }

  static let fields: [Field<ExplainedField>] = [
    Field("field", "Field", "its name in data, in --fields and --sort", priority: 1) { $0.field.name },
    Field("command", "Written by", "the command line", priority: 1) { $0.command },
    Field("schema", "Schema", "of the document", priority: 1) { $0.schema },
    Field("type", "Type", "what stands there", priority: 1) { $0.field.type.kind.word },
    Field("unit", "Unit", "null where it has none", priority: 1) { $0.field.type.unit?.rawValue },
    Field("can_be_null", "Null", "whether it can be missing", priority: 1) {
      $0.field.type.canBeMissing
    } cell: {
      Cell($0.field.type.canBeMissing ? "when it is not known" : "never")
    },
    Field("words", "Words", "that can stand there; empty where any can", .wrapping, priority: 1) {
      $0.field.type.kind.choices
    } cell: {
      Cell($0.field.type.kind.choices.joined(separator: " "))
    },
    Field("meaning", "Meaning", "what it is", .wrapping, priority: 1) { $0.field.meaning },
  ]
}
