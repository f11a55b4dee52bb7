/// Tells from a snapshot before a close and one after it whether positions were closed (docs/engine.md 2.10). The
/// engine's reply proves nothing; nor does an empty list, nor what the engine's journal holds or lacks.
///
/// In a dry run there is no order: the proof is that realized PnL changes by what the position made. Where orders go to
/// an exchange, the only proof is the fill.
struct ClosingProof {
  var wanted: [Position]
  var before: EngineSnapshot
  var after: EngineSnapshot
  /// Positions listed now; `nil` when the engine does not run, so that its list proves nothing.
  var stillOpen: [Position]?
  /// The engine's answer to the call.
  var reply = JSONValue.null
  /// Time since that answer.
  var elapsed: Duration

  /// What both snapshots need to hold.
  static let parts: Set<SnapshotPart> = [.positions, .metrics, .events, .refusals, .exchange]

  /// A position that is still listed this long after the answer: the exchange refused the close.
  static let closingTime = Duration.seconds(2)
  /// The echo of a close and the figures in the engine's books appear within this time.
  static let bookingTime = Duration.seconds(1)
  static let exchange: NextStep = "look at the exchange itself"

  var isDryRun: Bool { (before.engine?.isDryRun ?? after.engine?.isDryRun) == true }

  func finding() -> StepFinding {
    guard !wanted.isEmpty else { return .seen("there was no position to close") }
    let open = Set((stillOpen ?? []).map(EngineOperation.key))
    let left = wanted.filter { open.contains(EngineOperation.key($0)) }
    guard left.isEmpty else { return listed(left) }
    if stillOpen != nil, let unread = after.positions.value?.unread, unread > 0 {
      let rows = Figures.counted(unread, "row")
      return .pending("not in the list, of which \(rows) cannot be read and may be it", advice: .query(.positions))
    }
    let earlier = before.openPositions.map { Set($0.map(EngineOperation.key)) }
    if let earlier, wanted.allSatisfy({ !earlier.contains(EngineOperation.key($0)) }) {
      return .contrary("gone before this call: the engine or somebody else closed it", advice: .query(.positions))
    }
    let hollow = wanted.filter(\.isHollow)
    guard hollow.isEmpty || isDryRun && stillOpen == nil else {
      return .pending(
        "gone from the list, and nothing shows a close: \(names(hollow)) had no size or no entry price",
        advice: isDryRun ? .query(.positions) : Self.exchange)
    }
    return isDryRun ? bookedOut() : seenAtExchange() ?? filled()
  }

  private func listed(_ left: [Position]) -> StepFinding {
    let names = EngineOperation.names(left)
    let still = Set(left.map(EngineOperation.key))
    let gone = wanted.filter { !still.contains(EngineOperation.key($0)) }
    let rest = gone.isEmpty ? "" : "; not listed any more: \(EngineOperation.names(gone))"
    guard elapsed >= Self.closingTime, reply != .null else {
      return .pending("still open: \(names)\(rest)", advice: "\(.query(.positions)), then \(Self.exchange)")
    }
    if let part = closedInPart(left) {
      return .pending("closed in part: \(part)\(rest)", advice: .query(.positions))
    }
    if case .flat(let words)? = atExchange(left) {
      return .seen(
        "closed\(namesSuffix); \(words). The row still stands in the engine's books, and leaves them by itself",
        advice: .query(.positions))
    }
    let refusals = refusals(of: left)
    if refusals.count == left.count, refusals.allSatisfy({ $0.reason == .nothingHeld }) {
      return .refused(
        "the exchange holds none of it, in its own words, so there was nothing to close: \(names)\(rest); the row leaves "
          + "the books by itself", advice: .query(.positions))
    }
    // In a dry run there is no exchange that could refuse.
    let who = isDryRun ? "the engine did not close it" : "the exchange refused the close"
    let why = refusals.first { $0.reason != .nothingHeld }.map { " (\($0.cause))" } ?? ""
    return .refused(
      "still listed \(Self.closingTime.components.seconds) s after the engine answered 'closed', so \(who)\(why): \(names)\(rest)"
        + heldWords(left),
      advice: isDryRun ? .query(.positions) : "close it at the exchange itself")
  }

  /// What is left of positions that have become smaller; `nil` unless each of them has.
  private func closedInPart(_ left: [Position]) -> String? {
    let now = Dictionary(
      (stillOpen ?? []).map { (EngineOperation.key($0), $0) }, uniquingKeysWith: { first, _ in first })
    let parts = left.map { position -> String? in
      guard let size = position.size, let rest = now[EngineOperation.key(position)]?.size, rest < size else {
        return nil
      }
      return "\(Figures.quantity(rest)) of \(Figures.quantity(size)) \(position.symbol) is left"
    }
    let remainders = parts.compactMap(\.self)
    return remainders.count == left.count ? remainders.joined(separator: ", ") : nil
  }

