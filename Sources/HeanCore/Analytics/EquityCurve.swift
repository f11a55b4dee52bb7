/// Equity over time (USDT), and the daily returns in it.
public struct EquityCurve: Codable, Sendable, Equatable {
  /// One reading of equity.
  public struct Point: Codable, Sendable, Equatable {
    /// When it was read.
    public var at: Date
    /// In USDT.
    public var equity: Double
    /// What came in since the reading before, and went out where it is negative, that no trade explains (USDT).
    public var transfer = 0.0
    /// Whether fees may be a part of `transfer`, because the engine did not tell them.
    public var lacksFees = false

    /// A reading.
    public init(at: Date, equity: Double) {
      self.at = at
      self.equity = equity
    }
  }

  /// Where points come from, and what is in their equity.
  public enum Basis: String, Codable, Sendable, CaseIterable {
    /// Rows of a file of snapshots: the equity that could be believed at that time.
    case snapshots
    /// Capital at the start and the realized PnL of closed trades, before fees; open positions are not in it.
    case realized
    /// The engine's own equity, which open positions and bookkeeping can distort (docs/engine.md 4.7).
    case engine
  }

  /// What the points are.
  public var basis: Basis
  /// Oldest first.
  public var points: [Point]
  /// What was left out of it, and why, as sentences without a full stop.
  public var notes: [String] = []

  /// - Parameter points: in any order.
  public init(_ basis: Basis, _ points: [Point]) {
    self.basis = basis
    self.points = points.sorted { $0.at < $1.at }
  }

  /// - Parameters:
  ///   - start: equity before the first trade.
  ///   - trades: in the order of their closes; those without a time are left out.
  public init(start: Double, _ trades: [TradeResult]) {
    basis = .realized
    points = []
    points.reserveCapacity(trades.count + 1)
    var equity = start
    for trade in trades {
      guard let closedAt = trade.closedAt else { continue }
      // The day before: the first day's trades are the first return.
      if points.isEmpty {
        points.append(
          Point(at: Date(timeIntervalSince1970: (closedAt / 86_400).rounded(.down) * 86_400 - 1), equity: start))
      }
      equity += trade.profit
      points.append(Point(at: Date(timeIntervalSince1970: closedAt), equity: equity))
    }
  }

  /// The same curve as it would be without transfers: each reading has the return since the one before.
  public var timeWeighted: EquityCurve {
    guard points.contains(where: { $0.transfer != 0 }) else { return self }
    var curve = self
    var factor = 1.0
    for index in points.indices.dropFirst() {
      let (point, before) = (points[index], points[index - 1])
      let without = point.equity - point.transfer
      if point.transfer != 0, without > 0, point.equity > 0, before.equity > 0 { factor *= without / point.equity }
      curve.points[index].equity = point.equity * factor
      curve.points[index].transfer = 0
      curve.points[index].lacksFees = false
    }
    return curve
  }

  /// From the first reading to the last, without transfers, in percent (5 is 5 %); `nil` with less than two.
  public var changePercent: Double? {
    let points = timeWeighted.points
    guard let first = points.first, let last = points.last, last.at > first.at, first.equity > 0 else { return nil }
    return (last.equity - first.equity) / first.equity * 100
  }

  /// Readings before which money came in or went out.
  public var transfers: [Point] { points.filter { $0.transfer != 0 } }

  /// Equity at the last reading of each UTC day that has one, oldest first.
  var dailyCloses: [(day: Int, equity: Double)] {
    var closes: [(day: Int, equity: Double)] = []
    for point in points {
      guard let day = Int(exactly: (point.at.timeIntervalSince1970 / 86_400).rounded(.down)) else { continue }
      if closes.last?.day == day {
        closes[closes.count - 1].equity = point.equity
      } else {
        closes.append((day, point.equity))
      }
    }
    return closes
  }

  /// Daily returns as fractions. Without trades realized equity stands still, so such days are returns of 0; in other
  /// curves a day without a reading, and the one after it, have no return.
  public var dailyReturns: DailyReturns {
    var returns: [Double] = []
    var gaps = 0
    let closes = dailyCloses
    for (before, after) in zip(closes, closes.dropFirst()) {
      guard before.equity > 0, after.equity > 0 else { return DailyReturns(returns: [], gaps: gaps, isBroke: true) }
      let between = after.day - before.day - 1
      if between > 0 {
        guard basis == .realized else {
          gaps += between
          continue
        }
        returns += Array(repeating: 0, count: min(between, 100_000))
      }
      returns.append(after.equity / before.equity - 1)
    }
    return DailyReturns(returns: returns, gaps: gaps)
  }

  /// Growth a year, compounded, as a fraction; `nil` below a day, or when equity was not above zero.
  var annualGrowth: Double? {
    let closes = dailyCloses
    guard let first = closes.first, let last = closes.last, last.day > first.day, first.equity > 0, last.equity > 0
    else { return nil }
    return pow(last.equity / first.equity, ReturnStatistics.daysOfYear / Double(last.day - first.day)) - 1
  }
}

/// The returns of a curve from day to day.
public struct DailyReturns: Codable, Sendable, Equatable {
  /// As fractions, oldest first.
  public var returns: [Double]
  /// Days without a reading: they, and the first day after them, have no return.
  public var gaps = 0
  /// Whether equity was not above zero, so that there are no returns.
  public var isBroke = false
}
