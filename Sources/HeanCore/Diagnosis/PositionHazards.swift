/// What the rows of the books show.
extension Hazard {
  /// Most positions that one command names.
  private static let mostNamed = 6

  static func beyondStop(_ positions: [Position], _ snapshot: EngineSnapshot) -> Hazard? {
    let beyond = positions.filter { $0.breachedLevels.contains(.stopLoss) }
    guard !beyond.isEmpty else { return nil }
    let sum = beyond.map(\.unrealizedPnL).wholeSum.map { ", \(Figures.signed($0)) USDT" } ?? ""
    let (are, them) = beyond.count == 1 ? ("is", "it") : ("are", "them")
    let names = Figures.listed(beyond.map(\.nameText), most: 3)
    let which =
      beyond.count == positions.count && beyond.count > 1
      ? "All \(beyond.count) positions \(are)" : "\(Figures.counted(beyond.count, "position")) \(are)"
    // One that is not closed can have a cause of its own. Where two symbols are not, now or one after the other, the exits
    // do not act, and the stops of the others protect nothing either.
    let missed = beyond.map(\.symbol) + [snapshot.remembered.missedStop?.symbol].compactMap(\.self)
    let areExitsDead = missed.withoutDuplicates.count > 1
    let byName = areExitsDead ? nil : closingByName(beyond, of: positions)
    return Hazard(
      .beyondStop,
      "\(which) beyond the stop loss and the engine does not close \(them): \(names)\(sum)",
      sources: ["/orders/positions"],
      nextStep: byName ?? .operation(.closeAllPositions))
  }

  /// Closes what is beyond its stop and nothing else; `nil` where that would be a long line, or where a name is missing.
  static func closingByName(_ beyond: [Position], of positions: [Position]) -> NextStep? {
    guard beyond.count <= mostNamed else { return nil }
    let subjects = beyond.compactMap { one in
      positions.count { $0.symbol == one.symbol } == 1 ? one.symbol : one.id
    }
    guard subjects.count == beyond.count else { return nil }
    return .operation(.closePositions, each: subjects)
  }

  static func unrecognised(_ positions: [Position], _ snapshot: EngineSnapshot) -> Hazard? {
    let rows = positions.filter { $0.doubt == .unrecognised }
    guard !rows.isEmpty else { return nil }
    let bySymbol = Dictionary(grouping: rows, by: \.symbol)
    let lists = bySymbol.keys.sorted().map { symbol in
      let size = (bySymbol[symbol] ?? []).compactMap(\.size).reduce(0, +)
      return "\(symbol) \(bySymbol[symbol]?.count ?? 0) × booked long, \(Figures.quantity(size)) in all"
    }
    let more = lists.count > 4 ? " and \(lists.count - 4) more symbols" : ""
    let unmoved = snapshot.rowsWithoutStake
    let stands =
      rows.contains { row in row.id.map { unmoved.contains($0) } ?? false }
      ? "; the account did not follow the PnL of some of them" : ""
    return Hazard(
      .unrecognisedFills,
      "\(Figures.counted(rows.count, "fill")) of orders that the engine did not recognise: real, side not certain, no "
        + "stop; to be compared with the exchange itself: \(lists.prefix(4).joined(separator: "; "))\(more)\(stands)",
      sources: ["/orders/positions"],
      nextStep: .operation(.panic))
  }

  static func otherSide(_ positions: [Position], _ snapshot: EngineSnapshot) -> Hazard? {
    let rows = positions.filter { $0.doubt == .otherSide }
    guard !rows.isEmpty else { return nil }
    let names = rows.map(\.nameText).withoutDuplicates.joined(separator: ", ")
    let there = snapshot.bookJoin?.opposite ?? []
    let truly = there.map(\.heldText).joined(separator: ", ")
    return Hazard(
      .otherSide,
      "The exchange holds the opposite side of \(names)\(truly.isEmpty ? "" : " (it has \(truly))"), in its own words: the PnL "
        + "shown has the wrong sign, and the engine cannot close \(rows.count == 1 ? "it" : "them")",
      sources: [snapshot.bookJoin == nil ? "/logs/events" : BookJoin.source],
      nextStep: NextStep(
        advice: "close \(rows.count == 1 ? "it" : "them") at the exchange itself\(BookJoin.exits(there))"))
  }

  static func closeRefused(_ positions: [Position], _ snapshot: EngineSnapshot, now: Date) -> Hazard? {
    let failures = CloseFailure.pending(snapshot.closeFailures.value, listed: positions, now: now).filter {
      $0.reason == .stillHeld
    }
    let ids = Set(failures.compactMap(\.positionID))
    let rows = positions.filter { $0.id.map(ids.contains) ?? false }
    let orphans = failures.filter { $0.positionID == nil }.compactMap(\.symbol).withoutDuplicates.filter {
      snapshot.bookJoin?.isFlat($0) != true
    }
    let names = Figures.listed(rows.map(\.nameText) + orphans, most: 3)
    guard !names.isEmpty else { return nil }
    let isOne = rows.count + orphans.count == 1
    return Hazard(
      .closeRefused,
      "The exchange refused to close \(names), and \(isOne ? "it is" : "they are") still open: the engine's exits would fail "
        + "alike",
      sources: ["/logs/events"],
      nextStep: NextStep(advice: "close \(isOne ? "it" : "them") at the exchange itself"))
  }

