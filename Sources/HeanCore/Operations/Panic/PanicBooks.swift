/// What the engine has listed during a panic, and what shows that it was closed (docs/engine.md 2.10).
struct PanicBooks: Sendable {
  private(set) var mode = OperatingMode.unknown
  /// `nil` until the engine has said whether its orders stay on paper.
  private(set) var isPaper: Bool?
  /// Every position that was seen open.
  private var wanted: [Position] = []
  private var keys: Set<String> = []
  /// Keys of those that appeared after the first close.
  private var late: Set<String> = []
  /// Keys of those that were asked to close.
  private var asked: Set<String> = []
  /// Whether the last close was for more than echoes.
  private var hasAskedForReal = true
  private var open: [Position]?
  private var orders: [Order]?
  /// Orders that were listed as open before a call that makes the engine forget them.
  private var standing: [Order] = []
  /// Closed positions that were listed before the panic closed anything.
  private var closedBefore: [Position]?
  private var fillsBefore: Int?
  private var realizedBefore: Decimal?
  private var last: EngineSnapshot?
  private var hasClosed = false
  /// Whether a close went out before anything had been listed.
  private var hasClosedUnseen = false
  /// Symbols of positions that the engine dropped lately without a close.
  private var forgotten: Set<String> = []
  /// The finding when the engine that held the positions ended, and how it ended.
  private var verdict: (finding: StepFinding, end: String)?
  /// Keys of rows that the exchange said to hold nothing of, when it refused to close them.
  private var void: Set<String> = []
  /// Keys of positions that were opened after fills were first counted: each has a fill of its own.
  private var openedSince: Set<String> = []

  mutating func note(_ snapshot: EngineSnapshot, hasClosed: Bool) {
    self.hasClosed = hasClosed
    if snapshot.mode != .unknown { mode = snapshot.mode }
    if let isPaper = snapshot.isPaper { self.isPaper = isPaper }
    if isPaper != true, let closed = snapshot.closedPositions {
      forgotten = Set(closed.filter { $0.isVanished(before: snapshot.seenAt) }.map(\.symbol))
    }
    if snapshot.orders.isAsked { orders = snapshot.openOrders }
    if !hasClosed {
      closedBefore = closedBefore ?? snapshot.closedPositions
      fillsBefore = fillsBefore ?? snapshot.metrics.value?.session?.ordersFilled
      realizedBefore = realizedBefore ?? snapshot.engine?.realizedPnL
    }
    guard snapshot.positions.isAsked else { return }
    open = snapshot.positionsAtStake
    void.formUnion((snapshot.bookedPositions ?? []).filter { $0.doubt?.isVoid == true }.map(EngineOperation.key))
    let isFirst = last == nil
    last = snapshot
    for position in open ?? [] where keys.insert(EngineOperation.key(position)).inserted {
      wanted.append(position)
      if hasClosed { late.insert(EngineOperation.key(position)) }
      if !isFirst { openedSince.insert(EngineOperation.key(position)) }
    }
  }

  /// Notes that everything which is listed now is about to be closed.
  mutating func ask() {
    if open == nil, wanted.isEmpty { hasClosedUnseen = true }
    hasAskedForReal = open?.contains { !isEcho($0) } != false
    asked.formUnion((open ?? []).map(EngineOperation.key))
  }

  mutating func noteStanding() {
    let known = Set(standing.map(\.id))
    standing += (orders ?? []).filter { !known.contains($0.id) }
  }

  /// Keeps the finding, because the engine that lists the positions is about to end: an empty list then proves nothing.
  /// - Parameter end: what happens to the engine: `killed`, `restarted`.
  mutating func conclude(when end: String) { verdict = (closed(), end) }

  /// Drops the kept finding, because the new engine lists positions as well.
  mutating func reopen() { verdict = nil }

  /// Whether closes are still to be judged.
  var isOpen: Bool { verdict == nil }

  /// Positions for which another close is worth it. Echoes alone are closed once only: the close of an echo makes
  /// another echo, without end.
  func unasked(_ open: [Position]) -> [Position] {
    let new = open.filter { !asked.contains(EngineOperation.key($0)) }
    return hasAskedForReal || new.contains { !isEcho($0) } ? new : []
  }

