/// One document that a command writes, for `hean help output`.
struct OutputDocument: Sendable {
  /// Where it stands in the catalogue.
  enum Chapter: Int, Sendable {
    case diagnosis, books, settings, verbs, audit, live, account, profiles, console
  }

  var chapter: Chapter
  /// What writes it; `nil` for the command that declares it.
  var line: String?
  var schema: String
  var fields: [(name: String, meaning: String)]

  /// - Parameter line: when it is not the words of the command alone.
  init<Row>(
    _ chapter: Chapter, _ schema: String, version: Int = 1, line: String? = nil, _ fields: [Field<Row>]
  ) {
    self.chapter = chapter
    self.line = line
    self.schema = "hean.\(schema)/\(version)"
    self.fields = fields.map { ($0.name, $0.meaning) }
  }
}

/// Every document the console writes, as the commands declare them.
enum OutputCatalogue {
  struct Entry: Sendable {
    var command: String
    var document: OutputDocument
  }

  static var all: [Entry] {
    var known: Set<String> = []
    let declared = CommandTable.entries.flatMap { entry in
      entry.type.documents.map { document in
        Entry(command: document.line ?? "hean " + entry.path.joined(separator: " "), document: document)
      }
    }
    // Verbs share one.
    let each = declared.filter { known.insert($0.document.schema).inserted }
    return each.enumerated().sorted {
      ($0.element.document.chapter.rawValue, $0.offset) < ($1.element.document.chapter.rawValue, $1.offset)
    }.map(\.element)
  }
}
