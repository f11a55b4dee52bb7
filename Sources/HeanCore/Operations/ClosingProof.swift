import Foundation

/// Tells from a look before a close and one after it whether positions were closed (docs/engine.md 2.10). The engine's
/// reply proves nothing, nor does an empty list, nor what its record of closed trades holds or lacks.
///
/// In a dry run no order exists: the proof is that realized PnL moves by what the position made. Where orders go to an
/// exchange the only proof is the fill.
struct ClosingProof {
  var wanted: [Position]
  var before: EngineSnapshot
  var after: EngineSnapshot
  /// What is listed now; `nil` when the engine does not run and its list means nothing.
  var stillOpen: [Position]?
  /// The engine's answer to the call.
  var reply = JSONValue.null
  /// Since that answer.
  var elapsed: Duration

  /// What a proof needs to see, before and after.
  static let parts: Set<Part> = [.positions, .metrics, .events]

  /// Refused is what is listed longer than this.
  private static let closingTime = Duration.seconds(2)
  /// The engine's own echo of a close, and the figures of its books, come within this.
  private static let settlingTime = Duration.seconds(1)
  private static let exchange: NextStep = "look at the exchange itself"
  private static let cent = Decimal(sign: .plus, exponent: -2, significand: 1)

  private var isDryRun: Bool { (before.engine?.isDryRun ?? after.engine?.isDryRun) == true }

  func finding() -> Finding {
    guard !wanted.isEmpty else { return .seen("there was no position to close") }
    let open = Set((stillOpen ?? []).map(Operation.key))
    let left = wanted.filter { open.contains(Operation.key($0)) }
    guard left.isEmpty else { return listed(left) }
    let earlier = before.openPositions.map { Set($0.map(Operation.key)) }
    if let earlier, wanted.allSatisfy({ !earlier.contains(Operation.key($0)) }) {
      return .contrary("gone before this call: the engine or somebody else closed it", advice: .query(.positions))
    }
    let hollow = wanted.filter(\.isHollow)
    guard hollow.isEmpty || isDryRun && stillOpen == nil else {
      return .pending(
        "gone from the list, and nothing shows a close: \(names(hollow)) had no size or no entry price",
        advice: isDryRun ? .query(.positions) : Self.exchange)
    }
    return isDryRun ? bookedOut() : filled()
  }

  private func listed(_ left: [Position]) -> Finding {
    let names = Operation.names(left)
    let gone = wanted.filter { position in !left.contains { Operation.key($0) == Operation.key(position) } }
    let rest = gone.isEmpty ? "" : "; not listed any more: \(Operation.names(gone))"
    guard elapsed >= Self.closingTime, reply != .null else {
      return .pending("still open: \(names)\(rest)", advice: "\(.query(.positions)), then \(Self.exchange)")
    }
    // Only an exchange refuses; a dry run that keeps a position has done nothing at all.
    let who = isDryRun ? "the engine did not close it" : "the exchange refused the close"
    return .refused(
      "still listed 2 s after the engine answered 'closed', so \(who): \(names)\(rest)",
      advice: isDryRun ? .query(.positions) : "close it at the exchange itself")
  }

  private var events: [EventEnvelope] { after.trail?.events(after: before.trail?.lastSeq) ?? [] }

  private func names(_ positions: [Position]) -> String { Operation.names(positions) }

  /// Which they are, where the name of the step does not tell.
  private var all: String { wanted.count == 1 && stillOpen != nil ? "" : ": \(names(wanted))" }

