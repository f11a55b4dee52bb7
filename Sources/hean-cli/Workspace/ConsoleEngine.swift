import HeanCore

/// The engine of a console, open as long as its body runs: one address for all that runs inside, reads, and events.
struct ConsoleEngine: Sendable {
  /// About the engine at that address.
  var session: Session
  var commands: LiveCommands
  var inbox: LiveInbox
  var reading: LiveReading
  /// Makes the next stream of events.
  var open: @Sendable () throws -> any EventFeed

  static func with<Value: Sendable>(
    _ session: Session, _ commands: LiveCommands, _ body: @Sendable (ConsoleEngine) async throws -> Value
  ) async throws -> Value {
    try await session.remembering { memory in
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
}
