/// Tells which open positions the exchange may not hold, or holds differently, by comparing them with closes that the
/// engine made or tried.
struct PositionDoubts: Sendable {
  private let closed: [String: [Position]]
  /// Closes of which only symbol, size and time are told.
  private let closes: [(symbol: String, size: Decimal, at: Date)]
  private let refusals: [CloseFailure]
  private let unmoved: Set<String>

  /// - Parameters:
  ///   - closed: the engine's record of closed positions.
  ///   - exits: its decisions to close a position.
  ///   - events: its events, of which those about closed positions count.
  ///   - refusals: closes that failed, newest first.
  ///   - unmoved: ids of rows whose PnL moved while the account stood still.
  init(
    closed: [Position], exits: [TradingState.Exit] = [], events: [EventEnvelope] = [], refusals: [CloseFailure] = [],
    unmoved: Set<String> = []
  ) {
    self.unmoved = unmoved
    self.closed = Dictionary(grouping: closed, by: \.symbol)
    self.refusals = refusals
    var closes = closed.compactMap { position in Self.close(position.symbol, position.size, position.closedAt) }
    closes += exits.compactMap { exit in Self.close(exit.symbol, exit.size, exit.at) }
    closes += events.compactMap { envelope in
      guard case .positionClosed(let position) = envelope.event else { return nil }
      return Self.close(position.symbol, position.size, position.closedAt ?? envelope.at)
    }
    self.closes = closes
  }

  private static func close(_ symbol: String, _ size: Decimal?, _ at: Date?) -> (String, Decimal, Date)? {
    guard let size, let at else { return nil }
    return (symbol, size, at)
  }

  func doubt(_ position: Position) -> PositionDoubt? {
    // The newest refusal counts: one that leaves the position held undoes what an older one said.
    if let doubt = refusals.first(where: { $0.concerns(position) })?.reason.doubt { return doubt }
    if position.strategyID == "unknown" { return isEcho(position) ? .echo : .unrecognised }
    if let id = position.id, unmoved.contains(id) { return .noStake }
    return closed[position.symbol]?.contains { position.isResidue(of: $0) } == true ? .residue : nil
  }

  /// How many seconds after a close its echo appears at most.
  private static let echoDelay: TimeInterval = 1

  /// Whether a close of the same symbol and size came just before the position was opened. When it was opened is not
  /// always told: then such a close at any time counts.
  private func isEcho(_ position: Position) -> Bool {
    guard let size = position.size else { return false }
    return closes.contains { close in
      guard close.symbol == position.symbol, FillEvent.isSame(close.size, size) else { return false }
      guard let openedAt = position.openedAt else { return true }
      return (0...Self.echoDelay).contains(openedAt.timeIntervalSince(close.at))
    }
  }
}

extension CloseFailure {
  /// Whether the refusal says something about this row: about the position itself, or about all rows of the symbol that
  /// were there by then.
  fileprivate func concerns(_ position: Position) -> Bool {
    guard symbol == position.symbol else { return false }
    if let id = position.id, id == positionID { return true }
    return reason.doubt != nil && position.openedAt.map { $0 < at } ?? false
  }
}

extension Position {
  /// Whether it is at most a tenth of what was closed, on the other side, and was opened within a minute after the
  /// close.
  fileprivate func isResidue(of closed: Position) -> Bool {
    guard let size, let whole = closed.size, let at = closed.closedAt, let openedAt else {
      return false
    }
    let isOpposite = side == .long && closed.side == .short || side == .short && closed.side == .long
    return isOpposite && size * 10 <= whole && (0..<60).contains(openedAt.timeIntervalSince(at))
  }
}

extension EngineSnapshot {
  /// The open positions with their details and with what speaks against them; `nil` when they are not known. Those of
  /// `/trading/state` where `/orders/positions` was not read.
  var doubtedPositions: [Position]? {
    memoized("doubted positions") {
      guard let rows = bookedPositions else { return nil }
      return bookJoin.map { rows.judged(by: $0) } ?? rows
    }
  }

