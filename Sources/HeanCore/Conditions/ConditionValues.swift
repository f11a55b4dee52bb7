/// Finds the values of a condition's names in a snapshot. Symbols and order ids are as the engine writes them.
struct ConditionValues {
  let names: Set<ConditionName>
  let snapshot: EngineSnapshot
  let now: Date
  private var values: [ConditionName: ConditionValue] = [:]
  private var doubts: [ConditionName: String] = [:]

  init(names: Set<ConditionName>, snapshot: EngineSnapshot, now: Date) {
    self.names = names
    self.snapshot = snapshot
    self.now = now
  }

  /// A name without a value is not known.
  func found() -> (values: [ConditionName: ConditionValue], doubts: [ConditionName: String]) {
    var copy = self
    copy.find()
    return (copy.values, copy.doubts)
  }

  private mutating func set(_ name: ConditionName, _ value: ConditionValue?) {
    if names.contains(name), let value { values[name] = value }
  }

  private mutating func find() {
    guard let engine = snapshot.engine else { return }
    set(.engineState, .word(engine.state.rawValue))
    let isLatched = findVerdicts()
    guard engine.isAtWork else { return }
    set(.unrealizedPnL, engine.unrealizedPnL.map { .number($0) })
    set(.realizedPnL, engine.realizedPnL.map { .number($0) })
    set(.riskState, (snapshot.governor.value?.state?.rawValue).map { .word($0) })
    // When the three endpoints contradict each other, the kill switch is not known.
    switch snapshot.killSwitchTruth.verdict {
    case .triggered, .emergency: set(.killSwitch, .truth(true))
    // A switch that is clear while its latch blocks is not one that lets trade.
    case .clear:
      set(.killSwitch, isLatched.map { .truth($0) })
      if names.contains(.killSwitch), isLatched == nil { doubts[.killSwitch] = "whether its latch blocks is not known" }
    case .contradiction, .notRunning, .unknown: break
    }
    findPositions()
    findOrders()
    for case .price(let symbol) in names { set(.price(symbol), snapshot.price(symbol).map { .number($0) }) }
    findMoney()
    findCounts()
  }

  /// - Returns: whether the latch blocks signals; `nil` when that is not known, or was not asked.
  private mutating func findVerdicts() -> Bool? {
    guard !names.isDisjoint(with: [.verdict, .money, .latch, .killSwitch]) else { return nil }
    let diagnosis = Diagnosis(snapshot, now: now)
    if names.contains(.money) {
      let judgement = Judgement(snapshot, diagnosis, past: PastAttempts(), now: now)
      set(.money, .word(judgement.money.state.rawValue))
    }
    set(.verdict, .word(diagnosis.verdict.rawValue))
    let gate = diagnosis.gates.first { $0.id == .latch }
    let isLatched: Bool? =
      switch gate?.state {
      case .closed: true
      case .open, .narrowed: false
      case .unknown, nil: nil
      }
    guard snapshot.isRunning == true else { return isLatched }
    set(.latch, isLatched.map { .truth($0) })
    if names.contains(.latch), isLatched == nil { doubts[.latch] = gate?.finding }
    return isLatched
  }

  private mutating func findCounts() {
    guard let metrics = snapshot.metrics.value else { return }
    for case .count(let counter, let window) in names {
      let counters =
        switch window {
        case 60: metrics.lastMinute
        case 300: metrics.lastFiveMinutes
        default: metrics.session
        }
      set(.count(counter, in: window), counters?.count(of: counter).map { .number(Decimal($0)) })
    }
  }

  /// A figure that contradicts the parts it is made of is not known, so it meets no condition.
  private mutating func findMoney() {
    guard !names.isDisjoint(with: [.equity, .dayPnL, .drawdown]) else { return }
    let truth = snapshot.equityTruth(holding: snapshot.positions.value?.elements)
    let isTold = [.asIs, .exchange, .booksDisagree].contains(truth.verdict)
    setChecked(.equity, isTold ? truth.shown : nil, truth.because)
    setChecked(.dayPnL, truth.dayPnL.value, truth.dayPnL.doubt)
    guard let governor = snapshot.governor.value else { return }
    let drawdown = truth.drawdown(percent: governor.drawdownPercent)
    setChecked(.drawdown, drawdown.value, drawdown.doubt)
  }

