/// How urgent it is that somebody hears of it.
public enum AlertTier: String, Codable, Sendable, CaseIterable, Comparable {
  /// Money can be lost now: the engine is gone, a stop is passed, exits do not work, trading is stopped.
  case critical
  /// Something changed that an operator wants to know of.
  case important
  /// What can wait for the morning.
  case info

  /// The most urgent is the least.
  public static func < (left: AlertTier, right: AlertTier) -> Bool {
    let order = allCases
    return order.firstIndex(of: left) ?? 0 < order.firstIndex(of: right) ?? 0
  }
}

/// One thing that has to be so, and whether it is: what alerts, a guard and a doctor look at. They never disagree, because
/// all of them take it from here.
public struct EngineCheck: Codable, Sendable, Equatable {
  /// What is checked, the most urgent first. The raw values are the names in hean's JSON and on the command line.
  public enum ID: String, Codable, Sendable, CaseIterable {
    /// The engine answers.
    case engine
    /// Prices are fresh.
    case prices
    /// No order is made after a stop.
    case ordersAfterStop = "orders_after_stop"
    /// Stops are obeyed: no price has passed one, and no close was refused.
    case stops
    /// No position appears or goes without an order, a fill or a command that explains it.
    case positions
    /// Neither the kill switch nor its latch blocks trading.
    case killSwitch = "killswitch"
    /// What the engine has in its books is what is held.
    case books
    /// Every open position has a stop.
    case protection
    /// The governor neither brakes nor stops.
    case risk
    /// What is sent from here can be recorded.
    case audit
    /// Limits are kept, and none is near.
    case limits
    /// Signals can open positions.
    case trading

    /// How urgent it is when it is not so.
    public var tier: AlertTier {
      switch self {
      case .engine, .prices, .ordersAfterStop, .stops, .positions, .killSwitch: .critical
      case .books, .protection, .risk, .audit, .trading: .important
      case .limits: .info
      }
    }

    /// What has to be so, as a clause.
    public var meaning: String {
      switch self {
      case .engine: "the engine answers"
      case .prices: "prices are fresh"
      case .ordersAfterStop: "no order is made after a stop"
      case .stops: "no price has passed a stop, and no close was refused"
      case .positions: "no position appears or goes without an order, a fill or a command"
      case .killSwitch: "neither the kill switch nor its latch blocks trading"
      case .books: "the engine's books are what is held"
      case .protection: "every open position has a stop"
      case .risk: "the governor neither brakes nor stops"
      case .audit: "what is sent from here can be recorded"
      case .limits: "limits are kept, and none is near"
      case .trading: "signals can open positions"
      }
    }
  }

  /// What is checked.
  public var id: ID
  /// Whether it is so; `nil` when that is not known.
  public var isMet: Bool?
  /// What was seen, as a clause for people.
  public var finding: String
  /// What to do; `nil` when nothing has to be done.
  public var nextStep: NextStep?
}

extension EngineCheck {
  /// Every check of one moment, in the order of `ID`.
  /// - Parameters:
  ///   - snapshot: with the parts of `SnapshotPart.judgement`.
  ///   - diagnosis: of that snapshot.
  ///   - judgement: of that diagnosis.
  ///   - positions: what several looks say of positions that came and went.
  ///   - unrecordable: why what is sent from here cannot be recorded; `nil` when it can be.
  public static func all(
    _ snapshot: EngineSnapshot, _ diagnosis: Diagnosis, _ judgement: Judgement, positions: PositionWatch,
    unrecordable: String?
  ) -> [EngineCheck] {
    ID.allCases.map { id in
      var check = EngineCheck(id: id, finding: id.meaning)
      switch id {
      case .audit:
        check.isMet = unrecordable == nil
        if let unrecordable { (check.finding, check.nextStep) = (unrecordable, .query(.audit)) }
      case .positions where snapshot.status.value != nil: check.take(positions)
      default: check.judge(snapshot, diagnosis, judgement)
      }
      return check
    }
  }

  private init(id: ID, finding: String) {
    self.id = id
    self.finding = finding
  }

  private mutating func take(_ watch: PositionWatch) {
    isMet = watch.isKnown ? watch.findings.isEmpty : nil
    if isMet == nil { finding = "not known: the engine does not list its positions" }
    if isMet == false { (finding, nextStep) = (watch.findings.joined(separator: "; "), .query(.positions)) }
  }

