/// What would open positions gain or lose if prices moved by so much at once?
public struct WhatIfQuery: Query {
  /// The assumed changes; a symbol as the operator typed it. That of a symbol wins over that of all.
  public var moves: [AssumedMove]

  /// - Parameter moves: at most one for each symbol, and one for all.
  public init(_ moves: [AssumedMove]) { self.moves = moves }

  /// Mode and state of the engine, the open positions with what confirms their list, and `/risk/status`.
  public var parts: Set<SnapshotPart> { [.engine, .listedPositions(), .risk] }

  /// - Throws: the error of `/orders/positions`.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> WhatIfReport {
    let listing = try PositionsAnswer(snapshot, NameFilter())
    let held = listing.positions.elements
    let symbols = held.map(\.symbol)
    var resolved: [AssumedMove] = []
    var unheld: [String] = []
    for move in moves {
      guard let word = move.symbol else {
        resolved.append(move)
        continue
      }
      if let symbol = Symbols.match(word, in: symbols) {
        resolved.append(AssumedMove(symbol: symbol, percent: move.percent))
      } else {
        unheld.append(word)
      }
    }
    let rows = held.compactMap { position -> WhatIfReport.Row? in
      let move = resolved.first { $0.symbol == position.symbol } ?? resolved.first { $0.symbol == nil }
      guard let move, let percent = Decimal(checked: move.percent) else { return nil }
      return WhatIfReport.Row(position, percent)
    }
    return WhatIfReport(
      context: snapshot.context, rows: rows, untouched: held.count - rows.count, unheld: unheld,
      equity: snapshot.equityTruth(holding: held).shown, doubt: listing.doubt, receivedAt: listing.receivedAt)
  }
}

/// What assumed prices would do to each position, from their notionals. Amounts in USDT. Fees, slippage, funding,
/// liquidation, and exits on the way are left out.
public struct WhatIfReport: Codable, Sendable {
  /// One position that a move touches.
  public struct Row: Codable, Sendable {
    /// The position as it is.
    public var position: Position
    /// The assumed change of its price in percent.
    public var percent: Decimal
    /// The change of its PnL; `nil` when price, size or side is not known.
    public var change: Decimal?
    /// Exit levels that the assumed price has passed: they would close it before, if the exit works.
    public var passed: [String]

    init(_ position: Position, _ percent: Decimal) {
      self.position = position
      self.percent = percent
      change = position.change(movedBy: percent)
      passed = [ExitLevel.stopLoss, .takeProfit].filter { position.passes($0, movedBy: percent) }.map(\.rawValue)
    }
  }

  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// Every position that a move touches, in the engine's order.
  public var rows: [Row]
  /// Open positions whose price is assumed to stand still.
  public var untouched: Int
  /// Symbols that were named and in which nothing is open.
  public var unheld: [String]
  /// Equity now; `nil` when it is not known.
  public var equity: Decimal?
  /// Why the list of positions does not prove what is open; `nil` when it can be believed.
  public var doubt: EmptyDoubt?
  /// When `/orders/positions` answered, by the local clock.
  public var receivedAt: Date

  /// Change of the PnL of all positions whose change is known.
  public var total: Decimal { rows.compactMap(\.change).reduce(0, +) }
  /// Positions whose change is not known, and is not in `total`.
  public var unknown: Int { rows.count { $0.change == nil } }
  /// Equity after it; `nil` when equity is not known.
  public var equityAfter: Decimal? { equity.map { $0 + total } }
}

/// An assumed change of price.
public struct AssumedMove: Codable, Sendable, Equatable {
  /// As the engine writes it; `nil` for all symbols.
  public var symbol: String?
  /// In percent of the mark price; negative for a fall.
  public var percent: Double
  /// The price that the symbol reaches, in USDT, in place of a percentage, which is 0 then; `nil` for a percentage.
  public var price: Decimal?

  /// A change of one symbol, or of all of them.
  public init(symbol: String?, percent: Double) {
    self.symbol = symbol
    self.percent = percent
  }

  /// A price that one symbol reaches.
  package init(symbol: String, reaching price: Decimal) {
    (self.symbol, percent, self.price) = (symbol, 0, price)
  }
}
