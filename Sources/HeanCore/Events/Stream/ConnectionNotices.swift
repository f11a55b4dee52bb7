/// Notices about the connection: opened, lost, tried again, or replaced by polling.
extension StreamNotice {
  static func connected(to url: String, _ topics: [Topic], at date: Date) -> StreamNotice {
    StreamNotice(
      .connected, at: date, "connected to \(url)",
      ["url": .string(url), "topics": .array(topics.map { .string($0.rawValue) })])
  }

  static func silent(for silence: Duration, at date: Date) -> StreamNotice {
    StreamNotice(
      .stale, at: date, "\(noHeartbeat(for: silence)): what is shown may be old",
      ["reason": "no heartbeat", "silent_seconds": .number(seconds(silence))])
  }

  static func noHeartbeat(for silence: Duration) -> String { "no heartbeat for \(seconds(silence)) s" }

  static func retrying(
    after delay: Duration, _ attempt: Int, because reason: String, _ loss: ConnectionLoss, at date: Date
  ) -> StreamNotice {
    var members: [String: JSONValue] = [
      "reason": .string(reason), "attempt": .number(Decimal(attempt)), "retry_in_seconds": .number(seconds(delay)),
    ]
    if case .ended(let code, _) = loss { members["code"] = .number(Decimal(code)) }
    return StreamNotice(.stale, at: date, "\(reason); trying again in \(seconds(delay)) s", members)
  }

  static func reconnected(
    after down: Duration, attempts: Int, recovered: Int, hasRestarted: Bool, at date: Date
  ) -> StreamNotice {
    StreamNotice(
      .reconnected, at: date,
      "reconnected after \(seconds(down)) s" + (hasRestarted ? ", to a process that has restarted" : "")
        + (recovered > 0 ? "; \(Figures.counted(recovered, "missed event")) recovered" : ""),
      [
        "down_seconds": .number(seconds(down)), "attempts": .number(Decimal(attempts)),
        "recovered": .number(Decimal(recovered)), "restarted": .bool(hasRestarted),
      ])
  }

  /// - Parameter topics: the topics that are followed.
  static func polling(
    every interval: Duration, because reason: String, _ topics: [Topic], at date: Date
  ) -> StreamNotice {
    let without = topics.filter { !$0.hasNumbers }.map(\.rawValue)
    var words = "no WebSocket (\(reason)): asking for events every \(seconds(interval)) s"
    if !without.isEmpty { words += "; nothing comes of \(without.joined(separator: ", "))" }
    return StreamNotice(
      .polling, at: date, words,
      [
        "reason": .string(reason), "interval_seconds": .number(seconds(interval)),
        "without": .array(without.map { .string($0) }),
      ])
  }

  static func unreadable(_ loss: StreamMachine.StreamLoss, at date: Date) -> StreamNotice {
    StreamNotice(.stale, at: date, "\(loss.message); asking again", ["reason": .string(loss.message)])
  }

  /// In seconds, rounded to milliseconds.
  private static func seconds(_ duration: Duration) -> Decimal {
    Decimal(Int64((duration.seconds * 1000).rounded())) / 1000
  }
}
