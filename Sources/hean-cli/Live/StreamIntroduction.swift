import HeanCore

/// An engine that has just been connected to, asked over REST what its events do not tell: what an order would touch, and
/// what the names mean that a stream is narrowed to.
struct StreamIntroduction: Sendable {
  var control: EngineClient
  var session: Session
  var wanted: NameFilter

  /// Events wait for the answers, so these may not take long.
  private static let patience = Duration.seconds(3)

  private func look() -> EngineReader { control.look(within: session.context.realTime(Self.patience)) }

  /// - Returns: why a name stands for nothing; `nil` when all is well, or cannot be told yet.
  func meet(_ writer: StreamWriter) async throws -> EngineError? {
    let engine = look()
    async let mode = engine.snapshot(of: [.engine], now: session.context.now).mode
    do throws(EngineError) {
      await writer.narrow(to: try await engine.settled(wanted))
    } catch {
      guard !error.isAboutName else { return error }
      var taken = wanted
      taken.symbol = wanted.symbol.map(Resolver.taken)
      await writer.narrow(to: taken)
      if !Task.isCancelled { session.note("\(error.shortText); only events\(taken.phrase) are shown") }
    }
    try await writer.tell(await mode)
    return nil
  }

  /// The mode, time and again, until the task is cancelled.
  func keepTellingMode(_ writer: StreamWriter) async throws {
    while !Task.isCancelled {
      do { try await session.context.sleep(.seconds(30)) } catch { return }
      try await tellMode(writer)
    }
  }

  /// An engine that does not answer now is what it was.
  func tellMode(_ writer: StreamWriter) async throws {
    let mode = await look().snapshot(of: [.engine], now: session.context.now).mode
    if mode != .unknown { try await writer.tell(mode) }
  }
}

extension StreamRecord {
  /// Whether it tells of a way to the engine that was not there before.
  var isConnection: Bool {
    guard case .notice(let notice) = self else { return false }
    return [.connected, .reconnected, .polling].contains(notice.kind)
  }
}
