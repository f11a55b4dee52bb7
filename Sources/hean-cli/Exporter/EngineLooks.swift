import HeanCore

/// Looks at one engine for all who scrape it: one look at a time, shared by those who ask meanwhile, and kept for a while.
///
/// A look begins with one request. Only when that is answered are the others sent, so that an engine that hangs holds one
/// connection.
actor EngineLooks {
  private let session: Session
  private let interval: Duration
  private let tally: ExporterTally
  private let repeated: RepeatedReads
  private let memory: EngineMemoryFile?
  private let witness: (any ExchangeWitness)?
  private var current: Task<EngineReport, Never>?
  private var last: EngineReport?
  /// Makes connections with the key of the engine; `nil` until a key was read, and after the engine refused it.
  private var connecting: (@Sendable () throws -> any RESTTransport)?
  private var isStopped = false

  /// How long a look may take. What is not answered by then is missing.
  static let limit = Duration.seconds(5)

  /// - Parameters:
  ///   - session: with the engine as its target.
  ///   - interval: how long an answer is kept.
  init(_ session: Session, interval: Duration, tally: ExporterTally) {
    self.session = session
    self.interval = interval
    self.tally = tally
    repeated = RepeatedReads(now: session.context.now)
    memory = session.target.memory(in: session.context)
    witness = session.target.witness(in: session.context)
  }

  /// The answer of the look that is under way, or of the last one if that is recent enough, or of a new one.
  func report() async -> EngineReport {
    if let last, session.context.elapsed() - last.begunAt < interval {
      tally.shared()
      return last
    }
    if let current {
      tally.shared()
      return await current.value
    }
    guard !isStopped else { return none(.stopped) }
    let task = Task { await self.look() }
    current = task
    let report = await task.value
    last = report
    current = nil
    return report
  }

  /// Ends the look that is under way; there is no other.
  func stop() {
    isStopped = true
    current?.cancel()
  }

  private func none(_ reason: DownReason) -> EngineReport {
    EngineReport(
      outcome: .failure(reason), begunAt: session.context.elapsed(), took: .zero, requests: 0, unanswered: 0)
  }

  private func look() async -> EngineReport {
    tally.looked()
    let begun = session.context.elapsed()
    var report = none(.configuration)
    do {
      let transport = LookTransport(
        HurriedTransport(transport: try await connection(), end: .now + session.context.realTime(Self.limit)))
      report.outcome = await answer(by: transport)
      (report.requests, report.unanswered) = (transport.requests, transport.unanswered)
      // It may have got another key meanwhile.
      if case .failure(.unauthorized) = report.outcome { connecting = nil }
    } catch {
      report.outcome = .failure(DownReason(error))
      // The way to it may be another one next time.
      connecting = nil
    }
    report.begunAt = begun
    report.took = session.context.elapsed() - begun
    return report
  }

  private func answer(by transport: LookTransport) async -> Result<MonitoringAnswer, DownReason> {
    let reader = EngineReader(
      transport: transport, repeated: repeated, triesAgain: false, memory: memory, witness: witness)
    do {
      _ = try await reader.read(.engineStatus)
      let session = session
      return .success(try await session.ask(MonitoringQuery { session.pastAttempts(on: $0) }, reader))
    } catch {
      return .failure(DownReason(error))
    }
  }

  /// Connections are not kept between looks: hundreds of engines would hold as many open for nothing.
  private func connection() async throws -> any RESTTransport {
    if let connecting { return try connecting() }
    let made = try await session.target.connecting(in: session.context, readDeadline: Self.limit)
    connecting = made
    return try made()
  }
}
