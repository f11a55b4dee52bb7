import HeanCore

/// Brings messages to receivers, those of one at a time, and of all receivers at once: one that hangs holds up no other.
struct AlertDelivering: Sendable {
  let session: Session
  let desk: AlertDesk
  /// Longest time between two looks.
  let interval: Duration

  /// How often somebody is told that the engine is watched.
  private static let watching = Duration.seconds(60)

  func run() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      /// When each dead man's switch was told last.
      var told: [String: Duration] = [:]
      while !Task.isCancelled {
        await desk.post(in: session.output.zone)
        for delivery in await desk.due() { group.addTask { try await deliver(delivery) } }
        let now = session.context.elapsed()
        for receiver in await desk.settings.sortedReceivers where receiver.kind == .healthchecks {
          guard told[receiver.name].map({ now - $0 >= Self.watching }) ?? true,
            await desk.hasLooked(within: interval + Self.watching)
          else { continue }
          told[receiver.name] = now
          group.addTask { await beat(to: receiver) }
        }
        try await session.context.sleep(AlertRun.beat)
      }
    }
  }

  private var sender: AlertSender {
    AlertSender(
      context: session.context, source: session.profile.map { "profile \($0)" } ?? session.sourceURL,
      commands: session.commands)
  }

  /// Tells a receiver that somebody watches, as long as somebody does.
  private func beat(to receiver: AlertReceiver) async {
    let failure = await sender.beat(to: receiver, isCritical: await desk.isCritical)
    if !Task.isCancelled { await desk.noteBeat(receiver.name, failure: failure) }
  }

  private func deliver(_ delivery: AlertDelivery) async throws {
    guard let receiver = await desk.settings.receivers[delivery.receiver] else { return await desk.drop(delivery) }
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
