public import Foundation

/// A figure that the engine derives from its own equity, with what is to be thought of it.
public struct CheckedFigure: Codable, Sendable, Equatable {
  /// What can be shown and compared; `nil` when it is not known or contradicts itself.
  public var value: Decimal?
  /// What the engine says.
  public var reported: Decimal?
  /// Why it is not shown, or what it rests on that nobody can check; `nil` when nothing speaks against it.
  public var doubt: String?

  public init(value: Decimal? = nil, reported: Decimal? = nil, doubt: String? = nil) {
    self.value = value
    self.reported = reported
    self.doubt = doubt
  }
}

extension EquityTruth {
  /// Whether what the engine derives from its own equity can be believed; `nil` when that cannot be told.
  public var isInnerSound: Bool? {
    switch bend {
    case .none: verdict != .booksDisagree
    case .positions, .bookkeeping, .unexplained: false
    case .unknown: nil
    }
  }

  /// `daily_pnl`, which is the engine's own in every mode (docs/engine.md 4.7). USDT.
  public var dayPnL: CheckedFigure {
    var figure = derived(reportedDayPnL)
    // The day may have begun with a figure that was bent. A fifth of the capital in a day that all the PnL since the start
    // does not show is no figure to take at its word.
    if let day = figure.value, let fair, let initial, abs(day) > initial / 5, abs(day - (fair - initial)) > initial / 5
    {
      let total = Figures.signed(fair - initial)
      figure.doubt =
        "realized and unrealized since the start come to \(total), so the day may have begun with a false figure"
    }
    return figure
  }

  /// `available_balance`: the exchange's in live, else the engine's own cash. USDT.
  public var balance: CheckedFigure {
    guard isExchange == true else { return derived(reportedBalance) }
    return CheckedFigure(value: shown == nil ? nil : reportedBalance, reported: reportedBalance)
  }

  /// Percent below the peak of the engine's own equity.
  public func drawdown(percent: Decimal?) -> CheckedFigure {
    var figure = derived(percent)
    if let percent = figure.value, percent >= 10, percent < 100, let inner, let peak = unearnedPeak(inner, percent) {
      figure.doubt = "it is measured from a peak of \(Figures.money(peak)), which realized and unrealized do not show"
    }
    return figure
  }

  /// USDT below the peak of the engine's own equity.
  public func drawdown(amount: Decimal?) -> CheckedFigure { derived(amount) }

  /// Anything else that the engine reckons from its own equity.
  public func derived(_ reported: Decimal?) -> CheckedFigure {
    guard isRunning, let reported else { return CheckedFigure() }
    switch isInnerSound {
    case true: return CheckedFigure(value: reported, reported: reported)
    case false:
      let words = bend == .none ? "the engine's books and the exchange disagree" : bend.figureWords
      return CheckedFigure(reported: reported, doubt: words)
    case nil: return CheckedFigure(reported: reported, doubt: "the engine's own equity cannot be checked")
    }
  }

  /// The peak that a drawdown means, when the account can hardly have been there.
  private func unearnedPeak(_ inner: Decimal, _ percent: Decimal) -> Decimal? {
    guard let initial, let fair else { return nil }
    let peak = inner / (100 - percent) * 100
    return peak - max(initial, fair) > initial / 5 ? peak : nil
  }

  /// Percent of the initial capital that the account has lost by the figure that can be believed; negative is a gain.
  public var computedDrop: Decimal? {
    guard let initial, initial > 0, let figure = shown else { return nil }
    return (initial - figure) / initial * 100
  }
}

extension EquityTruth.Bend {
  /// Said of what is derived from equity.
  var figureWords: String {
    switch self {
    case .none: ""
    case .positions: "distorted by open positions"
    case .bookkeeping: "distorted by bookkeeping"
    case .unexplained, .unknown: "distorted: equity contradicts its parts"
    }
  }
}