  static func withoutStop(_ positions: [Position]) -> Hazard? {
    let rows = positions.filter { $0.stopLoss == nil && $0.doubt == nil }
    guard !rows.isEmpty else { return nil }
    let names = Figures.listed(rows.map(\.nameText), most: 3)
    return Hazard(
      .withoutStop, "\(Figures.counted(rows.count, "position")) without a stop loss: \(names)",
      sources: ["/orders/positions"],
      nextStep: rows.count == 1 ? .query(.position, rows[0].id ?? rows[0].symbol) : .query(.positions))
  }

  /// From how much of a limit on it is near.
  private static let near: Decimal = 0.8

  /// Told so that nobody is surprised by the brake; what is open is behind its stops all the same.
  static func nearBrake(_ positions: [Position], _ snapshot: EngineSnapshot) -> Hazard? {
    guard !positions.isEmpty, snapshot.isRunning == true, snapshot.killSwitch.value?.isTriggered == false else {
      return nil
    }
    let truth = snapshot.equityTruth
    if let limit = snapshot.killSwitch.value?.equityDropLimit, let drop = truth.computedDrop, drop >= limit * near,
      drop < limit
    {
      return Hazard(
        .nearBrake,
        "The equity is \(DiagnosisFormat.percent(drop)) below the initial capital, and the kill switch trips at "
          + DiagnosisFormat.percent(limit), sources: ["/risk/killswitch/status", "/engine/status"], nextStep: nil)
    }
    guard let drawdown = truth.drawdown(percent: snapshot.governor.value?.drawdownPercent).value,
      let next = GovernorBand.next(above: drawdown), drawdown >= next.at * near
    else { return nil }
    return Hazard(
      .nearBrake,
      "The drawdown is \(DiagnosisFormat.percent(drawdown)), and at \(DiagnosisFormat.percent(next.at)) the governor goes to "
        + next.state.rawValue, sources: ["/risk/governor/status"], nextStep: nil)
  }

  /// More than the limit is no loss by itself: the engine opens no more.
  static func overLimit(_ positions: [Position], _ snapshot: EngineSnapshot) -> Hazard? {
    guard let most = snapshot.risk.value?.maxOpenPositions, positions.count > most else { return nil }
    return Hazard(
      .overLimit, "\(Figures.counted(positions.count, "position")) open, and the limit is \(most)",
      sources: ["/orders/positions", "/risk/status"], nextStep: nil)
  }

  /// Share of the equity that is in use as margin where something is held.
  private static let marginInUse: Decimal = 0.005

  static func booksDisagree(_ snapshot: EngineSnapshot) -> Hazard? {
    let truth = snapshot.equityTruth
    // Where the exchange's own positions are known, they are compared one by one, and the equity may have begun elsewhere.
    guard truth.verdict == .booksDisagree, snapshot.bookJoin == nil else { return nil }
    // An account seldom began with the engine's initial capital, and a new engine object begins with that again. Where
    // nothing is listed and all of the equity is free, nothing is held.
    if snapshot.positions.value?.elements.isEmpty == true, let equity = truth.shown,
      let free = snapshot.engine?.availableBalance, equity > 0, equity - free < equity * marginInUse
    {
      return Hazard(
        .booksDisagree,
        "The engine counts from another balance than the account has: \(truth.because); all of it is free there",
        sources: ["/engine/status", "/orders/positions"], nextStep: nil)
    }
    return Hazard(
      .booksDisagree, "The engine's books and the exchange disagree: \(truth.because)",
      sources: ["/engine/status", "/orders/positions"], nextStep: NextStep(advice: exchange))
  }

  static func notHeld(_ positions: [Position], _ snapshot: EngineSnapshot) -> Hazard? {
    let rows = positions.filter { $0.doubt?.isVoid == true }
    guard !rows.isEmpty else { return nil }
    let (row, leaves) = rows.count == 1 ? ("this row", "leaves by itself") : ("these rows", "leave by themselves")
    return Hazard(
      .notHeld,
      "The exchange holds no \(rows.map(\.symbol).withoutDuplicates.joined(separator: ", ")), in its own words: nothing to lose in "
        + "\(row) of the books, which \(leaves)",
      sources: [snapshot.bookJoin == nil ? "/logs/events" : BookJoin.source], nextStep: nil)
  }

  static func noStake(_ positions: [Position]) -> Hazard? {
    let rows = positions.filter { $0.doubt == .noStake }
    guard !rows.isEmpty else { return nil }
    return Hazard(
      .noStake,
      "The account stood still to the cent while the PnL of \(rows.map(\.symbol).withoutDuplicates.joined(separator: ", ")) "
        + "moved: perhaps nothing is at stake there, which only the exchange itself can tell",
      sources: ["/engine/status"], nextStep: nil)
  }
}
