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
