/// Which equity can be believed (docs/engine.md 4.7).
///
/// The engine's own equity falls by the notional of each long, rises by that of each short, and stays false after a
/// position was dropped. It is compared with what it should be: initial capital + realized + unrealized - fees. In live
/// only `/engine/status` tells the exchange's equity, and everything else the engine's own. Amounts in USDT.
public struct EquityTruth: Codable, Sendable, Equatable {
  /// Which figure is shown, and how sure it is.
  public enum Verdict: String, Codable, Sendable, CaseIterable {
    /// The engine's figure, which agrees with its own parts.
    case asIs = "as_is"
    /// The engine's figure is distorted by open positions alone, so the sum of its parts is shown.
    case computed
    /// The engine's figure is distorted by more than open positions, so the sum of its parts is shown as an estimate.
    case estimate
    /// The exchange's figure, with which the engine's books agree.
    case exchange
    /// The exchange's figure, with which the engine's books do not agree.
    case booksDisagree = "books_disagree"
    /// The engine does not run, or a figure that the check needs is missing.
    case unknown
  }

  /// What distorts the engine's own equity, and with it day PnL and drawdown.
  public enum Distortion: Codable, Sendable, Equatable {
    /// Nothing: it agrees with its parts.
    case none
    /// The notional of open positions.
    case positions
    /// More than open positions: positions that were dropped, booked twice, or closed by a fill of another size.
    case bookkeeping
    /// It does not agree with its parts, and what would tell why is missing.
    case unexplained
    /// Too little is known to tell.
    case unknown
  }

  /// What stops trading because of equity.
  public enum Protection: Sendable {
    /// Looks at the exchange's equity where the engine can read it, else at the engine's own.
    case killSwitch
    /// Looks at the engine's own equity in every mode.
    case governor
  }

  /// Which figure is shown, and how sure it is.
  public private(set) var verdict = Verdict.unknown
  /// What distorts the engine's own equity.
  public private(set) var distortion = Distortion.unknown
  /// The equity to show; `nil` when none can be believed.
  public private(set) var shown: Decimal?
  /// `equity` of `/engine/status`: the exchange's in live, else the engine's own; `nil` when it is missing.
  public private(set) var reported: Decimal?
  /// The engine's own equity, at which the governor looks; `nil` when no endpoint told it.
  public private(set) var internalEquity: Decimal?
  /// What equity should be: initial capital + realized + unrealized - fees (in live without them); `nil` when a part is
  /// missing.
  public private(set) var computedEquity: Decimal?
  /// By how much open positions distort the engine's own equity: entry notional of shorts minus that of longs; `nil`
  /// when the positions are not known.
  public private(set) var offset: Decimal?
  /// What of the engine's own equity neither the parts nor the open positions explain; `nil` when that is not known.
  public private(set) var residual: Decimal?
  /// How much two figures of one moment may differ and still agree.
  public private(set) var tolerance: Decimal?
  /// Initial capital.
  public private(set) var initial: Decimal?
  /// Profit or loss of closed positions since the engine's start.
  public private(set) var realized: Decimal?
  /// Profit or loss of open positions.
  public private(set) var unrealized: Decimal?
  /// Fees since the engine's start; `nil` when they are not known, as in live, where the engine counts none.
  public private(set) var fees: Decimal?
  /// Why this figure is shown, as a clause for people.
  public private(set) var because = "a stopped engine tells no money figures"

  /// Equity of an exchange account that a dry run does not trade (USDT); `nil` in every other mode, and without keys.
  public private(set) var wallet: Decimal?
  /// What was seen that makes the engine's own equity wrong for good, as a clause; `nil` when nothing was.
  public private(set) var cause: String?
  /// Whether the engine runs: otherwise there are no figures.
  public private(set) var isRunning = false
  /// As the engine says it, not checked.
  private(set) var reportedDayPnL: Decimal?
  private(set) var reportedBalance: Decimal?
  /// Unrealized PnL of rows that stand for nothing at the exchange (USDT).
  private var void = Decimal()
  /// Whether orders are meant to go to the exchange.
  private var isLive = false
  var isDryRun: Bool { isRunning && !isLive }
  /// Whether `/engine/status` tells the exchange's figures; `nil` when that is not known.
  public private(set) var isExchange: Bool?

