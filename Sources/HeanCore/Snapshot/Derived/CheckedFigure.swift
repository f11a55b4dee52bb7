/// A figure that the engine derives from its own equity, with what speaks against it.
public struct CheckedFigure: Codable, Sendable, Equatable {
  /// What can be shown and compared; `nil` when it is not known, or not believed.
  public var value: Decimal?
  /// What the engine says; `nil` when it did not say.
  public var reported: Decimal?
  /// Why the figure is not shown, or what about it cannot be checked; `nil` when nothing speaks against it.
  public var doubt: String?

  /// A figure from its parts; what is left out stays `nil`.
  public init(value: Decimal? = nil, reported: Decimal? = nil, doubt: String? = nil) {
    self.value = value
    self.reported = reported
    self.doubt = doubt
  }
}

extension EquityTruth {
  /// Whether figures that the engine derives from its own equity can be believed; `nil` when that cannot be told.
  public var isInnerSound: Bool? {
    switch distortion {
    case .none: verdict != .booksDisagree
    case .positions, .bookkeeping, .unexplained: false
    case .unknown: nil
    }
  }

  /// The engine's `daily_pnl` (USDT), checked. It comes from the engine's own equity in every mode (see
  /// docs/engine.md 4.7).
  public var dayPnL: CheckedFigure {
    var figure = derived(reportedDayPnL)
    // The day may have begun with a distorted equity. More than a fifth of the capital in a day is doubted when
    // realized and unrealized PnL since the start do not show it.
    if let day = figure.value, let computedEquity, let initial, abs(day) > initial / 5,
      abs(day - (computedEquity - initial)) > initial / 5
    {
      let total = Figures.signed(computedEquity - initial)
      figure.doubt =
        "realized and unrealized since the start come to \(total), so the day may have begun with a false figure"
    }
    return figure
  }

  /// The engine's `available_balance` (USDT), checked: the exchange's in live, else the engine's own cash.
  public var balance: CheckedFigure {
    guard isExchange == true else { return derived(reportedBalance) }
    return CheckedFigure(value: shown == nil ? nil : reportedBalance, reported: reportedBalance)
  }

  /// A drawdown below the peak of the engine's own equity, checked.
  /// - Parameter percent: the drawdown as the engine says it.
  public func drawdown(percent: Decimal?) -> CheckedFigure {
    var figure = derived(percent)
    if let percent = figure.value, percent >= 10, percent < 100, let internalEquity,
      let peak = unearnedPeak(internalEquity, percent)
    {
      figure.doubt = "it is measured from a peak of \(Figures.money(peak)), which realized and unrealized do not show"
    }
    return figure
  }

  /// A drawdown below the peak of the engine's own equity, checked.
  /// - Parameter amount: the drawdown as the engine says it, in USDT.
  public func drawdown(amount: Decimal?) -> CheckedFigure { derived(amount) }

  /// Any other figure that the engine derives from its own equity, checked.
  public func derived(_ reported: Decimal?) -> CheckedFigure {
    guard isRunning, let reported else { return CheckedFigure() }
    switch isInnerSound {
    case true: return CheckedFigure(value: reported, reported: reported)
    case false:
      let words = distortion == .none ? "the engine's books and the exchange disagree" : distortion.figureWords
      return CheckedFigure(reported: reported, doubt: words)
    case nil: return CheckedFigure(reported: reported, doubt: "the engine's own equity cannot be checked")
    }
  }

  /// The peak from which a drawdown was measured, if the account can hardly have been there; else `nil`.
  private func unearnedPeak(_ internalEquity: Decimal, _ percent: Decimal) -> Decimal? {
    guard let initial, let computedEquity else { return nil }
    let peak = internalEquity / (100 - percent) * 100
    return peak - max(initial, computedEquity) > initial / 5 ? peak : nil
  }

  /// How far the account is below its initial capital, in percent, by the equity that can be believed; negative above
  /// it. `nil` when no equity can be believed.
  public var computedDrop: Decimal? {
    guard let initial, initial > 0, let figure = shown else { return nil }
    return (initial - figure) / initial * 100
  }
}

extension EquityTruth.Distortion {
  /// Words to put beside a figure that is derived from equity.
  var figureWords: String {
    switch self {
    case .none: ""
    case .positions: "distorted by open positions"
    case .bookkeeping: "distorted by bookkeeping"
    case .unexplained, .unknown: "distorted: equity contradicts its parts"
    }
  }
}
