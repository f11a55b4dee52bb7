/// One document that a command writes, for `hean help output`.
struct OutputDocument: Sendable {
  /// The chapter of the catalogue.
  enum Chapter: Int, Sendable {
    case diagnosis, books, market, settings, verbs, audit, live, account, profiles, console
  }

  var chapter: Chapter
  /// The command line that writes it; `nil` for the command that declares it.
  var line: String?
  var schema: String
  var fields: [(name: String, meaning: String)]

  /// - Parameter line: the command line, when it is more than the names of the command.
  init<Row>(
    _ chapter: Chapter, _ schema: String, version: Int = 1, line: String? = nil, _ fields: [Field<Row>]
  ) {
    self.chapter = chapter
    self.line = line
    self.schema = "hean.\(schema)/\(version)"
    self.fields = fields.map { ($0.name, $0.meaning) }
  }
}
