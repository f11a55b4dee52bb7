/// Completes rows of one list of positions with what other answers of the same moment say about them.
struct PositionDetails: Sendable {
  private let detailed: [Position]
  /// Places in `detailed`. Positions are large, and a list can have a hundred thousand.
  private let places: [String: Int]
  private let doubts: PositionDoubts

  init(_ snapshot: EngineSnapshot) {
    detailed = snapshot.state.value?.positions ?? []
    var places = [String: Int](minimumCapacity: detailed.count)
    for (place, position) in detailed.enumerated() {
      let key = position.id ?? position.symbol
      if places[key] == nil { places[key] = place }
    }
    self.places = places
    let refusals = (snapshot.closeFailures.value?.records ?? []).compactMap { CloseFailure($0, now: snapshot.seenAt) }
    doubts = PositionDoubts(
      closed: snapshot.closedForSure ?? [], exits: snapshot.state.value?.exits ?? [],
      events: snapshot[.closedEvents].value?.events ?? [], refusals: refusals.sorted { $0.at > $1.at },
      unmoved: snapshot.rowsWithoutStake)
  }

  /// The row with opening time, leverage and margin, and with what speaks against it.
  func completed(_ row: Position) -> Position {
    var position = places[row.id ?? row.symbol].map { row.completed(by: detailed[$0]) } ?? row
    position.doubt = doubts.doubt(position)
    return position
  }
}

extension EngineSnapshot {
  /// The open positions with their details and with what speaks against them; `nil` when they are not known. Those of
  /// `/trading/state` where `/orders/positions` was not read.
  var doubtedPositions: [Position]? {
    memoized("doubted positions") {
      guard let rows = openPositions ?? (positions.isAsked || isRunning != true ? nil : state.value?.positions) else {
        return nil
      }
      let details = PositionDetails(self)
      return rows.map(details.completed)
    }
  }

  /// The open positions without those rows that stand for nothing at the exchange; `nil` when they are not known.
  var positionsAtStake: [Position]? {
    openPositions.map { rows in
      // Only a refused close shows that.
      guard closeFailures.value?.records.isEmpty == false else { return rows }
      return doubtedPositions?.filter { $0.doubt?.isVoid != true } ?? rows
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
