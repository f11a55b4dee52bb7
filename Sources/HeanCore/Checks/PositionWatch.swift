/// Finds positions that came or went without an order, a fill or a command that explains it, from several looks at one engine.
///
/// What the engine dropped, forgot or did not recognise is not judged here: its own records tell of that, and the check of
/// the books says so.
public struct PositionWatch: Sendable {
  /// A position whose change nothing has explained yet.
  private struct Open: Sendable {
    var position: Position
    var hasCome: Bool
    var since: Date
    /// The look before, after which it happened.
    var after: Date
  }

  /// The rows of the last look that listed them, by key; `nil` before one did.
  private var known: [String: Position]?
  /// When that look was.
  private var lookedAt: Date?
  private var unexplained: [String: Open] = [:]
  /// When the engine object ended that the rows are from, as far as it is known.
  private var ending: Date?

  /// Before the first look.
  public init() {}

  /// Whether the last look could tell.
  public private(set) var isKnown = false
  /// Each change that nothing explains, as a clause.
  public private(set) var findings: [String] = []

  /// The engine writes an order and its position at different moments, and so are its lists read. Only what is not
  /// explained after this time (seconds) is told.
  private static let patience: TimeInterval = 15
  /// How long (seconds) a position that has gone is told. One that has come is told until it goes.
  private static let memory: TimeInterval = 600
  /// How far apart (seconds) a position and what explains it may be, by two clocks and two lists.
  private static let apart: TimeInterval = 120

  /// An older engine sends no id, and holds one position a symbol.
  private static func key(_ position: Position) -> String { position.id ?? position.symbol }

  /// Whether a row has gone since the last look, so that what was closed, and when the engine was started, has to be read.
  public func asksForClosed(_ snapshot: EngineSnapshot) -> Bool {
    guard let rows = snapshot.openPositions else { return false }
    let keys = Set(rows.map(Self.key))
    return known?.keys.contains { !keys.contains($0) } == true || unexplained.values.contains { !$0.hasCome }
  }

  /// Takes a look.
  /// - Parameters:
  ///   - snapshot: with the parts of `SnapshotPart.judgement`; with `.closed` and `.equityHistory` too where `asksForClosed` says so.
  ///   - commands: what was sent to this engine.
  public mutating func take(_ snapshot: EngineSnapshot, commands: PastAttempts, at now: Date) {
    isKnown = false
    guard snapshot.isRunning == true, let rows = snapshot.doubtedPositions, snapshot.openPositions != nil,
      let state = snapshot.state.value
    else { return }
    isKnown = true
    let listed = Dictionary(rows.map { (Self.key($0), $0) }, uniquingKeysWith: { $1 })
    let ended = snapshot.remembered.forgotten?.endedAt
    // A new engine object has books of its own, and a clock that was put back makes every span wrong.
    if ended != ending || lookedAt.map({ $0 > now }) == true { (known, unexplained) = (nil, [:]) }
    ending = ended
    note(listed, since: now, after: lookedAt ?? now)
    unexplained = unexplained.filter { key, change in
      if change.hasCome, listed[key] == nil { return false }
      if !change.hasCome, now.timeIntervalSince(change.since) > Self.memory { return false }
      return !isExplained(change, key, snapshot, state, commands)
    }
    findings = unexplained.values.filter { now.timeIntervalSince($0.since) >= Self.patience }
      .sorted { $0.since < $1.since }.map { change in
        let what = change.position.nameText
        let how = change.hasCome ? "appeared" : "went"
        return "\(what) \(how) at \(EngineTime.clock(change.since)), and no order, fill or command explains it"
      }
    (known, lookedAt) = (listed, now)
  }

  private mutating func note(_ listed: [String: Position], since now: Date, after last: Date) {
    guard let known else { return }
    for (key, position) in listed where known[key] == nil {
      unexplained[key] = Open(position: position, hasCome: true, since: now, after: last)
    }
    for (key, position) in known where listed[key] == nil {
      unexplained[key] = Open(position: position, hasCome: false, since: now, after: last)
    }
  }

  private func isExplained(
    _ change: Open, _ key: String, _ snapshot: EngineSnapshot, _ state: TradingState, _ commands: PastAttempts
  ) -> Bool {
    let position = change.position
    // By the engine's clock, as its records are.
    let times =
      (change.after + snapshot.clockOffset - Self.apart)...(change.since + snapshot.clockOffset + Self.apart)
    func isNear(_ date: Date?) -> Bool { date.map(times.contains) ?? false }
    let isOrdered = (state.recentFills + state.openOrders).contains { order in
      // A fill without any time may be the one.
      order.symbol == position.symbol
        && (isNear(order.createdAt) || isNear(order.filledAt)
          || !order.isOpen && order.filledAt == nil && order.createdAt == nil)
    }
    let isCommanded = commands.attempts().contains { attempt in
      (change.after - Self.apart...change.since + Self.apart).contains(attempt.at) && attempt.moves(position.symbol)
    }
    if isOrdered || isCommanded { return true }
    if change.hasCome { return position.doubt != nil }
    // The books of a new engine object begin empty; that it forgot what was in them is told by another check.
    if isNear(snapshot.equityHistory.value?.startedAt) { return true }
    return state.exits.contains { $0.symbol == position.symbol && isNear($0.at) }
      || (snapshot.closedPositions ?? []).contains { $0.symbol == position.symbol && isNear($0.closedAt) }
      || snapshot.remembered.dropped?.books.positions.contains { $0.symbol == position.symbol } == true
  }
}

extension Attempt {
  /// Whether it can open or close a position in a symbol.
  fileprivate func moves(_ symbol: String) -> Bool {
    switch operation {
    case .closeAllPositions, .panic, .engineKill, .engineStop, .engineStart, .engineRestart, .resetPractice: true
    case .closePositions, .placeOrder, .testRoundTrip: targets.contains { $0.contains(symbol) }
    default: false
    }
  }
}
