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
    let outcome: ChildProcess.Outcome
    do throws(ChildProcess.Failure) {
      // It is told no secret of this process.
      let environment = environment.filter {
        ![Settings.codeVariable.name, Settings.apiKeyVariable.name].contains($0.key)
      }
      outcome = try await ChildProcess.run(
        ["/bin/sh", "-c", command], environment: environment, deadline: deadline, outputLimit: most)
    } catch {
      throw .unreadable(reason: "\(commandKey) \(problem(error))")
    }
    guard outcome.end == .exited(code: 0) else {
      throw .unreadable(reason: "\(commandKey) failed: it prints the engines, and has to end with 0")
    }
    return try ConfigurationParser.profiles(ofList: outcome.output, path: commandKey).profiles
  }

  private static func problem(_ failure: ChildProcess.Failure) -> String {
    switch failure {
    case .notStarted(let reason): "cannot be started: \(reason)"
    case .deadlineExceeded: "took longer than \(Spans.exact(deadline)) and was ended"
    case .tooMuchOutput(let limit): "printed more than \(limit) bytes and was ended"
    case .cancelled: "was interrupted"
    }
  }
}

extension LoadedConfiguration {
  /// Adds engines of a list; profiles of the configuration stay as they are.
  mutating func add(_ profiles: [String: ConfigurationFile.Profile]) {
    file.profiles.merge(profiles) { own, _ in own }
  }
}