  private mutating func judge(_ snapshot: EngineSnapshot, _ diagnosis: Diagnosis, _ judgement: Judgement) {
    guard id == .engine || snapshot.status.value != nil else {
      finding = "not known: the engine does not answer"
      return
    }
    switch id {
    case .engine: takeAnswer(snapshot, diagnosis)
    case .prices: take(gates: [.marketData], diagnosis)
    case .killSwitch: take(gates: [.killSwitch, .latch], diagnosis)
    case .risk: takeGovernor(snapshot)
    case .trading: takeVerdict(diagnosis, judgement)
    case .ordersAfterStop, .stops, .positions, .books, .protection, .audit, .limits:
      isMet = judgement.money.state == .unknown ? nil : true
    }
    if isMet == nil, finding == id.meaning {
      finding = (["not known"] + judgement.money.unseen.prefix(1)).joined(separator: ": ")
    }
    take(judgement.money.reasons.filter { $0.kind.check == id && !$0.isHarmless })
  }

  /// An engine that answers with a refusal tells nothing either.
  private mutating func takeAnswer(_ snapshot: EngineSnapshot, _ diagnosis: Diagnosis) {
    take(gates: [.reachable], diagnosis)
    guard isMet == true, let error = snapshot.status.error else { return }
    (isMet, finding, nextStep) = (false, "its answer cannot be used: \(error.shortText)", .query(.health))
  }

  /// Not met when one is closed; not known when one is.
  private mutating func take(gates: [Gate.ID], _ diagnosis: Diagnosis) {
    let found = gates.compactMap { id in diagnosis.gates.first { $0.id == id } }
    let bad = found.first { $0.state == .closed } ?? found.first { $0.state == .unknown }
    isMet = bad.map { $0.state == .closed ? false : nil } ?? true
    guard let bad else { return }
    (finding, nextStep) = (bad.finding, Self.look(bad.nextStep))
  }

  /// The step of a closed gate opens it again, and perhaps undoes a stop. Who is told of it looks first.
  private static func look(_ step: NextStep?) -> NextStep? { step?.operation == nil ? step : .query(.why) }

  private mutating func takeGovernor(_ snapshot: EngineSnapshot) {
    // A stopped engine has no governor, and that it is stopped is told by another check.
    guard snapshot.isRunning == true, let state = snapshot.governor.value?.state else { return finding = "not known" }
    isMet = state == .normal
    if state != .normal { (finding, nextStep) = ("the governor is in \(state.rawValue)", .query(.governor)) }
  }

  /// That this console stopped it on purpose is as it should be. A stop that came from elsewhere is told.
  private mutating func takeVerdict(_ diagnosis: Diagnosis, _ judgement: Judgement) {
    switch diagnosis.verdict {
    case .blocked, .ordersAfterStop:
      isMet = judgement.stops.contains { stop in
        stop.record != nil && diagnosis.decisive.map { stop.kind.gates.contains($0.id) } == true
      }
    case .trading, .quiet, .holding, .waiting: isMet = true
    case .unknown: isMet = nil
    }
    if diagnosis.verdict != .trading { finding = String(diagnosis.summary.reversed().drop { $0 == "." }.reversed()) }
    if isMet == false { nextStep = Self.look(diagnosis.decisive?.nextStep) }
  }

  private mutating func take(_ hazards: [Hazard]) {
    guard let first = hazards.first else { return }
    isMet = false
    finding = hazards.map(\.message).joined(separator: "; ")
    nextStep = first.nextStep
  }
}

extension Hazard.Kind {
  /// The check that it fails.
  public var check: EngineCheck.ID {
    switch self {
    case .ordersAfterStop, .waitingQueue: .ordersAfterStop
    case .beyondStop, .closeRefused, .nearLiquidation: .stops
    case .frozenPrices: .prices
    case .unrecognisedFills, .otherSide, .booksDisagree, .unprovenClose, .forgottenPositions, .droppedPositions,
      .restingOrders, .notHeld, .noStake, .onlyAtExchange, .sizeDiffers, .ordersAtExchange:
      .books
    case .withoutStop, .pauseIgnored: .protection
    case .nearBrake, .overLimit: .limits
    }
  }
}
