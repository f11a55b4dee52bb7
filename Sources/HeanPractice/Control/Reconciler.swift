import HeanCore

/// What the engine's reconciler does by itself: it compares the engine's books with the exchange, and drops or closes what
/// is in one of them only.
extension World {
  /// Opens the echoes that are due, which the engine makes from the fills of its own closes. The reconciler drops them
  /// once a minute.
  mutating func workEchoes() {
    for echo in echoes where echo.opens <= second {
      positions.append(echo.position)
      tell(.opened(echo.position))
    }
    echoes.removeAll { $0.opens <= second }
    if second % 60 == 0 { positions.filter { !$0.isAtExchange }.forEach { drop($0) } }
  }

  /// Drops a position as the reconciler drops ghosts: closed, without a fill, with zero PnL.
  mutating func drop(_ position: PracticePosition) {
    guard let index = positions.firstIndex(where: { $0.id == position.id }) else { return }
    var ghost = positions.remove(at: index)
    ghost.closed = second
    ghost.exitReason = "GHOST"
    ghost.realized = 0
    if has(.falseEquity) { residue = (residue ?? 0) + ghost.distortion }
    if !isDryRun, ghost.isAtExchange { stranded.append(ghost) }
    journal.append(ghost)
    tally.count(.positionsClosed, at: second)
    write(
      "WARNING", "hean.execution.position_reconciliation",
      "[Reconciler] Removing ghost position \(ghost.id) (\(ghost.symbol)) — not found on exchange.", at: second)
    tell(.closed(ghost))
  }

  /// The reconciler closes positions that the exchange holds and the engine does not know. It uses market orders, and
  /// from their fills the engine again opens longs. The last close fails.
  mutating func workOrphans() {
    guard has(.orphans), let start = equityHistory.first?.second, second == start + 240, !stranded.isEmpty else {
      return
    }
    let logger = "hean.execution.position_reconciliation"
    for orphan in stranded.dropLast() {
      write("WARNING", logger, "[ORPHAN CLEANUP] Orphaned position closed: \(orphan.symbol)", at: second)
      echoes.append(Echo(of: orphan, id: random.uuid(), at: second + 1))
    }
    stranded.removeFirst(stranded.count - 1)
    write("ERROR", logger, "[ORPHAN CLEANUP] Failed to close orphan \(stranded[0].symbol): no answer", at: second)
    tell(.governor)
  }
}
