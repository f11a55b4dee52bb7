extension EnginePicture {
  /// Takes all answers of a snapshot; parts that were not read stay as they are.
  /// - Parameter askedAt: a time before the first request of the snapshot was sent.
  public mutating func take(_ snapshot: EngineSnapshot, askedAt: Date) {
    func take<Body>(
      _ answer: Answered<Body>, as part: PicturePart, _ hand: (inout EnginePicture, Body, PictureReading) -> Void
    ) {
      switch answer {
      case .success(let told):
        hand(&self, told.value, PictureReading(askedAt: askedAt, receivedAt: told.receivedAt))
      case .failure(let error):
        fail(part, PictureReading(askedAt: askedAt, receivedAt: snapshot.seenAt), error.shortText)
      case .notAsked: break
      }
    }
    take(snapshot.status, as: .status) { $0.take($1, $2) }
    take(snapshot.metrics, as: .metrics) { $0.take($1, $2) }
    take(snapshot.positions, as: .positions) { $0.take(positions: $1.elements, $2) }
    take(snapshot.orders, as: .orders) { $0.take(orders: $1.elements, $2) }
    take(snapshot.governor, as: .risk) { $0.takeRisk($2) }
    if let equity = snapshot.risk.value?.equity { internalEquity = equity }
    for (symbol, answer) in snapshot.tickers {
      guard let reading = answer.reading else { continue }
      self.take(reading.value, of: symbol, PictureReading(askedAt: askedAt, receivedAt: reading.receivedAt))
    }
  }

  /// Age in seconds of the oldest price; `nil` until this many symbols have one.
  func oldestPrice(of symbols: Int, at now: Date) -> Decimal? {
    guard symbols > 0, prices.count >= symbols else { return nil }
    let moments = prices.map { symbol, price in
      // A feed that has stopped repeats an old price with every tick: only the price's own time shows that.
      min(price.at, priceTimes[symbol] ?? price.at)
    }
    return moments.min().map { DiagnosisFormat.seconds(from: $0, to: now) }
  }
}

extension EngineSnapshot {
  /// The parts of a picture that this snapshot has asked for.
  public var pictureParts: Set<PicturePart> {
    var parts: Set<PicturePart> = []
    if status.isAsked { parts.insert(.status) }
    if metrics.isAsked { parts.insert(.metrics) }
    if positions.isAsked { parts.insert(.positions) }
    if orders.isAsked { parts.insert(.orders) }
    if governor.isAsked { parts.insert(.risk) }
    return parts
  }

  /// This snapshot, updated by what events have told since, so that every query on it is answered for now. Positions
  /// and orders that are new are not added: for those the picture wants its list read again.
  public func moved(by picture: EnginePicture, at now: Date) -> EngineSnapshot {
    var moved = self
    moved[.engineStatus] = status.moved(to: picture.status)
    // What `/health` has said of the state before would contradict the state that an event has told since.
    if moved.engine?.state != engine?.state { moved[.health] = health.changed { $0.forgetEngine() } }
    moved[.metrics] = metrics.moved(to: picture.metrics)
    // This figure has to be of the same moment as the other figures of the account.
    if let own = picture.internalEquity { moved[.riskStatus] = risk.changed { $0.equity = own } }
    if let rows = picture.positions {
      let known = Dictionary(rows.map { (OpenPositions.key($0.value), $0.value) }, uniquingKeysWith: { $1 })
      moved[.positions] = positions.changed(at: picture.positionsAt) { listing in
        listing = listing.only { known[OpenPositions.key($0)] != nil }.mapped { known[OpenPositions.key($0)] ?? $0 }
      }
    }
    if let rows = picture.orders {
      let known = Dictionary(rows.compactMap { row in row.value.id.map { ($0, row.value) } }, uniquingKeysWith: { $1 })
      moved[.orders(.open)] = self[.orders(.open)].changed(at: picture.ordersAt) { listing in
        listing = listing.only { $0.id.map { known[$0] != nil } ?? true }.mapped { $0.id.flatMap { known[$0] } ?? $0 }
      }
    }
    for (symbol, answer) in tickers {
      guard let quote = picture.quotes[symbol], quote.receivedAt != answer.reading?.receivedAt else { continue }
      moved[.ticker(symbol)] = answer.changed(at: quote.receivedAt) { $0 = quote.ticker }
    }
    if let why = why.reading, let told = marketAge {
      // Ticks of before say nothing of prices that were read since.
      let ticked = picture.feed.isLive ? why.value.symbolCount.flatMap { picture.oldestPrice(of: $0, at: now) } : nil
      moved[.why] = self.why.changed {
        $0.oldestTickAge = ticked ?? told + DiagnosisFormat.seconds(from: why.receivedAt, to: now)
      }
      // The age that the price probe showed is part of the value above.
      moved[.priceProbe] = .notAsked
    }
    if let look = exchange, let then = bookJoin?.entries, moved.bookJoin?.entries.map(\.inBooks) != then.map(\.inBooks)
    {
      moved.exchange = ExchangeLook(
        unseen: ExchangeUnseen("the books have changed since it was looked at"), mode: look.mode, at: look.at)
    }
    return moved
  }
}

extension Answered {
  /// - Parameter date: when the value was last confirmed; used if that is later.
  fileprivate func changed(at date: Date? = nil, _ change: (inout Value) -> Void) -> Answered {
    guard case .success(var reading) = self else { return self }
    change(&reading.value)
    if let date { reading.receivedAt = max(reading.receivedAt, date) }
    return .success(reading)
  }

  fileprivate func moved(to tracked: Tracked<Value>?) -> Answered {
    guard let tracked else { return self }
    return changed(at: tracked.at) { $0 = tracked.value }
  }
}
