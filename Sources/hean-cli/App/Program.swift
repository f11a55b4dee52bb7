import HeanCore

/// Runs the program from argv to an exit code. Everything it uses outside itself is passed in.
struct Program: Sendable {
  var context: Context

  init(context: Context) {
    self.context = context
    self.context.runLine = { words, context in await Program(context: context).run(words) }
  }

  func run(_ argv: [String]) async -> ExitCode {
    if let answer = CompletionRequest.answer(argv, context) {
      try? context.output.write(answer)
      return .ok
    }
    // Have no flags until the command line is read.
    var commands = CommandLines()
    var isRead = false
    var theme = Settings.theme.early(flag: nil, context.environment)
    var isASCII = BlockGlyphs.isUTF8(context.environment) == false
    var redaction: Redaction?
    let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
    do {
      let line = try parser.parse(argv)
      commands = CommandLines(TargetFlags(line), carried: CommandTable.carriedFlags)
      isRead = true
      theme = Settings.theme.early(flag: line.text(Settings.theme), context.environment)
      isASCII = line.isASCII(in: context.environment)
      redaction = line[GlobalOptions.redact] ? Redaction(isASCII: isASCII) : nil
      return try await filtered(line)
    } catch {
      var failure = Failure(error, url: "")
      failure.pointer = (error as? UsageError)?.pointer(in: argv)
      if case .missingCommand(let path, _)? = error as? UsageError, let group = CommandTable.root.descendant(path) {
        failure.pointer = HelpRenderer.rows(group.subcommands, standard: nil).joined(separator: "\n")
        let meant = CommandSuggestions(root: CommandTable.root, path: path).forNone()
        if !meant.isEmpty { failure.nextStep = meant.map(\.guidance).joined(separator: "\n") }
      }
      // What is offered instead of a line that cannot be read is about the same engine.
      if !isRead { commands = CommandLines(TargetFlags(parser.globals(of: argv)), carried: CommandTable.carriedFlags) }
      await context.interruption.end()
      let asJSON = Self.asksForJSON(argv, context.environment)
      // A monitoring system reads standard output, and exit codes of its own.
      if CommandTable.command(at: parser.path(of: argv)) is CheckCommand.Type {
        return CheckCommand.end(redaction?.failure(failure, asData: asJSON) ?? failure, in: context, asJSON: asJSON)
      }
      // What was typed and what can be typed holds nothing of the account, and an error that hides it helps nobody.
      return failure.show(
        in: isASCII && !asJSON ? context.inASCII : context, asJSON: asJSON, commands, theme: theme,
        redaction: error is UsageError ? nil : redaction)
    }
  }

  /// Runs a line about one of several engines.
  private func run(_ line: ParsedLine) async -> ExitCode {
    do {
      return try await execute(line)
    } catch {
      await context.interruption.end()
      let failure = Failure(error, url: "")
      let asJSON = line.text(Settings.output) != OutputFormat.table.rawValue
      if CommandTable.command(at: line.path)?.isPlugin == true {
        return CheckCommand.end(failure, in: context, asJSON: asJSON)
      }
      return failure.show(
        in: context, asJSON: asJSON, CommandLines(TargetFlags(line), carried: CommandTable.carriedFlags),
        redaction: line[GlobalOptions.redact] ? Redaction(isASCII: line.isASCII(in: context.environment)) : nil)
    }
  }

  /// Runs the line, with what it writes going through `--jq`.
  private func filtered(_ line: ParsedLine) async throws -> ExitCode {
    guard let filter = try await JQFilter(line, of: CommandTable.command(at: line.path), in: context) else {
      return try await execute(line)
    }
    var program = self
    program.context.output = filter.sink
    program.context.observe = { [observe = context.observe] report in
      observe?(report)
      filter.note(report.sent)
    }
    do {
      let code = try await program.execute(line)
      try await filter.end(after: code)
      return code
    } catch {
      try await filter.end(insteadOf: error)
      throw error
    }
  }

  private func execute(_ line: ParsedLine) async throws -> ExitCode {
    if line.wantsHelp {
      let context = line.isASCII(in: context.environment) ? context.inASCII : context
      let pager = Pager(line, in: context)
      try await put(CommandTable.help(on: line.spec, path: line.path), to: context, pager)
      return .ok
    }
    if line.isVersionRequest {
      try context.output.write("hean \(Version.number)\n")
      return .ok
    }
    guard let type = CommandTable.command(at: line.path) else {
      throw Failure(.bug, "no command is registered for '\(line.path.joined(separator: " "))'")
    }
    try PriceAge.requireHeeded(line, by: type)
    try OfflineUse.requireKept(line, by: type)
    let command = try type.init(line)
    if case .text(let text)? = try command.runEarly(context) {
      try await put(text, to: context, type.effect == .reads ? Pager(line, in: context) : nil)
      return .ok
    }
    let chosen = try await chosen(line, type)
    let line = chosen?.line ?? line
    var session = try await session(line, type, in: chosen?.around(context) ?? context)
    session.chosen = chosen
    if let chosen, type.engines == .each {
      session.path = line.path
      let fleet = FleetRun(session, command, chosen) { line, context in await Program(context: context).run(line) }
      return try await show(try await fleet.run(), session)
    }
    if let target = context.target { session.target = target }
    session.path = line.path
    if command.effect == .reads, session.output.format == .table {
      session.pager = Pager(line, session.settings.pager, in: session.context)
    }
    defer { TutorialOffer.tell(in: session, command.effect) }
    session.recorder = type.keeps.map(LookRecorder.init)
    if line[GlobalOptions.offline], let name = type.keeps { try session.goOffline(name) }
    if let record = command.record {
      try await session.goToRecord(record)
    } else if let replay = context.replay {
      session = session.showing(replay)
    }
    do {
      let output = try await command.run(session)
      await context.interruption.stayed()
      let code = try await show(output, session)
      session.keepLook()
      await context.interruption.end()
      return code
    } catch {
      context.workLimit.end()
      var failure = session.failure(error)
      failure.avoid(line.path)
      failure.tellConsequence(of: command.effect, type, session)
      throw failure
    }
  }

