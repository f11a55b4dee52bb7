@testable import HeanCore

/// Every indicator by the names of its fixture.
enum AllIndicators {
  /// The lines of all indicators. An indicator without parameters here is called without any, so that its own defaults
  /// are what is tested.
  static func lines(of bars: Candles, _ parameters: [String: [Double]] = [:]) -> [String: [Double?]] {
    averages(of: bars, parameters).merging(overlays(of: bars, parameters)) { $1 }
      .merging(oscillators(of: bars, parameters)) { $1 }.merging(movements(of: bars, parameters)) { $1 }
  }

  private static func averages(of bars: Candles, _ parameters: [String: [Double]]) -> [String: [Double?]] {
    let sma = parameters["sma"].map { Indicators.sma(of: bars.close, period: Int($0[0])) }
    let ema = parameters["ema"].map { Indicators.ema(of: bars.close, period: Int($0[0])) }
    let wma = parameters["wma"].map { Indicators.wma(of: bars.close, period: Int($0[0])) }
    let bollinger = parameters["bollinger"].map {
      Indicators.bollingerBands(of: bars.close, period: Int($0[0]), above: $0[1], below: $0[2])
    }
    let keltner = parameters["keltner"].map {
      Indicators.keltnerChannels(of: bars, period: Int($0[0]), atrPeriod: Int($0[1]), multiplier: $0[2])
    }
    let donchian = parameters["donchian"].map { Indicators.donchianChannels(of: bars, period: Int($0[0])) }
    return [
      "sma": sma ?? Indicators.sma(of: bars.close), "ema": ema ?? Indicators.ema(of: bars.close),
      "wma": wma ?? Indicators.wma(of: bars.close), "vwap": Indicators.vwap(of: bars),
    ].merging(bands("bollinger", bollinger ?? Indicators.bollingerBands(of: bars.close))) { $1 }
      .merging(bands("keltner", keltner ?? Indicators.keltnerChannels(of: bars))) { $1 }
      .merging(bands("donchian", donchian ?? Indicators.donchianChannels(of: bars))) { $1 }
  }

  private static func bands(_ name: String, _ bands: Indicators.Bands) -> [String: [Double?]] {
    ["\(name).upper": bands.upper, "\(name).middle": bands.middle, "\(name).lower": bands.lower]
  }

  private static func overlays(of bars: Candles, _ parameters: [String: [Double]]) -> [String: [Double?]] {
    let ichimoku =
      parameters["ichimoku"].map {
        Indicators.ichimoku(
          of: bars, conversion: Int($0[0]), base: Int($0[1]), leading: Int($0[2]), displacement: Int($0[3]))
      } ?? Indicators.ichimoku(of: bars)
    let sar = parameters["sar"].map { Indicators.parabolicSAR(of: bars, acceleration: $0[0], maximum: $0[1]) }
    let trend =
      parameters["supertrend"].map { Indicators.supertrend(of: bars, period: Int($0[0]), multiplier: $0[1]) }
      ?? Indicators.supertrend(of: bars)
    return [
      "ichimoku.conversion": ichimoku.conversion, "ichimoku.base": ichimoku.base,
      "ichimoku.leadingA": ichimoku.leadingA, "ichimoku.leadingB": ichimoku.leadingB,
      "ichimoku.lagging": ichimoku.lagging, "sar": sar ?? Indicators.parabolicSAR(of: bars),
      "supertrend.line": trend.line, "supertrend.rising": trend.isRising.map { $0.map { $0 ? 1 : -1 } },
    ]
  }

  private static func oscillators(of bars: Candles, _ parameters: [String: [Double]]) -> [String: [Double?]] {
    let rsi = parameters["rsi"].map { Indicators.rsi(of: bars.close, period: Int($0[0])) }
    let macd =
      parameters["macd"].map {
        Indicators.macd(of: bars.close, fast: Int($0[0]), slow: Int($0[1]), signal: Int($0[2]))
      } ?? Indicators.macd(of: bars.close)
    let stochastic =
      parameters["stochastic"].map {
        Indicators.stochastic(of: bars, period: Int($0[0]), smoothing: Int($0[1]), signal: Int($0[2]))
      } ?? Indicators.stochastic(of: bars)
    let williams = parameters["willr"].map { Indicators.williamsR(of: bars, period: Int($0[0])) }
    let roc = parameters["roc"].map { Indicators.roc(of: bars.close, period: Int($0[0])) }
    return [
      "rsi": rsi ?? Indicators.rsi(of: bars.close), "macd.line": macd.line, "macd.signal": macd.signal,
      "macd.histogram": macd.histogram, "stochastic.k": stochastic.k, "stochastic.d": stochastic.d,
      "willr": williams ?? Indicators.williamsR(of: bars), "roc": roc ?? Indicators.roc(of: bars.close),
    ]
  }

  private static func movements(of bars: Candles, _ parameters: [String: [Double]]) -> [String: [Double?]] {
    let atr = parameters["atr"].map { Indicators.atr(of: bars, period: Int($0[0])) }
    let adx =
      parameters["adx"].map { Indicators.directionalMovement(of: bars, period: Int($0[0])) }
      ?? Indicators.directionalMovement(of: bars)
    let cci = parameters["cci"].map { Indicators.cci(of: bars, period: Int($0[0])) }
    let mfi = parameters["mfi"].map { Indicators.mfi(of: bars, period: Int($0[0])) }
    return [
      "atr": atr ?? Indicators.atr(of: bars), "adx.adx": adx.adx, "adx.plus": adx.plusDI, "adx.minus": adx.minusDI,
      "cci": cci ?? Indicators.cci(of: bars), "obv": Indicators.obv(of: bars), "mfi": mfi ?? Indicators.mfi(of: bars),
    ]
  }
}