  /// What the events tell of each position's end.
  private var closed: [String: ClosedEvent] {
    Dictionary(events.compactMap(ClosedEvent.init).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What was realized (USDT), where it is told of each.
  private func told(_ closed: [String: ClosedEvent]) -> Decimal? {
    let told = wanted.compactMap { closed[Operation.key($0)]?.realized }
    return told.count == wanted.count ? told.reduce(0, +) : nil
  }

  /// Dropped without a trade, as the reconciler does with what it cannot read at the exchange.
  private func forgotten(_ ghosts: [Position]) -> Finding {
    let words =
      "gone from the list, and no PnL was booked: the engine forgot \(names(ghosts))"
      + (isDryRun ? ", which is no close" : "; the exchange may still hold it")
    return .contrary(words, advice: isDryRun ? .query(.positions) : Self.exchange)
  }

  /// In dry run, where the engine's own books are all there is.
  private func bookedOut() -> Finding {
    let closed = closed
    let ghosts = wanted.filter { closed[Operation.key($0)]?.isGhost == true }
    guard ghosts.isEmpty else { return forgotten(ghosts) }
    let told = told(closed)
    guard stillOpen != nil, let moved else {
      if let told { return seen(told, "as told by the closing events") }
      // Paper positions exist only inside the engine.
      if stillOpen == nil { return .seen("a dry run holds no position once the engine is stopped") }
      return .pending(
        "gone from the list, and /engine/status does not tell whether realized PnL moved", advice: Self.exchange)
    }
    let others = closed.filter { id, _ in !wanted.contains { Operation.key($0) == id } }.values.reduce(Decimal()) {
      $0 + $1.realized
    }
    let booked = moved - others
    // A close at the entry price books nothing; any other has to.
    if booked == 0, (told ?? expected(nil)?.sum) != 0 {
      return told != nil || elapsed < Self.settlingTime
        ? .pending("gone from the list, and its PnL is not booked", advice: Self.exchange) : forgotten(wanted)
    }
    // Without the events a sum of several says nothing of each, and what else closed is in it as well.
    guard told != nil || wanted.count == 1 && !hasOtherClosed, let (expected, tolerance) = expected(told) else {
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

  private func seen(_ realized: Decimal, _ proof: String) -> Finding {
    .seen("closed\(all); realized \(Figures.signed(realized)) USDT (\(proof))")
  }

  /// By how much realized PnL moved (USDT).
  private var moved: Decimal? {
    guard let then = before.engine?.realizedPnL, let now = after.engine?.realizedPnL else { return nil }
    let moved = now - then
    // Sums of floating-point numbers differ in their last digits.
    return abs(moved) < Decimal(sign: .plus, exponent: -7, significand: 1) ? 0 : moved
  }

  /// Whether more than the wanted is gone.
  private var hasOtherClosed: Bool {
    let open = Set((stillOpen ?? []).map(Operation.key))
    return (before.openPositions ?? []).contains { position in
      !open.contains(Operation.key(position)) && !wanted.contains { Operation.key($0) == Operation.key(position) }
    }
  }

  /// What closing must have realized, and how far off the books may be: fees may be in them, and a mark price of before
  /// is not the closing price.
  private func expected(_ told: Decimal?) -> (sum: Decimal, tolerance: Decimal)? {
    let notional = wanted.reduce(Decimal()) { $0 + abs(($1.size ?? 0) * ($1.markPrice ?? $1.entryPrice ?? 0)) }
    func tolerance(_ share: Decimal) -> Decimal { max(Self.cent, notional * share) }
    let thousandth = Decimal(sign: .plus, exponent: -3, significand: 1)
    if let told { return (told, tolerance(thousandth)) }
    if wanted.count == 1, let price = reply["price"]?.number, let profit = wanted[0].profit(at: price) {
      return (profit, tolerance(thousandth))
    }
    let marked = wanted.compactMap(\.unrealizedPnL)
    guard marked.count == wanted.count else { return nil }
    return (marked.reduce(0, +), tolerance(10 * thousandth))
  }

  /// At an exchange, where only a fill proves a close.
  private func filled() -> Finding {
    var fills = FillEvent.all(events, notIn: before.trail?.events ?? [])
    let echoes = echoes
    var spare = echoes
    // The engine makes an echo of nothing but a fill, so one is as good as the other; each proves one close.
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
    var proof = prices.isEmpty ? "filled" : "filled \(prices.prefix(5).joined(separator: ", "))"
    if !unfilled.isEmpty, after.trail?.isWhole != true || before.trail == nil, let counted, counted >= wanted.count {
      proof = "\(Figures.counted(counted, "fill")) counted since"
      unfilled = []
    }
    guard unfilled.isEmpty else { return accepted(unfilled) }
    // Right after the fill the list can be empty for a moment, before the echo.
    guard stillOpen == nil || elapsed >= Self.settlingTime else {
      return .pending("gone from the list and \(proof); looking once more", advice: .query(.positions))
    }
    // The books go by the engine's own price, not by that of the fill.
    let booked = (told(closed) ?? moved).map { "; realized about \(Figures.signed($0)) USDT" } ?? ""
    let names = echoes.map { Operation.name($0) }.joined(separator: ", ")
    let echo =
      echoes.isEmpty
      ? "" : ". \(names) (strategy unknown) is the echo of this close in the engine's books, not a new position"
    return .seen(
      "closed with a fill\(all)\(booked) (gone from the list, \(proof))\(echo)",
      advice: echoes.isEmpty ? nil : "\(.query(.positions)), in a minute: the engine drops its echoes by then")
  }

  /// Gone from the list without a fill.
  private func accepted(_ unfilled: [Position]) -> Finding {
    let closed = closed
    let ghosts = unfilled.filter { position in
      let event = closed[Operation.key(position)]
      return event.map(\.isGhost) ?? (moved == 0 && position.unrealizedPnL != 0)
    }
    guard elapsed >= Self.settlingTime || stillOpen == nil else {
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

  /// Fills that the engine counted since.
  private var counted: Int? {
    func fills(_ snapshot: EngineSnapshot) -> Int? { snapshot.metrics.value?.session?.ordersFilled }
    guard let then = fills(before), let now = fills(after), now >= then else { return nil }
    return now - then
  }

  /// New positions as the engine opens them when it takes the fill of a close for a buy.
  private var echoes: [Position] {
    guard let known = before.openPositions.map({ Set($0.map(Operation.key)) }) else { return [] }
    return (stillOpen ?? []).filter { new in
      !known.contains(Operation.key(new)) && wanted.contains { Self.isEcho(new, of: $0) }
    }
  }

  private static func isEcho(_ new: Position, of closed: Position) -> Bool {
    guard let size = new.size, let wanted = closed.size else { return false }
    return new.strategyID == "unknown" && new.symbol == closed.symbol && FillEvent.isSame(size, wanted)
  }
}
