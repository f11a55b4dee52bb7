import HeanCore
import HeanNetworking
import HeanPractice

extension SettingFlags {
  /// - Parameter command: the command of the line.
  init(_ line: ParsedLine, for command: (any Command.Type)? = nil) {
    // The commands of `hean practice` are about the practice engine, whatever profile is used.
    self.init(practice: line[GlobalOptions.practice] || command?.scope == .practice)
    // `hean wait` has a `--timeout` of its own with another meaning.
    let own = line.spec.options.map(\.name)
    for setting in Settings.global where !own.contains(setting.name) {
      self[setting] = line.text(setting) ?? (line.isGiven(setting) ? "true" : nil)
    }
    if line[GlobalOptions.json] { self[Settings.output] = OutputFormat.json.rawValue }
    if line.isGiven(GlobalOptions.jq), self[Settings.output] == nil {
      self[Settings.output] = OutputFormat.json.rawValue
    }
  }
}

extension Session {
  /// Finds all settings from the line, the environment and the profile, once.
  /// - Parameters:
  ///   - command: the command of the line.
  ///   - carried: which of the flags that chose the engine a command needs, by its first words.
  init(
    context: Context, line: ParsedLine, command: any Command.Type,
    carried: @escaping @Sendable ([String]) -> CarriedFlags
  ) throws {
    let environment = context.environment
    var store = ConfigurationStore(directories: UserDirectories(environment: environment))
    store.known = context.configuration
    let flags = SettingFlags(line, for: command)
    let need = ConfigurationNeed(flags: flags, environment: environment, command: command)
    let (configuration, settings, trouble, isEngineKnown) =
      command.examinesConfiguration ? try need.examined(from: store) : try need.known(from: store)
    if !settings.isPractice,
      let stray = GlobalOptions.world.first(where: { line.isGiven($0) })
    {
      throw UsageError.contradiction(
        "--\(stray.name) is about the practice engine, and this run talks to a real one", nextStep: "add --practice")
    }
    if line[GlobalOptions.json], let other = line.text(Settings.output), other != OutputFormat.json.rawValue {
      throw UsageError.contradiction("--json and --output \(other) contradict each other", nextStep: "keep one of them")
    }
    maxAge = try line[GlobalOptions.maxAge]
    let fields = line.text(GlobalOptions.fields)?.split(separator: ",").map {
      $0.trimmed()
    }
    if fields?.isEmpty == true { throw line.invalid(GlobalOptions.fields, "", expected: "names such as symbol,side") }
    let sort = try line[GlobalOptions.sort]
    if sort != nil, command.prices == .streamed {
      throw UsageError.contradiction(
        "--sort does not apply to a stream, which shows events as they come", nextStep: "leave it out")
    }
    let isASCII = line.isASCII(in: context.environment)
    // Data formats are UTF-8 wherever they are read.
    self.context = isASCII && settings.output.value == .table ? context.inASCII : context
    if settings.isUnasked.value { self.context.input.isUnasked = true }
    if line[GlobalOptions.verbose] {
      let errors = self.context.errors
      self.context.trace = { event in try? errors.write(sanitized(event.line) + "\n") }
    }
    isQuiet = line[GlobalOptions.quiet]
    if isQuiet, line[GlobalOptions.verbose] {
      throw UsageError.contradiction("--quiet and --verbose contradict each other", nextStep: "keep one of them")
    }
    target = EngineTarget(settings, quirks: Self.quirks(line.texts(GlobalOptions.quirk)), flags: TargetFlags(line))
    output = OutputStyle(settings, fields: fields, sort: sort, isASCII: isASCII, in: context)
    if line[GlobalOptions.redact] { output.redaction = Redaction(isASCII: isASCII) }
    invocation = Invocation(argv: line.argv)
    self.settings = settings
    self.configuration = configuration
    self.store = store
    self.carried = carried
    if !isQuiet, self.context.errors.isTerminal || output.format != .table {
      self.context.waits = WaitNotice(
        engine: target.sourceURL, isTerminal: self.context.errors.isTerminal,
        isInPlace: self.context.errors.isTerminal && output.format == .table && self.context.trace == nil
          && ColourDecision.knowsSequences(self.context.environment), elapsed: context.elapsed)
    }
    self.isEngineKnown = isEngineKnown
    // Told in the answer.
    guard !command.examinesConfiguration else {
      configurationTrouble = trouble
      return
    }
    if let trouble { warn("\(trouble.message); going on without this file") }
    for warning in configuration.warnings { warn(warning.message) }
    for text in settings.notes { warn(text) }
  }

  /// The quirks of a stock engine and those that were named; `none` removes those of the stock engine.
  private static func quirks(_ names: [String]) -> Set<PracticeQuirk> {
    (names.contains("none") ? [] : PracticeQuirk.stock).union(names.compactMap(PracticeQuirk.init(rawValue:)))
  }
}
