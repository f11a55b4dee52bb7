import HeanCore

/// `hean live --linear`: the facts as labelled lines, appended one below the other. A line that is typed runs a command
/// that reads; no line changes the engine.
struct LinearRun: Sendable {
  var session: Session
  var commands: LiveCommands

  func run() async throws -> Output {
    try await ConsoleEngine.with(session, commands) { engine in
      var run = self
      (run.session, run.commands) = (engine.session, engine.commands)
      return try await run.run(engine)
    }
  }

  private func run(_ engine: ConsoleEngine) async throws -> Output {
    let reading = engine.reading
    reading.want(PaneContents.parts(of: [.verdicts, .orders], ChartChoice(symbol: "")))
    return try await withThrowingTaskGroup(of: Output?.self) { group in
      group.addTask {
        await reading.read()
        return nil
      }
      group.addTask {
        await reading.follow(engine.open)
        return nil
      }
      group.addTask { try await tell(engine.inbox, reading) }
      if session.context.input.isTerminal { group.addTask { try await listen() } }
      defer { group.cancelAll() }
      while let end = try await group.next() { if let end { return end } }
      return .ended(.ok)
    }
  }

  /// Writes what is so at first, and then what changes.
  private func tell(_ inbox: LiveInbox, _ reading: any ConsoleReading) async throws -> Output? {
    var told: LinearFacts?
    var header = LiveHeader(isRecorded: session.context.replay != nil)
    var failure: String?
    while !Task.isCancelled {
      for input in await inbox.next() {
        switch input {
        case .heard(let records):
          for case .notice(let notice) in records where notice.kind.isLoss {
            try write(["Stream: \(notice.message)"])
          }
        case .picture(let snapshot, _):
          session.context.replay?.shows(snapshot.seenAt)
          let contents = PaneContents(session, snapshot, ChartChoice(symbol: ""), changes: [:])
          let health = await reading.health()
          header.take(contents.status, health)
          guard case .success(let answer) = contents.status else {
            let words = contents.status.failure.map { session.failure($0).message } ?? ""
            if words != failure { try write(["\(told == nil ? "" : "Worse. ")Connection: \(words)"]) }
            failure = words
            continue
          }
          failure = nil
          let facts = LinearFacts(answer, connection: header.fact(at: session.context.now()), session.commands)
          let lines = told.map { facts.changes(since: $0) } ?? facts.facts.map(\.line)
          if told == nil, session.context.input.isTerminal {
            session.note("a line that you type runs a command that reads, such as why; 'quit' ends")
          }
          try write(lines)
          told = facts
          if session.context.replay?.standing.isAtEnd == true { try write(["Record: its last look; 'quit' ends"]) }
        default: continue
        }
      }
    }
    return nil
  }

  private func write(_ lines: [String]) throws {
    guard !lines.isEmpty else { return }
    let now = session.timestamp(session.context.now())
    // Of another day nobody must take it for today.
    let time =
      session.context.replay == nil ? now.split(separator: " ").dropFirst().joined(separator: " ") : "REPLAY " + now
    let redaction = session.output.redaction
    let text = lines.map { "\(time)  \(sanitized(redaction?.text($0) ?? $0))\n" }.joined()
    try session.context.output.write(text)
  }

  /// Runs lines that are typed, until one of them or the end of input ends the console.
  private func listen() async throws -> Output? {
    while let line = try await session.context.input.readLine() {
      let line = line.trimmed()
      if ["q", "quit", "exit"].contains(line) { return .ended(.ok) }
      guard !line.isEmpty else { continue }
      do {
        let words = try LiveCommands.words(line)
        guard try commands.check(words) == .reads else {
          throw Failure(.usage, "here nothing changes the engine", nextStep: "run it in a shell")
        }
        await NestedRun.plainly(commands.line(words, columns: 0, rows: 0), session)
      } catch {
        session.warn(session.failure(error).message)
      }
    }
    return .ended(.ok)
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
