import Foundation
import HeanCore
import HeanPractice

extension Session {
  /// The operations that this console recently sent to this engine.
  func pastAttempts(on snapshot: EngineSnapshot) -> PastAttempts {
    let runs: @Sendable () -> [AuditRun] = {
      let runs = try? AuditLog(environment: context.environment).latest()
      return (runs ?? []).filter { $0.isAbout(self) && $0.hasReachedEngine }
    }
    var tried = PastAttempts { runs().compactMap(\.attempt) }
    tried.panic = { runs().last { $0.attempt != nil && ($0.panic != nil || $0.mayHaveStarted) }?.panic }
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

extension AuditRun {
  fileprivate var hasReachedEngine: Bool { Outcome(rawValue: outcome)?.isUntaken != true }

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

  /// Whether the run may have started the engine. A start ends the state that a panic left.
  fileprivate var mayHaveStarted: Bool {
    ["engine.start", "engine.restart"].contains(verb) && outcome != Outcome.refused.rawValue
  }

  /// The run as a panic; `nil` for any other verb.
  fileprivate var panic: RecordedPanic? {
    guard verb == Panic.name, let at = lines.compactMap(\.time).max() ?? time else { return nil }
    return RecordedPanic(id: id, at: at, user: user, isFlat: ending == Outcome.flat.rawValue)
  }

  fileprivate var attempt: Attempt? {
    guard let verb, let at = lines.compactMap(\.time).max() ?? time else { return nil }
    return Attempt(
      verb: verb, targets: Set(lines.compactMap(\.target)), at: at,
      worked: outcome == Outcome.confirmed.rawValue)
  }
}
