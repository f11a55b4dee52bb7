import HeanCore
import HeanNetworking

/// Follows a stream until something ends it, and writes what comes: one line per event on a terminal, NDJSON otherwise.
struct StreamRun: Sendable {
  var topics: [Topic]
  var options: StreamOptions
  /// Whether repeated states are left out on a terminal.
  var leavesOutRepeats: Bool

  /// What ended the stream.
  enum Ending: Sendable, CustomStringConvertible {
    case count, duration
    case condition([ConditionName: ConditionValue])
    case readerGone
    case failed(ConnectionLoss)
    /// A symbol, strategy or order that the engine does not know.
    case stranger(EngineError)
    case interrupted

    /// As it stands in the last record.
    var description: String {
      switch self {
      case .count: "count"
      case .duration: "duration"
      case .condition: "until"
      case .readerGone: "reader gone"
      case .failed(let error): error.message
      case .stranger(let error): error.shortText
      case .interrupted: "interrupted"
      }
    }
  }

  /// How long what was read until the end of the time may take to be written, to a reader that is slow.
  private static let grace = Duration.seconds(2)

  func run(_ session: Session) async throws -> Output {
    try refuseWhatMeansNothing(session)
    // A reader that takes nothing holds up a write, and with it the end.
    let cancel = options.duration.map {
      session.context.expire($0 + Self.grace) { options.condition == nil ? .ok : .conditionFalse }
    }
    defer { cancel?() }
    return try await session.withFeed(topics, options) { control, stream in
      let writer = StreamWriter(
        session, filter: options.filter, names: options.names, count: options.count, leavesOutRepeats: leavesOutRepeats)
      let ending = try await follow(session, control, stream, writer)
      if case .readerGone = ending { return .ended(.pipeClosed) }
      try await writer.end(ending)
      if case .failed(let error) = ending { throw error }
      if case .stranger(let error) = ending { throw error }
      // With a condition, the looks decide, and they do not need the stream.
      if case .duration = ending, options.condition == nil, await writer.heardNothing {
        throw Failure(
          .unreachable, "no stream from \(session.sourceURL): nothing was received from the engine in the given time",
          nextStep: .query(.health), isRetryable: true)
      }
      // The time ended before the condition was true.
      if case .duration = ending, options.condition != nil { return .ended(.conditionFalse) }
      return .ended(.ok)
    }
  }

  private func refuseWhatMeansNothing(_ session: Session) throws {
    guard session.output.format.canStream else {
      throw UsageError.contradiction(
        "a stream has no \(session.output.format.rawValue.uppercased()) form",
        nextStep: "use --json, or leave --output out")
    }
    guard session.renderer.fields == nil else {
      throw UsageError.contradiction("--fields does not apply to a stream", nextStep: "take what you need with jq")
    }
    guard session.maxAge == nil else {
      throw UsageError.contradiction(
        "--max-age does not apply to a stream, which reports itself when it is stale", nextStep: "look for hean.stale")
    }
  }

  private func follow(
    _ session: Session, _ control: EngineClient, _ stream: EventStream, _ writer: StreamWriter
  ) async throws -> Ending {
    let watch = options.condition.map {
      ConditionWatch(condition: $0, now: session.context.now, sleep: session.context.sleep)
    }
    return try await withThrowingTaskGroup(of: Ending?.self) { group in
      group.addTask {
        await stream.run()
        return nil
      }
      group.addTask {
        await session.context.output.untilClosed()
        return Task.isCancelled ? nil : .readerGone
      }
      if let duration = options.duration {
        group.addTask {
          do { try await session.context.sleep(duration) } catch { return nil }
          return .duration
        }
      }
      if let watch {
        group.addTask {
          if let met = await watch.untilMet(control) { return .condition(met) }
          return watch.stranger.map { .stranger($0) }
        }
      }
      let introduction = StreamIntroduction(control: control, session: session, wanted: options.filter.wanted)
      group.addTask {
        try await introduction.keepTellingMode(writer)
        return nil
      }
      group.addTask { try await Self.write(stream, writer, watch, introduction) }
      var ending: Ending?
      do {
        while ending == nil, let next = try await group.next() { ending = next }
      } catch {
        await stream.stop()
        group.cancelAll()
        throw error
      }
      await stream.stop()
      group.cancelAll()
      if case .duration? = ending { Self.tell(watch?.doubts ?? [:], session) }
      // Records that were read before the end are still written.
      while let next = try await group.next() { if case .failed? = next { ending = next } }
      if case .count? = ending { try await Self.writeRest(stream, writer) }
      return ending ?? .interrupted
    }
  }

  /// Reports which values of the condition were doubtful when the time was over.
  private static func tell(_ doubts: [ConditionName: String], _ session: Session) {
    for (name, words) in doubts.sorted(by: { $0.key.text < $1.key.text }) {
      session.warn("\(name.text) is not known: \(words)")
    }
  }

  /// Enough events were written, but the stream's notices about itself that are still waiting are always written.
  private static func writeRest(_ stream: EventStream, _ writer: StreamWriter) async throws {
    while let records = try? await stream.next() { try await writer.writeNotices(records) }
  }

  private static func write(
    _ stream: EventStream, _ writer: StreamWriter, _ watch: ConditionWatch?, _ introduction: StreamIntroduction
  ) async throws -> Ending? {
    while true {
      let records: [StreamRecord]?
      do throws(ConnectionLoss) {
        records = try await stream.next()
      } catch {
        return .failed(error)
      }
      guard let records else { return nil }
      watch?.note(records)
      if records.contains(where: \.isConnection), let stranger = try await introduction.meet(writer) {
        return .stranger(stranger)
      }
      do {
        if try await writer.write(records) { return .count }
      } catch FileDescriptorWriter.Failure.pipeClosed {
        return .readerGone
      }
    }
  }
}
