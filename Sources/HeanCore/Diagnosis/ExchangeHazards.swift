/// What the exchange itself shows.
extension Hazard {
  /// So near (percent of the mark price) a liquidation is told.
  package static let nearLiquidationPercent: Decimal = 10
  private static let mostNamed = 4
  /// For how long (seconds) an order at the exchange may be missing in the books of a running engine.
  private static let settling: TimeInterval = 5

  static func nearLiquidation(_ snapshot: EngineSnapshot) -> Hazard? {
    guard let join = snapshot.bookJoin else { return nil }
    let near = join.entries.filter { entry in
      entry.forcedClose != nil || entry.liquidationDistancePercent.map { $0 < nearLiquidationPercent } ?? false
    }.sorted { $0.liquidationDistancePercent ?? 0 < $1.liquidationDistancePercent ?? 0 }
    guard !near.isEmpty else { return nil }
    let words = near.map { entry in
      if let forced = entry.forcedClose { return "\(entry.heldText), \(forced.words)" }
      let distance = entry.liquidationDistancePercent.map { Figures.text($0, places: 2) } ?? "?"
      return "\(entry.heldText), \(distance) % from "
        + (entry.liquidationPrice.map(Figures.price) ?? "it")
    }
    // The engine closes what it has in its books; the rest only people can.
    let canClose = snapshot.isRunning == true && near.allSatisfy { $0.verdict == .same || $0.verdict == .smaller }
    return Hazard(
      .nearLiquidation, "Near liquidation at the exchange: \(Figures.listed(words, most: mostNamed))",
      sources: [BookJoin.source],
      nextStep: canClose
        ? .operation(.closePositions, each: near.map(\.symbol).withoutDuplicates)
        : NextStep(
          advice:
            "close at the exchange itself\(BookJoin.exits(near.map(\.position))), or add margin there: the engine cannot"
        ))
  }

  static func onlyAtExchange(_ snapshot: EngineSnapshot) -> Hazard? {
    guard let join = snapshot.bookJoin else { return nil }
    let rows = snapshot.openPositions == nil ? join.all : join.onlyThere
    guard !rows.isEmpty else { return nil }
    let worth = rows.map(\.notional).wholeSum.map { ", worth \(Figures.money($0)) USDT" } ?? ""
    let whose =
      switch snapshot.isRunning {
      case true?: "no row of the engine's books is of it, so that its exits do not act on it"
      case false?: "the engine does not run, so that nothing acts on it"
      case nil: "whether an engine acts on it is not known"
      }
    let ended = snapshot.remembered.forgotten.map {
      "; an engine that ended at \(EngineTime.clock($0.endedAt)) had some of it"
    }
    let sweep = sweep(snapshot)
    return Hazard(
      .onlyAtExchange,
      "The exchange holds \(Figures.listed(rows.map(\.heldText), most: mostNamed))\(worth)\(stops(of: rows)): \(whose)"
        + (ended ?? "") + (sweep.map { "; \($0.words)" } ?? ""), sources: [BookJoin.source],
      nextStep: sweep?.step
        ?? NextStep(advice: "close it at the exchange itself\(BookJoin.exits(rows)), or set a stop there"))
  }

  /// How many of the positions have a stop at the exchange, and how many are beyond it.
  private static func stops(of rows: [Position]) -> String {
    let bare = rows.filter { $0.stopLoss == nil }
    let beyond = rows.filter { $0.breachedLevels.contains(.stopLoss) }
    let stops =
      bare.isEmpty
      ? ", each with a stop there"
      : bare.count == rows.count
        ? ", without a stop there"
        : ", of it without a stop there \(Figures.listed(bare.map(\.heldText), most: mostNamed))"
    return stops
      + (beyond.isEmpty ? "" : ", beyond its stop \(Figures.listed(beyond.map(\.heldText), most: mostNamed))")
  }

  /// For how long (seconds) after its start a live engine closes what it does not know (docs/engine.md 7.4-26).
  private static let sweepTime: TimeInterval = 300

  /// A running engine that was started lately closes by itself what only the exchange has: closed twice it would be a
  /// position the other way.
  private static func sweep(_ snapshot: EngineSnapshot) -> (words: String, step: NextStep)? {
    guard snapshot.isRunning == true, let start = snapshot.equityHistory.value?.startedAt else { return nil }
    let end = start + sweepTime
    guard snapshot.seenAt + snapshot.clockOffset < end else { return nil }
    return (
      "the engine was started at \(EngineTime.clock(start)), and closes what it does not know by about \(EngineTime.clock(end))",
      "wait for that and look again: \(.query(.positions)); or end the engine first, \(.operation(.engineKill)), and close at the exchange itself: closed twice it is a position the other way"
    )
  }

  static func sizeDiffers(_ snapshot: EngineSnapshot) -> Hazard? {
    guard let join = snapshot.bookJoin else { return nil }
    if join.isOfAnother {
      let rows = join.entries.map(\.rows).reduce(0, +)
      return Hazard(
        .sizeDiffers,
        "The exchange has nothing of the \(Figures.counted(rows, "position")) in the books: they are void, or the key is "
          + "of another account than the one that the engine trades", sources: [BookJoin.source],
        nextStep: NextStep(advice: "look at the exchange itself, which account the key is of"))
    }
    let entries = join.entries.filter {
      [.larger, .smaller].contains($0.verdict) || $0.verdict == .unknown && snapshot.openPositions != nil
    }
    guard !entries.isEmpty else { return nil }
    let words = entries.map {
      "\($0.symbol) \(BookJoin.text($0.inBooks)) in the books, \(BookJoin.text($0.atExchange)) at the exchange"
    }
    // The engine's close of less than it believes to have is only reduced; what is more stays.
    let isMore = entries.contains { $0.verdict == .larger && $0.stopLoss == nil }
    let isUnknown = entries.contains { $0.verdict == .unknown }
    return Hazard(
      .sizeDiffers, "Sizes differ: \(Figures.listed(words, most: mostNamed))", sources: [BookJoin.source],
      nextStep: isMore
        ? NextStep(advice: "close at the exchange itself what the books have not: the engine closes its own size only")
        : isUnknown ? NextStep(advice: "look at the exchange itself: one of the two does not say side or size") : nil)
  }

  static func ordersAtExchange(_ snapshot: EngineSnapshot, now: Date) -> Hazard? {
    guard let join = snapshot.orderJoin else { return nil }
    // What only ends a position harms nothing that is not told otherwise. A maker order lives for half a second, so that
    // one which was made just now may only be on its way into the books.
    let orders = join.onlyThere.filter { order in
      !order.isExit
        && (snapshot.isRunning != true
          || order.createdAt.map { abs(join.at.timeIntervalSince($0)) >= settling } ?? true)
    }
    guard !orders.isEmpty else { return nil }
    let oldest = orders.compactMap(\.createdAt).min().map {
      ", the oldest for \(DiagnosisFormat.span(DiagnosisFormat.seconds(from: $0, to: now)))"
    }
    let whose = snapshot.isRunning == true ? "which the engine's books do not have open" : "and the engine does not run"
    return Hazard(
      .ordersAtExchange,
      "\(OrderJoin.restingText(orders.count)) at the exchange\(oldest ?? ""), \(whose): "
        + Figures.listed(orders.map(\.nameText), most: mostNamed),
      sources: [BookJoin.source],
      nextStep: NextStep(advice: "cancel there by hand, at the exchange itself: no call of the engine reaches them"))
  }
}
