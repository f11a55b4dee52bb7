import HeanCore
import HeanNetworking

/// What the engine answers: whether it takes the key, whether its answers are as the contract has them, and its clock.
struct DoctorAnswer: Sendable {
  let session: Session
  /// Of each check.
  let limit: Duration

  /// The first answer, and what it means for the others.
  struct First: Sendable {
    var finding: DoctorFinding
    /// Reads on; `nil` when nothing more has to be asked.
    var reader: EngineReader?
    /// Whether what answered is an engine, also one that wants another key.
    var isEngine = false
  }

  /// Each check makes its own reads, all of them within the limit.
  private func reader() async throws -> EngineReader {
    var target = session.target
    target.deadline = limit
    return try await target.withEngine(in: session.context, memory: nil) { $0 }
  }

  func first() async -> First {
    let answer = await session.check(.auth, within: limit + .seconds(1)) {
      () -> (EngineReader, Answered<EngineStatus>) in
      let reader = try await reader()
      return (reader, await reader.answer(to: .engineStatus))
    }
    switch answer {
    case .success((let reader, .failure(let error))):
      let failure = session.failure(error)
      switch error {
      case .notAuthorised: return First(finding: DoctorFinding(.auth, failed: failure), isEngine: true)
      // It understood the request, whatever it made of it.
      case .refused, .rateLimited:
        let finding = DoctorFinding(.auth, .ok, "requests are answered")
        return First(finding: finding, reader: reader, isEngine: true)
      default: return First(finding: DoctorFinding(.auth, failed: failure))
      }
    case .success((let reader, _)):
      return First(finding: await authorised(reader), reader: reader, isEngine: true)
    case .failure(let error): return First(finding: DoctorFinding(.auth, failed: session.failure(error)))
    case nil:
      let late = TransportError.deadlineExceeded(after: limit, sent: true)
      return First(finding: DoctorFinding(.auth, failed: session.failure(late)))
    }
  }

  private var isLoopback: Bool {
    guard case .network(let url) = session.target.address else { return true }
    return url.host().map(LoopbackHost.contains) ?? false
  }

  /// Whether the key counts: an engine that asks for none answers with any.
  private func authorised(_ reader: EngineReader) async -> DoctorFinding {
    let asks = await reader.answer(to: .settings).value?.isAuthenticationEnabled
    let hasKey = session.target.keySource != nil
    guard !(await reader.isKeyDeprecated) else {
      return DoctorFinding(
        .auth, .warn, "the key is taken, and deprecated: another has replaced it",
        remedy: "get the new one, then \(session.keyAdvice)")
    }
    switch (hasKey, asks) {
    case (true, true): return DoctorFinding(.auth, .ok, "the key is taken")
    case (true, false): return DoctorFinding(.auth, .ok, "requests are answered; the engine asks for no key")
    case (true, _): return DoctorFinding(.auth, .ok, "requests with the key are answered")
    case (false, false) where isLoopback:
      return DoctorFinding(.auth, .ok, "the engine asks for no key")
    case (false, false):
      return DoctorFinding(
        .auth, .warn, "the engine asks for no key: whoever reaches it can trade with it",
        remedy: "set API_AUTH_ENABLED and API_AUTH_KEY of the engine, or let only this machine reach it")
    case (false, _): return DoctorFinding(.auth, .ok, "requests without a key are answered")
    }
  }

  /// One answer against the contract.
  private struct Read: Sendable {
    var path: String
    var error: EngineError?
    var findings: AnswerFindings?

    init<Body: EngineBody>(_ endpoint: Endpoint<Body>, _ reader: EngineReader) async {
      path = endpoint.path
      let answer = await reader.answer(to: endpoint)
      (error, findings) = (answer.error, answer.reading?.findings)
    }
  }

  /// What screens and verdicts rest on, each read once.
  private static let reads: [@Sendable (EngineReader) async -> Read] = [
    { await Read(.engineStatus, $0) }, { await Read(.settings, $0) }, { await Read(.health, $0) },
    { await Read(.readiness, $0) }, { await Read(.positions, $0) }, { await Read(.orders(.open), $0) },
    { await Read(.why, $0) }, { await Read(.metrics, $0) }, { await Read(.state, $0) }, { await Read(.riskStatus, $0) },
    { await Read(.riskLimits, $0) }, { await Read(.governor, $0) }, { await Read(.killSwitch, $0) },
    { await Read(.strategies, $0) }, { await Read(.portfolio, $0) },
  ]

  func shape(_ reader: EngineReader) async -> DoctorFinding {
    let read = await session.check(.api, within: limit * 2) {
      await withTaskGroup(of: (Int, Read).self) { group in
        for (place, read) in Self.reads.enumerated() { group.addTask { (place, await read(reader)) } }
        return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
      }
    }
    guard case .success(let read)? = read else {
      let late = TransportError.deadlineExceeded(after: limit * 2, sent: true)
      return DoctorFinding(.api, failed: session.failure(late))
    }
    let failed = read.compactMap { read in read.error.map { (read.path, $0) } }
    let broken = failed.filter {
      if case .refused = $1 { false } else if case .rateLimited = $1 { false } else { true }
    }
    let odd = read.compactMap(\.findings)
    if let (path, error) = broken.first {
      var failure = session.failure(error)
      failure.message = "\(broken.count) of \(read.count) answers cannot be used, first \(path): \(failure.message)"
      failure.nextStep = "see that answer itself: \(.command(.api, path))"
      return DoctorFinding(.api, failed: failure)
    }
    let whole = read.count - failed.count
    let words = "\(whole) of \(read.count) answers are as the contract has them"
    if let (path, error) = failed.first {
      return DoctorFinding(
        .api, .warn, "\(words); \(path): \(error.shortText)", remedy: "see that answer itself: \(.command(.api, path))")
    }
    if let first = odd.first {
      return DoctorFinding(
        .api, .warn, "\(words), but \(first.text)", remedy: "see that answer itself: \(.command(.api, first.endpoint))")
    }
    return DoctorFinding(.api, .ok, words)
  }

  /// The engine's clock against that of this machine.
  func clock(_ reader: EngineReader) async -> DoctorFinding {
    let status = await reader.answer(to: .engineStatus).reading
    let health = await reader.answer(to: .health).reading
    let told = health.flatMap { reading in
      reading.value.timestamp.map { EngineTime.offset(told: $0, at: reading.receivedAt) }
    }
    guard let offset = status?.clockOffset ?? told else {
      return DoctorFinding(.clock, .skip, "the engine's answers tell no time")
    }
    let source = status?.clockOffset == nil ? "/health" : "the header Date"
    guard offset != 0 else { return DoctorFinding(.clock, .ok, "the engine's is that of this machine, by \(source)") }
    let way = offset > 0 ? "ahead of" : "behind"
    return DoctorFinding(
      .clock, .warn, "the engine's is \(Spans.text(abs(offset))) \(way) that of this machine, by \(source)",
      remedy:
        "see which one is wrong, and let NTP set it: timedatectl; ages are counted by the engine's clock meanwhile")
  }
}
