/// What a diagnosis reads.
extension SnapshotPart {
  /// Everything that a `Judgement` rests on: a diagnosis, the open positions with what confirms their list, closes that
  /// failed, and the exchange itself.
  public static let judgement: Set<SnapshotPart> = diagnosis().union([
    listedPositions(), SnapshotPart(.closeFailures), .exchange,
  ])

  /// Everything that `Diagnosis` needs.
  /// - Parameter symbols: symbols whose prices are read; `nil` leaves out the reads that make a diagnosis more exact
  ///   and never decide it alone.
  public static func diagnosis(deeply symbols: [String]? = nil) -> Set<SnapshotPart> {
    var parts: Set<SnapshotPart> = [
      .engine, signalPath, stopsOfThisEngine, ordersAfterStop, doubtedRows,
    ]
    if let symbols {
      parts.insert(finerReads)
      for symbol in symbols { parts.insert(.ticker(symbol)) }
    } else {
      parts.insert(oldPrices)
    }
    return parts
  }

  private static let signalPath = SnapshotPart(
    "signal path",
    reads: { _ in
      [
        EndpointRead(.killSwitch), EndpointRead(.riskStatus), EndpointRead(.health), EndpointRead(.governor),
        EndpointRead(.strategies), EndpointRead(.decisionMemory), EndpointRead(.metrics), EndpointRead(.state),
        EndpointRead(.filterBlocks), EndpointRead(.council), EndpointRead(.stopLog),
      ]
    })

  /// What tells whether a row of strategy `unknown` is the echo of a close, and whether the exchange holds it.
  private static let doubtedRows = SnapshotPart(
    "doubted rows", reads: { _ in [] },
    then: { snapshot in
      guard snapshot.status.isAsked, snapshot.why.isAsked, snapshot.state.isAsked, snapshot.hasUnknownRows else {
        return []
      }
      return [EndpointRead(.closedEvents), EndpointRead(.closeFailures)]
    })

  /// Every order that is listed, where an order was made after a stop: how many there are, of which symbols, and when.
  private static let ordersAfterStop = SnapshotPart(
    "orders after a stop", reads: { _ in [] },
    then: { snapshot in
      guard
        snapshot.status.isAsked, snapshot.metrics.isAsked, snapshot.state.isAsked, snapshot.killSwitch.isAsked,
        snapshot.governor.isAsked, snapshot.health.isAsked, snapshot.risk.isAsked, snapshot.stopLog.isAsked,
        !snapshot[.orders(.all)].isAsked, OrdersAfterStop(snapshot) != nil
      else { return [] }
      return [EndpointRead(.orders(.all))]
    })

  /// When one price stands still, the others decide what that means, so they are read for a caller that did not ask for
  /// them; those of open positions too, of `mostHeld` symbols at most.
  package static let oldPrices = SnapshotPart(
    "old prices", reads: { _ in [] },
    then: { snapshot in
      guard snapshot[.priceProbe].isAsked, snapshot.marketAge ?? 0 > Ticker.stillAfter else {
        return []
      }
      let held = Set((snapshot.state.value?.positions ?? []).map(\.symbol)).subtracting(Symbols.defaults)
      return (Symbols.defaults + held.sorted().prefix(mostHeld)).map { EndpointRead(.ticker($0), leadsOn: false) }
    })

  private static let finerReads = SnapshotPart(
    "finer reads", goesFirst: false,
    reads: { _ in
      [
        EndpointRead(.history(limit: 500)), EndpointRead(.verdicts), EndpointRead(.pipeline),
        EndpointRead(.rejections(minutes: 1)), EndpointRead(.rejections(minutes: 5)),
        EndpointRead(.rejections(minutes: 60)),
      ]
    })
}
