/// What events tell of positions and orders.
extension EnginePicture {
  mutating func foldPosition(_ event: EngineEvent, _ stamp: PictureStamp) {
    // Without an answer there is no list that an event could change.
    guard var open = openPositions else {
      wanted.insert(.positions)
      return
    }
    // Some two dozen a second: a second copy would be copied each time.
    openPositions = nil
    var isTold = true
    switch event {
    case .positionOpened(let position): isTold = !open.open(position, stamp)
    case .positionClosed(let position):
      open.close(position, stamp)
      // It is also sent for what was only accepted, and for what the engine forgot.
      isTold = false
      wanted.insert(.status)
    case .positionUpdated(let position, let delta):
      if !open.isClosed(position) { isTold = open.update(position, stamp) && delta == nil }
    case .positions(let list):
      let rows = list.rows.filter { $0.status != "closed" }
      isTold = !open.compare(rows, isAll: list.isWhole, stamp) && list.isWhole
    case .cachedPositions(let list):
      // Old: only what is new in it counts, and that is read.
      isTold = !open.names(list.rows.filter { $0.status != "closed" })
    default: break
    }
    openPositions = open
    if !isTold { wanted.insert(.positions) }
  }

  mutating func foldOrder(_ event: EngineEvent, _ stamp: PictureStamp) {
    if case .order(.filled, _) = event { wanted.insert(.positions) }
    guard var open = openOrders else {
      wanted.insert(.orders)
      return
    }
    openOrders = nil
    switch event {
    case .order(let change, let order):
      var order = order
      // The payload shows the order as it was when it was sent, which can be behind what has happened to it.
      if order.status.isOpen, let end = change.end(of: order) { order.status = end }
      open.fold(order, stamp)
    case .orderCreated(let order): open.fold(order, stamp)
    case .orderUpdated(let update): if !open.fold(update, stamp) { wanted.insert(.orders) }
    case .openOrders(let list):
      // Without a number it is the engine's old copy.
      if list.isWhole, stamp.seq != nil { open.fold(all: list.rows, stamp) } else { wanted.insert(.orders) }
    default: break
    }
    openOrders = open
  }
}

extension OrderChange {
  /// - Returns: `nil` when the order can go on.
  fileprivate func end(of order: Order) -> OrderStatus? {
    switch self {
    case .placed: nil
    case .cancelled: .cancelled
    case .rejected: .rejected
    // A part of it can be filled and the rest stay open.
    case .filled: order.filledSize.flatMap { filled in order.size.map { filled >= $0 } } == true ? .filled : nil
    }
  }
}
