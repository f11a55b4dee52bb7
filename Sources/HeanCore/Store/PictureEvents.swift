/// Updates by events, and by notices about the stream itself.
extension EnginePicture {
  /// Applies one record of the event stream.
  public mutating func fold(_ record: StreamRecord) {
    switch record {
    case .event(let event):
      if event.origin == .live { feed = .live }
      fold(EventEnvelope(event), at: event.receivedAt)
    case .notice(let notice): fold(notice)
    }
  }

  mutating func fold(_ envelope: EventEnvelope, at date: Date) {
    let stamp = PictureStamp(at: date, source: .event(envelope.type), seq: envelope.seq)
    switch envelope.event {
    case .tick(let tick): fold(tick, stamp)
    case .positions, .cachedPositions, .positionOpened, .positionClosed, .positionUpdated:
      foldPosition(envelope.event, stamp)
    case .order, .orderCreated, .orderUpdated, .openOrders: foldOrder(envelope.event, stamp)
    case .account(let account): fold(account, stamp)
    case .heartbeat(let beat): if let state = beat.state { fold(state, stamp) }
    case .status(let status):
      if let isRunning = status.isRunning, let known = self.status?.value.isRunning, isRunning != known {
        partsToRead.insert(.status)
      }
    case .equity(let event): fold(event, stamp)
    case .counters(let counters):
      if metrics?.isNewer(than: stamp) != true { metrics = Tracked(counters, stamp) }
    // Some calls, such as a reset or a switched strategy, show in no other event than this.
    case .control(let control):
      if control.isResult { partsToRead.formUnion([.status, .positions, .orders, .risk]) }
    case .killSwitch, .risk: partsToRead.formUnion([.risk, .status])
    case .state(let state): if let account = state.account { fold(account, stamp) }
    case .other: partsToRead.formUnion(Self.parts(of: envelope.topic))
    case .signal, .decision, .decisions, .exitDecision, .candle, .pastEvents, .noPastEvents, .physics, .brain,
      .arbitrage:
      break
    }
  }

  /// Parts that an event of this topic can have changed, when the event itself could not be read.
  private static func parts(of topic: Topic?) -> Set<PicturePart> {
    switch topic {
    case .positions: [.positions]
    case .orders, .ordersSnapshot, .orderFilled, .orderCancelled: [.orders, .positions]
    case .tradingEvents: [.orders, .positions]
    case .riskEvents, .systemStatus: [.risk, .status]
    default: []
    }
  }

  private mutating func fold(_ tick: Tick, _ stamp: PictureStamp) {
    guard let symbol = tick.symbol, let price = tick.price, price > 0 else { return }
    if let known = prices[symbol], known.isNewer(than: stamp) { return }
    guard prices[symbol] != nil || prices.count < Self.mostSymbols else { return }
    prices[symbol] = Tracked(price, stamp)
    priceTimes[symbol] = tick.at
    quote(Ticker(tick), of: symbol, at: stamp.at)
    openPositions?.reprice(symbol, to: price, stamp)
  }

  /// Limits the memory that a faulty server can use with invented symbols; far more than an engine trades.
  private static let mostSymbols = 4096

  private mutating func fold(_ account: AccountState, _ stamp: PictureStamp) {
    guard let status, !status.isNewer(than: stamp) else { return }
    internalEquity = account.equity ?? internalEquity
    self.status?.update(stamp) { $0.apply(AccountFigures(account)) }
  }

  private mutating func fold(_ event: EquityEvent, _ stamp: PictureStamp) {
    if status?.isNewer(than: stamp) == false {
      status?.update(stamp) { $0.apply(AccountFigures(event)) }
    }
    if let count = event.openPositions, let open = openPositions, open.rows.count != count {
      partsToRead.insert(.positions)
    }
  }

  private mutating func fold(_ state: EngineState, _ stamp: PictureStamp) {
    if let known = self.state {
      guard !known.isNewer(than: stamp) else { return }
      // The lists of a stopped engine are empty, whatever it held.
      if known.value != state {
        doubt([.status, .positions, .orders, .risk], since: stamp.at, "the engine is \(state.rawValue) now")
      }
    }
    self.state = Tracked(state, stamp)
    status?.value.state = state
  }

  /// Applies what the stream says about itself.
  private mutating func fold(_ notice: StreamNotice) {
    switch notice.kind {
    case .connected:
      feed = .live
      // Between the last answer and the subscription anything can have happened.
      partsToRead.formUnion(PicturePart.allCases)
    case .fresh: feed = .live
    case .reconnected:
      feed = .live
      doubt(PicturePart.allCases, since: notice.at, "the connection to the engine was lost")
      if notice.members["restarted"] == true { beginAnew() }
    case .polling:
      feed = .polling
      partsToRead.formUnion(PicturePart.allCases)
    case .stale:
      if case .silent = feed { break }
      feed = .silent(since: notice.at, notice.message)
    case .gap, .dropped:
      doubt(PicturePart.allCases, since: notice.at, notice.message)
      if notice.members["to_seq"] == .null { beginAnew() }
    // The event that could not be read can have changed anything.
    case .error: partsToRead.formUnion(PicturePart.allCases)
    case .end: feed = .none
    case .state, .mode: break
    }
  }

  /// Forgets all event numbers and ticks: a new process of the engine counts from 1 again.
  private mutating func beginAnew() {
    status?.seq = nil
    state?.seq = nil
    metrics?.seq = nil
    // Its prices do not go on from those of the last one.
    (prices, priceTimes, quotes) = ([:], [:], [:])
    openPositions?.forgetNumbers()
    openOrders?.forgetNumbers()
  }
}
