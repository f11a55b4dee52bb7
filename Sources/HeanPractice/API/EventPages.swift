import Foundation
import HeanCore

/// What the engine remembers of its own events.
enum EventPages {
  static func answer(_ request: PracticeRequest, _ journal: EventJournal, _ now: Date) -> Router.Answer? {
    guard request.method == "GET" else { return nil }
    switch request.path {
    case "/api/v1/blackbox/events": return events(request, journal, now)
    case "/api/v1/blackbox/events/types": return types(journal)
    default: return nil
    }
  }

  private static func events(_ request: PracticeRequest, _ journal: EventJournal, _ now: Date) -> Router.Answer? {
    // What fails validation is the router's to tell, in the engine's words.
    guard let limit = try? Router.limit(request, default: 200, upTo: 1000) else { return nil }
    let since = request.query["since_seq"].flatMap { Int($0) } ?? 0
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
  /// Each control call is told as a command and as its result.
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
