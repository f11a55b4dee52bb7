/// One fall of equity below its highest point so far, until that is reached again.
public struct Drawdown: Codable, Sendable, Equatable {
  /// When the highest point was.
  public var peakAt: Date
  /// Equity then (USDT).
  public var peak: Double
  /// When equity was lowest before it recovered.
  public var troughAt: Date
  /// Equity then (USDT).
  public var trough: Double
  /// When the highest point was reached again; `nil` while it is not.
  public var recoveredAt: Date?

  /// The fall in USDT.
  public var amount: Double { peak - trough }
  /// The fall as a share of the peak; `nil` when that was not above zero.
  public var depth: Double? { peak > 0 ? (peak - trough) / peak : nil }
}

extension EquityCurve {
  /// Every drawdown, oldest first.
  public var drawdowns: [Drawdown] {
    guard var peak = points.first else { return [] }
    var found: [Drawdown] = []
    var current: Drawdown?
    for point in points.dropFirst() {
      if point.equity >= peak.equity {
        if var ended = current {
          ended.recoveredAt = point.at
          found.append(ended)
          current = nil
        }
        peak = point
      } else if point.equity < current?.trough ?? .infinity {
        current = Drawdown(
          peakAt: peak.at, peak: peak.equity, troughAt: point.at, trough: point.equity)
      }
    }
    if let current { found.append(current) }
    return found
  }

  /// The deepest drawdown, by its share of the peak; `nil` when equity never fell.
  public var maxDrawdown: Drawdown? { drawdowns.max { $0.depth ?? 0 < $1.depth ?? 0 } }

  /// How far each point is below the highest so far, as a fraction of it: 0 or less.
  public var underwater: [Double] {
    var peak = -Double.infinity
    return points.map { point in
      peak = max(peak, point.equity)
      return peak > 0 ? point.equity / peak - 1 : 0
    }
  }
}
