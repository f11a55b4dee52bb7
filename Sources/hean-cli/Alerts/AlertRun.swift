import HeanCore
import HeanNetworking

/// Watches an engine, and tells what its alerts say: here, and to every receiver.
struct AlertRun: Sendable {
  let session: Session
  let settings: AlertSettings
  let interval: Duration
  /// How many looks; `nil` until it is interrupted.
  let count: Int?
  let hasBell: Bool

  /// Time between two tries of a step that has nothing to do.
  private static let beat = Duration.milliseconds(500)
  /// Least time between two looks, whatever events report.
  private static let apart = Duration.seconds(1)
  /// How long the last messages may take after the last look.
  private static let rest = Duration.seconds(30)

  func run(_ client: EngineClient, _ stream: EventStream, _ file: AlertFile) async throws -> Output {
    let claim = try file.claim()
    defer { claim.whileHeld {} }
    let desk = AlertDesk(
      file, now: session.context.now, tell: { session.warn($0) }, words: { session.failure($0).message })
    let receivers = settings.sortedReceivers
    try await desk.begin(receivers: receivers.map(\.name), every: count == nil ? interval.seconds : nil)
    introduce(receivers)
    let (pulses, pulse) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await look(client, desk, pulses)
        return true
      }
      group.addTask {
        while true {
          pulse.yield()
          try await session.context.sleep(interval)
        }
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
        while true {
          await desk.post(to: receivers.map(\.name), isQuiet: isQuiet)
          try await session.context.sleep(Self.beat)
        }
      }
      for receiver in receivers {
        group.addTask {
          while true { try await deliver(to: receiver, desk) }
        }
        guard receiver.kind == .healthchecks else { continue }
        group.addTask {
          while true { try await beat(to: receiver, desk) }
        }
      }
      defer { group.cancelAll() }
      while let isEnd = try await group.next() { if isEnd { break } }
      await stream.stop()
      return .ended(.ok)
    }
  }

  private var sender: AlertSender {
    AlertSender(
      context: session.context, source: session.profile.map { "profile \($0)" } ?? session.sourceURL,
      commands: session.commands)
  }

  /// Whether only what is critical is told now.
  private var isQuiet: Bool {
    settings.quiet?.contains(session.context.now(), in: session.output.zone) ?? false
  }

  private func introduce(_ receivers: [AlertReceiver]) {
    let rules = settings.rules
    let told = receivers.isEmpty ? "nobody but this terminal" : receivers.map(\.name).joined(separator: ", ")
    session.note("watching \(session.sourceURL) with \(rules.count) alerts, telling \(told); Ctrl-C ends it")
  }

  /// - Parameter pulses: when to look.
  private func look(_ client: EngineClient, _ desk: AlertDesk, _ pulses: AsyncStream<Void>) async throws {
    let reads = RepeatedReads(now: session.context.now)
    var rules = settings.rules
    var isRefused = false
    var look = AlertLook()
    var looks = 0
    for await _ in pulses {
      try Task.checkCancellation()
      looks += 1
      do {
        // Rules are added and removed while it watches.
        rules = try session.alertSettings.load().rules
        isRefused = false
      } catch {
        if !isRefused { session.warn("the alerts of before go on: \(session.failure(error).message)") }
        isRefused = true
      }
      let (findings, snapshot) = await look.findings(
        of: rules, by: client.look(reads), tried: { session.pastAttempts(on: $0) }, now: session.context.now)
      try Task.checkCancellation()
      let changes = await desk.take(findings, of: rules, isStopped: snapshot.engine.map { !$0.isAtWork } ?? false)
      if !changes.isEmpty { try show(changes, snapshot) }
      if looks == count { break }
      try await session.context.sleep(min(interval, Self.apart))
    }
    let end = session.context.elapsed() + Self.rest
    while await desk.hasWork(isQuiet: isQuiet), session.context.elapsed() < end {
      try await session.context.sleep(Self.beat)
    }
  }

  private func show(_ changes: [AlertChange], _ snapshot: EngineSnapshot) throws {
    let view = session.viewpoint
    var report = view.report("alert_changes", on: snapshot.context, receivedAt: session.context.now())
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

  /// Tells a receiver each minute that somebody watches, as long as somebody does.
  private func beat(to receiver: AlertReceiver, _ desk: AlertDesk) async throws {
    guard await desk.hasLooked(within: interval + Self.watching) else {
      return try await session.context.sleep(Self.beat)
    }
    _ = await sender.beat(to: receiver, isCritical: await desk.isCritical(settings.rules))
    try await session.context.sleep(Self.watching)
  }

  /// How often somebody is told that the engine is watched.
  private static let watching = Duration.seconds(60)

  /// Tries the oldest message for a receiver, or waits for one.
  private func deliver(to receiver: AlertReceiver, _ desk: AlertDesk) async throws {
    guard let delivery = await desk.due(receiver.name) else { return try await session.context.sleep(Self.beat) }
    let failure = await sender.deliver(delivery.message, to: receiver)
    try Task.checkCancellation()
    await desk.settle(delivery, failure: failure)
    if let failure {
      if delivery.tries == 0 { session.warn("\(receiver.name) was not told, and is tried again: \(failure)") }
    } else if delivery.tries > 0 {
      session.warn("\(receiver.name) was told, at attempt \(delivery.tries + 1)")
    }
  }
}

extension AlertChange {
  /// How a screen draws it.
  var style: Style {
    switch (kind, tier) {
    case (.fired, .critical): .bad
    case (.fired, .important), (.unknown, _): .warning
    case (.resolved, _): .good
    case (.fired, .info), (.known, _): .plain
    }
  }
}
