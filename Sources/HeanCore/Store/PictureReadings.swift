/// What was read over REST.
extension EnginePicture {
  public mutating func take(_ status: EngineStatus, _ reading: PictureReading) {
    var taken = Tracked(status, reading.stamp)
    if let old = self.status, old.at > reading.receivedAt {
      // A later answer knows everything better; events that came since know the account better, and nothing else.
      guard old.source != .read else { return }
      taken.value.take(AccountFigures(old.value))
      (taken.at, taken.source, taken.seq) = (old.at, old.source, old.seq)
    }
    settle(.status, reading)
    self.status = taken
    if let state, state.at > reading.askedAt {
      self.status?.value.state = state.value
    } else {
      state = Tracked(status.state, reading.stamp)
    }
  }

  public mutating func take(_ metrics: TradingMetrics, _ reading: PictureReading) {
    // Events carry all counters, so that nothing of an overtaken answer is news.
    if let old = self.metrics, old.at > reading.receivedAt { return }
    settle(.metrics, reading)
    self.metrics = Tracked(metrics, reading.stamp)
  }

  public mutating func take(positions: [Position], _ reading: PictureReading) {
    settle(.positions, reading)
    var open = openPositions ?? OpenPositions()
    open.take(positions, reading)
    for (symbol, price) in prices where price.at >= reading.askedAt {
      open.move(symbol, to: price.value, PictureStamp(at: price.at, source: price.source, seq: price.seq))
    }
    openPositions = open
  }

  public mutating func take(orders: [Order], _ reading: PictureReading) {
    settle(.orders, reading)
    var open = openOrders ?? OpenOrders()
    open.take(orders, reading)
    openOrders = open
  }

  /// Governor and kill switch were read: the picture does not keep them, only whether they are as they were.
  public mutating func takeRisk(_ reading: PictureReading) { settle(.risk, reading) }

  /// What was there stays, and is called old.
  public mutating func fail(_ part: PicturePart, _ reading: PictureReading, _ words: String) {
    doubts[part] = doubts[part] ?? Doubt(since: reading.receivedAt, message: words)
  }
}
