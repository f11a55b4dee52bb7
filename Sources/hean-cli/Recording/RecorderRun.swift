import HeanCore
import HeanNetworking

/// Records an engine until it is interrupted, or for a time. It sends nothing but reads.
struct RecorderRun: Sendable {
  let session: Session
  let bounds: RecordBounds
  let includesPrices: Bool
  /// `nil` until it is interrupted.
  let duration: Duration?

  /// Time between two steps of the recorder.
  private static let beat = Duration.seconds(1)
  /// How long one read may take, so that an engine that hangs is told soon.
  private static let limit = Duration.seconds(8)
  /// How many reads of a round are under way at once.
  private static let atOnce = 3
  /// Longest time between two rounds of nothing, and between two streams.
  private static let rest = Duration.seconds(5)
  /// Time between two tries to pack what is finished.
  private static let packing = Duration.seconds(600)

  /// What ended it.
  private enum Ending: Sendable {
    case duration
    case readerGone
    case signal(ProcessSignal)
  }

  func run() async throws -> Output {
    FreedMemory.holdLittle()
    let folder = try session.recordFolder
    let holder = RecordClaim.Holder(
      pid: ProcessInfo.processInfo.processIdentifier, since: session.context.now(), version: Version.number,
      days: bounds.days, most: bounds.most, hasPrices: includesPrices)
    let claim = try await RecordClaim(folder: folder).take(by: holder)
    defer { claim.whileHeld {} }
    // From here on a signal lets it close what it writes.
    let signals = session.context.interruption.endingSignals()
    let recorder = RecorderDesk(
      folder, bounds: bounds, includesPrices: includesPrices, environment: session.context.environment,
      audit: copiedAudit(), now: session.context.now, elapsed: session.context.elapsed, tell: { session.note($0) })
    try await recorder.begin(
      .start(
        at: session.context.now(), version: Version.number, url: session.sourceURL, profile: session.profile, mode: nil,
        process: Int(holder.pid), includesPrices: includesPrices))
    session.note("recording \(session.sourceURL) in \(folder.path); Ctrl-C ends it")
    let ending: Ending?
    do {
      ending = try await session.target.withTransport(
        in: session.context, following: RecordPlan.topics(includesPrices: includesPrices),
        readDeadline: session.context.realTime(Self.limit)
      ) { transport, open in try await record(recorder, transport, open, signals) }
    } catch {
      await recorder.end()
      throw error
    }
    await recorder.end()
    ServiceNotice(environment: session.context.environment).send("STOPPING=1")
    switch ending {
    case .duration?, nil: return .ended(.ok)
    case .readerGone?: return .ended(.pipeClosed)
    case .signal(let signal)?: ProcessSignals.die(of: signal)
    }
  }

  /// - Returns: `nil`, having said so, where the audit log cannot be copied.
  private func copiedAudit() -> RecordedAudit? {
    let (url, profile) = (session.sourceURL, session.profile)
    do {
      return try RecordedAudit(of: session.target.memoryName, environment: session.context.environment) { record in
        guard record.url != nil || record.profile != nil else { return true }
        return record.url == url && record.profile == profile
      }
    } catch {
      session.warn("the audit log is not copied: \(session.failure(error).message)")
      return nil
    }
  }

  private func record(
    _ recorder: RecorderDesk, _ transport: any RESTTransport, _ open: @escaping @Sendable () throws -> EventStream,
    _ signals: AsyncStream<ProcessSignal>
  ) async throws -> Ending? {
    try await withThrowingTaskGroup(of: Ending?.self) { group in
      group.addTask {
        for await signal in signals { return .signal(signal) }
        return nil
      }
      if let duration {
        group.addTask {
          try await session.context.sleep(duration)
          return .duration
        }
      }
      group.addTask {
        await session.context.output.untilClosed()
        return Task.isCancelled ? nil : .readerGone
      }
      group.addTask {
        try await read(recorder, transport)
        return nil
      }
      group.addTask {
        try await follow(recorder, open)
        return nil
      }
      group.addTask {
        try await pack(recorder)
        return nil
      }
      group.addTask {
        try await tellService(recorder)
        return nil
      }
      group.addTask { try await keepTime(recorder) }
      defer { group.cancelAll() }
      while let ending = try await group.next() { if let ending { return ending } }
      return nil
    }
  }

  /// Reads what is due.
  private func read(_ recorder: RecorderDesk, _ transport: any RESTTransport) async throws {
    let witness = session.target.witness(in: session.context)
    while !Task.isCancelled {
      let requests = await recorder.round()
      if !requests.isEmpty {
        // The exchange is looked at while the engine answers, and only beside its positions: they are of one moment.
        let isWhole = requests.contains { $0.path == Endpoint<Listing<Position>>.positions.path }
        async let look = isWhole ? witness?.look(within: session.context.realTime(Self.limit)) : nil
        let answers = await Self.answers(to: requests, transport)
        await recorder.take(answers + (await look.map { [Recording.Exchange($0)] } ?? []))
      }
      let wait = await recorder.nextRound.timeIntervalSince(session.context.now())
      let seconds = min(max(wait, 0.1), Self.rest.seconds)
      try await session.context.sleep(.milliseconds(Int(seconds * 1000)))
    }
  }

  private static func answers(
    to requests: [RESTRequest], _ transport: any RESTTransport
  ) async -> [Recording.Exchange] {
    await withTaskGroup(of: (Int, Recording.Exchange).self) { group in
      var waiting = requests.enumerated().makeIterator()
      func begin() {
        guard let (place, request) = waiting.next() else { return }
        group.addTask {
          do throws(TransportError) {
            return (place, Recording.Exchange(request, .success(try await transport.send(request))))
          } catch {
            return (place, Recording.Exchange(request, .failure(error)))
          }
        }
      }
      for _ in 0..<atOnce { begin() }
      var answers: [(Int, Recording.Exchange)] = []
      while let answer = await group.next() {
        answers.append(answer)
        begin()
      }
      return answers.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Follows the stream, and opens another one when it has ended: an engine that refuses now may not do so tomorrow.
  private func follow(_ recorder: RecorderDesk, _ open: @Sendable () throws -> EventStream) async throws {
    while !Task.isCancelled {
      let stream = try open()
      do {
        try await withThrowingDiscardingTaskGroup { group in
          group.addTask { await stream.run() }
          group.addTask { while let records = try await stream.next() { await recorder.take(records) } }
        }
      } catch let loss as ConnectionLoss {
        await recorder.streamEnded()
        if session.context.once.isFirst("record stream") {
          session.warn("no stream: \(loss.message); it is tried again")
        }
      }
      await stream.stop()
      try await session.context.sleep(Self.rest)
    }
  }

  private func pack(_ recorder: RecorderDesk) async throws {
    while !Task.isCancelled {
      await recorder.packFinished()
      try await session.context.sleep(Self.packing)
    }
  }

  private func tellService(_ recorder: RecorderDesk) async throws {
    // A disk that hangs holds up a beat.
    try await ServiceWatch(
      session: session, hasBegun: { await recorder.hasBegun },
      isAlive: { await recorder.isAlive(within: .seconds(20)) }, status: { await recorder.status.text }
    ).run()
  }

  /// Steps of the recorder, and what is written of them.
  private func keepTime(_ recorder: RecorderDesk) async throws -> Ending? {
    var output = RecorderOutput(session: session)
    while !Task.isCancelled {
      await recorder.beat()
      do {
        try output.show(await recorder.status)
      } catch FileDescriptorWriter.Failure.pipeClosed {
        return .readerGone
      }
      try await session.context.sleep(Self.beat)
    }
    return nil
  }
}
