/// The figures about closed trades.
enum TradeStatistics {
  /// - Parameters:
  ///   - trades: in the order of their closes.
  ///   - seed: of the bootstrap.
  static func all(_ trades: [TradeResult], seed: UInt64) -> [Statistic] {
    let count = trades.count
    var sums = TradeSums()
    for trade in trades { sums.add(trade.profit) }
    let intervals = count >= Statistic.Name.winRate.least ? intervals(trades, seed: seed) : Intervals()
    let streaks = streaks(trades)
    let held = trades.compactMap(\.held)
    let fees = trades.compactMap(\.fee)
    return [
      Statistic(.winRate, count: count, lack: "there are no trades", interval: intervals.winRate) { sums.winRate },
      Statistic(.profitFactor, count: count, lack: "no trade lost", interval: intervals.profitFactor) {
        sums.profitFactor
      },
      Statistic(.expectancy, count: count, lack: "there are no trades", interval: intervals.expectancy) {
        sums.expectancy
      },
      Statistic(
        .payoff, count: count, lack: sums.lost == 0 ? "no trade lost" : "no trade won", interval: intervals.payoff
      ) { sums.payoff },
      Statistic(.longestWins, count: count, lack: "") { Double(streaks.won) },
      Statistic(.longestLosses, count: count, lack: "") { Double(streaks.lost) },
      Statistic(.averageHeld, count: held.count, lack: "") { held.reduce(0, +) / Double(held.count) },
      Statistic(.exposureTime, count: held.count, lack: "all were opened and closed at one moment") {
        exposure(trades)
      },
      fees.count < count
        ? Statistic(
          .feeShare, nil, count: fees.count, refusal: "\(count - fees.count) of \(count) trades tell no fee")
        : Statistic(.feeShare, count: count, lack: "no trade won") { fees.reduce(0, +) / sums.profits },
    ]
  }

  /// Most trades won, and lost, one after the other; one at zero ends both.
  static func streaks(_ trades: [TradeResult]) -> (won: Int, lost: Int) {
    var (longest, now) = ((won: 0, lost: 0), (won: 0, lost: 0))
    for trade in trades {
      now.won = trade.profit > 0 ? now.won + 1 : 0
      now.lost = trade.profit < 0 ? now.lost + 1 : 0
      longest = (max(longest.won, now.won), max(longest.lost, now.lost))
    }
    return longest
  }

  /// Share of the time, from the first opening to the last close, in which at least one position was open.
  static func exposure(_ trades: [TradeResult]) -> Double? {
    times(trades).flatMap { $0.whole > 0 ? $0.open / $0.whole : nil }
  }

  /// Seconds from the first opening to the last close, and how many of them at least one position was open; `nil` when no
  /// trade tells both of its times.
  static func times(_ trades: [TradeResult]) -> (open: Double, whole: Double)? {
    let spans = trades.compactMap { trade -> (from: Double, to: Double)? in
      guard trade.held != nil, let from = trade.openedAt, let to = trade.closedAt else { return nil }
      return (from, to)
    }.sorted { $0.from < $1.from }
    guard let first = spans.first else { return nil }
    var open = 0.0
    var (from, to) = first
    for span in spans.dropFirst() {
      if span.from > to {
        open += to - from
        (from, to) = span
      } else {
        to = max(to, span.to)
      }
    }
    return (open + to - from, to - first.from)
  }

  private struct Intervals {
    var winRate, profitFactor, expectancy, payoff: Statistic.Interval?
  }

  /// Most blocks of trades that are drawn from.
  private static let mostBlocks = 250

  /// Draws single trades. Of more than `mostBlocks` it draws blocks of trades that follow each other, so that many trades
  /// take no longer, and most streaks stay whole.
  private static func intervals(_ trades: [TradeResult], seed: UInt64) -> Intervals {
    let length = (trades.count + mostBlocks - 1) / mostBlocks
    var blocks: [TradeSums] = []
    for (place, trade) in trades.enumerated() {
      if place.isMultiple(of: length) { blocks.append(TradeSums()) }
      blocks[blocks.count - 1].add(trade.profit)
    }
    var bootstrap = Bootstrap(seed: seed)
    var rates: [Double] = []
    var factors: [Double] = []
    var means: [Double] = []
    var payoffs: [Double] = []
    for _ in 0..<Bootstrap.resamples {
      var drawn = TradeSums()
      for _ in blocks.indices { drawn += blocks[bootstrap.index(below: blocks.count)] }
      rates.append(drawn.winRate)
      factors.append(drawn.profitFactor)
      means.append(drawn.expectancy)
      payoffs.append(drawn.payoff)
    }
    return Intervals(
      winRate: Bootstrap.interval(rates), profitFactor: Bootstrap.interval(factors),
      expectancy: Bootstrap.interval(means), payoff: Bootstrap.interval(payoffs))
  }
}

extension TradeResult {
  /// Seconds from opening to closing; `nil` when a time is missing, or the clock was set back in between.
  var held: Double? {
    guard let openedAt, let closedAt, closedAt >= openedAt else { return nil }
    return closedAt - openedAt
  }
}
