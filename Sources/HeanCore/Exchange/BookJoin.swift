/// The engine's open positions beside those of the exchange, by symbol.
///
/// The exchange keeps one position a symbol, the engine one for each fill, so what is compared is the sum of a symbol. An
/// account in hedge mode has a long and a short of a symbol; then each side is compared by itself.
package struct BookJoin: Codable, Sendable, Equatable {
  /// What the exchange holds, seen from the engine's books. The raw values are the names in hean's JSON.
  package enum Verdict: String, Codable, Sendable, CaseIterable {
    case same, smaller, larger
    case opposite = "opposite_side"
    /// The books have it, and the exchange does not.
    case none
    /// The exchange has it, and the books do not.
    case onlyThere = "only_there"
    /// One of the two could not be read, or does not say its side or size.
    case unknown = "not_known"

    /// What it means, as a clause.
    package var message: String {
      switch self {
      case .same: "the same"
      case .smaller: "the exchange has less than the books"
      case .larger: "the exchange has more than the books"
      case .opposite: "the exchange has the opposite side"
      case .none: "the exchange has none of it"
      case .onlyThere: "only the exchange has it"
      case .unknown: "one of the two does not say its side or size"
      }
    }

    /// Who can close what differs.
    var whereToAct: String {
      switch self {
      case .smaller, .same, .none: "the engine can close it, and closes no more than there is"
      case .larger: "the engine closes what its books have; close the rest at the exchange itself"
      case .opposite, .onlyThere: "close at the exchange itself: the engine cannot"
      case .unknown: "look at the exchange itself"
      }
    }
  }

  package struct Entry: Codable, Sendable, Equatable {
    package var symbol: String
    /// The side that is compared, where the account has one position for each; `nil` for the sum of both.
    package var lane: PositionSide?
    package var verdict: Verdict
    /// Rows of the books.
    package var rows: Int
    /// Base units, negative for a short; `nil` when a row does not say its side or size.
    package var inBooks: Decimal?
    /// The same at the exchange.
    package var atExchange: Decimal?
    /// What the exchange has more than the books, in the same units; 0 for `same`, `nil` when it is not known.
    package var difference: Decimal?
    /// The difference at the mark price (USDT), without a sign.
    package var worth: Decimal?
    package var entryPrice: Decimal?
    package var markPrice: Decimal?
    package var unrealizedPnL: Decimal?
    package var leverage: Decimal?
    package var liquidationPrice: Decimal?
    /// Percent of the mark price; negative is beyond it.
    package var liquidationDistancePercent: Decimal?
    /// Stop and target that stand at the exchange (USDT).
    package var stopLoss: Decimal?
    package var takeProfit: Decimal?
    /// What the exchange itself does with it; `nil` when nothing.
    package var forcedClose: ForcedClose?

    package enum ForcedClose: String, Codable, Sendable {
      case liquidation = "Liq"
      case autoDeleveraging = "Adl"

      var words: String {
        switch self {
        case .liquidation: "being liquidated now"
        case .autoDeleveraging: "being reduced now by the exchange's auto-deleveraging"
        }
      }
    }

    package var side: PositionSide? { atExchange.flatMap { $0 > 0 ? .long : $0 < 0 ? .short : nil } }
  }

  /// Sorted by symbol; a symbol in which neither has anything is missing.
  package let entries: [Entry]
  /// When the exchange was asked, by the local clock.
  package var at: Date

  /// - Parameter books: the positions that the engine lists; `nil` when they are not known.
  package init(books: [Position]?, exchange: [ExchangePosition], at: Date) {
    self.at = at
    let listed = Dictionary(grouping: books ?? [], by: \.symbol)
    let held = Dictionary(grouping: exchange.filter { $0.size != 0 }, by: \.symbol)
    entries = Set(listed.keys).union(held.keys).sorted().flatMap { symbol -> [Entry] in
      let (rows, there) = (listed[symbol] ?? [], held[symbol] ?? [])
      guard there.contains(where: { $0.index == 1 || $0.index == 2 }) else {
        return [Entry(symbol, nil, rows, there, areBooksKnown: books != nil)]
      }
      // A row without a side can belong to either of them.
      let sideless = rows.filter { $0.side != .long && $0.side != .short }
      return [PositionSide.long, .short].compactMap { side in
        let rows = rows.filter { $0.side == side } + sideless
        let there = there.filter { $0.side == side }
        guard !rows.isEmpty || !there.isEmpty else { return nil }
        return Entry(symbol, side, rows, there, areBooksKnown: books != nil)
      }
        + there.filter { $0.side != .long && $0.side != .short }.map {
          Entry(symbol, $0.side, [], [$0], areBooksKnown: false)
        }
    }
  }

  /// The entries of one symbol. They stand by symbol, and every row of a long list looks for its own.
  private func entries(of symbol: String) -> ArraySlice<Entry> {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].symbol < symbol { low = middle + 1 } else { high = middle }
    }
    return entries[low...].prefix { $0.symbol == symbol }
  }

  /// The entry that a row of the books belongs to.
  package func entry(of position: Position) -> Entry? {
    let own = entries(of: position.symbol)
    return own.first { $0.lane == nil || $0.lane == position.side } ?? (position.side == nil ? own.first : nil)
  }

  /// Whether the books and the exchange have the same, whatever that is.
  package var agrees: Bool { entries.allSatisfy { $0.verdict == .same } }

  /// Whether the exchange has nothing of all that the books list: then they are void, or the key is of another account,
  /// and nobody can tell from here.
  package var isOfAnother: Bool {
    let listed = entries.filter { $0.rows > 0 }
    return !listed.isEmpty && listed.allSatisfy { $0.verdict == .none }
  }

  /// Whether the account has a position for each side of a symbol.
  func isHedged(_ symbol: String) -> Bool { entries(of: symbol).contains { $0.lane != nil } }

  /// What the exchange holds on one side of a symbol of an account in hedge mode.
  func held(_ symbol: String, _ side: PositionSide?) -> Decimal? {
    guard let entry = entries(of: symbol).first(where: { $0.lane == side }) else { return 0 }
    return entry.atExchange
  }

  /// What the exchange holds in a symbol: 0 when nothing; `nil` when it does not say a side or size.
  package func held(_ symbol: String) -> Decimal? {
    entries(of: symbol).map(\.atExchange).wholeSum
  }

  /// Whether the exchange holds nothing in a symbol, on either side.
  package func isFlat(_ symbol: String) -> Bool {
    entries(of: symbol).allSatisfy { $0.atExchange == 0 }
  }

  /// The entry whose mark price is nearest to its liquidation; `nil` when the exchange names no such price.
  package var nearestLiquidation: Entry? {
    entries.filter { $0.liquidationDistancePercent != nil }.min {
      $0.liquidationDistancePercent ?? 0 < $1.liquidationDistancePercent ?? 0
    }
  }

  /// What the exchange has and the books have not, as positions.
  package var onlyThere: [Position] { entries.filter { $0.verdict == .onlyThere }.map(\.position) }
  /// What the exchange holds on the other side than the books, as positions.
  package var opposite: [Position] {
    entries.filter { $0.verdict == .opposite }.map { entry in
      var position = entry.position
      position.doubt = .otherSide
      return position
    }
  }
  /// All that the exchange has, as positions.
  package var all: [Position] { entries.filter { $0.atExchange != 0 }.map(\.position) }
}

