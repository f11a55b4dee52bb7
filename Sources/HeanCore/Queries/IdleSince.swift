/// Why a list is empty: what became of the signals since something was closed last.
public struct IdleSince: Codable, Sendable, Equatable {
  /// When the last position was closed (UTC); `nil` when the engine lists none.
  public var closedAt: Date?
  /// How long ago that was, by the engine's clock (seconds).
  public var age: TimeInterval?
  /// How many signals were judged since, of those that the engine lists.
  public var signals: Int
  /// How many of them led to no order.
  public var refused: Int
  /// The code that refused most of them; `nil` when none was refused with one.
  public var code: String?
  /// How many it refused.
  public var byCode: Int

  /// - Returns: `nil` when no list of decisions was read.
  public init?(_ snapshot: EngineSnapshot, now: Date) {
    guard snapshot.isRunning == true,
      let decisions = snapshot.history.value?.decisions ?? snapshot.state.value?.decisions
    else { return nil }
    let closed = snapshot.history.value?.closed.filter { !$0.isGhost }.compactMap(\.closedAt).max()
    closedAt = closed
    age = closed.map { max(0, (now + snapshot.clockOffset).timeIntervalSince($0)) }
    let since = decisions.filter { decision in
      guard let closed, let at = decision.at else { return closed == nil }
      return at > closed
    }
    let stopped = since.filter { $0.outcome != .create }
    signals = since.count
    refused = stopped.count
    let counts = Dictionary(grouping: stopped.compactMap(\.reasonCodes.first)) { $0 }.mapValues(\.count)
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    code = most?.key
    byCode = most?.value ?? 0
  }

  /// As clauses of a sentence: `the last was closed 14m ago; 3 signals since, all refused: COUNCIL_REJECTED`.
  public var words: String {
    let close = age.map { "the last was closed \(Spans.text($0)) ago" }
    let since = closedAt == nil ? "listed" : "since"
    guard signals > 0 else { return [close, "no signal \(since)"].compactMap(\.self).joined(separator: "; ") }
    let count = "\(Figures.counted(signals, "signal")) \(since)"
    guard refused > 0 else { return [close, "\(count), all accepted"].compactMap(\.self).joined(separator: "; ") }
    let share = refused == signals ? (signals == 1 ? "refused" : "all refused") : "\(refused) refused"
    let by = code.map { byCode == refused ? ": \($0)" : ", \(byCode) of them by \($0)" } ?? ""
    return [close, "\(count), \(share)\(by)"].compactMap(\.self).joined(separator: "; ")
  }
}
