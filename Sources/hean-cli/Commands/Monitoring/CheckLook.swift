import HeanCore
import HeanNetworking

/// One look at an engine and at this machine, for a plugin.
struct CheckLook: Sendable {
  let session: Session
  /// Within which all of it has to be done.
  let limit: Duration

  /// Parts that one snapshot of the engine answers.
  private static let asked: Set<EnginePart> = [.engine, .data, .money, .risk, .pnl]

  /// - Returns: what was found, in the order of the parts, and the answers of the engine if it was asked.
  func findings(of parts: [EnginePart]) async throws -> ([PartFinding], PartsAnswer?) {
    let wanted = Set(parts)
    let isAsked = !Self.asked.isDisjoint(with: wanted)
    var found: [EnginePart: PartFinding] = [:]
    // A read that takes longer is one without an answer, so that an engine that hangs is told in time.
    var hurried = session
    hurried.target.deadline = min(session.target.deadline, limit * 2 / 5)
    let hurry = hurried
    async let heard = wanted.contains(.stream) ? StreamCheck(session: hurry).finding() : nil
    let seen = isAsked ? try await ask(hurry) : nil
    found[.stream] = try await heard
    if let seen {
      for finding in [seen.engine, seen.data, seen.money, seen.risk, seen.pnl] { found[finding.part] = finding }
    }
    if wanted.contains(.disk) { found[.disk] = DiskCheck(session: session).finding() }
    return (parts.compactMap { found[$0] }, seen)
  }

  private func ask(_ session: Session) async throws -> PartsAnswer {
    let start = session.context.elapsed()
    var answer = try await session.ask(PartsQuery { session.pastAttempts(on: $0) })
    let time = (session.context.elapsed() - start).decimalSeconds.rounded(to: 3)
    answer.engine.figures.insert(PluginFigure("engine_time", time, .seconds, least: 0), at: 0)
    return answer
  }
}

/// Whether events of the engine arrive. It sends a heartbeat each second, also while it is stopped.
struct StreamCheck: Sendable {
  let session: Session

  private enum Heard: Sendable {
    case event
    case nothing(String)
    case polled(String)
  }

  func finding() async throws -> PartFinding {
    let silence = StreamTiming().stale
    let patience = min(silence, session.target.deadline)
    let start = session.context.elapsed()
    let heard = try await session.withFeed(
      [.systemHeartbeat], StreamOptions(), readDeadline: session.context.realTime(patience)
    ) { _, stream in
      await withTaskGroup(of: Heard?.self) { group in
        group.addTask {
          await stream.run()
          return nil
        }
        group.addTask { await Self.listen(to: stream) }
        group.addTask {
          try? await session.context.beat(patience)
          return .nothing("no event in \(Spans.exact(patience))")
        }
        var heard: Heard?
        while heard == nil, let next = await group.next() { heard = next }
        await stream.stop()
        group.cancelAll()
        return heard ?? .nothing("the stream ended")
      }
    }
    let time = (session.context.elapsed() - start).decimalSeconds.rounded(to: 3)
    var finding: PartFinding
    switch heard {
    case .event:
      finding = PartFinding(.stream, .ok, "events arrive")
    case .polled(let reason): finding = PartFinding(.stream, .warning, reason)
    case .nothing(let reason): finding = PartFinding(.stream, .critical, "no events: \(reason)")
    }
    let isHeard = if case .event = heard { true } else { false }
    finding.figures = [PluginFigure("stream_first_event", isHeard ? time : nil, .seconds, least: 0)]
    if !isHeard { finding.nextStep = .query(.health) }
    return finding
  }

  private static func listen(to stream: EventStream) async -> Heard {
    do throws(ConnectionLoss) {
      while let records = try await stream.next() {
        for record in records {
          switch record {
          // What is sent in answer to a subscription can be old.
          case .event(let event) where event.origin == .live: return .event
          case .event: continue
          case .notice(let notice):
            switch notice.kind {
            case .polling: return .polled(notice.message)
            case .stale: return .nothing(notice.message)
            default: continue
            }
          }
        }
      }
      return .nothing("the stream ended")
    } catch {
      return .nothing(error.message)
    }
  }
}
