/// One document that a command writes, for `hean help output` and `hean schema`.
struct OutputDocument: Sendable {
  /// The chapter of the catalogue.
  enum Chapter: Int, Sendable {
    case diagnosis, books, market, settings, verbs, audit, live, account, profiles, console
  }

  /// What `data` is: rows, one record, or either of them as was asked for.
  enum Shape: Sendable { case list, object, either }

  /// Whether the document names an engine.
  enum Source: Sendable { case always, sometimes, never }

  var chapter: Chapter
  /// The command line that writes it; `nil` for the command that declares it.
  var line: String?
  var schema: String
  var fields: [FieldDescription]
  var shape: Shape
  /// `nil` for what the command's scope says: a command about an engine names it.
  var source: Source?
  /// Whether the verdict on money stands beside the rows.
  var hasMoney: Bool
  /// Whether sums over several engines stand beside the rows.
  var hasSums = false
  /// Whether `data` is null when it is not known.
  var mayLackData: Bool
  /// Whether it can be of an earlier look.
  var isKept = false

  /// - Parameters:
  ///   - line: the command line, when it is more than the names of the command.
  ///   - fields: those of the report itself, so that what is declared cannot differ from what is written.
  init<Row>(
    _ chapter: Chapter, _ schema: String, version: Int = 1, line: String? = nil, _ fields: [Field<Row>],
    _ shape: Shape = .list, source: Source? = nil, hasMoney: Bool = false, mayLackData: Bool = false
  ) {
    self.chapter = chapter
    self.line = line
    self.schema = "hean.\(schema)/\(version)"
    self.fields = fields.described()
    self.shape = shape
    self.source = source
    self.hasMoney = hasMoney
    self.mayLackData = mayLackData
  }
}