  /// Whether a position is an echo: the engine reads the fill of a close as a buy of strategy `unknown`, and opens a
  /// position of the same size (docs/engine.md 2.10, rule 6).
  func isEcho(_ position: Position) -> Bool {
    guard position.strategyID == "unknown", late.contains(EngineOperation.key(position)), let size = position.size
    else {
      return false
    }
    return wanted.contains { $0.symbol == position.symbol && $0.size == size && $0.id != position.id }
  }

  private var real: [Position] { wanted.filter { !isEcho($0) && !void.contains(EngineOperation.key($0)) } }

  /// Symbols whose prices are needed to tell whether the exchange still holds something.
  var symbols: [String] {
    var symbols = unproved.sorted()
    for position in wanted where !symbols.contains(position.symbol) { symbols.append(position.symbol) }
    return symbols.isEmpty ? ["BTCUSDT"] : symbols
  }

  /// Symbols of positions whose close is not proved.
  var unproved: Set<String> { finding.verdict == .seen ? [] : forgotten.union(real.map(\.symbol)) }

  private var finding: StepFinding { verdict?.finding ?? closed() }

  func closed() -> StepFinding {
    guard let open, let snapshot = last else { return Self.unlisted("positions", last) }
    let listed = Set(open.map(EngineOperation.key))
    let left = real.filter { listed.contains(EngineOperation.key($0)) }
    guard left.isEmpty else { return .pending("still open: \(EngineOperation.names(left))") }
    guard !real.isEmpty else { return nothingListed(snapshot) }
    let names = EngineOperation.names(real)
    let records = records(snapshot)
    let ghosts = real.filter { records[EngineOperation.key($0)]?.isGhost == true }
    guard ghosts.isEmpty else {
      return .contrary("dropped with zero PnL, which is no close: \(EngineOperation.names(ghosts))")
    }
    let realized = real.map { records[EngineOperation.key($0)]?.realizedPnL }.wholeSum
    let sum = realized.map { "; realized \(Figures.signed($0)) USDT" } ?? ""
    guard isPaper == true else { return filled(names, sum, snapshot) }
    if !sum.isEmpty { return .seen("closed: \(names)\(sum)") }
    var booked: Decimal = 0
    if let realizedBefore, let now = snapshot.engine?.realizedPnL { booked = now - realizedBefore }
    guard booked == 0 else { return .seen("closed: \(names); the engine booked \(Figures.signed(booked)) USDT") }
    let unrecorded = real.filter { records[EngineOperation.key($0)] == nil }
    return .pending("gone from the list, and no record of their closing: \(EngineOperation.names(unrecorded))")
  }

  /// The finding at an exchange: only a fill shows that it closed a position, for the engine books a close when it is
  /// accepted. An order that was sent again and filled meanwhile has a fill of its own.
  private func filled(_ names: String, _ sum: String, _ snapshot: EngineSnapshot) -> StepFinding {
    let needed = real.count + openedSince.count { key in real.contains { EngineOperation.key($0) == key } }
    guard let before = fillsBefore, let now = snapshot.metrics.value?.session?.ordersFilled else {
      return .pending("gone from the list, and fills were not counted: \(names)")
    }
    let fills = Figures.counted(max(0, now - before), "fill")
    guard now - before >= needed else {
      return .pending("gone from the list, and only \(fills) of \(needed) came: \(names)")
    }
    // The counter does not tell fills apart: with the fill of another order in it, a position may have been dropped
    // instead.
    guard snapshot.closedForSure != nil else {
      return .pending("\(fills) came, and /trading/history did not tell whether any was dropped instead: \(names)")
    }
    let echoes = wanted.filter(isEcho)
    let echo =
      echoes.isEmpty ? "" : "; echoes of it, which the exchange does not hold: \(EngineOperation.names(echoes))"
    return .seen("closed with \(fills): \(names)\(sum)\(echo)")
  }

  private func nothingListed(_ snapshot: EngineSnapshot) -> StepFinding {
    if hasClosedUnseen {
      return .pending("not known: what was closed was never listed, so nothing shows whether it was filled")
    }
    // Positions at the exchange that the engine has forgotten show in the account's equity, which is judged elsewhere.
    let check = EmptyCheck(snapshot, before: snapshot.seenAt, asksForStart: false)
    guard let doubt = check.doubt(listed: void.count) else {
      guard !void.isEmpty else { return .seen("no position is listed") }
      let names = EngineOperation.names(wanted.filter { void.contains(EngineOperation.key($0)) })
      return .seen("nothing to close: the exchange said that it holds none of \(names)")
    }
    return .pending("not known: \(doubt.message)")
  }

