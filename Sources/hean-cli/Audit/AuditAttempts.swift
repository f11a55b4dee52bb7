import Foundation
import HeanCore

extension Session {
  /// What was sent to this engine from here lately.
  func tried(on ground: EngineGround) -> Tried {
    let attempts: @Sendable () -> [Attempt] = {
      let log = try? AuditLog(environment: context.environment)
      return (log?.latestRuns() ?? []).compactMap { run in isOurs(run) ? run.attempt : nil }
    }
    if case .practice = settings.engine.value { return Tried(lastResort: "hean practice reset", attempts) }
    guard ground.isPractice else { return Tried(attempts) }
    return Tried(lastResort: "end the practice engine and serve it anew: hean practice serve", attempts)
  }

  private func isOurs(_ run: AuditRun) -> Bool {
    guard run.url == sourceURL else { return false }
    guard case .practice = settings.engine.value else { return true }
    // All practice worlds have one address.
    return Self.world(run.argv) == Self.world(line.argv)
  }

  private static func world(_ argv: [String]) -> [String] {
    let options = [GlobalOptions.scenario, GlobalOptions.seed, GlobalOptions.speed, GlobalOptions.quirk]
    return argv.indices.flatMap { index in
      options.contains { argv[index] == "--\($0.name)" }
        ? Array(argv[index...].prefix(2))
        : options.contains { argv[index].hasPrefix("--\($0.name)=") }
          ? argv[index].split(separator: "=", maxSplits: 1).map(String.init) : []
    }.sorted()
  }
}

extension AuditRun {
  /// `nil` when nothing was sent.
  fileprivate var attempt: Attempt? {
    guard let verb, let at = lines.compactMap(\.time).max() ?? time,
      outcome != MutationResult.Outcome.notSent.rawValue
    else { return nil }
    return Attempt(verb: verb, at: at, worked: outcome == MutationResult.Outcome.confirmed.rawValue)
  }
}