  // Three names in JSON are older than the properties.
  private enum CodingKeys: String, CodingKey {
    case verdict, shown, reported, offset, residual, tolerance, initial, realized, unrealized, fees, because
    case isRunning, reportedDayPnL, reportedBalance, isLive, isExchange, wallet, cause
    case distortion = "bend"
    case internalEquity = "inner"
    case computedEquity = "fair"
  }

  /// - Parameters:
  ///   - positions: all open positions; `nil` when the list did not come, or is not believed.
  ///   - risk: the body of `/risk/status`, which tells the engine's own equity in every mode.
  ///   - hasExchangeKey: whether the engine has a key of the exchange: then `/engine/status` tells the exchange's wallet
  ///     in a dry run too. `nil` when that is not known.
  ///   - cause: what was seen that makes the engine's own equity wrong for good, as a clause.
  public init(
    status: EngineStatus?, positions: [Position]?, risk: RiskStatus?, mode: OperatingMode, hasExchangeKey: Bool? = nil,
    cause: String? = nil
  ) {
    guard let status, status.isRunning, status.state != .busy else { return }
    isRunning = true
    isLive = status.isDryRun == false
    reportedDayPnL = status.dailyPnL
    reportedBalance = status.availableBalance
    reported = status.equity
    initial = status.initialCapital
    realized = status.realizedPnL
    self.cause = cause
    let void = (positions ?? []).filter { $0.doubt?.isVoid == true }.compactMap(\.unrealizedPnL).reduce(0, +)
    unrealized = status.unrealizedPnL.map { $0 - void }
    if !isLive, hasExchangeKey == true, reported != risk?.equity {
      wallet = status.equity
      reported = risk?.equity
      reportedBalance = nil
    }
    // In live the engine counts no fees, so 0.0 is no figure there (docs/engine.md 7.4, 23).
    fees = isLive && status.totalFees == 0 ? nil : status.totalFees
    isExchange = mode == .paperFallback ? false : status.isDryRun.map { !$0 }
    if let initial, initial > 0, let realized, let unrealized, let known = fees ?? (isLive ? 0 : nil) {
      computedEquity = initial + realized + unrealized - known
    }
    // The engine's own figure has the rows that stand for nothing in it.
    self.void = void
    // A list that is longer or shorter than the engine's count is of another moment, or incomplete.
    let isWhole = risk?.openPositions.map { $0 == positions?.count } ?? true
    setTolerance(Self.notionals(isWhole ? positions : nil))
    internalEquity = reportedInternalEquity(risk)
    // An engine that cannot read the exchange tells its own figure instead, without saying so.
    if isExchange == true, let reported, let internalEquity, reported == internalEquity, isFar(internalEquity) {
      isExchange = false
    }
    distortion = findDistortion()
    judge()
  }

  /// What distorts the equity at which this protection looks.
  func distortion(for protection: Protection) -> Distortion {
    guard protection == .killSwitch, isLive else { return distortion }
    switch isExchange {
    case true?: return .none
    case false?: return distortion
    case nil: return .unknown
    }
  }

  /// The equity at which this protection looks (USDT).
  package func equity(for protection: Protection) -> Decimal? {
    protection == .killSwitch && isExchange == true ? reported : internalEquity
  }

  /// Entry notionals of longs and of shorts; `nil` when a position lacks its size, entry price or side.
  private static func notionals(_ positions: [Position]?) -> (long: Decimal, short: Decimal)? {
    guard let positions else { return nil }
    var sums = (long: Decimal(), short: Decimal())
    for position in positions {
      guard let size = position.size, let entry = position.entryPrice else { return nil }
      switch position.side {
      case .long: sums.long += size * entry
      case .short: sums.short += size * entry
      case .unknown, nil: return nil
      }
    }
    return sums
  }

  /// Notes what the open positions explain, and how far figures may differ: more, the more is held.
  private mutating func setTolerance(_ notionals: (long: Decimal, short: Decimal)?) {
    offset = notionals.map { $0.short - $0.long }
    guard let initial, initial > 0 else { return }
    let total = notionals.map { $0.long + $0.short } ?? 0
    tolerance = max(initial / 100, total / 500)
  }

  /// Two endpoints can tell the engine's own equity; the figure that is further off counts.
  private func reportedInternalEquity(_ risk: RiskStatus?) -> Decimal? {
    let told = [isExchange == false ? reported : nil, risk?.equity].compactMap(\.self)
    guard let computedEquity else { return told.first }
    return told.max { abs($0 - computedEquity) < abs($1 - computedEquity) }
  }

