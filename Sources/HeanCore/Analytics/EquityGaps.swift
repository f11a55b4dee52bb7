/// Times of which what a curve is made of may be missing.
public struct EquityGaps: Sendable, Equatable {
  /// Times of which closed trades may be missing.
  public var trades: [ClosedRange<Date>]
  /// Times of which readings of the engine's own equity are missing.
  public var equity: [ClosedRange<Date>]

  /// By default nothing is missing.
  public init(trades: [ClosedRange<Date>] = [], equity: [ClosedRange<Date>] = []) {
    self.trades = trades
    self.equity = equity
  }
}

extension EquityCurve {
  /// The part after the last of these times: what lies on both sides of a gap is no curve.
  func after(_ gaps: [ClosedRange<Date>]) -> EquityCurve {
    guard let first = points.first?.at, let last = points.last?.at,
      let end = gaps.filter({ $0.upperBound > first && $0.lowerBound < last }).map(\.upperBound).max()
    else { return self }
    var curve = self
    curve.points = points.filter { $0.at >= end }
    // Realized equity stands still between two trades.
    if basis == .realized, let before = points.last(where: { $0.at < end }) {
      curve.points.insert(Point(at: end, equity: before.equity), at: 0)
    }
    curve.notes.append(
      "the curve begins at \(EngineTime.shortest(end)): before that is a time of which it is not recorded")
    return curve
  }
}