  /// Records of closed positions that were not there before, by position.
  private func records(_ snapshot: EngineSnapshot) -> [String: Position] {
    func mark(_ closed: Position) -> [String] {
      [
        EngineOperation.key(closed), closed.closedAt.map(EngineTime.format) ?? "",
        closed.realizedPnL?.description ?? "",
      ]
    }
    let known = Set((closedBefore ?? []).map(mark))
    // A record without an id is known by its symbol alone, and may be of an earlier trade.
    let fresh = (snapshot.closedPositions ?? []).filter {
      !known.contains(mark($0)) && ($0.id != nil || closedBefore != nil)
    }
    return Dictionary(fresh.map { (EngineOperation.key($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  static func unlisted(_ what: String, _ seen: EngineSnapshot?) -> StepFinding {
    .pending("the list of \(what) did not come" + (seen?.isRunning == nil ? ", or proves nothing" : ""))
  }

  /// Sentences about what is listed, or is not known to be gone.
  func open(_ snapshot: EngineSnapshot) -> [String] {
    var left = (open ?? []).map { position in
      "position \(EngineOperation.name(position))"
        + (isEcho(position) ? ", opened by the fill of a close: the exchange may not hold it" : "")
    }
    left += (orders ?? []).map { "order \($0.id ?? "without an id,") \($0.symbol) \($0.sideText), \($0.statusText)" }
    if open == nil || orders == nil { left.append(unlisted(last ?? snapshot)) }
    return left
  }

  /// - Parameter equity: what the exchange's own list has shown, else the account's equity; a fill that was not counted
  ///   shows in both.
  func leftAtExchange(_ equity: PanicProof) -> [String] {
    var left: [String] = []
    // Its own list tells it, whatever the engine's answers lack.
    guard equity.what != PanicExchange.what else { return left }
    // When positions are listed, or their list could not be read, `open` says so.
    if finding.verdict != .seen, verdict != nil || open?.isEmpty == true {
      // Equity that stands still suggests that the exchange is flat, but may be the last figure of an engine that has
      // lost the exchange.
      let sign = equity.verdict == .seen ? "; equity \(equity.message), which speaks for flat" : ""
      left.append((verdict.map { "when the engine was \($0.end): " } ?? "") + finding.message + sign)
    }
    if equity.verdict == .notSeen { left.append("the exchange is not flat: equity \(equity.message)") }
    let listed = Set((orders ?? []).map(\.id))
    let gone = standing.count { !listed.contains($0.id) }
    if gone > 0 {
      let are = gone == 1 ? "is" : "are"
      left.append(
        "\(Figures.counted(gone, "order")) \(are) gone from the engine's books only; the exchange was not told")
    }
    return left
  }

  private func unlisted(_ snapshot: EngineSnapshot) -> String {
    let lists: [(name: String, isKnown: Bool, hasCome: Bool)] = [
      ("positions", open != nil, snapshot.positions.value != nil),
      ("orders", orders != nil, snapshot.orders.value != nil),
    ]
    let missing = lists.filter { !$0.isKnown && !$0.hasCome }.map(\.name)
    if !missing.isEmpty { return "not known: the engine did not list its \(missing.joined(separator: " and "))" }
    let empty = lists.filter { !$0.isKnown }.map(\.name)
    return "not known: the engine lists no \(empty.joined(separator: " and no ")), but did not say that it runs, and a "
      + "stopped one lists none"
  }

  var paperWords: String {
    let head = "the engine is stopped, and a dry run's positions exist in it only"
    guard last != nil, !wanted.isEmpty else { return head }
    return finding.verdict == .seen ? "\(finding.message); \(head)" : "\(head) (before that: \(finding.message))"
  }

  /// - Parameter orders: what was seen of new orders since the restart.
  func exchangeWords(_ equity: PanicProof, _ orders: String) -> String {
    let words = "\(finding.message); \(orders)"
    let source = equity.what == PanicExchange.what ? "the exchange is" : "equity"
    guard equity.verdict != .seen else { return "\(words); \(source) \(equity.message)" }
    return "flat in the engine's books; not proved at the exchange: equity \(equity.message). Seen: \(words)"
  }
}