  /// The same by the engine's own answers alone, whatever the exchange says.
  var bookedPositions: [Position]? {
    memoized("booked positions") {
      guard let rows = openPositions ?? (positions.isAsked || isRunning != true ? nil : state.value?.positions) else {
        return nil
      }
      let details = PositionDetails(self)
      return rows.map(details.completed)
    }
  }

  /// The open positions without those rows of which a refused close has shown that they stand for nothing; `nil` when
  /// they are not known. What the exchange itself lists does not count here: a close that was not needed does no harm, and
  /// a key can be that of another account.
  var positionsAtStake: [Position]? {
    openPositions.map { rows in
      // Only a refused close shows that.
      guard closeFailures.value?.records.isEmpty == false else { return rows }
      return bookedPositions?.filter { $0.doubt?.isVoid != true } ?? rows
    }
  }

  /// How long two looks have to be apart (seconds) to show that the account stands still (docs/engine.md 4.7).
  private static let stillness: TimeInterval = 3

  /// Ids of rows whose PnL moved by cents since an earlier look while the exchange's equity stood still to the cent. Two
  /// rows that moved by the same amount in opposite directions can both be real.
  var rowsWithoutStake: Set<String> {
    guard let before = remembered.earlierBooks, let then = before.exchangeEquity, let now = provenExchangeEquity,
      abs(now - then) < .cent,
      seenAt.timeIntervalSince(before.at) >= Self.stillness, let rows = openPositions
    else { return [] }
    let known = Dictionary(
      before.positions.compactMap { row in row.id.flatMap { id in row.unrealizedPnL.map { (id, $0) } } },
      uniquingKeysWith: { first, _ in first })
    let moves = rows.compactMap { row -> (id: String, by: Decimal)? in
      guard let id = row.id, let before = known[id], let pnl = row.unrealizedPnL else { return nil }
      return (id, pnl - before)
    }
    // What moves against each other leaves the account as it was.
    guard abs(moves.map(\.by).reduce(0, +)) > 2 * .cent * Decimal(moves.count) else { return [] }
    return Set(
      moves.filter { move in
        abs(move.by) >= 5 * .cent && !moves.contains { $0.id != move.id && abs($0.by + move.by) <= 2 * .cent }
      }.map(\.id))
  }

  /// Whether a row of strategy `unknown` is listed, so that it has to be told whether a close has left it.
  var hasUnknownRows: Bool {
    isAtExchange
      && (positions.value?.contains { $0.strategyID == "unknown" } == true
        || state.value?.positions.contains { $0.strategyID == "unknown" } == true)
  }
}

extension [Position] {
  /// The rows with what the exchange itself holds of them, which counts for more than every sign in the engine's answers.
  fileprivate func judged(by join: BookJoin) -> [Position] {
    guard !join.isOfAnother else { return self }
    // Where the exchange has less than the books, those rows stand for nothing that are doubted anyway, if without them
    // both have the same.
    let surplus = Set(
      join.entries.filter { $0.verdict == .smaller && isExplained($0, join) }.map {
        "\($0.symbol) \($0.lane?.rawValue ?? "")"
      })
    return map { row in
      guard let entry = join.entry(of: row) else { return row }
      var row = row
      switch entry.verdict {
      case .same, .larger: row.doubt = nil
      case .none: row.doubt = .notHeld
      case .opposite: row.doubt = .otherSide
      case .smaller where surplus.contains("\(entry.symbol) \(entry.lane?.rawValue ?? "")"):
        row.doubt = row.doubt.map { _ in .notHeld }
      case .smaller, .unknown, .onlyThere: break
      }
      return row
    }
  }

  private func isExplained(_ entry: BookJoin.Entry, _ join: BookJoin) -> Bool {
    let doubted = filter { $0.doubt != nil && join.entry(of: $0) == entry }
    guard !doubted.isEmpty, let difference = entry.difference else { return false }
    return doubted.map(\.signedSize).wholeSum.map { BookJoin.isSame($0, -difference) } ?? false
  }
}
