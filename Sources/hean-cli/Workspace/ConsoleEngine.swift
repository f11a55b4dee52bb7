import HeanCore

/// The engine of a console, open as long as its body runs: one address for all that runs inside, reads, and events. A
/// record that is played stands in its place.
struct ConsoleEngine: Sendable {
  /// About the engine at that address.
  var session: Session
  var commands: LiveCommands
  var inbox: LiveInbox
  var reading: any ConsoleReading
  /// Makes the next stream of events.
  var open: @Sendable () throws -> any EventFeed

  static func with<Value: Sendable>(
    _ session: Session, _ commands: LiveCommands, _ body: @Sendable (ConsoleEngine) async throws -> Value
  ) async throws -> Value {
    if let replay = session.context.replay { return try await with(session, commands, replay, body) }
    return try await session.remembering { memory in
      try await session.target.located(in: session.context) { target in
        try await target.withReads(
          in: session.context, memory: memory, following: Watching.Need.everything.topics
        ) { client, open in
          var (session, commands) = (session, commands)
          session.target = target
          commands.target = target.flags.words
          let inbox = LiveInbox()
          return try await body(
            ConsoleEngine(
              session: session, commands: commands, inbox: inbox,
              reading: LiveReading(client, inbox, in: session.context), open: open))
        }
      }
    }
  }

  private static func with<Value: Sendable>(
    _ session: Session, _ commands: LiveCommands, _ replay: ReplayPlayer,
    _ body: @Sendable (ConsoleEngine) async throws -> Value
  ) async throws -> Value {
    let inbox = LiveInbox()
    let reading = ReplayReading(replay, url: session.sourceURL, inbox)
    let engine = ConsoleEngine(
      session: session, commands: commands, inbox: inbox, reading: reading,
      open: { throw Failure(.bug, "a record has no stream") })
    // Cancelled when the body ends.
    async let _ = play(replay, session, inbox, reading)
    return try await body(engine)
  }

  /// Lets time go on in the record until the task is cancelled.
  private static func play(
    _ replay: ReplayPlayer, _ session: Session, _ inbox: LiveInbox, _ reading: any ConsoleReading
  ) async {
    func tell(_ gap: RecordGap) {
      let words = gap.words(session.output.zone)
      inbox.put(.heard([.notice(StreamNotice(.gap, at: session.context.now(), words))]))
    }
    if let gap = replay.gapAtStart { tell(gap) }
    var last = session.context.elapsed()
    while !Task.isCancelled {
      do { try await session.context.beat(step) } catch { return }
      let now = session.context.elapsed()
      let (isMoved, gaps) = replay.advance(by: now - last)
      last = now
      for gap in gaps { tell(gap) }
      if isMoved { reading.look() }
    }
  }

  /// How long time stands still between two steps in a record.
  private static let step = Duration.milliseconds(250)
}
