/// What was seen of an engine at earlier looks and the engine forgets or never tells: when it was stopped, how many
/// orders it had made, and what was in its books.
public struct RememberedEngine: Sendable, Equatable {
  /// For how many seconds a close that nothing has proved, and what may be left at the exchange, is looked for: a day.
  public static let closeSpan: TimeInterval = 86_400

  /// Stops that nothing has undone as far as is known, oldest first.
  public internal(set) var stops: [StopMoment] = []
  /// Counters and figures of an earlier look, for comparing two moments; `nil` before the first.
  public internal(set) var look: RememberedLook?
  /// `look` as it was before the look that this value came with; `nil` when that is not of the same engine object. It is
  /// not kept.
  public internal(set) var earlier: RememberedLook?
  /// What the books of this engine object held when they were last seen.
  public internal(set) var books: RememberedBooks?
  /// `books` as they were before the look that this value came with. They are not kept.
  public internal(set) var earlierBooks: RememberedBooks?
  /// Rows that left the books without a booked PnL; the latest only.
  public internal(set) var dropped: DroppedRows?
  /// What an engine object held that has ended since; the latest only.
  public internal(set) var forgotten: ForgottenBooks?
  /// The position that was first seen beyond its stop: the exits of this engine object did not act on it. `nil` when none
  /// was, or when they were seen to act since.
  public internal(set) var missedStop: MissedStop?
  /// When this engine object was last seen to close a position by itself, by its own clock (UTC).
  public internal(set) var exitedAt: Date?
  /// When the emergency lamp of `/health` was lit, or seen first; `nil` while it is dark. It stays lit until the process
  /// ends, so behind a later start of the engine it shows no stop.
  public internal(set) var lampAt: Date?
  /// How far the engine's clock was ahead of the local one (seconds) when it was last told.
  public internal(set) var clockOffset: TimeInterval = 0
  /// Which practice world it is about; `nil` for a real engine. Another world has other stops.
  public internal(set) var world: String?

  /// An engine of which nothing is remembered.
  public init() {}

  /// Whether no look has told anything of it.
  var isNew: Bool { look == nil && books == nil && forgotten == nil && stops.isEmpty }

  /// Most stops that are kept.
  static let mostStops = 12

  /// Adds a stop, unless the same one is known: of the same kind, at about the same time.
  public mutating func add(_ stop: StopMoment) {
    if stop.kind == .emergency, lampAt == nil { lampAt = stop.at }
    let same = stops.firstIndex { known in
      known.kind == stop.kind
        && (abs(known.at.timeIntervalSince(stop.at)) < 5 || stop.isSeenLate && stop.at >= known.at)
    }
    if let same {
      // A time that was told is better than one at which it was first seen.
      if stops[same].isSeenLate, !stop.isSeenLate { stops[same] = stop }
      return
    }
    // A stop whose time is told replaces the same one that was only seen later.
    if !stop.isSeenLate { stops.removeAll { $0.kind == stop.kind && $0.isSeenLate && $0.at >= stop.at } }
    stops.append(stop)
    stops.sort { $0.at < $1.at }
    if stops.count > Self.mostStops { stops.removeFirst(stops.count - Self.mostStops) }
  }

  /// Notes that a new engine object was started at this time by the engine's clock: it has no stop of an earlier one, and
  /// empty books.
  public mutating func noteStart(at start: Date) {
    // The first point of the history is written within a second of the start.
    stops.removeAll { $0.at < start - 1 }
    // Looks and books have local times.
    let local = start - clockOffset
    if look.map({ $0.at < local }) == true { look = nil }
    if missedStop.map({ $0.at < local }) == true { missedStop = nil }
    if exitedAt.map({ $0 < start }) == true { exitedAt = nil }
    forget(at: local, by: .start)
  }

  /// Whether it says more than the time of the last look: only then it is worth keeping.
  /// - Parameter span: how old (seconds) the kept books may get before they are kept again although they are the same.
  func differs(from other: RememberedEngine, span: TimeInterval = 30) -> Bool {
    var (mine, others) = (self, other)
    mine.earlier = nil
    others.earlier = nil
    mine.earlierBooks = nil
    others.earlierBooks = nil
    if let kept = others.books, let books = mine.books, kept.hasSameRows(as: books),
      (0..<span).contains(books.at.timeIntervalSince(kept.at))
    {
      mine.books = kept
    }
    return mine != others
  }

  /// Moves the books to what was forgotten, because the engine object that held them has ended.
  mutating func forget(at moment: Date, by end: ForgottenBooks.End) {
    guard let ended = books, ended.at < moment else { return }
    var lost = ended
    // What was dropped before it ended, or forgotten by an object before it, may be at the exchange as well.
    if !ended.isPaper {
      let earlier =
        forgotten.map { gone in
          gone.books.isPaper || gone.endedAt < moment - Self.closeSpan ? [] : gone.books.positions
        } ?? []
      lost.add(earlier + (dropped.map { $0.books.isPaper ? [] : $0.books.positions } ?? []))
    }
    books = nil
    dropped = nil
    guard !lost.positions.isEmpty else { return }
    forgotten = ForgottenBooks(lost, endedAt: moment, by: end)
  }
}

