import HeanCore

/// Reads over REST what the events of a newly connected engine do not say: its mode, and its spelling of the names that
/// the stream is filtered by.
struct StreamIntroduction: Sendable {
  var control: EngineClient
  var session: Session
  var wanted: NameFilter

  /// Events are held back until these reads are done, so they have a short time limit.
  private static let patience = Duration.seconds(3)

  private func look() -> EngineReader { control.look(within: session.context.realTime(Self.patience)) }

  /// - Returns: an error when the engine does not know a name; `nil` when it knows all, or when this cannot be checked
  ///   now.
  func meet(_ writer: StreamWriter) async throws -> EngineError? {
    let engine = look()
    async let mode = engine.snapshot(of: [.engine], now: session.context.now).mode
    do throws(EngineError) {
      await writer.narrow(to: try await engine.resolved(wanted))
    } catch {
      guard !error.isAboutName else { return error }
      var taken = wanted
      taken.symbol = wanted.symbol.map(Resolver.taken)
      await writer.narrow(to: taken)
      if !Task.isCancelled { session.warn("\(error.shortText); only events\(taken.phrase) are shown") }
    }
    try await writer.tell(await mode)
    return nil
  }

  /// Reads the mode at intervals, until the task is cancelled.
  func keepTellingMode(_ writer: StreamWriter) async throws {
    while !Task.isCancelled {
      do { try await session.context.sleep(.seconds(30)) } catch { return }
      try await tellMode(writer)
    }
  }

  /// Reads the mode and reports it. When the engine does not answer, the last mode stays.
  func tellMode(_ writer: StreamWriter) async throws {
    let mode = await look().snapshot(of: [.engine], now: session.context.now).mode
    if mode != .unknown { try await writer.tell(mode) }
  }
}

extension StreamRecord {
  /// Whether the record reports a new connection to the engine.
  var isConnection: Bool {
    guard case .notice(let notice) = self else { return false }
    return [.connected, .reconnected, .polling].contains(notice.kind)
  }
}
