public import Foundation

/// Profit and loss of the day in USDT, made from parts that nothing bends: no endpoint tells it (docs/engine.md 4.7).
public struct DayPnL: Codable, Sendable, Equatable {
  /// Realized + unrealized - fees, which begin with the engine; `nil` when that was not today.
  public private(set) var own: Decimal?
  /// When the engine was started; `nil` when it does not reach back that far.
  public private(set) var since: Date?
  /// Whether fees are in it: in live the engine counts none.
  public private(set) var hasFees = false
  /// Whether positions were dropped or booked twice, whose PnL nobody knows.
  public private(set) var isEstimate = false
  /// Whether the engine has booked it at its own prices and not at the fills, as in live.
  public private(set) var isBooked = false
  /// What the engine says, checked.
  public private(set) var told: CheckedFigure

  /// - Parameter startedAt: of this engine; `nil` when it is not known.
  public init(_ truth: EquityTruth, startedAt: Date?, now: Date) {
    told = truth.dayPnL
    guard truth.isRunning, let startedAt, startedAt <= now, Self.day(startedAt) == Self.day(now),
      let fair = truth.fair, let initial = truth.initial, truth.verdict != .booksDisagree
    else { return }
    own = fair - initial
    since = startedAt
    hasFees = truth.fees != nil
    isEstimate = truth.verdict == .estimate || truth.bend == .bookkeeping
    isBooked = !truth.isDryRun
  }

  /// What speaks against the figure, or is not in it.
  public var note: String? {
    guard own != nil else { return told.doubt }
    let lacks = [
      isEstimate ? "estimate" : nil, isBooked ? "at the engine's prices, not at the fills" : nil,
      hasFees ? nil : "fees not known",
    ].compactMap(\.self)
    return lacks.isEmpty ? nil : lacks.joined(separator: ", ")
  }

  /// The figure to show; the engine's own serves only where it agrees with its parts.
  public var shown: Decimal? { own ?? (told.doubt == nil ? told.value : nil) }

  /// The engine's day ends at midnight UTC.
  private static func day(_ date: Date) -> Substring { EngineTime.format(date).prefix(10) }
}
