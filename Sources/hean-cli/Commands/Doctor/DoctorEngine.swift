import HeanCore
import HeanNetworking

/// The way to one engine, step by step.
struct DoctorEngine: Sendable {
  let session: Session
  /// Of each check.
  let limit: Duration
  /// Whether it is the practice engine of this process, at a port that was chosen for this run.
  let isPractice: Bool
  /// Whether the key was read, where one is named.
  let isKeyUsable: Bool

  /// What is checked here, but for the versions, which are told in any case.
  static let checks: [DoctorCheck] = [
    .proxy, .name, .connection, .tls, .auth, .api, .stream, .clock, .latency, .limits,
  ]

  func findings() async -> [DoctorFinding] {
    var way = await DoctorWay(session: session, limit: limit, isPractice: isPractice).findings()
    guard !way.contains(where: { $0.state == .fail }) else {
      return way + skipped(from: .auth, "there is no connection") + [await versions(isReached: false)]
    }
    guard isKeyUsable else {
      return way + skipped(from: .auth, "the API key cannot be read") + [await versions(isReached: true)]
    }
    let first = await DoctorAnswer(session: session, limit: limit).first()
    way.append(first.finding)
    // Whoever answers without the right key still has a stream, which asks for none, and a clock.
    guard let reader = first.reader else {
      let reason = "the engine did not answer as one"
      let stream = first.isEngine ? await self.stream() : nil
      return way + [DoctorFinding(.api, .skip, reason)] + [stream ?? DoctorFinding(.stream, .skip, reason)]
        + skipped(from: .clock, reason) + [await versions(isReached: first.isEngine)]
    }
    let answers = DoctorAnswer(session: session, limit: limit)
    async let heard = stream()
    let shape = await answers.shape(reader)
    way.append(shape)
    way.append(await heard)
    way.append(await answers.clock(reader))
    // The last ones, so that nothing else is asked meanwhile.
    let pace = await DoctorPace(session: session, limit: limit).findings()
    return way + pace + [await versions(isReached: true)]
  }

  private func skipped(from first: DoctorCheck, _ reason: String) -> [DoctorFinding] {
    Self.checks.drop { $0 != first }.map { DoctorFinding($0, .skip, reason) }
  }

  /// The same check as `check stream` makes.
  private func stream() async -> DoctorFinding {
    var session = session
    // A heartbeat comes each second.
    let limit = max(limit, .seconds(2))
    session.target.deadline = limit
    let hurried = session
    // The check waits as long for an event; opening takes some time as well.
    let found = await session.check(.stream, within: limit * 2) { try await StreamCheck(session: hurried).finding() }
    let remedy: Guidance = """
      what stands in front of the engine has to let a WebSocket through: GET /ws with 'Upgrade: websocket'; until then hean \
      asks every 2s instead
      """
    switch found {
    case .success(let part):
      let time = part.figures.first?.value.map { ", the first after \(Spans.text($0))" } ?? ""
      var finding = DoctorFinding(.stream, DoctorState(part.state), part.message + time)
      if finding.state != .ok { finding.remedy = remedy }
      if finding.state == .fail { finding.exit = .unreachable }
      return finding
    case .failure(let error):
      return DoctorFinding(.stream, failed: session.failure(error))
    case nil:
      let late = Failure(.temporary, "no event within \(Spans.exact(limit * 2))", nextStep: remedy)
      return DoctorFinding(.stream, failed: late)
    }
  }

  private func versions(isReached: Bool) async -> DoctorFinding {
    let own = "hean \(Version.number)" + (Build.commit == Build.unknown ? "" : " (\(Build.commit.prefix(12)))")
    guard isReached else { return DoctorFinding(.versions, .ok, "\(own); the engine was not asked") }
    let session = session
    let told = await session.check(.versions, within: limit) { try await VersionCommand.engineVersion(session) }
    switch told {
    case .success(let version?): return DoctorFinding(.versions, .ok, "\(own), engine \(version)")
    case .success(nil), .failure, nil: return DoctorFinding(.versions, .ok, "\(own); the engine tells none")
    }
  }
}
