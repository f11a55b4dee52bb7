import HeanCore
import HeanNetworking

/// One run of one command: its context, its engine, and how it answers.
struct Session: Sendable {
  var context: Context
  var target: EngineTarget
  var output: OutputStyle
  /// Greatest accepted age of prices (`--max-age`).
  var maxAge: Duration?
  /// Whether standard error gets no hints and no progress (`--quiet`).
  var isQuiet = false
  var invocation: Invocation
  /// For commands about the configuration.
  var settings: EffectiveSettings
  var configuration: LoadedConfiguration
  var store: ConfigurationStore
  /// Which of the flags that chose the engine a command needs, by its first words.
  var carried: @Sendable ([String]) -> CarriedFlags

  /// What is wrong with the configuration, in a run that tells it (`Command.examinesConfiguration`).
  var configurationTrouble: ConfigurationError?
  /// Whether it is known which engine is meant; only in such a run it may not be.
  var isEngineKnown = true
  /// The earlier look that is shown (`--offline`); `nil` when the engine is asked.
  var offline: OfflineLook?
  /// The record that is shown (`--from recorded`, `--at`); `nil` when the engine is asked.
  var record: RecordedReading?
  /// Gathers what this run reads, to be kept; `nil` when it is not.
  var recorder: LookRecorder?
  /// The names of the command.
  var path: [String] = []
  /// The engines that a line is about which names several; `nil` for the engine of the session alone.
  var chosen: ChosenEngines?
  /// Shows what is taller than the terminal; `nil` where all of it is written.
  var pager: Pager?

  /// Writes commands for the engine of this run.
  var commands: CommandLines { CommandLines(target.flags, carried: carried) }
  var renderer: ReportRenderer {
    var renderer = ReportRenderer(
      format: output.format, fields: output.fields, sort: output.sort, width: width, palette: output.palette,
      zone: output.zone, isTerminal: output.isTerminal, commands: commands, redaction: output.redaction)
    renderer.hasHints = !isQuiet
    renderer.groupsDigits = settings.groupsDigits.value
    return renderer
  }

  /// Columns to draw in: those that the window has now; `nil` without a terminal.
  var width: Int? {
    guard context.isDrawnInPlace, context.environment["COLUMNS"] == nil else { return output.width }
    return context.terminalSize()?.columns ?? output.width
  }

  /// Rows of the lowest window in which verdicts and first step have room; in a lower one people scroll.
  private static let leastRows = 12

  /// The window to which a long screen is fitted; `nil` where nothing is left out: without a terminal, in a data format,
  /// and in a very low window.
  var fittedWindow: (columns: Int, rows: Int)? {
    guard output.format == .table, context.isDrawnInPlace, let size = context.terminalSize(),
      size.rows >= Self.leastRows
    else { return nil }
    return size
  }

  /// The name of the profile, when the engine is the one that it names.
  var profile: String? { target.profile }

  /// The engine's address in a form that may be shown.
  var sourceURL: String { target.sourceURL }

  /// Why it is not certain which engine is meant: the configuration could not be read, and nothing else names one. `nil`
  /// when it is.
  var engineDoubt: String? {
    let variable = Settings.url.variable
    guard configuration.path.isEmpty, target.flags.words.isEmpty, variable?.text(in: context.environment) == nil
    else { return nil }
    return "the configuration cannot be used, so it is not known which engine is meant"
  }

  /// A time as text, in the chosen zone.
  func timestamp(_ date: Date?) -> String { output.zone.timestamp(date) }

  /// Seconds since a time that was typed, read in the chosen zone.
  func seconds(since moment: TypedSince) throws -> Decimal {
    guard let seconds = moment.since.seconds(before: context.now(), in: output.zone) else {
      throw moment.invalid(expected: "a time in the past")
    }
    return seconds
  }

  /// Writes a hint or what is going on to standard error, unless the run is to be quiet (`--quiet`).
  func note(_ text: String) { if !isQuiet { warn(text) } }

  /// Writes to standard error what went wrong beside the answer; as a JSON object when errors are JSON.
  func warn(_ text: String) {
    let isJSON = output.format.isJSON
    let redaction = isJSON ? output.redaction.map { _ in Redaction.data } : output.redaction
    let text = sanitized(redaction?.text(text) ?? text)
    let erasure = context.waits?.taken() ?? ""
    try? context.errors.write(erasure + (isJSON ? JSONText.compact(["note": .string(text)]) : "hean: \(text)") + "\n")
  }

  /// Connects to the engine for reads, until the body ends.
  func withEngine<Value: Sendable>(
    _ body: @Sendable (EngineReader) async throws -> Value
  ) async throws -> Value {
    if let record {
      // What is remembered of the engine is of now, and would stand beside what was true then.
      let engine = RecordedEngine(record.past, url: sourceURL, reach: record.moment == nil ? .wholeSpan : .asEngine)
      // What the exchange showed at the end of some days does not belong beside all that was in them.
      let witness = record.moment == nil ? nil : engine.witness
      return try await body(
        EngineReader(
          transport: engine, repeated: nil, triesAgain: false, isOfEarlierLook: !record.isReplay, witness: witness))
    }
    if let offline {
      let memory = target.memory(in: context).map { ReadOnlyMemory(memory: $0) }
      return try await body(EngineReader(earlierLook: KeptTransport(offline.look), memory: memory))
    }
    return try await tellingWaits(.read) {
      try await remembering { memory in
        try await target.withEngine(in: context, memory: memory, recorder: recorder, body)
      }
    }
  }

  /// The same for verbs, which change the engine.
  func withControl<Value: Sendable>(
    readDeadline: Duration? = nil, keyDeadline: Duration? = nil, _ body: @Sendable (EngineClient) async throws -> Value
  ) async throws -> Value {
    try await remembering { memory in
      try await target.withControl(
        in: context, memory: memory, readDeadline: readDeadline, keyDeadline: keyDeadline, body)
    }
  }

  /// The same for a stream and reads.
  /// - Parameter readDeadline: of each read.
  func withFeed<Value: Sendable>(
    _ topics: [Topic], _ options: StreamOptions, readDeadline: Duration = .seconds(10),
    _ body: @Sendable (EngineClient, EventStream) async throws -> Value
  ) async throws -> Value {
    try await remembering { memory in
      try await target.withFeed(
        in: context, memory: memory, topics, options, readDeadline: readDeadline, body)
    }
  }

  /// Gives what is remembered of the engine to the body, and says once when that could not be kept.
  func remembering<Value: Sendable>(
    _ body: @Sendable (EngineMemoryFile?) async throws -> Value
  ) async throws -> Value {
    guard record == nil else {
      throw Failure(.usage, "this needs the engine, and a record is shown", nextStep: "run it in a shell")
    }
    let memory = target.memory(in: context)
    defer { if let problem = memory?.problem { warn(problem) } }
    return try await body(memory)
  }

  /// - Throws: exit 4 when `--max-age` was given and the prices of an answer are older, or of unknown age.
  func checkAge(_ age: Decimal?) throws {
    guard let maxAge else { return }
    guard let age, age <= maxAge.decimalSeconds else { throw Failure(age: age, olderThan: maxAge) }
  }
}
