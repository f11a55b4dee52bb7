/// The closed positions that the engine remembers: its journal, completed by `/trading/history`, which has some that the
/// journal has lost, and answers when the journal's store does not.
package struct ClosedTrades: Sendable {
  /// Newest first; each position once.
  package var trades: [Position]
  /// Why the journal could not be read; `nil` when it was.
  package var journalMissing: EngineError?
  /// Why `/trading/history` could not be read; `nil` when it was.
  package var historyMissing: EngineError?
  /// Whether the journal told as many as it ever does, so that older trades can be missing.
  package var isCut: Bool
  /// Whether they are of a record, and not of the engine's own lists.
  var isRecorded: Bool
  /// When the journal answered, or else `/trading/history`, by the local clock.
  var receivedAt: Date

  /// - Throws: the error of `/journal/trades` when `/trading/history` did not answer either.
  package init(_ snapshot: EngineSnapshot) throws(EngineError) {
    let journal = snapshot[.journal]
    let history = snapshot.longHistory
    if let reading = journal.reading {
      receivedAt = reading.receivedAt
    } else if let reading = history.reading {
      receivedAt = reading.receivedAt
    } else {
      receivedAt = try journal.get().receivedAt
    }
    journalMissing = journal.error
    historyMissing = history.error
    isCut = journal.value?.isFull ?? false
    isRecorded = journal.value?.isRecorded ?? false
    trades = Self.merged([journal.value?.trades ?? [], history.value?.closed ?? []], isRecorded: isRecorded)
  }

  /// What a trade without an id has in common with itself in the other list.
  private static func likeness(_ trade: Position) -> String {
    let figures = [trade.size, trade.entryPrice, trade.realizedPnL].map { $0.map { "\($0)" } ?? "?" }
    let closed = trade.closedAt.map { "\($0.timeIntervalSince1970)" } ?? "?"
    return ([trade.symbol, closed] + figures).joined(separator: " ")
  }

  /// Each position once. Of two records the one with a PnL of its own counts: a dropped position can be booked later.
  /// - Parameter isRecorded: whether they reach over restarts of the engine, after which its ids can begin again.
  private static func merged(_ lists: [[Position]], isRecorded: Bool) -> [Position] {
    let most = lists.reduce(0) { $0 + $1.count }
    var places = [String: Int](minimumCapacity: most)
    var trades: [Position] = []
    trades.reserveCapacity(most)
    for trade in lists.lazy.joined() {
      let opened = isRecorded ? trade.openedAt.map { "@\($0.timeIntervalSince1970)" } ?? "" : ""
      let key = trade.id.map { $0 + opened } ?? Self.likeness(trade)
      guard let place = places[key] else {
        places[key] = trades.count
        trades.append(trade)
        continue
      }
      if trades[place].isGhost, !trade.isGhost { trades[place] = trade }
    }
    // Of equal times the engine's order stays. Positions are large, and most lists are in order already.
    let times = trades.map { $0.closedAt ?? .distantPast }
    if zip(times, times.dropFirst()).allSatisfy(>=) { return trades }
    return trades.indices.sorted { left, right in
      times[left] == times[right] ? left < right : times[left] > times[right]
    }.map { trades[$0] }
  }
}
