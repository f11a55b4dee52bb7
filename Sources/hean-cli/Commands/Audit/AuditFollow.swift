import HeanCore

extension AuditCommand {
  /// Who is told of each line.
  enum Receiver: String, Sendable, CaseIterable {
    case terminal, journald, syslog

    /// Where a daemon of this machine listens; `nil` for what is written to standard output.
    var socket: String? {
      switch self {
      case .terminal: nil
      case .journald: "/run/systemd/journal/socket"
      case .syslog: "/dev/log"
      }
    }
  }

  struct Follow: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.streams
    static var documents: [OutputDocument] { [OutputDocument(.audit, "audit_follow", AuditLineFields.all)] }
    static let since = Option(
      "since", "TIME", .sinceLast, help: "first the lines since then: last (told), 2h, 01:40, 2026-11-21")
    static let to = Option(
      "to", "WHERE", .choice(Receiver.self), default: .terminal, help: "terminal, journald or syslog")
    static let socket = Option(
      "socket", "PATH", .file("a socket is no stream"), help: "another socket of journald or syslog")
    static let count = Option("count", "N", .whole(in: 1...Int.max), help: "end after this many lines")
    static let spec = CommandSpec(
      name: "follow", summary: "Tell each line of the log as it is added, until interrupted",
      discussion: """
        --to journald and --to syslog send to the daemon of this machine, and write nothing. How far they are is kept: \
        the next run goes on there, so a line is sent once, also by several processes and over a rotated log. The first \
        run begins with what comes, or with --since. What the daemon does not take is tried again. A kill between \
        sending and keeping can send that one line twice; HEAN_RUN, HEAN_STEP and HEAN_KIND are the same then.
        """,
      examples: [
        Example("hean audit follow", "in a terminal"),
        Example("hean audit follow --since last -o ndjson | tee -a audit.ndjson", "goes on where it ended"),
        Example("hean audit follow --to journald", "as a service; then: journalctl -t hean HEAN_VERB=engine.stop"),
      ],
      options: [since, to, socket, StreamOptions.duration, count])

    var since: SinceLast?
    var receiver: Receiver
    var socket: String?
    var duration: Duration?
    var count: Int?

    init(_ line: ParsedLine) throws(UsageError) {
      since = try line[Self.since]
      receiver = try line[Self.to]
      socket = try line[Self.socket]
      duration = try line[StreamOptions.duration]
      count = try line[Self.count]
      if receiver == .terminal, socket != nil {
        throw .contradiction("--socket is of journald and syslog", nextStep: "say which, with --to")
      }
      if receiver != .terminal, line[GlobalOptions.redact] {
        throw .contradiction("a log is told whole, and --redact hides parts", nextStep: "leave --redact out")
      }
    }

    func run(_ session: Session) async throws -> Output {
      let environment = session.context.environment
      let log = try AuditLog(environment: environment)
      let address = socket ?? receiver.socket
      let cursor = try AuditCursor(
        receiver.rawValue + (socket.map { "-" + String($0.utf8.fnv1a, radix: 16) } ?? ""), environment: environment)
      let run = AuditFollowing(
        session: session, receiver: receiver, socket: address, cursor: cursor, log: log.path, count: count,
        duration: duration)
      return try await withThrowingTaskGroup(of: Output.self) { group in
        group.addTask { try await run.run(from: since) }
        group.addTask {
          await session.context.output.untilClosed()
          return .ended(.pipeClosed)
        }
        defer { group.cancelAll() }
        return try await group.next() ?? .ended(.ok)
      }
    }
  }
}
