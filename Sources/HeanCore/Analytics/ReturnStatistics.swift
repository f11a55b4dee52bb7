/// The figures about the returns of an equity curve. Days are UTC, a year has 365 of them.
enum ReturnStatistics {
  static let daysOfYear = 365.0
  /// The share of the days that is the tail of VaR and CVaR.
  static let tail = 0.05

  /// - Parameter seed: of the bootstrap.
  static func all(_ curve: EquityCurve, seed: UInt64) -> [Statistic] {
    let daily = curve.dailyReturns
    let returns = daily.returns
    let count = returns.count
    let sorted = returns.sorted()
    let moments = Moments(returns)
    let fall = curve.maxDrawdown
    let depth = fall.map(\.depth) ?? 0
    let intervals = count >= Statistic.Name.sharpe.least ? intervals(sorted, seed: seed) : Intervals()
    return [
      Statistic(.sharpe, count: count, lack: "the returns do not vary", interval: intervals.sharpe) { moments.sharpe },
      Statistic(.sortino, count: count, lack: "no day lost", interval: intervals.sortino) { moments.sortino },
      Statistic(.calmar, count: count, lack: "equity never fell", interval: intervals.calmar) {
        guard let growth = curve.annualGrowth, let depth, depth > 0 else { return nil }
        return growth / depth
      },
      Statistic(.volatility, count: count, lack: "", interval: intervals.volatility) {
        moments.deviation * daysOfYear.squareRoot()
      },
      Statistic(
        .maxDrawdown, count: curve.points.count, lack: "equity was not above zero", interval: intervals.drawdown
      ) { depth },
      Statistic(.valueAtRisk, count: count, lack: "", interval: intervals.valueAtRisk) { sorted.quantile(tail) },
      Statistic(.expectedShortfall, count: count, lack: "", interval: intervals.shortfall) {
        let worst = sorted.prefix(Int(tail * Double(count - 1)) + 1)
        return worst.reduce(0, +) / Double(worst.count)
      },
    ]
  }

  /// Mean and deviations of returns.
  struct Moments {
    var mean: Double
    /// Standard deviation, over n - 1.
    var deviation: Double
    /// Root mean square of the negative returns, over all n.
    var downside: Double

    init(_ returns: [Double]) {
      let count = Double(returns.count)
      let mean = returns.reduce(0, +) / count
      self.mean = mean
      deviation = (returns.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)).squareRoot()
      downside = (returns.reduce(0) { $0 + ($1 < 0 ? $1 * $1 : 0) } / count).squareRoot()
    }

    /// From the sums of the returns, of their squares, and of the squares of the negative ones.
    init(sum: Double, squares: Double, negative: Double, count: Double) {
      mean = sum / count
      deviation = (max(0, squares - sum * sum / count) / (count - 1)).squareRoot()
      downside = (negative / count).squareRoot()
    }

    var sharpe: Double? { deviation > 1e-15 ? mean / deviation * daysOfYear.squareRoot() : nil }
    var sortino: Double? { downside > 0 ? mean / downside * daysOfYear.squareRoot() : nil }
  }

  private struct Intervals {
    var sharpe, sortino, calmar, volatility, drawdown, valueAtRisk, shortfall: Statistic.Interval?
  }

  /// The figures of all resamples: a list for each interval, in the order of `Intervals`.
  private struct Drawn {
    var figures: [[Double]] = Array(repeating: [], count: 7)

    var intervals: Intervals {
      let all = figures.map(Bootstrap.interval)
      return Intervals(
        sharpe: all[0], sortino: all[1], calmar: all[2], volatility: all[3], drawdown: all[4], valueAtRisk: all[5],
        shortfall: all[6])
    }
  }

  /// Draws days one by one, so an order of good and bad days that follow each other is not kept.
  private static func intervals(_ sorted: [Double], seed: UInt64) -> Intervals {
    let count = sorted.count
    var bootstrap = Bootstrap(seed: seed)
    var drawn = Drawn()
    var times = [Int32](repeating: 0, count: count)
    for _ in 0..<Bootstrap.resamples {
      var (sum, squares, negative) = (0.0, 0.0, 0.0)
      var (equity, peak, depth) = (1.0, 1.0, 0.0)
      for place in times.indices { times[place] = 0 }
      for _ in 0..<count {
        let place = bootstrap.index(below: count)
        times[place] += 1
        let value = sorted[place]
        sum += value
        squares += value * value
        if value < 0 { negative += value * value }
        equity *= 1 + value
        if equity > peak { peak = equity } else { depth = max(depth, 1 - equity / peak) }
      }
      let moments = Moments(sum: sum, squares: squares, negative: negative, count: Double(count))
      let growth = pow(equity, daysOfYear / Double(count)) - 1
      let worst = tailOf(sorted, times)
      let figures = [
        moments.sharpe ?? .nan, moments.sortino ?? .infinity, depth > 0 ? growth / depth : .infinity,
        moments.deviation * daysOfYear.squareRoot(), depth, worst.value, worst.mean,
      ]
      for (place, figure) in figures.enumerated() { drawn.figures[place].append(figure) }
    }
    return drawn.intervals
  }

  /// The 5th percentile, and the mean of what is below it, of sorted values that were drawn so many times.
  private static func tailOf(_ sorted: [Double], _ times: [Int32]) -> (value: Double, mean: Double) {
    let place = tail * Double(sorted.count - 1)
    let last = Int(place)
    var (seen, sum) = (0, 0.0)
    var value = Double.nan
    for (index, figure) in sorted.enumerated() where times[index] > 0 {
      let before = seen
      seen += Int(times[index])
      if before <= last { sum += figure * Double(min(seen, last + 1) - before) }
      if value.isNaN, seen > last { value = figure }
      if seen > last + 1 {
        // `figure` is the neighbour above.
        value += (figure - value) * (place - Double(last))
        break
      }
    }
    return (value, sum / Double(last + 1))
  }
}