/// A position that was seen beyond its stop and still open.
public struct MissedStop: Sendable, Equatable {
  /// Its symbol.
  public var symbol: String
  /// When it was seen first, by the local clock.
  public var at: Date

  /// What was seen at that time.
  public init(_ symbol: String, at: Date) {
    self.symbol = symbol
    self.at = at
  }
}

/// Counters and figures of one look.
public struct RememberedLook: Sendable, Equatable {
  /// When the counters came, by the local clock.
  public var at: Date
  /// Orders that the engine's process had made; `nil` when they were not counted.
  public var ordersMade: Int?
  /// Signals that the engine's process had accepted; `nil` when they were not counted.
  public var accepted: Int?
  /// A look of which only the time is known; the rest stays `nil` until it is set.
  public init(at: Date) { self.at = at }
}

/// Positions that were listed at one moment.
public struct RememberedBooks: Sendable, Equatable {
  /// When they were listed, by the local clock.
  public var at: Date
  /// Whether they existed on the engine's paper only.
  public var isPaper: Bool
  /// The positions, in the engine's order; 50 at most.
  public var positions: [RememberedPosition]
  /// PnL that the engine had booked (USDT); `nil` when it did not say.
  public var realizedPnL: Decimal?
  /// The exchange's equity at that moment (USDT), where the engine reached the exchange and told it; else `nil`.
  public var exchangeEquity: Decimal?

  /// Books of these positions.
  public init(at: Date, isPaper: Bool, positions: [RememberedPosition]) {
    self.at = at
    self.isPaper = isPaper
    self.positions = positions
  }

  /// Most positions that are kept.
  static let most = 50

  /// Adds positions that are not among them, as far as there is room.
  mutating func add(_ more: [RememberedPosition]) {
    let known = Set(positions.map(\.key))
    positions += more.filter { !known.contains($0.key) }.prefix(max(0, Self.most - positions.count))
  }

  /// Whether the same positions are listed, whatever their prices are.
  func hasSameRows(as other: RememberedBooks) -> Bool {
    isPaper == other.isPaper && positions.map(\.message) == other.positions.map(\.message)
      && positions.map(\.id) == other.positions.map(\.id)
  }
}

/// Rows that left the books between two looks while the engine booked no PnL: it dropped them (docs/engine.md 2.10).
public struct DroppedRows: Sendable, Equatable {
  /// The rows as they were last listed, when they were missed first, and the PnL that was booked before and after.
  public var books: RememberedBooks
  /// Whether a second look, too, showed no PnL booked for them: two answers of one look are of two moments.
  public var isConfirmed = false

  /// Rows that were missed at the time of these books.
  public init(_ books: RememberedBooks) { self.books = books }
}

/// One position as it was listed.
public struct RememberedPosition: Sendable, Equatable {
  /// The engine's id; `nil` when it sent none.
  public var id: String?
  /// Trading pair as the engine writes it.
  public var symbol: String
  /// `long` or `short`; `nil` when the engine did not say.
  public var side: String?
  /// Base units; `nil` when the engine did not say.
  public var size: Decimal?
  /// Value at the last mark price (USDT); `nil` when that was not known.
  public var notional: Decimal?
  /// Profit or loss when it was last seen (USDT); `nil` when the engine did not say.
  public var unrealizedPnL: Decimal?

  /// A position of which only this is known; the rest stays `nil` until it is set.
  public init(symbol: String) { self.symbol = symbol }

  /// What is kept of a position that the engine lists.
  public init(_ position: Position) {
    id = position.id.map { String($0.prefix(Self.longest)) }
    symbol = String(position.symbol.prefix(Self.longest))
    side = position.side?.rawValue
    size = position.size
    notional = position.notional
    unrealizedPnL = position.unrealizedPnL
  }

  /// Most characters that are kept of a name.
  private static let longest = 100

  /// Tells it from others of the same books.
  var key: String { id ?? "\(symbol) \(side ?? "") \(size.map { "\($0)" } ?? "")" }

  /// `BTCUSDT long 0.018`, as far as it is known.
  public var message: String {
    [symbol, side, size.map { "\($0)" }].compactMap(\.self).joined(separator: " ")
  }
}

/// Positions that were in the books of an engine object when it ended. A new one does not know them.
public struct ForgottenBooks: Sendable, Equatable {
  /// How the engine object ended.
  public enum End: String, Sendable {
    /// It was stopped or killed, and none was started since as far as is known.
    case stop
    /// It was killed from here: what it held was to be closed first.
    case kill
    /// A new one runs.
    case start
  }

  /// What it held when that was last seen.
  public var books: RememberedBooks
  /// When it ended, or the new one was started (UTC).
  public var endedAt: Date
  /// How it ended.
  public var end: End

  /// Books that ended at this time.
  public init(_ books: RememberedBooks, endedAt: Date, by end: End) {
    self.books = books
    self.endedAt = endedAt
    self.end = end
  }
}
