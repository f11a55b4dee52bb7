import HeanCore

struct StatusCommand: Command {
  static let effect = CommandEffect.reads
  static let prices = PriceUse.heeded
  static let keeps: StoredLook.Name? = .status
  static var documents: [OutputDocument] { [OutputDocument(.diagnosis, "status", StatusFields.all(), .object)] }
  static let line = Flag(
    "line", help: "one line under 60 columns, for a status bar; exit code 0 whatever the engine says")
  static let format = Option(
    "format", "FORMAT", .choice(StatusLine.Format.self), default: .plain, showsDefault: false,
    help: "of --line: plain (default) or tmux, which adds its colours")
  static let spec = CommandSpec(
    name: "status", aliases: ["st"], summary: "What is happening, why, and what to do next",
    discussion: """
      Engine, mode, equity, risk and positions on one screen, with what blocks trading and the next step.

      The money comes first: what is open, what it can lose and what protects it. Then whether the engine trades. Under \
      NEXT stands what protects money first; a stop that somebody made on purpose is never undone by the first step, and \
      each step tells what it does.

      --line says it in one line of plain ASCII: mode, the money (flat; risk with the loss down to the stops; AT RISK with \
      the value of what nothing protects; USDT), whether the engine trades or what stops it, PnL of the day, the kill \
      switch if it is not clear, open positions. What does not fit is left out, the last first. What the engine did not tell is ?, and ~ marks a figure that is an \
      estimate or lacks something. When there is no answer the line says so in words, and the exit code is 0 all the \
      same, because many status bars show nothing of a command that failed. Only what is wrong before the engine is asked (the \
      command line, the configuration) is an error as elsewhere.
      """,
    examples: [
      Example("hean status", "the whole picture"),
      Example("hean --practice status", "the same on the built-in practice engine"),
      Example("hean status --watch", "redrawn in place every two seconds"),
      Example("hean status --json | jq .data.verdict", "for a script"),
      Example("hean status --line --format tmux", "in tmux: set -g status-right '#(hean …)'"),
    ],
    options: Watching.options + [Options.full, line, format, RecordOptions.at])

  var watching: Watching?
  var record: RecordUse?
  var effect: CommandEffect { watching == nil ? .reads : .streams }
  /// Whether the screen may be higher than the window.
  var isWhole: Bool
  /// How to write the one line; `nil` for a screen.
  var lineFormat: StatusLine.Format?

  init(_ line: ParsedLine) throws(UsageError) {
    watching = try Watching(line)
    record = try RecordOptions.moment(line)
    isWhole = try line.isWhole(watching)
    let format = try line[Self.format]
    guard line[Self.line] else {
      guard format == .plain else {
        throw .contradiction("--format is about the one line of --line", nextStep: "add --line, or use --output")
      }
      return
    }
    lineFormat = format
    let others: [any AnyOption] = [
      Watching.watch, Options.full, GlobalOptions.json, Settings.output, GlobalOptions.fields, GlobalOptions.sort,
    ]
    guard let other = others.first(where: { line.isGiven($0) }) else { return }
    throw .contradiction("--line is one line of text, and --\(other.name) asks for more", nextStep: "keep one of them")
  }

  func run(_ session: Session) async throws -> Output {
    if let lineFormat {
      let line = try await line(session)
      return .text((session.output.redaction == nil ? line : line.redacted).text(lineFormat) + "\n")
    }
    return try await Watching.run(watching, session) { engine in
      let answer = try await session.ask(StatusQuery { session.pastAttempts(on: $0) }, engine)
      let closes = answer.listing.map { session.unprovenCloses($0) } ?? []
      return StatusView(answer: answer, closes: closes, isWhole: isWhole).report(session.viewpoint)
    }
  }

  /// A status bar drops or freezes what a command that failed has said, so a failure becomes words.
  private func line(_ session: Session) async throws -> StatusLine {
    do {
      let answer = try await session.askOnce(StatusQuery { session.pastAttempts(on: $0) })
      try session.checkAge(answer.context.priceAge)
      return StatusLine(answer)
    } catch let error as CancellationError {
      throw error
    } catch {
      return StatusLine(session.failure(error))
    }
  }
}
