/// Which moments of the past are meant.
public struct TimeFilter: Codable, Sendable, Hashable {
  /// The first moment; `nil` for as far back as the engine's lists reach.
  public var since: Date?
  /// The first moment that is not meant any more, so that two spans that meet share no moment; `nil` for up to now.
  public var until: Date?

  /// By default every moment passes.
  public init(since: Date? = nil, until: Date? = nil) {
    self.since = since
    self.until = until
  }

  /// Whether everything passes, also what has no time.
  public var isAll: Bool { since == nil && until == nil }

  /// Whether something of this moment passes. What has no time passes only when no moment is named.
  public func takes(_ moment: Date?) -> Bool {
    guard !isAll else { return true }
    guard let moment else { return false }
    return moment >= since ?? .distantPast && moment < until ?? .distantFuture
  }
}
