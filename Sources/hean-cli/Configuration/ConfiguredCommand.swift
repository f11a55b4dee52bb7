import HeanCore

/// A command of the configuration that prints something: a key, or a list of engines.
enum ConfiguredCommand {
  /// Why there is no output to use.
  struct Problem: Error, Equatable {
    /// Behind the name of the setting.
    var words: String
  }

  /// What it has printed when it ended with 0. It is told no secret of this process.
  /// - Parameter limit: of what it prints, in bytes.
  static func output(
    of line: String, environment: [String: String], deadline: Duration, limit: Int = 65_536
  ) async throws(Problem) -> Data {
    let outcome: ChildProcess.Outcome
    do throws(ChildProcess.Failure) {
      outcome = try await ChildProcess.run(
        ["/bin/sh", "-c", line], environment: Settings.withoutSecrets(environment), deadline: deadline,
        outputLimit: limit)
    } catch {
      switch error {
      case .notStarted(let reason): throw Problem(words: "cannot be started: \(reason)")
      case .deadlineExceeded: throw Problem(words: "took longer than \(Spans.exact(deadline)) and was killed")
      case .tooMuchOutput(let limit): throw Problem(words: "printed more than \(limit) bytes and was killed")
      case .cancelled: throw Problem(words: "was interrupted")
      }
    }
    switch outcome.end {
    case .exited(code: 0): return outcome.output
    case .exited(let code): throw Problem(words: "ended with exit code \(code)")
    case .killed(let signal): throw Problem(words: "was killed by signal \(signal)")
    }
  }
}
