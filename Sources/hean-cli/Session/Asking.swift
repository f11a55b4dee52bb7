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

  /// A report about an engine, with source and ages filled in.
  func report(_ name: String, version: Int = 1, on context: AnswerContext, receivedAt: Date) -> Report {
    var report = Report(
      schema: "hean.\(name)/\(version)",
      source: SourceLabel(
        profile: profile, url: sourceURL, mode: context.mode.rawValue, engineState: context.engineState),
      asOf: receivedAt, age: context.priceAge)
    report.needsFreshness = true
    if let error = context.statusError { report.notes.append("/engine/status: \(error)") }
    if let offset = context.clockOffset, offset != 0 {
      let way = offset > 0 ? "ahead of" : "behind"
      report.notes.append(
        "the engine's clock is \(Spans.text(abs(offset))) \(way) that of this machine; ages count by the engine's clock"
      )
    } else if let lead = context.clockLead, context.isRunning == true, context.priceAge == nil {
      report.notes.append(
        "the engine's times are \(Spans.text(lead)) ahead of the clock of this machine: how old its prices are is not known"
      )
    }
    for oddity in context.oddities { report.notes.append(oddity.text) }
    if context.isRunning == false { report.caveats.append("engine not running: figures and empty lists prove nothing") }
    // A table has its banner, also where `--fields` leaves only rows of the screen.
    if context.mode.isSimulated, output.format != .table {
      report.caveats.append("practice engine: simulated figures")
    }
    if context.isKeyDeprecated {
      report.notes.append(
        commands.text("the API key in use is deprecated: get the new one, then \(keyAdvice)"))
    }
    return report
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
