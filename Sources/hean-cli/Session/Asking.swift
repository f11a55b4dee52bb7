import HeanCore

extension Session {
  /// Answers a query with one look of this reader.
  func ask<Question: Query>(_ question: Question, _ engine: EngineReader) async throws(EngineError) -> Question.Answer {
    try await engine.ask(question, now: context.now)
  }

  /// Opens a connection to the engine and answers a query.
  func ask<Question: Query>(_ question: Question) async throws -> Question.Answer {
    try await withEngine { engine in try await ask(question, engine) }
  }

  /// Answers the query of a command that reads once.
  func askOnce<Question: Query>(_ question: Question) async throws -> Question.Answer {
    try await withEngineOnce { engine in try await ask(question, engine) }
  }

  /// What a view has to know of this run.
  var viewpoint: Viewpoint {
    Viewpoint(
      offline: offline.map { Viewpoint.Offline(age: $0.age) }, record: recordWords, now: context.now(),
      zone: output.zone, profile: profile,
      sourceURL: sourceURL, commands: commands,
      keyAdvice: keyAdvice, isTable: output.format == .table, width: width, glyphs: output.glyphs,
      isColoured: output.palette.isEnabled, isStill: settings.isStill.value)
  }

  /// Checks the age of prices, and writes to standard error what belongs beside the report.
  /// - Throws: exit 4 when the prices are older than `--max-age`.
  func noteBefore(_ report: Report) throws {
    if report.needsFreshness { try checkAge(report.age) }
    // Rows alone have no place for these caveats; a screen and a JSON document have.
    if !output.isScreen, output.format != .json { for caveat in report.caveats { note(caveat) } }
    for text in report.notes { warn(text) }
  }

  /// A report that is only about this machine.
  func localReport(_ name: String, version: Int = 1) -> Report {
    Report(schema: "hean.\(name)/\(version)", asOf: context.now())
  }
}
