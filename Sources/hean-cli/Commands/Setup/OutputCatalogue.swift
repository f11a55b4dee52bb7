/// All documents that the console writes, as the commands declare them.
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
    // All verbs share one schema; it is listed once.
    let each = declared.filter { known.insert($0.document.schema).inserted }
    return each.enumerated().sorted {
      ($0.element.document.chapter.rawValue, $0.offset) < ($1.element.document.chapter.rawValue, $1.offset)
    }.map(\.element)
  }
}
