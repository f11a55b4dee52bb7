extension SnapshotPart {
  /// The open positions (`/orders/positions`), their details (`/trading/state`), and what tells whether the list can be
  /// believed.
  /// - Parameters:
  ///   - word: the symbol of the question, as the operator typed it; `nil` for all.
  ///   - entries: how many entries of the history are read.
  public static func listedPositions(of word: String? = nil, entries: Int? = nil) -> SnapshotPart {
    SnapshotPart(
      "positions of \(word ?? "all")\(entries.map { ", history \($0)" } ?? "")",
      reads: { _ in
        [
          EndpointRead(.positions), EndpointRead(.state),
          EndpointRead(entries.map { .history(limit: $0) } ?? .history()),
        ]
      },
      then: { snapshot in
        guard snapshot.isRunning == true, snapshot.why.isAsked, let listed = snapshot.positions.value else { return [] }
        let closes = snapshot.hasUnknownRows ? [EndpointRead(.closedEvents)] : []
        let scope = DiagnosisScope(
          symbol: word.map { (try? NameFilter.symbol($0, snapshot, ListedNames())) ?? Resolver.taken(for: $0) })
        let start = snapshot.isAtExchange ? [EndpointRead(.equityHistory)] : []
        guard !listed.contains(where: { scope.covers(symbol: $0.symbol) }) else {
          return listed.isEmpty ? [] : start + closes
        }
        return [EndpointRead(.riskStatus)] + start + closes
      })
  }
}
