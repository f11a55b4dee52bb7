/// Profit and loss of the day in USDT, computed from figures that nothing distorts: no endpoint tells it
/// (docs/engine.md 4.7).
public struct DayPnL: Codable, Sendable, Equatable {
  /// Realized + unrealized - fees since the engine's start; `nil` when that was not today (UTC), or when it cannot be
  /// computed.
  public private(set) var own: Decimal?
  /// When the engine was started; `nil` when `own` is.
  public private(set) var since: Date?
  /// Whether fees are subtracted. In live they are not known.
  public private(set) var hasFees = false
  /// Whether positions were dropped or booked twice, so that nobody knows their PnL.
  public private(set) var isEstimate = false
  /// Whether the engine has booked it at its own prices and not at those of the fills, as in live.
  public private(set) var isBooked = false
  /// Equity (USDT) at the time from which the figure counts; `nil` when it is not known.
  public private(set) var start: Decimal?
  /// The engine's own day PnL, checked.
  public private(set) var told: CheckedFigure

  /// - Parameter startedAt: when this engine was started; `nil` when that is not known.
  public init(_ truth: EquityTruth, startedAt: Date?, now: Date) {
    told = truth.dayPnL
    // Only where the engine's figures agree with each other does their difference tell where the day began.
    if truth.verdict == .asIs, told.doubt == nil, let equity = truth.shown, let value = told.value {
      start = equity - value
    }
    guard truth.isRunning, let startedAt, startedAt <= now, Self.day(startedAt) == Self.day(now),
      let computedEquity = truth.computedEquity, let initial = truth.initial, truth.verdict != .booksDisagree
    else { return }
    own = computedEquity - initial
    start = initial
    since = startedAt
    hasFees = truth.fees != nil
    isEstimate = truth.verdict == .estimate || truth.distortion == .bookkeeping
    isBooked = !truth.isDryRun
  }

  /// What speaks against the figure, or what it lacks; `nil` when nothing does.
  public var note: String? {
    guard own != nil else { return told.doubt }
    let lacks = [
      isEstimate ? "estimate" : nil, isBooked ? "at the engine's prices, not at the fills" : nil,
      hasFees ? nil : "fees not known",
    ].compactMap(\.self)
    return lacks.isEmpty ? nil : lacks.joined(separator: ", ")
  }

  /// The figure to show (USDT): `own`, else the engine's where nothing speaks against it; `nil` when there is neither.
  public var shown: Decimal? { own ?? (told.doubt == nil ? told.value : nil) }

  /// `shown` in percent of the equity at its start (5 is 5 %); `nil` when one of them is not known.
  public var percent: Decimal? {
    guard let start, start > 0, let shown else { return nil }
    return (shown / start * 100).rounded(to: 6)
  }

  /// The engine's day ends at midnight UTC.
  private static func day(_ date: Date) -> Substring { EngineTime.format(date).prefix(10) }
}