  /// The engines of a line that names several; `nil` for a line about one.
  private func chosen(_ line: ParsedLine, _ type: any Command.Type) async throws -> ChosenEngines? {
    guard context.target == nil, context.replay == nil, let choice = try EngineChoice(line, of: type) else {
      return nil
    }
    var store = ConfigurationStore(directories: UserDirectories(environment: context.environment))
    store.known = context.configuration
    do {
      return try ChosenEngines(
        choice, line, await store.loadWithCommand(context.environment), context.environment)
    } catch ConfigurationError.homeMissing where type.engines == .together {
      return nil
    }
  }

  /// The session of a line. An engine that stands nowhere else is looked for in what the command of the configuration prints;
  /// where that fails, there is no such profile.
  private func session(_ line: ParsedLine, _ type: any Command.Type, in context: Context) async throws -> Session {
    func session(_ context: Context) throws -> Session {
      try Session(context: context, line: line, command: type, carried: CommandTable.carriedFlags)
    }
    do {
      let mayBeListed = context.configuration == nil && type.scope == .engine
      do {
        let session = try session(context)
        guard mayBeListed, case .unknownProfile? = session.configurationTrouble else { return session }
      } catch ConfigurationError.unknownProfile where mayBeListed {}
      let store = ConfigurationStore(directories: UserDirectories(environment: context.environment))
      var listed = context
      listed.configuration = try? await store.loadWithCommand(context.environment)
      return try session(listed)
    } catch let error as ConfigurationError where type.isEmergency {
      throw Failure(beforePanic: error, isPreview: line[OperationOptions.dryRun])
    }
  }

  /// Writes text of a whole answer, through the pager where it is taller than the terminal.
  private func put(_ text: String, to context: Context, _ pager: Pager?) async throws {
    if let pager, await pager.shows(text) { return }
    try context.output.write(text)
  }

  private func show(_ output: Output, _ session: Session) async throws -> ExitCode {
    switch output {
    case .ended(let code): return code
    case .text(let text):
      session.context.workLimit.end()
      if !text.isEmpty { try await put(text, to: session.context, session.pager) }
      return .ok
    case .report(let report):
      session.context.observe?(report)
      try session.noteBefore(report)
      do {
        try await write(report, session)
      } catch {
        throw report.sent.map {
          Failure(unwritten: error, after: $0, besides: report.failure, url: session.sourceURL)
        } ?? error
      }
      if let failure = report.failure, !session.output.isScreen {
        return session.show(failure)
      }
      return report.end
    }
  }

  /// Writes in pieces: one write per line is slow for 100 000 lines, and one write for all of them needs much memory.
  private func write(_ report: Report, _ session: Session) async throws {
    if let instead = report.instead {
      session.context.workLimit.end()
      return try session.context.output.writeBytes(Array(instead))
    }
    if let lines = try fitted(report, session) {
      session.context.workLimit.end()
      return try session.context.output.write(lines.map { $0 + "\n" }.joined())
    }
    var pending = ""
    try session.renderer.render(report) { piece in
      pending += piece
      // A pager gets all of it.
      guard pending.utf8.count > 65_536, session.pager == nil else { return }
      session.context.workLimit.end()
      try session.context.output.write(pending)
      pending = ""
    }
    session.context.workLimit.end()
    if !pending.isEmpty { try await put(pending, to: session.context, session.pager) }
  }

  /// The lines of a screen that would else scroll its first lines, the most important ones, out of the window; `nil` for
  /// any other output.
  private func fitted(_ report: Report, _ session: Session) throws -> [String]? {
    guard report.isFitted, let size = session.fittedWindow else { return nil }
    // The prompt and what stands on standard error need rows as well.
    let notes = report.notes.map { 1 + displayWidth($0) / max(1, size.columns) }.reduce(0, +)
    var renderer = session.renderer
    renderer.rest = "with --full"
    return try renderer.lines(report, fitting: max(1, size.rows - 1 - notes))
  }

  /// Searches the raw words, because the line may fail to parse.
  private static func asksForJSON(_ argv: [String], _ environment: [String: String]) -> Bool {
    let formats = ["json", "ndjson"]
    let inline = argv.contains { word in
      word == "--json" || word == "-j" || word == "--jq" || word.hasPrefix("--jq=")
        || formats.contains {
          word == "-o\($0)" || word == "-o=\($0)" || word == "--output=\($0)" || word == "--format=\($0)"
        }
    }
    let apart = zip(argv, argv.dropFirst()).contains {
      ["-o", "--output", "--format"].contains($0) && formats.contains($1)
    }
    return inline || apart || formats.contains(Settings.output.variable?.text(in: environment) ?? "")
  }
}
