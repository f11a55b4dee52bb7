/// Checks whether positions that are not listed are really gone.
struct EmptyCheck: Sendable {
  /// Positions that were dropped lately without a fill, where the exchange can still hold them; `nil` when that is not
  /// known. What a dry run drops is gone; an engine that only lost the exchange drops what is held there.
  private var vanished: [Position]?
  /// How many rows of the list of positions could not be read.
  private var unread: Int
  /// How many open positions `/risk/status` counts; `nil` when it did not say.
  private var counted: Int?
  /// When the engine was started, if that was lately and its orders go to the exchange.
  private var startedAt: Date?
  /// Whether orders go to the exchange and nothing tells when the engine was started: it may have forgotten what it
  /// holds there.
  private var isStartUnknown: Bool

  /// - Parameters:
  ///   - moment: the time of the question; a position that was closed long before it does not count.
  ///   - asksForStart: whether a recent start of the engine counts. Not for a caller that looks at the exchange in
  ///     another way.
  init(
    _ snapshot: EngineSnapshot, before moment: Date, of scope: DiagnosisScope = DiagnosisScope(),
    asksForStart: Bool = true
  ) {
    let unheld = snapshot.symbolsNotHeld
    unread = snapshot.positions.value?.unread ?? 0
    vanished = snapshot.closedForSure?.filter {
      snapshot.mayBeAtExchange && $0.isVanished(before: moment) && scope.covers(symbol: $0.symbol)
        && !unheld.contains($0.symbol)
    }
    counted = snapshot.risk.value?.openPositions
    let isLive = asksForStart && snapshot.isAtExchange
    startedAt = isLive ? snapshot.startedLately(before: moment) : nil
    isStartUnknown = isLive && snapshot.equityHistory.value?.oldest == nil
  }

  func doubt(listed: Int) -> EmptyDoubt? {
    if unread > 0 { return .unread(unread) }
    if let vanished, !vanished.isEmpty { return .vanished(vanished) }
    if let counted, counted > listed { return .counted(counted, listed: listed) }
    if let startedAt { return .restarted(startedAt) }
    if vanished == nil { return .unchecked("/trading/history") }
    if isStartUnknown { return .unchecked("/trading/equity-history") }
    return counted == nil ? .unchecked("/risk/status") : nil
  }
}

extension EngineSnapshot {
  /// Symbols of which the exchange said, when it refused to close them, that it holds nothing.
  var symbolsNotHeld: Set<String> {
    Set(
      (closeFailures.value?.records ?? []).compactMap { CloseFailure($0, now: seenAt) }
        .filter { $0.reason == .nothingHeld }.compactMap(\.symbol))
  }

  /// Positions that the engine dropped without a fill within a day, where the exchange can still hold them.
  var droppedAtExchange: [Position] {
    guard mayBeAtExchange else { return [] }
    let unheld = symbolsNotHeld
    return (closedForSure ?? []).filter { row in
      row.isGhost && !unheld.contains(row.symbol)
        && row.closedAt.map { seenAt.timeIntervalSince($0) < RememberedEngine.closeSpan } ?? false
    }
  }

  /// When the engine was started, if that was lately; else `nil`.
  func startedLately(before moment: Date) -> Date? {
    equityHistory.value?.startedAt.flatMap { moment.timeIntervalSince($0) < Position.recent ? $0 : nil }
  }
}

extension Position {
  /// How many seconds count as lately: a quarter of an hour. The reconciler works each minute, and a new engine closes
  /// within minutes what it does not know; what is older does not matter to somebody at the screen.
  package static let recent: TimeInterval = 900

  func isVanished(before moment: Date) -> Bool {
    // Without a PnL, a dropped position cannot be told apart from a closed one.
    guard isGhost || realizedPnL == nil else { return false }
    return closedAt.map { moment.timeIntervalSince($0) < Self.recent } ?? true
  }
}

/// Why an empty list does not prove that there was nothing: that no position is open, or none was closed.
public enum EmptyDoubt: Codable, Sendable {
  /// A stopped engine lists nothing, and an engine whose state is not known may be stopped.
  case notRunning(state: String?)
  /// Positions dropped lately with a PnL of exactly zero, as the engine does when it cannot read them at the exchange.
  case vanished([Position])
  /// `/risk/status` counts more open positions than are listed.
  case counted(Int, listed: Int)
  /// The engine was started lately, and a new engine knows nothing of the positions that the exchange holds.
  case restarted(Date)
  /// The engine was started after the time that is meant, and lists nothing of before.
  case startedLater(Date)
  /// So many rows of the list could not be read, and each of them may be it.
  case unread(Int)
  /// The endpoint that would have shown it did not answer.
  case unchecked(String)

  /// The doubt as a clause, for people.
  public var message: String {
    switch self {
    case .notRunning(let state): "the engine is \(state ?? "in a state that is not known"), and lists none"
    case .vanished(let positions):
      "the engine dropped \(Set(positions.map(\.symbol)).sorted().joined(separator: ", ")) with zero PnL"
    case .counted(let count, let listed): "\(listed) are listed, and /risk/status counts \(count)"
    case .restarted:
      "none is in the engine's books, and an engine forgets at its start what the exchange holds"
    case .startedLater(let start):
      "the engine was started after that time, at \(ZonedTimestamp.text(start, .utc)), and remembers nothing of before"
    case .unread(let count):
      "\(Figures.counted(count, "row")) of the list cannot be read, and may be it"
    case .unchecked(let source): "none is listed, and \(source) did not tell whether that is so"
    }
  }
}
