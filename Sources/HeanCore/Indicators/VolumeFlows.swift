extension Indicators {
  /// On-balance volume, in the unit of the volume: the volume of bars that closed higher than the one before, less that
  /// of bars that closed lower. It begins with the volume of the first bar, and is never `nil`.
  /// - Parameter candles: their close and volume are used.
  public static func obv(of candles: Candles) -> [Double?] {
    var balances = nothing(candles.count)
    var balance = 0.0
    for bar in 0..<candles.count {
      let before = bar == 0 ? -Double.infinity : candles.close[bar - 1]
      if candles.close[bar] > before { balance += candles.volume[bar] }
      if candles.close[bar] < before { balance -= candles.volume[bar] }
      balances[bar] = finite(balance)
    }
    return balances
  }

  /// Money flow index, 0 to 100: of the money that flowed (typical price times volume) in the last `period` bars whose
  /// typical price changed, the share that flowed at a rising one.
  ///
  /// `nil` for the first `period` bars; 0 when no money flowed.
  /// - Parameters:
  ///   - candles: their high, low, close and volume are used.
  ///   - period: at least 2.
  public static func mfi(of candles: Candles, period: Int = 14) -> [Double?] {
    var indices = nothing(candles.count)
    guard fits(period, least: 2, in: candles.count - 1) else { return indices }
    let prices = (0..<candles.count).map(candles.typicalPrice)
    var ups = [Double](repeating: 0, count: candles.count)
    var downs = ups
    var rising = RunningSum()
    var falling = RunningSum()
    for bar in prices.indices.dropFirst() {
      let change = prices[bar] - prices[bar - 1]
      if !isRounding(change, of: abs(prices[bar]) + abs(prices[bar - 1])) {
        let flow = prices[bar] * candles.volume[bar]
        if change > 0 { ups[bar] = flow } else { downs[bar] = flow }
      }
      rising.add(ups[bar])
      falling.add(downs[bar])
      guard bar >= period else { continue }
      rising.remove(ups[bar - period])
      falling.remove(downs[bar - period])
      let total = rising.value + falling.value
      indices[bar] = total == 0 ? 0 : finite(100 * (rising.value / total))
    }
    return indices
  }
}
