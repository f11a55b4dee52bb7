/// An indicator with its parameters, as it is drawn over the prices or in a pane below them.
public struct ChartIndicator: Codable, Sendable, Hashable {
  /// Which indicator.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Drawn over the prices.
    case sma, ema, wma, bollinger, keltner, donchian, vwap, ichimoku, sar, supertrend
    /// Drawn in a pane of its own.
    case rsi, macd, stochastic, atr, adx, cci, obv, mfi, roc, williams
  }

  /// Which indicator.
  public var kind: Kind
  /// Its parameters in the order of `Kind.parameters`, one for each.
  public var parameters: [Double]

  /// The indicator with its usual parameters.
  public init(_ kind: Kind) {
    self.kind = kind
    parameters = kind.parameters.map(\.usual)
  }

  /// Why a text is no indicator, as a part of a sentence.
  public struct Invalid: Error, Equatable {
    /// What would have been right: `one of sma, ema`, or `a period from 1 to 1000`.
    public var expected: String
  }

  /// Reads `rsi`, or with parameters `bollinger:20:2`; those that are left out have their usual values.
  public init(_ text: String) throws(Invalid) {
    let words = text.lowercased().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let kind = words.first.flatMap(Kind.init(word:)) else {
      throw Invalid(expected: "one of " + Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self.init(kind)
    let limits = kind.parameters
    guard words.count - 1 <= limits.count else {
      let names = limits.map(\.name).joined(separator: ":")
      throw Invalid(
        expected: limits.isEmpty ? "\(kind.rawValue) without parameters" : "at most \(kind.rawValue):\(names)")
    }
    for (place, word) in words.dropFirst().enumerated() {
      let limit = limits[place]
      guard let value = Double(word), limit.takes(value) else {
        throw Invalid(expected: "\(kind.rawValue) with \(limit.phrase)")
      }
      parameters[place] = value
    }
    if kind == .sar, parameters[0] > parameters[1] {
      throw Invalid(expected: "sar with an acceleration that is not above its maximum")
    }
  }

  /// Its name with its parameters: `SMA 20`, `Bollinger 20 2`.
  public var label: String {
    ([kind.title] + parameters.map(Self.text)).joined(separator: " ")
  }

  /// The text from which it can be read: `sma:20`.
  public var text: String { ([kind.rawValue] + parameters.map(Self.text)).joined(separator: ":") }

  fileprivate static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
  }
}

extension ChartIndicator.Kind {
  /// Reads the name, or one of its usual short forms.
  init?(word: String) {
    let short: [String: Self] = [
      "bb": .bollinger, "boll": .bollinger, "kc": .keltner, "dc": .donchian, "psar": .sar, "stoch": .stochastic,
      "williamsr": .williams, "wr": .williams, "ichi": .ichimoku, "st": .supertrend,
    ]
    guard let kind = Self(rawValue: word) ?? short[word] else { return nil }
    self = kind
  }

  /// Whether it is drawn over the prices; otherwise it has a pane of its own.
  public var isOverlay: Bool {
    switch self {
    case .sma, .ema, .wma, .bollinger, .keltner, .donchian, .vwap, .ichimoku, .sar, .supertrend: true
    case .rsi, .macd, .stochastic, .atr, .adx, .cci, .obv, .mfi, .roc, .williams: false
    }
  }

  /// Whether it can say nothing where nothing is told of what was traded.
  public var needsVolume: Bool { self == .vwap || self == .obv || self == .mfi }

  /// The name that people use.
  var title: String {
    switch self {
    case .sma, .ema, .wma, .vwap, .sar, .rsi, .macd, .atr, .adx, .cci, .obv, .mfi, .roc: rawValue.uppercased()
    case .bollinger, .keltner, .donchian, .ichimoku, .supertrend, .stochastic: rawValue.capitalized
    case .williams: "Williams %R"
    }
  }

  /// One parameter.
  struct Parameter: Sendable {
    var name: String
    var usual: Double
    var range: ClosedRange<Double>
    var isWhole: Bool

    func takes(_ value: Double) -> Bool { range.contains(value) && (!isWhole || value == value.rounded()) }

    var phrase: String {
      "\(name) as \(isWhole ? "a whole number" : "a number") from \(ChartIndicator.text(range.lowerBound)) to "
        + ChartIndicator.text(range.upperBound)
    }
  }

  var parameters: [Parameter] {
    func period(_ usual: Double, _ name: String = "period", least: Double = 2) -> Parameter {
      Parameter(name: name, usual: usual, range: least...1000, isWhole: true)
    }
    func factor(_ name: String, _ usual: Double, _ range: ClosedRange<Double> = 0...100) -> Parameter {
      Parameter(name: name, usual: usual, range: range, isWhole: false)
    }
    switch self {
    case .sma, .ema, .wma: return [period(20, least: 1)]
    case .bollinger: return [period(20), factor("deviations", 2)]
    case .keltner: return [period(20), period(10, "atr-period", least: 1), factor("multiplier", 2)]
    case .donchian: return [period(20)]
    case .ichimoku: return [period(9, "conversion"), period(26, "base"), period(52, "leading")]
    case .sar: return [factor("acceleration", 0.02, 0.001...1), factor("maximum", 0.2, 0.001...1)]
    case .supertrend: return [period(10), factor("multiplier", 3)]
    case .rsi, .adx, .cci, .mfi, .williams: return [period(14)]
    case .atr: return [period(14, least: 1)]
    case .roc: return [period(10, least: 1)]
    case .macd: return [period(12, "fast"), period(26, "slow"), period(9, "signal", least: 1)]
    case .stochastic: return [period(14), period(3, "smoothing", least: 1), period(3, "signal", least: 1)]
    case .vwap, .obv: return []
    }
  }
}
