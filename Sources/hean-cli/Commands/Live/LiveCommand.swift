import HeanCore
import Synchronization

struct LiveCommand: Command {
  static let effect = CommandEffect.streams
  static let engines = EnginesUse.togetherWhenNamed
  static let linear = Flag(
    "linear", help: "labelled lines instead of a screen: for screen readers and simple terminals")
  static let replay = Option(
    "replay", "TIME", .since, help: "play the record of this engine from then on, without asking it: 2h (ago), 01:40")
  static let pace = Option(
    "pace", "X", .positive, help: "with --replay: recorded seconds in one second (60)")
  static let cast = Option(
    "cast", "FILE", .file("standard output is the screen that is recorded"),
    help: "record the screen in this new file (asciicast v2)")
  static let restore = Flag("restore", help: "only set this terminal back, after hean was killed with SIGKILL")
  static let spec = CommandSpec(
    name: "live", aliases: ["console", "top"], summary: "The engine on one full screen, for days",
    discussion: """
      Panes show the money, what trades and what stops it, positions, orders, risk, strategies, the way of signals, \
      events, a chart and prices; they follow the engine's events. 1 to 6 change the screen, ? shows all keys.

      It starts locked: no key changes the engine, and ':' runs only what reads. U unlocks, after a name was typed, until \
      no key came for the time of --unlock-for; then it locks itself. Unlocked, a verb shows its plan and asks as on \
      the command line, and only the whole word 'yes' (or the name) agrees: no single key, no Enter alone, no paste.

      A pane whose figures are old is dimmed and has their time in its title. While the engine does not answer, everything \
      stays with its time, and the first line says so.

      --replay plays what the recorder has kept, a day at most, from look to look: r holds it, [ and ] go from look to \
      look, { and } ten minutes, - and + change the pace. The engine is not asked, nothing is sent, and ':' shows what \
      was so at that moment. Next steps are those of that moment, too.
      """,
    examples: [
      Example("hean live", "the console of the engine in use"),
      Example("hean --practice live", "try it on the built-in engine"),
      Example("hean live --all", "every engine in a row, the worst first; Enter opens one"),
      Example("hean live --linear", "the same facts as lines"),
      Example("hean live --replay 02:00", "what was on the screen in the night, a minute in a second"),
      Example("hean live --restore", "set the terminal back after a SIGKILL"),
    ],
    options: [Options.unlockFor, linear, replay, pace, cast, restore])

  var unlockSpan: Duration
  var isLinear: Bool
  var cast: String?
  var isRestoring: Bool
  var replay: TypedSince?
  var pace: Decimal
  /// Options of this run that the commands in it need too, as words.
  private let carried: [String]

  init(_ line: ParsedLine) throws(UsageError) {
    unlockSpan = try line[Options.unlockFor]
    isLinear = line[Self.linear]
    cast = try line[Self.cast]
    isRestoring = line[Self.restore]
    replay = try line[Self.replay]
    pace = try line[Self.pace] ?? 60
    if replay == nil, line.isGiven(Self.pace) {
      throw .contradiction("--pace is for a record that is played", nextStep: "add --replay TIME, or leave it out")
    }
    carried = Self.carried(by: line)
  }

  private static func carried(by line: ParsedLine) -> [String] {
    let flags = [GlobalOptions.ascii, GlobalOptions.redact].filter { line[$0] }.map { "--\($0.name)" }
    let settings = Settings.global.filter { setting in
      line.isGiven(setting)
        && ![
          Settings.profile.name, Settings.group.name, Settings.url.name, Settings.apiKeyFile.name, Settings.output.name,
        ].contains(
          setting.name)
        && !GlobalOptions.world.contains { $0.name == setting.name }
    }
    return flags + settings.flatMap { setting in ["--\(setting.name)"] + (line.text(setting).map { [$0] } ?? []) }
  }

