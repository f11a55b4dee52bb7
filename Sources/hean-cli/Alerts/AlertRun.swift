import HeanCore
import HeanNetworking

/// Watches an engine, and tells what its alerts say: here, and to every receiver.
struct AlertRun: Sendable {
  let session: Session
  let interval: Duration
  /// How many looks; `nil` until it is interrupted.
  let count: Int?
  let hasBell: Bool
  /// Name of the records that it writes.
  let schema: String
  /// What a guard does beside watching; `nil` for who only watches.
  var duty: GuardDuty?

  /// Time between two tries of a step that has nothing to do.
  static let beat = Duration.milliseconds(500)
  /// Least time between two looks, whatever events report.
  private static let apart = Duration.seconds(1)
  /// How long the last messages may take after the last look.
  private static let rest = Duration.seconds(30)
  /// A look that takes longer is one without an answer, so that an engine that hangs is told soon.
  private static let limit = Duration.seconds(5)
  private static let topics: [Topic] = [.orders, .positions, .riskEvents, .systemHeartbeat]

  func run() async throws -> Output {
    let file = try session.alertFile()
    return try await session.withFeed(
      Self.topics, StreamOptions(), readDeadline: session.context.realTime(Self.limit)
    ) { client, stream in try await run(client, stream, file) }
  }

  private func run(_ client: EngineClient, _ stream: EventStream, _ file: AlertFile) async throws -> Output {
    let claim = try file.claim()
    defer { claim.whileHeld {} }
    let settings = try session.alertSettings.load()
    let desk = AlertDesk(
      file, now: session.context.now, tell: { session.warn($0) }, words: { session.failure($0).message })
    try await desk.begin(settings, every: count == nil ? interval.seconds : nil, isGuard: duty != nil)
    introduce(settings)
    let (pulses, pulse) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await look(client, desk, pulses)
        return true
      }
      group.addTask {
        while !Task.isCancelled {
          pulse.yield()
          try await session.context.sleep(interval)
        }
        return false
      }
      group.addTask {
        await stream.run()
        return false
      }
      group.addTask {
        // Events make the next look come earlier. Without them, looks follow the clock alone.
        while let records = try? await stream.next() { if records.contains(where: \.tellsOfChange) { pulse.yield() } }
        return false
      }
      group.addTask {
        try await AlertDelivering(session: session, desk: desk, interval: interval).run()
        return false
      }
      group.addTask {
        try await ServiceWatch(session: session, desk: desk, interval: interval).run()
        return false
      }
      defer { group.cancelAll() }
      while let isEnd = try await group.next() { if isEnd { break } }
      await stream.stop()
      ServiceNotice(environment: session.context.environment).send("STOPPING=1")
      return .ended(.ok)
    }
  }

  private func introduce(_ settings: AlertSettings) {
    let receivers = settings.sortedReceivers
    let told = receivers.isEmpty ? "nobody but this terminal" : receivers.map(\.name).joined(separator: ", ")
    session.note(
      "watching \(session.sourceURL) with \(settings.rules.count) alerts, telling \(told); Ctrl-C ends it")
    if let words = duty?.introduction { session.note(words) }
  }

  /// - Parameter pulses: when to look.
  private func look(_ client: EngineClient, _ desk: AlertDesk, _ pulses: AsyncStream<Void>) async throws {
    let reads = RepeatedReads(now: session.context.now)
    var isRefused = false
    var look = AlertLook()
    var looks = 0
    var recording = AuditTest(environment: session.context.environment)
    for await _ in pulses {
      try Task.checkCancellation()
      looks += 1
      do {
        // Rules and receivers are added and removed while it watches.
        await desk.take(try session.alertSettings.load())
        isRefused = false
      } catch {
        if !isRefused { session.warn("the alerts of before go on: \(session.failure(error).message)") }
        isRefused = true
      }
      // A rule of that name in the file of an earlier version would be taken for the guard's.
      let rules = await desk.settings.rules.filter { $0.name != AlertRule.guardName } + (duty?.rules ?? [])
      let outcome = await look.findings(
        of: rules, by: client.look(reads), tried: { session.pastAttempts(on: $0) },
        unrecordable: recording.problem(at: session.context.elapsed()), now: session.context.now)
      try Task.checkCancellation()
      let snapshot = outcome.snapshot
      var changes = await desk.take(
        outcome.findings, of: rules, isStopped: snapshot.engine.map { !$0.isAtWork } ?? false)
      // It acts before it writes: a terminal that takes nothing must not hold it up.
      if let duty {
        changes += try await duty.act(on: outcome, of: rules, desk, session)
        try Task.checkCancellation()
      }
      do {
        if !changes.isEmpty { try show(changes, snapshot) }
      } catch {
        guard duty != nil else { throw error }
        if session.context.once.isFirst("guard output") {
          session.warn("nothing is written here any more, and the guard goes on: \(session.failure(error).message)")
        }
      }
      if looks == count {
        let words = duty?.panic.flatMap { _ in outcome.findings[AlertRule.guardName]?.text }
        let status = await desk.status
        session.note("\(Figures.counted(looks, "look")): \(status)\(words.map { "; \($0)" } ?? "")")
        break
      }
      try await session.context.sleep(min(interval, Self.apart))
    }
    let end = session.context.elapsed() + Self.rest
    while await desk.hasWork(in: session.output.zone), session.context.elapsed() < end {
      try await session.context.sleep(Self.beat)
    }
  }

  private func show(_ changes: [AlertChange], _ snapshot: EngineSnapshot) throws {
    let view = session.viewpoint
    var report = view.report(schema, on: snapshot.context, receivedAt: session.context.now())
    // What is wrong with the answer is told by the alerts.
    (report.notes, report.caveats) = ([], [])
    report.payload = .list(AlertFields.changes(session.commands), changes)
    for change in changes {
      report.screen.line(Cell("\(session.timestamp(change.at)) \(change.headline)", change.style))
      if let step = change.nextStep { report.screen.sentence("  next: " + Guidance(step)) }
    }
    var text = ""
    try session.renderer.render(report) { text += $0 }
    let rings = hasBell && session.context.output.isTerminal && changes.contains { $0.kind == .fired }
    try session.context.output.write(text + (rings ? "\u{7}" : ""))
  }
}

extension AlertChange {
  /// How a screen draws it.
  var style: Style {
    switch (kind, tier) {
    case (.fired, .critical), (.notice, .critical): .bad
    case (.fired, .important), (.unknown, _), (.notice, .important): .warning
    case (.resolved, _): .good
    case (.fired, .info), (.known, _), (.notice, .info): .plain
    }
  }
}
