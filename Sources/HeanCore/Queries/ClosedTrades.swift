import Foundation

/// The closed positions that the engine remembers: its journal, completed by `/trading/history`, which has some that the
/// journal has lost, and answers when the journal's store does not.
struct ClosedTrades: Sendable {
  /// Newest first; each position once.
  var trades: [Position]
  /// Why the journal could not be read; `nil` when it was.
  var journalMissing: EngineError?
  /// Why `/trading/history` could not be read; `nil` when it was.
  var historyMissing: EngineError?
  /// Whether the journal told as many as it ever does, so that older trades can be missing.
  var isCut: Bool
  /// When the journal answered, or else `/trading/history`, by the local clock.
  var receivedAt: Date

  /// - Throws: the error of `/journal/trades` when `/trading/history` did not answer either.
  init(_ snapshot: EngineSnapshot) throws(EngineError) {
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
    isCut = (journal.value?.trades.count ?? 0) >= TradeJournal.readable
    trades = Self.merged((journal.value?.trades ?? []) + (history.value?.closed ?? []))
  }

  /// What a trade without an id has in common with itself in the other list.
  private static func likeness(_ trade: Position) -> String {
    let figures = [trade.size, trade.entryPrice, trade.realizedPnL].map { $0.map { "\($0)" } ?? "?" }
    let closed = trade.closedAt.map { "\($0.timeIntervalSince1970)" } ?? "?"
    return ([trade.symbol, closed] + figures).joined(separator: " ")
  }

  /// Each position once. Of two records the one with a PnL of its own counts: a dropped position can be booked later.
  private static func merged(_ listed: [Position]) -> [Position] {
    var places: [String: Int] = [:]
    var trades: [Position] = []
    for trade in listed {
      let key = trade.id ?? Self.likeness(trade)
      guard let place = places[key] else {
        places[key] = trades.count
        trades.append(trade)
        continue
      }
      if trades[place].isGhost, !trade.isGhost { trades[place] = trade }
    }
    // Of equal times the engine's order stays.
    return trades.enumerated().sorted { left, right in
      let (first, second) = (left.element.closedAt ?? .distantPast, right.element.closedAt ?? .distantPast)
      return first == second ? left.offset < right.offset : first > second
    }.map(\.element)
  }
}