  func run(_ session: Session) async throws -> Output {
    if let chosen = session.chosen { return try await run(session, chosen) }
    let commands = Self.commands(carried: carried)
    var session = session
    let began = session.context.now()
    if let replay {
      let player = try await session.replay(from: replay, pace: pace)
      session.context.replay = player
      session.context.now = { player.shown }
    }
    // A terminal that knows no escape sequences gets lines.
    if isLinear || session.context.output.isTerminal && !session.context.isDrawnInPlace {
      session.output.palette = Palette(session.settings.theme.value.theme, nil)
      return try await LinearRun(session: session, commands: commands).run()
    }
    guard session.context.output.isTerminal, session.context.input.isTerminal else {
      throw Failure(
        .usage, "a full screen needs a terminal on standard input and output", nextStep: "add --linear for lines")
    }
    let failure = Mutex<FileError?>(nil)
    let size = session.context.terminalSize() ?? (80, 24)
    let recorder = try cast.map { path in
      try CastWriter(
        path, columns: size.columns, rows: size.rows, environment: session.context.environment,
        now: began, elapsed: session.context.elapsed
      ) { error in failure.withLock { $0 = error } }
    }
    // Told when there is a place for it again.
    defer { if let error = failure.withLock({ $0 }) { session.warn("the recording ended early: \(error.message)") } }
    let keys = session.settings.liveKeys
    return try await LiveRun(
      session: session, commands: commands, unlockSpan: unlockSpan,
      keys: try KeyMap.read(keys.value, from: keys.origin.description), cast: recorder
    ).run()
  }

  /// Between two looks at each of several engines.
  private static let fleetPace = Duration.seconds(5)

  /// Several engines on one screen; the console of one of them lies over it until it is left.
  private func run(_ session: Session, _ chosen: ChosenEngines) async throws -> Output {
    if isLinear || replay != nil || cast != nil {
      throw UsageError.contradiction(
        "--linear, --replay and --cast are about one engine", nextStep: "name one engine, or leave them out")
    }
    guard session.context.isDrawnInPlace, session.context.input.isTerminal else {
      throw Failure(
        .usage, "a full screen needs a terminal on standard input and output",
        nextStep: "rows of all of them: \(.command(.fleet, choosing: []))")
    }
    let board = FleetBoard(session, chosen.names, interval: Self.fleetPace)
    return try await FleetScreen(session: session, board: board) { engine in
      let context = chosen.about(session.context)
      _ = await session.context.runLine?(["live", "--profile", engine] + carried, context)
    }.run()
  }

  /// Sets a terminal back whatever is wrong with the configuration.
  func runEarly(_ context: Context) throws -> Output? {
    guard isRestoring else { return nil }
    guard context.output.isTerminal else {
      throw Failure(.usage, "there is no terminal on standard output to set back", nextStep: "run it in that terminal")
    }
    guard TerminalRestoring.restore() else {
      throw Failure(.temporary, "the terminal took no settings", nextStep: "try 'stty sane'")
    }
    return .text("")
  }

  /// - Throws: for what would answer the question of a verb in advance, and for another engine than that of the console.
  private static func refuse(_ line: ParsedLine) throws(UsageError) {
    let consents: [any AnyOption] = [
      OperationOptions.yes, OperationOptions.confirm, OperationOptions.plan, OperationOptions.noAudit,
    ]
    if let option = consents.first(where: { line.isGiven($0) }) {
      throw .contradiction("--\(option.name) has no place here: this screen asks", nextStep: "leave it out")
    }
    let choices: [any AnyOption] =
      [Settings.profile, Settings.group, Settings.url, Settings.apiKeyFile, GlobalOptions.practice]
      + GlobalOptions.world
    let isAll = line[GlobalOptions.everyEngine] && !line.spec.options.contains { $0.name == "all" }
    if let option = choices.first(where: { line.isGiven($0) }) ?? (isAll ? GlobalOptions.everyEngine : nil) {
      throw .contradiction(
        "this console is about one engine, and --\(option.name) is about another", nextStep: "leave it out")
    }
  }

  /// What the console may know of the commands.
  static func commands(carried: [String]) -> LiveCommands {
    LiveCommands(
      effect: { words in
        let line = try ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all).parse(words)
        try refuse(line)
        if line.wantsHelp || line.isVersionRequest { return .reads }
        guard let type = CommandTable.command(at: line.path) else { return .changesMachine }
        return try type.init(line).effect
      }, names: { CommandTable.names(after: $0) }, carried: carried)
  }
}