  private func isFar(_ figure: Decimal) -> Bool {
    guard let computedEquity, let tolerance else { return false }
    return abs(figure - computedEquity - void) > tolerance
  }

  private mutating func findDistortion() -> Distortion {
    guard let internalEquity, let computedEquity, let tolerance else { return .unknown }
    residual = offset.map { internalEquity - computedEquity - void - $0 }
    guard isFar(internalEquity) else { return .none }
    guard let residual else { return .unexplained }
    return abs(residual) <= tolerance ? .positions : .bookkeeping
  }

  private mutating func judge() {
    guard let computedEquity, let initial, let tolerance,
      let figure = isExchange == true ? reported : reported ?? internalEquity
    else {
      because = missing
      return
    }
    if isExchange == true { return judge(exchange: figure, computedEquity, limit: max(initial / 50, tolerance)) }
    // Two endpoints tell the engine's own figure, and they can differ.
    let other = internalEquity.flatMap { abs($0 - figure) > tolerance ? " and \(Figures.money($0))" : nil } ?? ""
    let says = "the engine says \(Figures.money(figure))\(other)"
    switch distortion {
    case .none where !isFar(figure):
      verdict = .asIs
      shown = figure
      because = "it agrees with initial capital + realized + unrealized - fees"
    case .positions where isExchange == false:
      verdict = .computed
      shown = computedEquity
      because = "\(says), \(distortionText)"
    case .bookkeeping where isExchange == false:
      verdict = .estimate
      shown = computedEquity
      because = "\(says), \(distortionText)"
    default:
      let lack =
        isExchange == nil
        ? "it does not say whether that is the exchange's figure"
        : distortion == .unexplained ? "what is open is not known" : "/risk/status did not tell its own figure"
      because = "\(says), its parts come to \(Figures.money(computedEquity)), and \(lack)"
    }
  }

  /// Compares the exchange's equity with the books. Both are without fees, which the engine does not count in live.
  private mutating func judge(exchange figure: Decimal, _ computedEquity: Decimal, limit: Decimal) {
    shown = figure
    verdict = abs(figure - computedEquity) > limit ? .booksDisagree : .exchange
    because = "it is the exchange's figure"
    if verdict == .booksDisagree { because += "; the engine's books come to \(Figures.money(computedEquity))" }
    if let internalEquity, isFar(internalEquity) {
      because += "; the engine's own figure, \(Figures.money(internalEquity)), is \(distortionText)"
    }
  }

  /// What is wrong with the engine's own equity, in words to put behind the figure: with the cause where that was seen,
  /// else with the amount that nothing explains.
  public var distortionText: String {
    guard distortion == .bookkeeping else { return distortion.message }
    if let cause { return "\(distortion.message): \(cause)" }
    guard let residual else { return distortion.message }
    return "\(distortion.message): nothing that is open or booked explains \(Figures.signed(residual)) of it"
  }

  private var missing: String {
    let parts: [(String, Decimal?)] = [
      ("equity", reported), ("initial_capital", initial.flatMap { $0 > 0 ? $0 : nil }), ("realized_pnl", realized),
      ("unrealized_pnl", unrealized), ("total_fees", fees ?? (isLive ? 0 : nil)),
    ]
    let names = parts.compactMap { $0.1 == nil ? $0.0 : nil }
    let told = reported.map { "the engine says \(Figures.money($0)), and " } ?? ""
    return told + "it cannot be checked without \(names.joined(separator: ", ")) of /engine/status"
  }
}

extension EquityTruth.Verdict {
  /// What to write beside the figure; empty when nothing is needed.
  public var label: String {
    switch self {
    case .asIs: ""
    case .computed: "computed"
    case .estimate: "estimate"
    case .exchange: "the exchange's"
    case .booksDisagree: "the exchange's, books disagree"
    case .unknown: "not known"
    }
  }
}

extension EquityTruth.Distortion {
  /// What is wrong with a figure, in words to put behind it.
  public var message: String {
    switch self {
    case .none: "as it should be"
    case .positions: "bent by open positions"
    case .bookkeeping: "not reliable"
    case .unexplained: "not in agreement with its parts"
    case .unknown: "not checked"
    }
  }
}

extension EquityTruth {
  /// What speaks against the equity that is shown, in brackets behind it: ` (bent by open positions)`; empty for nothing.
  package var remark: String { verdict == .asIs ? "" : " (\(because))" }
}
