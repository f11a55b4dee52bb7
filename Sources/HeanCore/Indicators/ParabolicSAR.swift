extension Indicators {
  /// Wilder's parabolic stop and reverse: where the stop of a position would stand, in units of the price. Below the
  /// price it is the stop of a long position, above it that of a short one.
  ///
  /// `nil` for the first bar. The first position is long, unless the second bar's low fell, and fell by more than its
  /// high rose.
  /// - Parameters:
  ///   - candles: their high and low are used.
  ///   - acceleration: the share of the distance to the extreme price by which the stop moves, and by which that share
  ///     grows with each new extreme; at least 0.
  ///   - maximum: the largest such share; at least 0. A larger acceleration is cut to it.
  public static func parabolicSAR(
    of candles: Candles, acceleration: Double = 0.02, maximum: Double = 0.2
  ) -> [Double?] {
    var stops = nothing(candles.count)
    guard candles.count >= 2, acceleration >= 0, maximum >= 0 else { return stops }
    var walk = StopWalk(candles, step: min(acceleration, maximum), maximum: maximum)
    for bar in 1..<candles.count { stops[bar] = finite(walk.stop(at: bar)) }
    return stops
  }
}

/// The stop as it moves from bar to bar.
private struct StopWalk {
  private let candles: Candles
  private let step: Double
  private let maximum: Double
  private var isLong: Bool
  /// The best price since the position was turned.
  private var extreme: Double
  private var share: Double
  private var stop: Double

  init(_ candles: Candles, step: Double, maximum: Double) {
    self.candles = candles
    self.step = step
    self.maximum = maximum
    share = step
    let rise = candles.high[1] - candles.high[0]
    let fall = candles.low[0] - candles.low[1]
    isLong = !(fall > 0 && fall > rise)
    extreme = isLong ? candles.high[1] : candles.low[1]
    stop = isLong ? candles.low[0] : candles.high[0]
  }

  /// The stop of this bar; afterwards the stop is that of the next bar.
  mutating func stop(at bar: Int) -> Double {
    // At the first bar there is none before it that could hold the stop back.
    let before = max(bar - 1, 1)
    if isLong ? candles.low[bar] <= stop : candles.high[bar] >= stop {
      isLong.toggle()
      stop = heldBack(extreme, bar, before)
      share = step
      extreme = isLong ? candles.high[bar] : candles.low[bar]
      let reached = stop
      advance(bar, before)
      return reached
    }
    let reached = stop
    if isLong ? candles.high[bar] > extreme : candles.low[bar] < extreme {
      extreme = isLong ? candles.high[bar] : candles.low[bar]
      share = min(share + step, maximum)
    }
    advance(bar, before)
    return reached
  }

  private mutating func advance(_ bar: Int, _ before: Int) {
    stop = heldBack(stop + share * (extreme - stop), bar, before)
  }

  /// A stop never stands inside the last two bars.
  private func heldBack(_ stop: Double, _ bar: Int, _ before: Int) -> Double {
    isLong
      ? min(stop, candles.low[before], candles.low[bar])
      : max(stop, candles.high[before], candles.high[bar])
  }
}
