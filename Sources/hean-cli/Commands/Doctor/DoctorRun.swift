import HeanCore
import HeanNetworking

/// All checks of one run. Each ends within its limit, and none keeps another that does not need it from being made.
struct DoctorRun: Sendable {
  let session: Session
  /// Of each check.
  var limit: Duration { min(session.target.deadline, .seconds(5)) }

  private static let unknownEngine = "the configuration cannot be used, so it is not known which engine is meant"

  func findings() async -> [DoctorFinding] {
    var found = [DoctorConfiguration(session: session).finding()]
    let (key, target) = await key()
    found.append(key)
    found.append(await files())
    found.append(await DoctorTerminal(session: session).finding())
    guard session.isEngineKnown else {
      return found + DoctorEngine.checks.map { DoctorFinding($0, .skip, Self.unknownEngine) }
        + [DoctorFinding(.versions, .ok, "hean \(Version.number); the engine was not asked")]
    }
    var session = session
    session.target = target ?? session.target
    let isKeyed = target != nil
    do {
      let (chosen, limit) = (session, limit)
      return found
        + (try await chosen.target.located(in: chosen.context) { target in
          var located = chosen
          located.target = target
          return await DoctorEngine(
            session: located, limit: limit, isPractice: chosen.target.isPractice, isKeyUsable: isKeyed
          ).findings()
        })
    } catch {
      // A practice engine that cannot be opened, or whose world cannot be kept; or a server that ssh does not reach.
      let failure = session.failure(error)
      let rest = DoctorEngine.checks.map { check in
        check == .connection
          ? DoctorFinding(check, failed: failure)
          : DoctorFinding(
            check, .skip, session.target.isPractice ? "there is no practice engine" : "there is no connection")
      }
      return found + rest + [DoctorFinding(.versions, .ok, "hean \(Version.number); the engine was not asked")]
    }
  }

  /// - Returns: the target with its key, read once; `nil` when it cannot be read.
  private func key() async -> (DoctorFinding, EngineTarget?) {
    guard session.isEngineKnown else { return (DoctorFinding(.key, .skip, Self.unknownEngine), nil) }
    guard let source = session.target.keySource else {
      return (DoctorFinding(.key, .skip, "none is named, so requests have none"), session.target)
    }
    let session = session
    // A command that prints a key has ten seconds in every other run.
    let limit = if case .command = source.value { Duration.seconds(11) } else { limit }
    let read = await session.check(.key, within: limit) { try await session.target.withKey(in: session.context) }
    switch read {
    case .success(let target): return (DoctorFinding(.key, .ok, "from \(source.value), by \(source.origin)"), target)
    case .failure(let error): return (DoctorFinding(.key, failed: session.failure(error)), nil)
    case nil:
      let late = Failure(
        .configuration, "nothing was read from \(source.value) within \(Spans.exact(limit))",
        nextStep: "look at that file or command; it may wait for somebody")
      return (DoctorFinding(.key, failed: late), nil)
    }
  }

  private func files() async -> DoctorFinding {
    let session = session
    let found = await session.check(.files, within: limit) {
      await Deadline.blocking { DoctorFiles(session: session).finding() }
    }
    guard case .success(let found?)? = found else {
      return DoctorFinding(
        .files,
        failed: Failure(
          .cannotWrite, "the disk of hean's files did not answer within \(Spans.exact(limit))",
          nextStep: "see whether that disk hangs, as one of a network can: df -h"))
    }
    return found
  }
}
