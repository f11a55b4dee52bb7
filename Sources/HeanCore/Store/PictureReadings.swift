/// Updates by answers over REST.
extension EnginePicture {
  /// Takes an answer of `/engine/status`. An answer that a later one has overtaken is ignored; account figures that
  /// events have sent since are kept.
  public mutating func take(_ status: EngineStatus, _ reading: PictureReading) {
    var taken = Tracked(status, reading.stamp)
    if let old = self.status, old.at > reading.receivedAt {
      // A later answer replaces this one as a whole; later events know only the account figures better.
      guard old.source != .read else { return }
      taken.value.apply(AccountFigures(old.value))
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

  /// Takes an answer of `/trading/metrics`, unless a later answer or event was here first.
  public mutating func take(_ metrics: TradingMetrics, _ reading: PictureReading) {
    // Events carry all counters, so an older answer has nothing new.
    if let old = self.metrics, old.at > reading.receivedAt { return }
    settle(.metrics, reading)
    self.metrics = Tracked(metrics, reading.stamp)
  }

  /// Takes the whole list of `/orders/positions`. What events have changed since the request was sent is kept.
  public mutating func take(positions: [Position], _ reading: PictureReading) {
    settle(.positions, reading)
    var open = openPositions ?? OpenPositions()
    open.take(positions, reading)
    for (symbol, price) in prices where price.at >= reading.askedAt {
      open.reprice(symbol, to: price.value, PictureStamp(at: price.at, source: price.source, seq: price.seq))
    }
    openPositions = open
  }

  /// Takes the open ones of a list of `/orders`. What events have changed since the request was sent is kept.
  public mutating func take(orders: [Order], _ reading: PictureReading) {
    settle(.orders, reading)
    var open = openOrders ?? OpenOrders()
    open.take(orders, reading)
    openOrders = open
  }

  /// Tells the picture that governor and kill switch were read. It does not keep them: this only ends the doubt about
  /// them.
  public mutating func takeRisk(_ reading: PictureReading) { settle(.risk, reading) }

  /// Tells the picture that a read failed. The part keeps its last value and becomes doubtful.
  /// - Parameter words: why the read failed, for people.
  public mutating func fail(_ part: PicturePart, _ reading: PictureReading, _ words: String) {
    doubts[part] = doubts[part] ?? Doubt(since: reading.receivedAt, message: words)
  }
}
