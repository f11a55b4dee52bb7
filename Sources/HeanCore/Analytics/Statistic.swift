/// One figure of an analysis, with all that is needed to judge it: what it is, from how many observations, and how far
/// it would move if other trades or days of the same kind had come.
public struct Statistic: Codable, Sendable, Equatable {
  /// Which figure it is. The raw values are the names in hean's JSON.
  public enum Name: String, Codable, Sendable, CaseIterable {
    case winRate = "win_rate"
    case profitFactor = "profit_factor"
    case expectancy
    case payoff = "payoff_ratio"
    case longestWins = "longest_winning_streak"
    case longestLosses = "longest_losing_streak"
    case averageHeld = "average_held"
    case exposureTime = "exposure_time"
    case feeShare = "fee_share"
    case sharpe = "sharpe_ratio"
    case sortino = "sortino_ratio"
    case calmar = "calmar_ratio"
    case volatility
    case maxDrawdown = "max_drawdown"
    case valueAtRisk = "value_at_risk"
    case expectedShortfall = "expected_shortfall"
  }

  /// In what a figure is measured.
  public enum Unit: String, Codable, Sendable, CaseIterable {
    /// A share, 0 to 1, or a return; screens show percent.
    case fraction
    /// A number without a unit.
    case ratio
    /// Money.
    case usdt
    /// A number of trades.
    case trades
    /// A time.
    case seconds
  }

  /// The middle 95 % of what a bootstrap gave.
  public struct Interval: Codable, Sendable, Equatable {
    /// The lower end.
    public var low: Double
    /// The upper end; `nil` when it has no bound: some resamples have no loss to divide by.
    public var high: Double?

    /// An interval from its ends.
    public init(low: Double, high: Double?) {
      self.low = low
      self.high = high
    }
  }

  /// Which figure it is; it has the definition and the unit.
  public var name: Name
  /// In `name.unit`; `nil` when `refusal` says why there is none.
  public var value: Double?
  /// How many trades or daily returns it rests on.
  public var count: Int
  /// `nil` where no bootstrap tells anything: for a longest streak, and for shares of time and fees.
  public var interval: Interval?
  /// Why there is no figure: a clause for people.
  public var refusal: String?

  /// A figure, or with `refusal` the reason why there is none.
  public init(_ name: Name, _ value: Double?, count: Int, interval: Interval? = nil, refusal: String? = nil) {
    self.name = name
    self.value = value
    self.count = count
    self.interval = interval
    self.refusal = refusal
  }

  /// A figure that is refused below the least count of its name, and where it is not a number.
  /// - Parameter lack: why it cannot be computed although there are enough.
  init(_ name: Name, count: Int, lack: String, interval: Interval? = nil, _ compute: () -> Double?) {
    guard count >= name.least else {
      let seen = Figures.counted(count, name.observation)
      self.init(name, nil, count: count, refusal: "\(seen), and it takes \(name.least)")
      return
    }
    guard let value = compute(), value.isFinite else {
      self.init(name, nil, count: count, refusal: lack)
      return
    }
    self.init(name, value, count: count, interval: interval)
  }
}

extension Statistic.Name {
  /// As a heading: `Sharpe ratio`.
  public var title: String {
    switch self {
    case .winRate: "Win rate"
    case .profitFactor: "Profit factor"
    case .expectancy: "Expectancy"
    case .payoff: "Payoff ratio"
    case .longestWins: "Longest winning streak"
    case .longestLosses: "Longest losing streak"
    case .averageHeld: "Average time held"
    case .exposureTime: "Exposure time"
    case .feeShare: "Fee share"
    case .sharpe: "Sharpe ratio"
    case .sortino: "Sortino ratio"
    case .calmar: "Calmar ratio"
    case .volatility: "Volatility"
    case .maxDrawdown: "Max drawdown"
    case .valueAtRisk: "VaR 95 %"
    case .expectedShortfall: "CVaR 95 %"
    }
  }

  /// What it is, in one sentence that could be computed by.
  public var definition: String {
    switch self {
    case .winRate: "Trades with a profit over all trades; those at zero are not won."
    case .profitFactor: "Sum of the profits over the sum of the losses."
    case .expectancy: "Average realized PnL of a trade, before fees."
    case .payoff: "Average profit of a won trade over the average loss of a lost one."
    case .longestWins: "Most trades won one after the other, in the order of their closes."
    case .longestLosses: "Most trades lost one after the other, in the order of their closes."
    case .averageHeld: "Average time from opening to closing."
    case .exposureTime: "Share of the time from the first opening to the last close in which a position was open."
    case .feeShare: "Fees of entry over the sum of the profits. Fees of closes are told by no list."
    case .sharpe:
      "Mean of the daily returns over their standard deviation (n - 1), times the root of 365; no risk-free rate."
    case .sortino:
      "Mean of the daily returns over their downside deviation (root mean square of the negative ones, over all n), times the root of 365."
    case .calmar: "Growth a year (365 days), compounded, over the max drawdown."
    case .volatility: "Standard deviation of the daily returns (n - 1), times the root of 365."
    case .maxDrawdown: "Largest fall of equity below its highest point before, as a share of that point."
    case .valueAtRisk:
      "The daily return that 5 % of the days fall below: the 5th percentile of those that were, interpolated."
    case .expectedShortfall: "Mean of the worst 5 % of the daily returns."
    }
  }

  /// In what its values are measured.
  public var unit: Statistic.Unit {
    switch self {
    case .winRate, .exposureTime, .feeShare, .volatility, .maxDrawdown, .valueAtRisk, .expectedShortfall: .fraction
    case .profitFactor, .payoff, .sharpe, .sortino, .calmar: .ratio
    case .expectancy: .usdt
    case .longestWins, .longestLosses: .trades
    case .averageHeld: .seconds
    }
  }

  /// The least number of observations: with fewer there is no figure.
  public var least: Int {
    switch self {
    case .winRate, .profitFactor, .expectancy, .payoff: 20
    case .longestWins, .longestLosses, .averageHeld, .exposureTime, .feeShare: 1
    case .sharpe, .sortino, .calmar, .volatility: 30
    // So that at least two days are beyond the 5th percentile.
    case .valueAtRisk, .expectedShortfall: 40
    case .maxDrawdown: 2
    }
  }

  /// One of what is counted for it.
  public var observation: String {
    switch self {
    case .winRate, .profitFactor, .expectancy, .payoff, .longestWins, .longestLosses, .averageHeld, .exposureTime,
      .feeShare:
      "trade"
    case .sharpe, .sortino, .calmar, .volatility, .valueAtRisk, .expectedShortfall: "daily return"
    case .maxDrawdown: "equity reading"
    }
  }
}
