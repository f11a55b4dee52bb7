import HeanCore
import HeanNetworking

/// The engines that a line is about, each by its profile. Every one has its own address, key and limits; nothing of one
/// reaches another.
struct ChosenEngines: Sendable {
  var names: [String]
  /// Whether they were chosen by a group, a pattern, or as all there are.
  var isPattern: Bool
  /// The line without what chose them.
  var line: ParsedLine
  private let configuration: LoadedConfiguration
  private let environment: [String: String]

  /// - Returns: `nil` where a command that is about all engines finds no profile: it is about the usual engine then.
  init?(
    _ choice: EngineChoice, _ line: ParsedLine, _ configuration: LoadedConfiguration, _ environment: [String: String]
  ) throws {
    names = try choice.names(in: configuration.file)
    isPattern = choice.isPattern
    self.configuration = configuration
    self.environment = Settings.withoutOneEngine(environment)
    self.line = line
    self.line.drop(Settings.profile)
    self.line.drop(Settings.group)
    self.line.drop(GlobalOptions.everyEngine)
    guard names.isEmpty else { return }
    if line[GlobalOptions.everyEngine] {
      throw Failure(
        .configuration, "there is no profile, so there is no engine that --all could mean",
        nextStep: .command(.profileAdd, "main", "--url", "http://127.0.0.1:8000"))
    }
    return nil
  }

  /// For what is said about all of them: no profile is in use.
  func around(_ context: Context) -> Context {
    var context = context
    context.environment = environment
    var configuration = configuration
    configuration.file.current = nil
    context.configuration = configuration
    return context
  }

  /// For a run about one of them on the same terminal.
  func about(_ context: Context) -> Context {
    var context = context
    context.environment = environment
    context.configuration = configuration
    return context
  }

  /// The greatest answers of an engine are a few hundred KiB.
  private static let leastAnswer = 8 << 20

  /// For a run about one of them, inside another run and with limits of its own: all together may not answer more than one
  /// alone, or a few that flood would end the look at the others.
  func inside(_ context: Context) -> Context {
    var context = context.nested
    context.environment = environment
    context.configuration = configuration
    context.answerLimit = max(Self.leastAnswer, TransportConfiguration.usualBodyLimit / max(1, names.count))
    context.runInFront = nil
    context.offersTutorial = false
    context.input = Input(isTerminal: false, readLine: { nil }, readSecret: { _ in "" })
    return context
  }

  /// The same line about one of them.
  func line(for name: String) -> ParsedLine {
    var line = line
    line.put(Settings.profile, name)
    line.argv = ["--\(Settings.profile.name)", name] + words
    return line
  }

  /// The words that were typed, without those that chose the engines.
  private var words: [String] {
    let choosing = [Settings.profile.spec, Settings.group.spec, GlobalOptions.everyEngine.spec]
    var left: Set<Int> = []
    for element in SplitArguments(line.argv).elements {
      let option: OptionSpec?
      let isJoined: Bool
      switch element.shape {
      case .long(let name, let value): (option, isJoined) = (choosing.first { $0.name == name }, value != nil)
      case .short(let cluster):
        (option, isJoined) = (choosing.first { $0.short != nil && $0.short == cluster.first }, cluster.count > 1)
      case .word: continue
      }
      guard let option, !left.contains(element.index) else { continue }
      left.insert(element.index)
      if option.takesValue, !isJoined { left.insert(element.index + 1) }
    }
    return line.argv.indices.filter { !left.contains($0) }.map { line.argv[$0] }
  }

  /// A session about one of them, as the line would have it with its profile.
  func session(of name: String, in outer: Session) throws(ConfigurationError) -> Session {
    var flags = SettingFlags(line)
    flags[Settings.profile] = name
    let settings = try EffectiveSettings.resolve(flags: flags, environment: environment, file: configuration)
    var session = outer
    session.chosen = nil
    session.context = inside(outer.context)
    session.settings = settings
    session.target = EngineTarget(
      settings,
      flags: TargetFlags(words: ["-p", name], profile: ["-p", name]))
    return session
  }
}