extension BookJoin.Entry {
  fileprivate init(
    _ symbol: String, _ lane: PositionSide?, _ rows: [Position], _ there: [ExchangePosition], areBooksKnown: Bool
  ) {
    self.symbol = symbol
    self.lane = lane
    self.rows = rows.count
    let books = areBooksKnown ? rows.map(\.signedSize).wholeSum : nil
    let exchange = there.map(\.signedSize).wholeSum
    inBooks = books
    atExchange = exchange
    verdict = Self.verdict(books, exchange, rows: rows.count, there: there.count, areBooksKnown)
    difference = verdict == .same ? 0 : books.flatMap { books in exchange.map { $0 - books } }
    // A symbol has one row there, or one of this lane.
    let row = there.first
    markPrice = row?.markPrice ?? rows.lazy.compactMap(\.markPrice).first
    worth = difference.flatMap { difference in
      difference == 0 ? 0 : markPrice.map { abs(difference) * $0 }
    }
    entryPrice = row?.entryPrice
    unrealizedPnL = row?.unrealizedPnL
    leverage = row?.leverage
    liquidationPrice = row?.liquidationPrice
    liquidationDistancePercent = row?.liquidationDistancePercent
    stopLoss = row?.stopLoss
    takeProfit = row?.takeProfit
    forcedClose = row?.status.flatMap(ForcedClose.init)
  }