  /// What the engine's log says of each of these closes since the call, one for each position at most.
  private func refusals(of positions: [Position]) -> [CloseFailure] {
    // Without a look before the call, an older refusal cannot be told from one of this call.
    guard let earlier = before.closeFailures.value else { return [] }
    let known = Set(earlier.records.compactMap { CloseFailure($0, now: before.seenAt)?.at })
    let records = (after.closeFailures.value?.records ?? []).compactMap { CloseFailure($0, now: after.seenAt) }
    return positions.compactMap { position in
      records.first { $0.positionID == position.id && position.id != nil && !known.contains($0.at) }
    }
  }

  private var events: [EventEnvelope] { after.trail?.events(after: before.trail?.lastSeq) ?? [] }

  func names(_ positions: [Position]) -> String { EngineOperation.names(positions) }

  /// Names of the positions, where the target of the step does not tell them.
  var namesSuffix: String { wanted.count == 1 && stillOpen != nil ? "" : ": \(names(wanted))" }

  /// The closing event of each position, by its key.
  var closed: [String: ClosedEvent] {
    Dictionary(events.compactMap(ClosedEvent.init).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Realized PnL (USDT) by the closing events; `nil` unless there is one for each position.
  func eventPnL(_ closed: [String: ClosedEvent]) -> Decimal? {
    wanted.map { closed[EngineOperation.key($0)]?.realized }.wholeSum
  }

  /// The finding for positions that the engine dropped without a trade, as the reconciler does when it cannot read the
  /// exchange (docs/engine.md 2.2).
  private func forgotten(_ ghosts: [Position]) -> StepFinding {
    let words =
      "gone from the list, and no PnL was booked: the engine forgot \(names(ghosts))"
      + (isDryRun ? ", which is no close" : "; the exchange may still hold it")
    return .contrary(words, advice: isDryRun ? .query(.positions) : Self.exchange)
  }

  /// The finding in a dry run, where the engine's own books are all there is.
  private func bookedOut() -> StepFinding {
    let closed = closed
    let ghosts = wanted.filter { closed[EngineOperation.key($0)]?.isGhost == true }
    guard ghosts.isEmpty else { return forgotten(ghosts) }
    let eventPnL = eventPnL(closed)
    guard stillOpen != nil, let moved else {
      if let eventPnL { return seen(eventPnL, "as told by the closing events") }
      // Paper positions exist only inside the engine.
      if stillOpen == nil { return .seen("a dry run holds no position once the engine is stopped") }
      return .pending(
        "gone from the list, and /engine/status does not tell whether realized PnL moved", advice: Self.exchange)
    }
    let own = Set(wanted.map(EngineOperation.key))
    let others = closed.filter { id, _ in !own.contains(id) }.values.reduce(Decimal()) { $0 + $1.realized }
    let booked = moved - others
    // Only a close at the entry price books a PnL of 0.
    if booked == 0, (eventPnL ?? expected(nil)?.sum) != 0 {
      return eventPnL != nil || elapsed < Self.bookingTime
        ? .pending("gone from the list, and its PnL is not booked", advice: Self.exchange) : forgotten(wanted)
    }
    // Without events, a sum of several positions proves nothing about each, and other closes are in it as well.
    guard eventPnL != nil || wanted.count == 1 && !hasOtherClosed, let (expected, tolerance) = expected(eventPnL) else {
      return .pending(
        "gone from the list, and realized PnL moved by \(Figures.signed(booked)) USDT; whose it is, the engine's events "
          + "did not tell", advice: "\(.query(.positions)), \(.query(.account))")
    }
    if abs(booked - expected) <= tolerance {
      return seen(booked, "gone from the list, and realized PnL moved by it; a dry run has no fill")
    }
    return .pending(
      "gone from the list, but realized PnL moved by \(Figures.signed(booked)) USDT, not by about "
        + "\(Figures.signed(expected)): other positions may have closed meanwhile",
      advice: "\(.query(.positions)), \(.query(.account))")
  }

  private func seen(_ realized: Decimal, _ proof: String) -> StepFinding {
    .seen("closed\(namesSuffix); realized \(Figures.signed(realized)) USDT (\(proof))")
  }

  /// Change of the realized PnL (USDT); `nil` when a snapshot does not tell it.
  var moved: Decimal? {
    guard let then = before.engine?.realizedPnL, let now = after.engine?.realizedPnL else { return nil }
    let moved = now - then
    // Sums of floating-point numbers differ in their last digits.
    return abs(moved) < Decimal(sign: .plus, exponent: -7, significand: 1) ? 0 : moved
  }

  /// Whether other positions have left the list as well.
  private var hasOtherClosed: Bool {
    let open = Set((stillOpen ?? []).map(EngineOperation.key))
    return (before.openPositions ?? []).contains { position in
      !open.contains(EngineOperation.key(position))
        && !wanted.contains { EngineOperation.key($0) == EngineOperation.key(position) }
    }
  }

  /// The PnL (USDT) that the close has to book, and how far the books may differ from it: fees may be in them, and an
  /// earlier mark price is not the closing price.
  private func expected(_ eventPnL: Decimal?) -> (sum: Decimal, tolerance: Decimal)? {
    let notional = wanted.reduce(Decimal()) { $0 + abs(($1.size ?? 0) * ($1.markPrice ?? $1.entryPrice ?? 0)) }
    func tolerance(_ share: Decimal) -> Decimal { max(.cent, notional * share) }
    let thousandth = Decimal(sign: .plus, exponent: -3, significand: 1)
    if let eventPnL { return (eventPnL, tolerance(thousandth)) }
    if wanted.count == 1, let price = reply["price"]?.number, let profit = wanted[0].profit(at: price) {
      return (profit, tolerance(thousandth))
    }
    let marked = wanted.compactMap(\.unrealizedPnL)
    guard marked.count == wanted.count else { return nil }
    return (marked.reduce(0, +), tolerance(10 * thousandth))
  }

  /// The finding at an exchange, where only a fill proves a close.
  private func filled() -> StepFinding {
    var fills = FillEvent.all(events, notIn: before.trail?.events ?? [])
    let echoes = echoes
    var spare = echoes
    // Only a fill makes the engine open an echo. So either of them proves a close, and each proves one close only.
    var unfilled: [Position] = []
    var prices: [String] = []
    for position in wanted {
      let echo = spare.firstIndex { Self.isEcho($0, of: position) }
      if let echo { spare.remove(at: echo) }
      if let place = fills.firstIndex(where: { $0.closes(position) }) {
        let fill = fills.remove(at: place)
        if let price = fill.price {
          prices.append("\(wanted.count > 1 ? position.symbol + " " : "")at \(Figures.price(price))")
        }
      } else if echo == nil {
        unfilled.append(position)
      }
    }
    let more = prices.count > 5 ? " and \(prices.count - 5) more" : ""
    var proof = prices.isEmpty ? "filled" : "filled \(prices.prefix(5).joined(separator: ", "))\(more)"
    if !unfilled.isEmpty, after.trail?.isWhole != true || before.trail == nil, let counted, counted >= wanted.count {
      proof = "\(Figures.counted(counted, "fill")) counted since"
      unfilled = []
    }
    guard unfilled.isEmpty else { return accepted(unfilled) }
    // Between the fill and its echo the list can be empty for a moment.
    guard stillOpen == nil || elapsed >= Self.bookingTime else {
      return .pending("gone from the list and \(proof); looking once more", advice: .query(.positions))
    }
    // The engine books the close at its own price, not at that of the fill.
    let booked = (eventPnL(closed) ?? moved).map { "; realized about \(Figures.signed($0)) USDT" } ?? ""
    let names = echoes.map { EngineOperation.name($0) }.joined(separator: ", ")
    let echo =
      echoes.isEmpty
      ? "" : ". \(names) (strategy unknown) is the echo of this close in the engine's books, not a new position"
    return .seen(
      "closed with a fill\(namesSuffix)\(booked) (gone from the list, \(proof))\(echo)",
      advice: echoes.isEmpty ? nil : "\(.query(.positions)), in a minute: the engine drops its echoes by then")
  }

  /// The finding for positions that left the list without a fill.
  private func accepted(_ unfilled: [Position]) -> StepFinding {
    let closed = closed
    let ghosts = unfilled.filter { position in
      let event = closed[EngineOperation.key(position)]
      return event.map(\.isGhost) ?? (moved == 0 && position.unrealizedPnL != 0)
    }
    guard elapsed >= Self.bookingTime || stillOpen == nil else {
      return .pending("gone from the list, and not filled yet: \(names(unfilled))", advice: Self.exchange)
    }
    guard ghosts.isEmpty else { return forgotten(ghosts) }
    let isUntold = (after.trail?.isWhole != true || before.trail == nil) && counted == nil
    var words =
      isUntold
      ? "gone from the list, but neither events nor counters told whether it was filled: \(names(unfilled))"
      : "gone from the list, but no fill came, so that the exchange may still hold it: \(names(unfilled))"
    if unfilled.allSatisfy({ $0.strategyID == "unknown" }) {
      words += ". Of strategy unknown: probably the echo of an earlier close, and nothing was there to be filled"
    }
    return .pending(words, advice: Self.exchange)
  }

  /// Fills that the engine counted between the snapshots; `nil` when it did not tell.
  private var counted: Int? {
    func fills(_ snapshot: EngineSnapshot) -> Int? { snapshot.metrics.value?.session?.ordersFilled }
    guard let then = fills(before), let now = fills(after), now >= then else { return nil }
    return now - then
  }

  /// New positions that the engine opened because it read the fill of a close as a buy (docs/engine.md 2.10, rule 6).
  private var echoes: [Position] {
    guard let known = before.openPositions.map({ Set($0.map(EngineOperation.key)) }) else { return [] }
    return (stillOpen ?? []).filter { new in
      !known.contains(EngineOperation.key(new)) && wanted.contains { Self.isEcho(new, of: $0) }
    }
  }

  private static func isEcho(_ new: Position, of closed: Position) -> Bool {
    guard let size = new.size, let wanted = closed.size else { return false }
    return new.strategyID == "unknown" && new.symbol == closed.symbol && FillEvent.isSame(size, wanted)
  }
}
