/// The open orders: the last answer, updated by the events since.
struct OpenOrders: Sendable {
  private(set) var rows: [Tracked<Order>] = []
  /// Counts what came, ended or was filled.
  private(set) var revision = 0
  /// When the list was last known to be complete.
  private(set) var wholeAt: Date?
  /// Orders that have ended, with the time. An answer to a request that was sent before may still list them.
  private var ended: [String: Date] = [:]

  private func place(_ id: String) -> Int? { rows.firstIndex { $0.value.id == id } }

  /// Limits the memory that a faulty server can use; far more than an engine has.
  private static let most = 10_000

  mutating func take(_ orders: [Order], _ reading: PictureReading) {
    var fresh: [Tracked<Order>] = []
    for order in orders.prefix(Self.most) where order.isOpen {
      guard let id = order.id else {
        fresh.append(Tracked(order, reading.stamp))
        continue
      }
      if let end = ended[id], end >= reading.askedAt { continue }
      let old = place(id).map { rows[$0] }
      if let old, old.at >= reading.askedAt, old.source != .read {
        fresh.append(old)
      } else {
        var row = Tracked(order, reading.stamp)
        row.seq = old?.seq
        fresh.append(row)
      }
    }
    let ids = Set(fresh.compactMap(\.value.id))
    fresh += rows.filter { row in
      row.source != .read && row.at >= reading.askedAt && row.value.id.map { !ids.contains($0) } ?? false
    }
    if !fresh.elementsEqual(rows, by: { $0.value.id == $1.value.id }) { revision += 1 }
    rows = fresh
    wholeAt = reading.receivedAt
    ended = ended.filter { $0.value >= reading.askedAt }
  }

  mutating func fold(_ order: Order, _ stamp: PictureStamp) {
    guard let id = order.id, ended[id] == nil else { return }
    guard order.isOpen else { return end(id, stamp) }
    guard let place = place(id) else {
      guard rows.count < Self.most else { return }
      rows.append(Tracked(order, stamp))
      revision += 1
      return
    }
    guard !rows[place].isNewer(than: stamp) else { return }
    rows[place].update(stamp) { known in known = order.completed(by: known) }
    revision += 1
  }

  /// - Returns: whether the order is known, as open or as ended.
  mutating func fold(_ update: OrderUpdate, _ stamp: PictureStamp) -> Bool {
    guard let id = update.orderID else { return false }
    guard ended[id] == nil else { return true }
    if let status = update.status, !status.isOpen {
      end(id, stamp)
      return true
    }
    guard let place = place(id) else { return false }
    guard !rows[place].isNewer(than: stamp) else { return true }
    rows[place].update(stamp) { known in
      known.status = update.status ?? known.status
      known.filledSize = update.filledSize ?? known.filledSize
      known.averageFillPrice = update.averagePrice ?? known.averageFillPrice
    }
    revision += 1
    return true
  }

  /// Applies an event with the list of all open orders: rows that it lacks are removed, unless a later event updated
  /// them.
  mutating func fold(all list: [Order], _ stamp: PictureStamp) {
    let open = list.filter(\.isOpen)
    let ids = Set(open.compactMap(\.id))
    let known = rows.compactMap(\.value.id)
    rows.removeAll { row in row.value.id.map { !ids.contains($0) } ?? true && !row.isNewer(than: stamp) }
    let before = revision
    for order in open { fold(order, stamp) }
    // A list that repeats what is known is no change.
    revision = rows.compactMap(\.value.id) == known ? before : before + 1
    wholeAt = max(wholeAt ?? stamp.at, stamp.at)
  }

  private mutating func end(_ id: String, _ stamp: PictureStamp) {
    revision += 1
    rows.removeAll { $0.value.id == id }
    if ended.count < Self.most { ended[id] = stamp.at }
  }

  mutating func forgetNumbers() { for place in rows.indices { rows[place].seq = nil } }
}
