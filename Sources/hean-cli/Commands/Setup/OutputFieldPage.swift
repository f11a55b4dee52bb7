/// `hean help output COMMAND`: the documents of one command, with every field.
enum OutputFieldPage {
  static let name = "output"

  /// - Parameter words: the names of the command; a group stands for the one that runs when none is named.
  static func text(_ words: [String]) throws -> String {
    let entry = try CommandTable.entry(at: words)
    let documents = entry.type.documents
    guard !documents.isEmpty else {
      throw Failure(
        .notFound, "'\(entry.path.joined(separator: " "))' writes no document with fields",
        nextStep: .command(.help, name))
    }
    return documents.map { document in
      let line = document.line ?? (["hean"] + entry.path).joined(separator: " ")
      let rows = document.fields.flatMap(\.withMembers).map { field in
        (field.name, [field.type.words, field.meaning].filter { !$0.isEmpty }.joined(separator: "\n"))
      }
      return "\(line)  \(document.schema)\n\n" + HelpRenderer.columns(rows).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}
