/// The open positions: the last answer, updated by the events since.
struct OpenPositions: Sendable {
  private(set) var rows: [Tracked<Position>] = []
  /// Counts the positions that came, ended or changed in more than their price.
  private(set) var revision = 0
  /// When the list was last known to be complete.
  private(set) var wholeAt: Date?
  /// Positions that an event called closed. An answer to a request that was sent before may still list them.
  private var closed: [String: PictureStamp] = [:]
  /// When an event announced a position that no answer has listed yet.
  private var openedAt: [String: Date] = [:]

  static func key(_ position: Position) -> String { position.id ?? "\(position.symbol) \(position.sideText)" }

  private func place(_ key: String) -> Int? { rows.firstIndex { Self.key($0.value) == key } }

  /// Limits the memory that a faulty server can use; far more than an engine holds.
  private static let most = 10_000

  mutating func take(_ positions: [Position], _ reading: PictureReading) {
    var fresh: [Tracked<Position>] = []
    for position in positions.prefix(Self.most) {
      let key = Self.key(position)
      if let end = closed[key], end.at >= reading.askedAt { continue }
      var row = Tracked(position, reading.stamp)
      if let place = place(key) {
        let old = rows[place]
        row.seq = old.seq
        if old.at >= reading.askedAt, old.source != .read {
          row.value.size = old.value.size ?? position.size
          row.value.reprice(to: old.value.markPrice, unrealized: old.value.unrealizedPnL)
          (row.at, row.source) = (old.at, old.source)
        }
      }
      fresh.append(row)
    }
    let keys = Set(fresh.map { Self.key($0.value) })
    fresh += rows.filter { row in
      let key = Self.key(row.value)
      return !keys.contains(key) && openedAt[key].map { $0 >= reading.askedAt } ?? false
    }
    if !fresh.elementsEqual(rows, by: { Self.key($0.value) == Self.key($1.value) }) { revision += 1 }
    rows = fresh
    wholeAt = reading.receivedAt
    closed = closed.filter { $0.value.at >= reading.askedAt }
    openedAt = openedAt.filter { $0.value >= reading.askedAt }
  }

  /// Sets the mark price and the unrealized PnL of every position in a symbol.
  mutating func reprice(_ symbol: String, to price: Decimal, _ stamp: PictureStamp) {
    for place in rows.indices where rows[place].value.symbol == symbol && !rows[place].isNewer(than: stamp) {
      rows[place].update(stamp) { $0.reprice(to: price, unrealized: $0.profit(at: price)) }
    }
  }

  /// - Returns: whether the position is new: its details have to be read over REST.
  mutating func open(_ position: Position, _ stamp: PictureStamp) -> Bool {
    let key = Self.key(position)
    // The event of its close has a higher number, or arrived later: this one is late.
    if let end = closed[key], !stamp.isLater(than: end) { return false }
    closed[key] = nil
    guard !update(position, stamp) else { return false }
    guard rows.count < Self.most else { return true }
    rows.append(Tracked(position, stamp))
    revision += 1
    openedAt[key] = stamp.at
    return true
  }

  mutating func close(_ position: Position, _ stamp: PictureStamp) {
    let key = Self.key(position)
    if let place = place(key) {
      guard !rows[place].isNewer(than: stamp) else { return }
      rows.remove(at: place)
      revision += 1
    }
    if closed.count < Self.most { closed[key] = stamp }
    openedAt[key] = nil
  }

  /// Whether an event called the position closed and no later event opened it again.
  func isClosed(_ position: Position) -> Bool { closed[Self.key(position)] != nil }

  /// Updates a listed position. Fields that the event does not have keep their values.
  /// - Returns: whether the position is listed.
  mutating func update(_ position: Position, _ stamp: PictureStamp) -> Bool {
    guard let place = place(Self.key(position)) else { return false }
    guard !rows[place].isNewer(than: stamp) else { return true }
    let before = rows[place].value
    rows[place].update(stamp) { known in
      known.size = position.size ?? known.size
      known.entryPrice = position.entryPrice ?? known.entryPrice
      known.realizedPnL = position.realizedPnL ?? known.realizedPnL
      known.takeProfit = position.takeProfit ?? known.takeProfit
      known.stopLoss = position.stopLoss ?? known.stopLoss
      known.reprice(
        to: position.markPrice ?? known.markPrice, unrealized: position.unrealizedPnL ?? known.unrealizedPnL)
    }
    let after = rows[place].value
    if (before.size, before.entryPrice, before.takeProfit, before.stopLoss)
      != (after.size, after.entryPrice, after.takeProfit, after.stopLoss)
    {
      revision += 1
    }
    return true
  }

  /// Updates the listed positions from an event with several.
  /// - Parameter isAll: whether the event holds every open position.
  /// - Returns: whether the event names positions that are not listed, or lacks some that are.
  mutating func compare(_ list: [Position], isAll: Bool, _ stamp: PictureStamp) -> Bool {
    var isOther = false
    for position in list where !isClosed(position) && !update(position, stamp) { isOther = true }
    guard isAll else { return isOther }
    let keys = Set(list.map(Self.key))
    // Right after a fill the engine's list can lack a position for a moment. So nothing is removed here: the list is
    // read again.
    let missing = rows.contains { !keys.contains(Self.key($0.value)) && !$0.isNewer(than: stamp) }
    if !missing, !isOther { wholeAt = max(wholeAt ?? stamp.at, stamp.at) }
    return isOther || missing
  }

  /// Whether a list has an open position that is not known here.
  func names(_ list: [Position]) -> Bool { list.contains { !isClosed($0) && place(Self.key($0)) == nil } }

  mutating func forgetNumbers() {
    for place in rows.indices { rows[place].seq = nil }
    for key in closed.keys { closed[key]?.seq = nil }
  }
}

extension PictureStamp {
  /// Compares two events by their numbers; by the time of arrival where one has none.
  func isLater(than other: PictureStamp) -> Bool {
    if let seq, let otherSeq = other.seq { return seq > otherSeq }
    return at > other.at
  }
}

extension Position {
  /// - Parameter unrealized: in USDT; `nil` when it is not known at this price.
  mutating func reprice(to price: Decimal?, unrealized: Decimal?) {
    let hadPercent = unrealizedPnLPercent != nil
    markPrice = price
    unrealizedPnL = unrealized
    guard hadPercent else { return }
    guard let unrealized, let size, let entryPrice, size * entryPrice != 0 else {
      unrealizedPnLPercent = nil
      return
    }
    unrealizedPnLPercent = unrealized / abs(size * entryPrice) * 100
  }
}
