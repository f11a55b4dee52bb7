/// How many signals were refused in some time, and why.
public struct BlockedSignals: Codable, Sendable, Equatable {
  /// Signals that were judged.
  public var judged: Int
  /// Of these the engine made orders of.
  public var accepted: Int
  /// Of these it refused; the rest it did not say.
  public var refused: Int
  /// Why signals were refused, by the first code of each decision, the most frequent first.
  public var reasons: [ReasonCount]
  /// When the oldest decision was made that the engine's lists still hold (UTC): counts of a longer time are lower
  /// bounds. `nil` when they hold none.
  public var reachesBackTo: Date?
  /// What filters inside strategies refused before there was a signal, counted since the engine's process began;
  /// `nil` when that could not be read.
  public var filters: [ReasonCount]?

  /// - Parameters:
  ///   - times: which decisions are meant.
  ///   - now: the time, by the local clock.
  init(_ snapshot: EngineSnapshot, at times: TimeFilter, now: Date) {
    let log = DecisionLog(snapshot, scope: DiagnosisScope(), now: now)
    let meant = log.decisions.filter { times.takes($0.at) }
    judged = meant.count
    accepted = meant.count { $0.outcome == .create }
    refused = meant.count(where: \.isRefusal)
    reasons = meant.refusals()
    reachesBackTo = log.decisions.compactMap(\.at).min()
    filters = snapshot.filters.value?.reasons
  }

  /// Whether decisions of this time may have fallen out of the engine's lists.
  public func isCut(_ times: TimeFilter) -> Bool {
    guard let since = times.since else { return false }
    return reachesBackTo.map { $0 > since } ?? true
  }
}