  private static func verdict(
    _ books: Decimal?, _ exchange: Decimal?, rows: Int, there: Int, _ areBooksKnown: Bool
  ) -> BookJoin.Verdict {
    guard areBooksKnown, let exchange else { return .unknown }
    if rows == 0 { return .onlyThere }
    if there == 0 { return .none }
    guard let books else { return .unknown }
    if BookJoin.isSame(books, exchange) { return .same }
    if books == 0 { return .larger }
    if (books < 0) != (exchange < 0) { return .opposite }
    return abs(exchange) > abs(books) ? .larger : .smaller
  }

  /// What the exchange has, as a position that no engine has given an id.
  var position: Position {
    var position = Position(symbol: symbol, side: side)
    position.size = atExchange.map(abs)
    position.entryPrice = entryPrice
    position.markPrice = markPrice
    position.unrealizedPnL = unrealizedPnL
    position.leverage = leverage
    position.stopLoss = stopLoss
    position.takeProfit = takeProfit
    position.status = "open"
    position.source = BookJoin.source
    return position
  }
}

extension BookJoin {
  /// The engine's sizes are sums of floating-point numbers, which differ in their last digits.
  static func isSame(_ left: Decimal, _ right: Decimal) -> Bool {
    abs(left - right) <= max(abs(left), abs(right)) * Decimal(sign: .plus, exponent: -12, significand: 1)
  }

  /// `long 0.1`, `nothing`, or `not known`.
  package static func text(_ signed: Decimal?) -> String {
    guard let signed else { return "not known" }
    return signed == 0 ? "nothing" : "\(signed > 0 ? "long" : "short") \(Figures.quantity(abs(signed)))"
  }

  /// As which the exchange is named among the places that told something.
  package static let source = "exchange"
}

extension BookJoin.Entry {
  /// `BTCUSDT long 0.1`, as the exchange has it.
  var heldText: String { "\(symbol) \(BookJoin.text(atExchange))" }

  /// The order that ends what the exchange holds: `sell 0.1 BTCUSDT`; `nil` when that is not known, or nothing.
  var exitText: String? { BookJoin.exitText(symbol, atExchange) }
}

extension BookJoin {
  fileprivate static func exitText(_ symbol: String, _ signed: Decimal?) -> String? {
    guard let signed, signed != 0 else { return nil }
    return "\(signed > 0 ? "sell" : "buy") \(Figures.quantity(abs(signed))) \(symbol)"
  }

  /// The orders that end these positions, as they have to be typed on the exchange's own page: ` (reduce-only: sell 0.1
  /// BTCUSDT)`; empty when side or size of one is not known, or there are more than four.
  static func exits(_ positions: [Position]) -> String {
    let orders = positions.compactMap { exitText($0.symbol, $0.signedSize) }
    guard !orders.isEmpty, orders.count == positions.count, orders.count <= 4 else { return "" }
    return " (reduce-only: \(orders.joined(separator: ", ")))"
  }
}

extension Position {
  /// `BTCUSDT long 0.1`, without a word about where it stands.
  package var heldText: String { "\(symbol) \(BookJoin.text(signedSize))" }
}
