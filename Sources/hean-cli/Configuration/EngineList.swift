import HeanCore

/// A list of engines that another program writes: a file beside the configuration, or what a command prints. Each engine is
/// a profile then, as if it stood in the configuration, which has priority over the list.
enum EngineList {
  /// The file, in the directory of the configuration.
  static let file = "engines.json"
  /// The key of the configuration file with the command.
  static let commandKey = "engines_command"

  private static let deadline = Duration.seconds(10)
  /// Of what the command prints, in bytes.
  private static let most = 4 << 20

  /// What the command prints, as profiles.
  static func printed(
    by command: String, environment: [String: String]
  ) async throws(ConfigurationError) -> [String: ConfigurationFile.Profile] {
    let printed: Data
    do throws(ConfiguredCommand.Problem) {
      printed = try await ConfiguredCommand.output(
        of: command, environment: environment, deadline: deadline, limit: most)
    } catch {
      throw .listCommandFailed(problem: error.words)
    }
    return try ConfigurationParser.profiles(ofList: printed, path: commandKey).profiles
  }
}

extension LoadedConfiguration {
  /// Adds engines of a list; profiles of the configuration stay as they are.
  mutating func add(_ profiles: [String: ConfigurationFile.Profile]) {
    file.profiles.merge(profiles) { own, _ in own }
  }
}
