/// The closed trades of one day of a time zone.
public struct TradingDay: Codable, Sendable, Equatable {
  /// The first moment of the day.
  public var date: Date
  /// Its date, as `2026-11-21`.
  public var name: String
  /// Sums over its trades, exact.
  public var totals: TradeTotals

  /// The days from the first to the last close, oldest first; also those without a close, of which there may be 3660 at
  /// most.
  /// - Parameter trades: those without a time of close are left out.
  static func all(_ trades: [Position], in zone: Zone) -> [TradingDay] {
    let byDay = Dictionary(grouping: trades.filter { $0.closedAt != nil }) { trade in
      zone.day(of: trade.closedAt ?? .distantPast)
    }
    guard let first = byDay.keys.min(), let last = byDay.keys.max() else { return [] }
    let days = last.clampedSubtracting(first) <= mostDays ? Array(first...last) : byDay.keys.sorted()
    return days.map { day in
      let name = EngineTime.format(Date(timeIntervalSince1970: Double(day) * 86_400)).prefix(10)
      return TradingDay(date: zone.start(ofDay: day), name: String(name), totals: TradeTotals(byDay[day] ?? []))
    }
  }

  private static let mostDays = 3660
}

/// How many trades had a result in one range.
public struct ProfitBin: Codable, Sendable, Equatable {
  /// Where the range begins (USDT); trades at exactly this belong to it.
  public var from: Double
  /// Where the range ends; trades at exactly this belong to the next, but for the last range.
  public var to: Double
  /// Trades in it.
  public var count: Int

  /// Ranges of one round width that cover all results, at most about so many.
  static func all(_ profits: [Double], most: Int = 16) -> [ProfitBin] {
    guard let least = profits.min(), let greatest = profits.max(), least.isFinite, greatest.isFinite else { return [] }
    let width = roundWidth((greatest - least) / Double(most))
    // Ranges meet at zero, so that none holds profits and losses.
    // A result at an edge may lie a rounding error beside it; a loss, however small, is below zero.
    func place(_ profit: Double) -> Double {
      let place = (profit / width + 1e-9).rounded(.down)
      return profit < 0 ? min(place, -1) : place
    }
    let (first, last) = (place(least), place(greatest))
    guard last - first < 1000 else { return [] }
    var bins = (0...Int(last - first)).map { place in
      let from = (first + Double(place)) * width
      return ProfitBin(from: from, to: from + width, count: 0)
    }
    for profit in profits { bins[Int(place(profit) - first)].count += 1 }
    return bins
  }

  /// 1, 2 or 5 times a power of ten, not below this.
  private static func roundWidth(_ width: Double) -> Double {
    guard width > 1e-12 else { return 1 }
    let power = pow(10, log10(width).rounded(.down))
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= width * (1 - 1e-9) } ?? 10 * power
  }
}
