import Foundation
import HeanCore

extension Session {
  /// One reading of what was seen for every screen, with steps that meet this engine.
  func diagnose(_ observation: Observation, scope: DiagnosisScope = DiagnosisScope(), now: Date) -> Diagnosis {
    var diagnosis = Diagnosis(observation, scope: scope, tried: tried(on: observation.ground), now: now)
    diagnosis.offer { aim($0) }
    return diagnosis
  }

  /// What was sent to this engine from here lately.
  func tried(on ground: EngineGround) -> Tried {
    let runs: @Sendable () -> [AuditRun] = {
      // Some dozens of runs; what is looked for is an hour old at most.
      let runs = try? AuditLog(environment: context.environment).runs(inLast: 65_536) { _ in true }
      return (runs ?? []).filter(isOurs)
    }
    var tried = Tried { runs().compactMap(\.attempt) }
    tried.panic = { runs().last { $0.attempt != nil && ($0.panic != nil || $0.mayHaveStarted) }?.panic }
    if case .practice = settings.engine.value {
      tried.lastResort = "hean practice reset"
    } else if ground.isPractice {
      tried.lastResort = "end the practice engine and serve it anew: hean practice serve"
    }
    return tried
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
  /// What ends a panic.
  fileprivate var mayHaveStarted: Bool {
    let refusals: [MutationResult.Outcome] = [.refused, .notAuthorised, .rateLimited]
    return ["engine.start", "engine.restart"].contains(verb) && !refusals.contains { $0.rawValue == outcome }
  }

  /// `nil` for any other verb.
  fileprivate var panic: StoppedOnPurpose? {
    guard verb == PanicSequence.name, let at = lines.compactMap(\.time).max() ?? time else { return nil }
    return StoppedOnPurpose(id: id, at: at, user: user)
  }

  /// `nil` when nothing was sent.
  fileprivate var attempt: Attempt? {
    guard let verb, let at = lines.compactMap(\.time).max() ?? time,
      outcome != MutationResult.Outcome.notSent.rawValue
    else { return nil }
    return Attempt(verb: verb, at: at, worked: outcome == MutationResult.Outcome.confirmed.rawValue)
  }
}
