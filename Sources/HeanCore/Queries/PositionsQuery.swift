/// Which positions are open, and can the list be believed?
public struct PositionsQuery: Query {
  /// Symbol and strategy to show, as the operator typed them. The check of the list covers the positions of this
  /// symbol.
  public var names: NameFilter

  /// - Parameter names: symbol and strategy to show, as the operator typed them; everything by default.
  public init(of names: NameFilter = NameFilter()) { self.names = names }

  /// Mode and state of the engine, `/orders/positions` with what confirms it, failed closes in `/logs/events`, and what
  /// is needed to resolve `names`.
  public var parts: Set<SnapshotPart> {
    [
      .engine, .listedPositions(of: names.symbol), SnapshotPart(.closeFailures), .exchange,
      .names(names) { $0.positions.value.map(Self.listed) },
    ]
  }

  private static func listed(_ positions: Listing<Position>) -> ListedNames {
    ListedNames(positions, \.symbol, \.strategyID)
  }

  /// - Throws: the error of `/orders/positions`, or an error about a name in `names` that is unknown or ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> PositionsAnswer {
    let listed = try snapshot.positions.get().value
    let names = try names.resolved(snapshot, Self.listed(listed))
    var answer = try PositionsAnswer(snapshot, names)
    answer.closeFailures = CloseFailure.pending(
      snapshot.closeFailures.value, listed: answer.proven?.elements,
      now: answer.receivedAt)
    answer.hazards = Hazard.ofPositions(snapshot, now: now)
    return answer
  }
}
