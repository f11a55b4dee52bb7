/// Updates by events about positions and orders.
extension EnginePicture {
  mutating func foldPosition(_ event: EngineEvent, _ stamp: PictureStamp) {
    // Before the first answer there is no list that an event could update.
    guard var open = openPositions else {
      partsToRead.insert(.positions)
      return
    }
    // Some 24 events a second: if the picture kept its copy meanwhile, every change would copy the whole list.
    openPositions = nil
    var isTold = true
    switch event {
    case .positionOpened(let position): isTold = !open.open(position, stamp)
    case .positionClosed(let position):
      open.close(position, stamp)
      // The event is also sent for a close that was only accepted, and for a position that was dropped (docs/engine.md
      // 3.6).
      isTold = false
      partsToRead.insert(.status)
    case .positionUpdated(let position, let delta):
      if !open.isClosed(position) { isTold = open.update(position, stamp) && delta == nil }
    case .positions(let list):
      let rows = list.rows.filter { $0.status != "closed" }
      isTold = !open.compare(rows, isAll: list.isWhole, stamp) && list.isWhole
    case .cachedPositions(let list):
      // An old list. It only shows whether there is a new position, which then has to be read.
      isTold = !open.names(list.rows.filter { $0.status != "closed" })
    default: break
    }
    openPositions = open
    if !isTold { partsToRead.insert(.positions) }
  }

  mutating func foldOrder(_ event: EngineEvent, _ stamp: PictureStamp) {
    if case .order(.filled, _) = event { partsToRead.insert(.positions) }
    guard var open = openOrders else {
      partsToRead.insert(.orders)
      return
    }
    openOrders = nil
    switch event {
    case .order(let change, let order):
      var order = order
      // The payload can be older than the event: it may still call an order open that this event ends.
      if order.status?.isOpen ?? true, let end = change.end(of: order) { order.status = end }
      // Without a status it is not known whether the order is open.
      if order.status == nil { partsToRead.insert(.orders) } else { open.fold(order, stamp) }
    case .orderCreated(let order):
      if order.status == nil { partsToRead.insert(.orders) } else { open.fold(order, stamp) }
    case .orderUpdated(let update): if !open.fold(update, stamp) { partsToRead.insert(.orders) }
    case .openOrders(let list):
      // Without a number the list is an old copy.
      if list.isWhole, stamp.seq != nil { open.fold(all: list.rows, stamp) } else { partsToRead.insert(.orders) }
    default: break
    }
    openOrders = open
  }
}

extension OrderChange {
  /// The status that this change gives an order that ends with it.
  /// - Returns: `nil` when the order can go on.
  fileprivate func end(of order: Order) -> OrderStatus? {
    switch self {
    case .placed: nil
    case .cancelled: .cancelled
    case .rejected: .rejected
    // A fill can be partial: the rest of the order stays open.
    case .filled: order.filledSize.flatMap { filled in order.size.map { filled >= $0 } } == true ? .filled : nil
    }
  }
}
