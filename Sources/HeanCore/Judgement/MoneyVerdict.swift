/// What is open, what it can lose, and what no longer protects it. Amounts in USDT.
public struct MoneyVerdict: Codable, Sendable, Equatable {
  /// The state in a word. The raw values are the names in hean's JSON.
  public enum State: String, Codable, Sendable, CaseIterable {
    /// Nothing is open.
    case flat
    /// What is open is behind stops that something watches.
    case calm
    /// Money is lost, or can be lost, without what should protect it.
    case atRisk = "at_risk"
    /// What is open is not known.
    case unknown
  }

  /// Who would close a position at its stop.
  public enum Protector: String, Codable, Sendable, CaseIterable {
    /// The engine's exits, which were seen to act.
    case engine
    /// The exchange, where a stop of each position stands.
    case exchange
    /// Nobody that can be seen from here: an exchange may have stops of its own.
    case nobody
    /// Not known: the engine's exits were not seen to act, or stops may have been set at the exchange.
    case unknown
  }

  /// The state in a word.
  public var state: State
  /// The verdict in one sentence for people, with its full stop.
  public var summary: String
  /// What is wrong, the most urgent first; what harms nothing is among them, with its reason.
  public var reasons: [Hazard]
  /// Open positions, without rows that stand for nothing; `nil` when they are not known.
  public var openPositions: Int?
  /// Their value at the mark prices; `nil` when one is not known.
  public var notional: Decimal?
  /// What is at risk: in a calm book the loss down to the stops, else the value of what nothing protects. `nil` when
  /// that is not known.
  public var atRisk: Decimal?
  /// The loss from the mark prices down to the stops; `nil` when a position has no stop, no price or no side.
  public var toStops: Decimal?
  /// What is lost beyond the stops already; `nil` when that is not known.
  public var beyondPlan: Decimal?
  /// Who would close a position at its stop; `nil` when nothing is open.
  public var protector: Protector?
  /// When the engine's exits were last seen to close a position (UTC); `nil` when that was not seen.
  public var lastExitAt: Date?
  /// What could not be seen, each as a clause.
  public var unseen: [String]
  /// What the exchange itself says of the books; `nil` where nobody looked there.
  public var exchange: ExchangeWord?

  /// What the exchange itself says of the engine's books.
  public struct ExchangeWord: Codable, Sendable, Equatable {
    /// Whether both have the same positions; `nil` when those of one of them are not known.
    public var agrees: Bool?
    /// Positions there; `nil` when they are not known.
    public var positions: Int?
    /// When it was looked at, by the local clock.
    public var at: Date
    /// Why it is not known, as a clause; `nil` when it is.
    public var unseen: String?
    /// The symbol that is nearest to its liquidation; `nil` when the exchange names no liquidation price.
    public var nearestLiquidation: String?
    /// How far its mark price is from there, in percent of the mark price; negative is beyond it.
    public var liquidationDistancePercent: Decimal?
    /// Orders that rest there; `nil` when they are not known.
    public var restingOrders: Int?
  }
}

extension MoneyVerdict {
  init(_ reading: MoneyReading) {
    reasons = reading.hazards
    state = reading.state
    // An empty list that proves nothing has no figures.
    let held = state == .unknown && reading.held?.isEmpty == true ? nil : reading.held
    openPositions = held?.count
    notional = held?.map(\.notional).wholeSum
    toStops = held.flatMap { $0.map(\.lossToStop).wholeSum }
    beyondPlan = held.flatMap { $0.map(\.lossBeyondStop).wholeSum }
    protector = reading.protector
    lastExitAt = reading.lastExitAt
    unseen = reading.unseen
    exchange = reading.snapshot.exchangeWord
    atRisk = state == .calm ? toStops : state == .atRisk ? reading.unprotectedNotional : state == .flat ? 0 : nil
    summary = ""
    summary = reading.summary(of: self)
  }
}

extension EngineSnapshot {
  fileprivate var exchangeWord: MoneyVerdict.ExchangeWord? {
    guard let look = exchangeLook else { return nil }
    var word = MoneyVerdict.ExchangeWord(
      agrees: openPositions == nil ? nil : bookJoin?.agrees, positions: bookJoin?.all.count, at: look.at,
      unseen: exchangeUnseen)
    word.restingOrders = orderJoin?.resting.count
    let nearest = bookJoin?.nearestLiquidation
    word.nearestLiquidation = nearest?.symbol
    word.liquidationDistancePercent = nearest?.liquidationDistancePercent
    return word
  }
}

extension Position {
  /// Loss from the mark price to the stop (USDT); 0 beyond it, `nil` without a stop, a price, a size or a side.
  var lossToStop: Decimal? { distanceToStop.map { max(0, $0) } }

  /// Loss beyond the stop (USDT); 0 before it, and without a stop.
  var lossBeyondStop: Decimal? { stopLoss == nil ? 0 : distanceToStop.map { max(0, -$0) } }

  private var distanceToStop: Decimal? {
    guard let stopLoss, let markPrice, let size, size > 0, !isContradictory else { return nil }
    return side?.signed((markPrice - stopLoss) * size)
  }
}
