import HeanCore
import HeanPractice
import Synchronization

extension Session {
  /// The operations that this console recently sent to this engine.
  func pastAttempts(on snapshot: EngineSnapshot) -> PastAttempts {
    // The log is read once, and only where something is stopped or was tried.
    let read = Lazy { latestRuns.filter(\.hasReachedEngine).compactMap(\.attempt) }
    var tried = PastAttempts { read.value }
    tried.unprovenCloses = { unprovenCloses($0) }
    if case .practice = settings.engine.value {
      let scenario = settings.practiceScenario.value
      // A new world would be blocked in the same way.
      tried.lastResort =
        PracticeScenario(rawValue: scenario)?.staysBlocked == true
        ? "the scenario \(scenario) is made so; choose another: \(.query(.practiceScenarios))"
        : .operation(.resetPractice)
    } else if snapshot.isPractice {
      tried.lastResort = "end the practice engine and serve it anew: \(.operation(.servePractice))"
    }
    return tried
  }
}

/// A value that is made when it is needed first.
private final class Lazy<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}

extension AuditItem {
  /// Whether it is about the engine of this session; a remark knows of no practice worlds.
  func isAbout(_ session: Session) -> Bool { run?.isAbout(session) ?? (url == session.sourceURL) }
}

extension AuditRun {
  fileprivate var hasReachedEngine: Bool { OperationOutcome(rawValue: outcome)?.isUntaken != true }

  /// Whether the run was sent to the engine of this session.
  func isAbout(_ session: Session) -> Bool {
    guard url == session.sourceURL else { return false }
    guard session.target.isPractice else { return true }
    // All practice worlds have the same address, so their options are compared as well.
    return Self.world(argv) == Self.world(session.invocation.words)
  }

  private static func world(_ argv: [String]) -> Set<String> {
    let names = Set(
      GlobalOptions.world.map { "--\($0.name)" })
    let apart = zip(argv, argv.dropFirst()).filter { names.contains($0.0) }.map { "\($0.0)=\($0.1)" }
    return Set(apart + argv.filter { word in names.contains { word.hasPrefix($0 + "=") } })
  }

  fileprivate var attempt: Attempt? {
    guard let operation, let at = calls.compactMap(\.concludedAt).max() ?? time else { return nil }
    var attempt = Attempt(
      operation, targets: Set(calls.compactMap(\.target)), at: at,
      worked: [OperationOutcome.confirmed, .flat].map(\.rawValue).contains(outcome))
    (attempt.id, attempt.user, attempt.reason) = (id, user, reason)
    return attempt
  }
}
