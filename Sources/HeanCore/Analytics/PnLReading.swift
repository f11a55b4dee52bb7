/// The figures of an account at one moment, which somebody recorded. What is not known is `nil`.
public struct PnLReading: Sendable, Equatable {
  /// When it was read.
  public var at: Date
  /// Which equity it is, is said where it was recorded (USDT).
  public var equity: Decimal?
  /// Before fees, since the start of the engine (USDT).
  public var realized: Decimal?
  /// Since the start of the engine (USDT).
  public var fees: Decimal?
  /// Closed positions that the engine's process has counted.
  public var closes: Int?
  /// When this run of the engine was started.
  public var startedAt: Date?

  /// A reading of which, by default, only the time is known.
  public init(
    at: Date, equity: Decimal? = nil, realized: Decimal? = nil, fees: Decimal? = nil, closes: Int? = nil,
    startedAt: Date? = nil
  ) {
    (self.at, self.equity, self.realized, self.fees) = (at, equity, realized, fees)
    (self.closes, self.startedAt) = (closes, startedAt)
  }

  /// Whether the engine began anew between this reading and a later one, so that its sums began at zero. An engine has no
  /// id: a later start tells it, or sums that can only grow and are smaller.
  func isOfEarlierRun(than later: PnLReading) -> Bool {
    if let start = later.startedAt {
      if let own = startedAt { return abs(own.timeIntervalSince(start)) > 2 }
      if start > at { return true }
    }
    func shrinks<Number: Comparable>(_ mine: Number?, _ others: Number?) -> Bool {
      guard let mine, let others else { return false }
      return others < mine
    }
    return shrinks(fees, later.fees) || shrinks(closes, later.closes)
  }
}

/// A time of which recorded figures do not tell what happened when.
public struct PnLGap: Codable, Sendable, Equatable {
  /// Why.
  public enum Cause: String, Codable, Sendable, CaseIterable {
    /// Nothing was recorded.
    case missing
    /// The engine began anew, and what it had booked since the reading before is not known.
    case restart
    /// The readings do not tell the realized PnL, as those of a stopped engine.
    case unknown
  }

  /// The last reading before it.
  public var from: Date
  /// The first reading after it.
  public var until: Date
  /// Why it is one.
  public var cause: Cause
  /// What is known to have been booked in it (USDT): after a restart since then only. `nil` when nothing is.
  public var realized: Decimal?
}
