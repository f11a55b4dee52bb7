extension ChartIndicator {
  /// One line of an indicator.
  public struct Line: Codable, Sendable, Equatable {
    /// Its name in data: `sma_20`, `bollinger_20_2_upper`.
    public var name: String
    /// Which of several lines of the indicator it is: `upper`, `minus DI`; `nil` for the one that has its name.
    public var part: String?
    /// One figure a bar; `nil` where there is none.
    public var values: [Double?]
    /// Whether it is drawn as bars from 0, as the histogram of MACD.
    public var isHistogram: Bool

    /// A line made of these values.
    public init(name: String, part: String? = nil, values: [Double?], isHistogram: Bool = false) {
      self.name = name
      self.part = part
      self.values = values
      self.isHistogram = isHistogram
    }

    /// The last figure that there is, of whatever bar.
    public var last: Double? { values.last { $0 != nil } ?? nil }

    /// The figure of the last bar; `nil` where that has none.
    public var atLastBar: Double? { values.last ?? nil }
  }

  /// Whether these bars tell all that it is made of. Where nothing is told of what was traded, a figure made of it would
  /// be made up.
  public func hasInput(in series: BarSeries) -> Bool { series.hasVolume || !kind.needsVolume }

  /// The lines of the indicator over these bars.
  public func lines(of candles: Candles) -> [Line] {
    let close = candles.close
    switch kind {
    case .sma: return [line(Indicators.sma(of: close, period: whole(0)))]
    case .ema: return [line(Indicators.ema(of: close, period: whole(0)))]
    case .wma: return [line(Indicators.wma(of: close, period: whole(0)))]
    case .vwap: return [line(Indicators.vwap(of: candles))]
    case .sar:
      return [line(Indicators.parabolicSAR(of: candles, acceleration: parameters[0], maximum: parameters[1]))]
    case .supertrend:
      return [line(Indicators.supertrend(of: candles, period: whole(0), multiplier: parameters[1]).line)]
    case .bollinger, .keltner, .donchian: return bands(of: candles)
    case .ichimoku: return cloud(of: candles)
    case .rsi: return [line(Indicators.rsi(of: close, period: whole(0)))]
    case .atr: return [line(Indicators.atr(of: candles, period: whole(0)))]
    case .cci: return [line(Indicators.cci(of: candles, period: whole(0)))]
    case .obv: return [line(Indicators.obv(of: candles))]
    case .mfi: return [line(Indicators.mfi(of: candles, period: whole(0)))]
    case .roc: return [line(Indicators.roc(of: close, period: whole(0)))]
    case .williams: return [line(Indicators.williamsR(of: candles, period: whole(0)))]
    case .macd:
      let answer = Indicators.macd(of: close, fast: whole(0), slow: whole(1), signal: whole(2))
      return [
        line(answer.histogram, "histogram", isHistogram: true), line(answer.line), line(answer.signal, "signal"),
      ]
    case .stochastic:
      let answer = Indicators.stochastic(of: candles, period: whole(0), smoothing: whole(1), signal: whole(2))
      return [line(answer.k, "k"), line(answer.d, "d")]
    case .adx:
      let answer = Indicators.directionalMovement(of: candles, period: whole(0))
      return [line(answer.adx), line(answer.plusDI, "plus DI"), line(answer.minusDI, "minus DI")]
    }
  }

  /// Levels that are usual for a pane, lowest first; empty for an indicator without such.
  public var levels: [Double] {
    switch kind {
    case .rsi: [30, 70]
    case .stochastic, .mfi: [20, 80]
    case .williams: [-80, -20]
    case .cci: [-100, 100]
    case .macd, .roc: [0]
    case .adx: [25]
    default: []
    }
  }

  /// The bounds that a figure cannot leave; `nil` for an indicator without such.
  public var bounds: ClosedRange<Double>? {
    switch kind {
    case .rsi, .stochastic, .mfi, .adx: 0...100
    case .williams: -100...0
    default: nil
    }
  }

  private func whole(_ place: Int) -> Int { Int(parameters[place]) }

  private func line(_ values: [Double?], _ part: String? = nil, isHistogram: Bool = false) -> Line {
    let stem = text.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "_" }
    return Line(
      name: String(stem) + (part.map { "_" + $0.lowercased().replacing(" ", with: "_") } ?? ""), part: part,
      values: values, isHistogram: isHistogram)
  }

  private func bands(of candles: Candles) -> [Line] {
    let bands: Indicators.Bands
    switch kind {
    case .bollinger:
      bands = Indicators.bollingerBands(
        of: candles.close, period: whole(0), above: parameters[1], below: parameters[1])
    case .keltner:
      bands = Indicators.keltnerChannels(
        of: candles, period: whole(0), atrPeriod: whole(1), multiplier: parameters[2])
    default: bands = Indicators.donchianChannels(of: candles, period: whole(0))
    }
    return [line(bands.upper, "upper"), line(bands.middle, "middle"), line(bands.lower, "lower")]
  }

  private func cloud(of candles: Candles) -> [Line] {
    let cloud = Indicators.ichimoku(
      of: candles, conversion: whole(0), base: whole(1), leading: whole(2), displacement: whole(1))
    return [
      line(cloud.conversion, "conversion"), line(cloud.base, "base"), line(cloud.leadingA, "leading A"),
      line(cloud.leadingB, "leading B"), line(cloud.lagging, "lagging"),
    ]
  }
}
