import Foundation
import HeanNetworking
import HeanPractice

extension SettingFlags {
  init(_ line: ParsedLine) {
    self.init(
      url: line.text(GlobalOptions.url), profile: line.text(GlobalOptions.profile),
      // The verbs of `hean practice` are about the practice engine, whatever the profile.
      practice: line[GlobalOptions.practice] || CommandTable.command(at: line.path)?.scope == .practice,
      apiKeyFile: line.text(GlobalOptions.apiKeyFile),
      // `hean wait` has one of its own, of another meaning.
      timeout: line.spec.options.contains { $0.name == GlobalOptions.timeout.name }
        ? nil : line.text(GlobalOptions.timeout),
      timeZone: line.text(GlobalOptions.timezone),
      output: line[GlobalOptions.json] ? OutputFormat.json.rawValue : line.text(GlobalOptions.output),
      color: line.text(GlobalOptions.color), seed: line.text(GlobalOptions.seed),
      scenario: line.text(GlobalOptions.scenario), speed: line.text(GlobalOptions.speed))
  }
}

extension Session {
  /// Resolves everything the line, the environment and the profile say, once.
  init(context: Context, line: ParsedLine) throws {
    let environment = context.environment
    let store = ConfigurationStore(directories: UserDirectories(environment: environment))
    let flags = SettingFlags(line)
    let need = FileNeed(flags: flags, environment: environment, path: line.path)
    let (configuration, settings, trouble) = try need.settings(from: store)
    if !settings.isPractice,
      let stray = GlobalOptions.world.first(where: { line.isGiven($0) })
    {
      throw UsageError.contradiction(
        "--\(stray.name) is about the practice engine, and this run talks to a real one", nextStep: "add --practice")
    }
    if line[GlobalOptions.json], let other = line.text(GlobalOptions.output), other != OutputFormat.json.rawValue {
      throw UsageError.contradiction("--json and --output \(other) contradict each other", nextStep: "keep one of them")
    }
    self.context = context
    self.line = line
    self.settings = settings
    self.configuration = configuration
    self.store = store
    timeZone = settings.timeZone.value
    maxAge = try line[GlobalOptions.maxAge]
    let fields = line.text(GlobalOptions.fields)?.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    if fields?.isEmpty == true { throw line.invalid(GlobalOptions.fields, "", expected: "names such as symbol,side") }
    let isTerminal = context.output.isTerminal
    renderer = ReportRenderer(
      format: settings.output.value,
      fields: fields,
      width: ColourDecision.width(isTerminal: isTerminal, columns: context.columns, environment: environment),
      palette: Palette(
        isEnabled: ColourDecision.isColoured(
          isTerminal: isTerminal, choice: settings.color.value, environment: environment)),
      zone: timeZone, isTerminal: isTerminal, aim: Aim(line))
    if let trouble { note("\(trouble.message); going on without this file") }
    for warning in configuration.warnings { note(warning.message) }
    for text in settings.notes { note(text) }
  }

  /// The world that the settings ask for.
  func practiceConfiguration() throws -> PracticeConfiguration {
    let name = settings.practiceScenario.value
    guard let scenario = PracticeScenario(rawValue: name) else {
      throw Failure(
        .configuration, "no practice scenario '\(name)' (\(settings.practiceScenario.origin))",
        nextStep: "hean practice scenarios")
    }
    return PracticeConfiguration(
      seed: settings.practiceSeed.value, scenario: scenario,
      speed: NSDecimalNumber(decimal: settings.practiceSpeed.value).doubleValue, quirks: quirks)
  }

  /// What a stock engine does, and what was asked for; `none` leaves the first out.
  private var quirks: Set<PracticeQuirk> {
    let names = line.texts(GlobalOptions.quirk)
    return (names.contains("none") ? [] : PracticeQuirk.stock).union(names.compactMap(PracticeQuirk.init(rawValue:)))
  }

  /// The key for the engine, fetched from its source now.
  /// - Parameter limit: for a command that tells it.
  func apiKey(within limit: Duration? = nil) async throws -> APIKey? {
    guard let source = settings.apiKey else { return nil }
    var reader = APIKeyReader(environment: context.environment)
    if let limit { reader.commandDeadline = min(limit, reader.commandDeadline) }
    return APIKey(try await reader.read(source))
  }
}
