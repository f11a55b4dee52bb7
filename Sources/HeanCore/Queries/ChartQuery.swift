/// The bars of a symbol, and what of the operator's own stands beside them: fills, positions with their stops and
/// targets, a kill switch.
public struct ChartQuery: Query {
  /// Symbol, length of a bar, and time.
  public var candles: CandlesQuery

  /// - Parameter candles: symbol, length of a bar, and time.
  public init(_ candles: CandlesQuery) { self.candles = candles }

  /// The parts of `CandlesQuery`, `/orders/positions`, `/trading/state`, `/trading/history` and `/risk/killswitch/status`.
  public var parts: Set<SnapshotPart> {
    candles.parts.union([.positions, .decisions, .closed, SnapshotPart(.killSwitch)])
  }

  /// - Throws: the errors of `CandlesQuery`. Without the other endpoints only their marks are missing.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> ChartAnswer {
    let times = candles.times
    var candles = try candles.answer(snapshot, now: now)
    if let until = times.until, let forming = candles.forming, forming >= until { candles.forming = nil }
    var answer = ChartAnswer(candles: candles)
    for (path, error) in [
      ("/orders/positions", snapshot.positions.error), ("/trading/state", snapshot.state.error),
      ("/trading/history", snapshot.history.error), ("/risk/killswitch/status", snapshot.killSwitch.error),
    ] {
      if let error { answer.missing.append("\(path): \(error.shortText)") }
    }
    // A stopped engine lists nothing, whatever is open.
    guard snapshot.isRunning == true else {
      answer.missing.append("positions and fills: the engine does not run")
      return answer
    }
    answer.fills = (snapshot.state.value?.recentFills ?? []).compactMap(ChartFill.init).filter {
      $0.symbol == candles.symbol
    }.sorted { $0.at < $1.at }
    answer.levels = (snapshot.positions.value?.elements ?? []).filter { $0.symbol == candles.symbol }.flatMap {
      ChartLevel.all(of: $0)
    }
    answer.closes = ChartClose.all(snapshot.history.value?.closed ?? [], of: candles.symbol, besides: answer.fills)
    if let killSwitch = snapshot.killSwitch.value, killSwitch.isTriggered == true {
      answer.killedAt = killSwitch.triggeredAt
    }
    // What came after the shown time would stand in columns of its own.
    if let until = times.until {
      answer.fills.removeAll { $0.at >= until }
      answer.closes.removeAll { $0.at >= until }
      if let killed = answer.killedAt, killed >= until { answer.killedAt = nil }
    }
    return answer
  }
}
