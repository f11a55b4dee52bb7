/// What is the account worth, and where does its risk lie?
public struct PortfolioQuery: Query {
  /// Of which symbol and strategy positions and trades are told, as the operator typed them; all by default.
  public var names: NameFilter

  /// - Parameter names: symbol and strategy, as the operator typed them; all by default.
  public init(of names: NameFilter = NameFilter()) { self.names = names }

  /// What an `AccountQuery` reads, the open positions with what confirms their list, and what is needed to resolve the
  /// names.
  public var parts: Set<SnapshotPart> {
    AccountQuery().parts.union([
      .listedPositions(),
      .names(names) { snapshot in
        guard snapshot.positions.isAsked, snapshot.history.isAsked else { return nil }
        return Self.listed(snapshot)
      },
    ])
  }

  private static func listed(_ snapshot: EngineSnapshot) -> ListedNames {
    ListedNames(
      (snapshot.positions.value?.elements ?? []) + (snapshot.history.value?.closed ?? []), \.symbol, \.strategyID)
  }

  /// - Throws: the error of `/engine/status`, or of `/orders/positions`; an error about a name that is unknown or
  ///   ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> PortfolioAnswer {
    let account = try AccountQuery().answer(snapshot, now: now)
    let names = try names.resolved(snapshot, Self.listed(snapshot))
    var answer = PortfolioAnswer(account: account, positions: try PositionsAnswer(snapshot, names))
    answer.trades = snapshot.history.value.map { history in
      history.closed.filter { names.takes($0.symbol, $0.strategyID) }.sorted {
        ($0.closedAt ?? .distantPast) > ($1.closedAt ?? .distantPast)
      }
    }
    answer.course = snapshot.isRunning == true ? snapshot.equityHistory.value : nil
    return answer
  }
}

/// The account, and its exposure by symbol. Amounts in USDT; when the engine does not run, nothing is known.
public struct PortfolioAnswer: Codable, Sendable {
  /// Equity, day PnL and margin, checked.
  public var account: AccountAnswer
  /// Open positions, and whether the list can be believed.
  public var positions: PositionsAnswer
  /// Exposure of each symbol, the largest first.
  public var symbols: [Exposure]
  /// Exposure of all symbols together.
  public var total: Exposure
  /// Closed positions, newest first; `nil` when the engine did not tell.
  public var trades: [Position]?
  /// The engine's own equity since its start; `nil` when it did not tell.
  public var course: EquityHistory?

  /// A portfolio of these positions.
  public init(account: AccountAnswer, positions: PositionsAnswer) {
    self.account = account
    self.positions = positions
    let open = positions.chosen.elements
    symbols = Dictionary(grouping: open, by: \.symbol).map { Exposure(symbol: $0.key, $0.value) }.sorted {
      ($1.gross, $0.symbol ?? "") < ($0.gross, $1.symbol ?? "")
    }
    total = Exposure(symbol: nil, open)
  }

  /// A symbol's share of the gross exposure, 0 to 1; `nil` when nothing is open, or when no notional of it is known.
  public func share(of exposure: Exposure) -> Decimal? {
    total.gross > 0 && exposure.known != nil ? (exposure.gross / total.gross).rounded(to: 6) : nil
  }

  /// Gross exposure over equity (2 is twice the equity); `nil` when equity is not known or not above zero.
  public var leverage: Decimal? { ratio(total.gross) }
  /// Net exposure over equity, negative when more is short; `nil` when equity is not known or not above zero.
  public var netLeverage: Decimal? { total.net.flatMap(ratio) }

  /// Sum of the squared shares of the symbols (Herfindahl index): 1 when all is in one, 0.1 when equal parts are in ten;
  /// `nil` when nothing is open.
  public var concentration: Decimal? {
    let shares = symbols.compactMap(share)
    return shares.isEmpty ? nil : (shares.reduce(0) { $0 + $1 * $1 }).rounded(to: 4)
  }

  private func ratio(_ amount: Decimal) -> Decimal? {
    guard total.known != nil, let equity = account.truth.shown, equity > 0 else { return nil }
    return (amount / equity).rounded(to: 4)
  }
}

/// Notionals of open positions at their mark prices (USDT).
public struct Exposure: Codable, Sendable, Equatable {
  /// `nil` for all symbols together.
  public var symbol: String?
  /// How many positions are open.
  public var positions: Int
  /// Notionals of the longs.
  public var long = Decimal()
  /// Notionals of the shorts.
  public var short = Decimal()
  /// Notionals of positions whose direction is not known.
  public var undirected = Decimal()
  /// Profit or loss at the mark prices; `nil` when one position does not tell its own.
  public var unrealized: Decimal?
  /// Margin in use; `nil` when one position does not tell its own.
  public var margin: Decimal?
  /// Positions whose notional is not known, so that it is in no sum.
  public var unknown = 0

  /// The exposure of these positions.
  public init(symbol: String?, _ open: [Position]) {
    self.symbol = symbol
    positions = open.count
    for position in open {
      guard let notional = position.notional else {
        unknown += 1
        continue
      }
      switch position.isContradictory ? nil : position.side {
      case .long?: long += notional
      case .short?: short += notional
      case .unknown?, nil: undirected += notional
      }
    }
    unrealized = open.map(\.unrealizedPnL).wholeSum
    margin = open.map(\.marginUsed).wholeSum
  }

  /// All of them added up, whatever their direction.
  public var gross: Decimal { long + short + undirected }
  /// Long less short: what a move of the price hits; `nil` when a direction is not known.
  public var net: Decimal? { undirected == 0 ? long - short : nil }

  /// Itself, unless positions are open and none tells its notional: then the sums are not known, and not zero.
  public var known: Exposure? { positions > 0 && unknown == positions ? nil : self }
}