  private mutating func setChecked(_ name: ConditionName, _ value: Decimal?, _ doubt: String?) {
    set(name, value.map { .number($0) })
    if names.contains(name), value == nil { doubts[name] = doubt }
  }

  private mutating func findPositions() {
    let asked = names.filter { if case .position = $0 { true } else { $0 == .positionCount } }
    guard !asked.isEmpty, let reading = snapshot.positions.reading else { return }
    let positions = reading.value.elements
    let held = Dictionary(grouping: positions, by: { $0.symbol.uppercased() })
    let isMissing = asked.contains {
      if case .position(let symbol, _) = $0 { held[symbol.uppercased()] == nil } else { held.isEmpty }
    }
    let doubt =
      isMissing ? EmptyCheck(snapshot, before: reading.receivedAt).doubt(listed: positions.count) : nil
    var lost: Set<String> = []
    if case .vanished(let dropped) = doubt { lost = Set(dropped.map { $0.symbol.uppercased() }) }
    // A missing position counts as closed only when nothing contradicts that, or when the engine told which ones it
    // dropped.
    let isProof = doubt == nil || !lost.isEmpty
    if !held.isEmpty || doubt == nil { set(.positionCount, .number(Decimal(positions.count))) }
    for case .position(let symbol, let part) in asked {
      let open = held[symbol.uppercased()] ?? []
      switch part {
      case .open, .closed:
        if !open.isEmpty || isProof && !lost.contains(symbol.uppercased()) {
          set(.position(symbol, part), .truth(open.isEmpty == (part == .closed)))
        }
      default: set(.position(symbol, part), Self.value(part, of: open))
      }
    }
  }

  /// Of several positions in one symbol (docs/engine.md 2.2), the PnL is added up; anything else is known only where
  /// all of them agree.
  private static func value(_ part: ConditionName.PositionPart, of open: [Position]) -> ConditionValue? {
    func shared<Value: Equatable>(_ values: [Value?]) -> Value? {
      guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
      return first
    }
    switch part {
    case .open, .closed: return nil
    case .side: return shared(open.map(\.side)).map { .word($0.rawValue) }
    case .size: return shared(open.map(\.size)).map { .number($0) }
    case .entry: return shared(open.map(\.entryPrice)).map { .number($0) }
    case .mark: return shared(open.map(\.markPrice)).map { .number($0) }
    case .pnl:
      let profits = open.compactMap(\.unrealizedPnL)
      return profits.isEmpty || profits.count < open.count ? nil : .number(profits.reduce(0, +))
    }
  }

  private mutating func findOrders() {
    let asked = names.filter { if case .order = $0 { true } else { $0 == .orderCount } }
    guard !asked.isEmpty, let orders = snapshot.orders.value?.elements else { return }
    set(.orderCount, .number(Decimal(orders.count(where: \.isOpen))))
    for case .order(let id, let part) in asked {
      guard let order = orders.first(where: { $0.id == id }) else { continue }
      // Without a status nothing is known of the order's state.
      guard let status = order.status else { continue }
      let name = ConditionName.order(id, part)
      switch part {
      case .open: set(name, .truth(status.isOpen))
      case .filled: set(name, .truth(status == .filled))
      case .cancelled: set(name, .truth(status == .cancelled))
      case .rejected: set(name, .truth(status == .rejected))
      case .status: set(name, .word(status.rawValue))
      }
    }
  }
}

extension TradingMetrics.Counters {
  func count(of counter: ConditionName.Counter) -> Int? {
    switch counter {
    case .signals: signals
    case .accepted: created
    case .rejected: signals.flatMap { signals in created.map { max(0, signals - $0) } }
    case .ordersCreated: ordersCreated
    case .ordersFilled: ordersFilled
    case .ordersRejected: ordersRejected
    case .ordersCancelled: ordersCancelled
    case .positionsClosed: positionsClosed
    }
  }
}
