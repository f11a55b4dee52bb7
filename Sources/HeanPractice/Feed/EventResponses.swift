import HeanCore

/// The endpoints for the recent events that the engine keeps.
enum EventResponses {
  static func answer(_ request: PracticeRequest, _ journal: EventJournal, _ now: Date) -> Router.Answer? {
    guard request.method == "GET" else { return nil }
    switch request.path {
    case "/api/v1/blackbox/events":
      do { return try events(request, journal, now) } catch let error as Router.Invalid {
        return Router.answer(error)
      } catch {
        return Router.Answer(status: 500, ["detail": "internal"])
      }
    case "/api/v1/blackbox/events/types": return types(journal)
    default: return nil
    }
  }

  private static func events(
    _ request: PracticeRequest, _ journal: EventJournal, _ now: Date
  ) throws -> Router.Answer {
    let limit = try Router.limit(request, default: 200, upTo: 1000)
    let since = try Router.whole(request, "since_seq") ?? 0
    let type = request.query["event_type"]
    let chosen = journal.ring.filter { $0.seq > since && (type == nil || $0.type == type) }.suffix(limit)
    return Router.Answer([
      "events": .array(chosen.map(\.envelope)), "count": .count(chosen.count), "last_seq": .count(journal.seq),
      "timestamp": .zoned(now),
    ])
  }

  private static func types(_ journal: EventJournal) -> Router.Answer {
    let counts = journal.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return Router.Answer([
      "types": .array(counts.map { ["type": .string($0.key), "count": .count($0.value)] }),
      "total_types": .count(counts.count),
    ])
  }
}

extension EventJournal {
  /// Emits two events for each control call: the command and its result.
  mutating func tellControl(_ request: PracticeRequest, _ status: Int, at now: Date) {
    let command = request.path.split(separator: "/").suffix(2).joined(separator: "_")
    let payload: [String: JSONValue] = [
      "command": .string(command), "success": .bool(status < 400), "detail": .null, "path": .string(request.path),
    ]
    for type in ["CONTROL_COMMAND", "CONTROL_RESULT"] {
      emit(
        FeedEvent(type: type, topics: ["system_heartbeat"], payload: .object(payload), source: "api"), at: now)
    }
  }
}
