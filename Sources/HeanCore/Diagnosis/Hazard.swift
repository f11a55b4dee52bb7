/// Something that puts money at risk, or hides where it is, whether the engine trades or not.
public struct Hazard: Codable, Sendable, Equatable {
  /// What it is, the most urgent first. The raw values are the names in hean's JSON.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Orders are made although trading is stopped.
    case ordersAfterStop = "orders_after_stop"
    /// The mark price has passed the stop of open positions, and the engine does not close them.
    case beyondStop = "beyond_stop"
    /// The exchange is close to liquidating a position.
    case nearLiquidation = "near_liquidation"
    /// Closes that the exchange refused, of positions that are still open: the engine's exits fail alike.
    case closeRefused = "close_refused"
    /// Fills that the engine could not match with an order: real positions whose side is not certain.
    case unrecognisedFills = "unrecognised_fills"
    /// Positions that the exchange holds on the opposite side: the engine cannot close them.
    case otherSide = "other_side"
    /// The exchange holds positions that no engine's books list.
    case onlyAtExchange = "only_at_exchange"
    /// The exchange holds more or less of a symbol than the books.
    case sizeDiffers = "size_differs"
    /// Prices stand still while positions are open.
    case frozenPrices = "frozen_prices"
    /// The engine is paused, and signals are accepted all the same.
    case pauseIgnored = "pause_ignored"
    /// Open positions that have no stop.
    case withoutStop = "without_stop"
    /// The engine's books and the exchange's equity contradict each other.
    case booksDisagree = "books_disagree"
    /// Closes that were sent from here and that nothing has proved.
    case unprovenClose = "unproven_close"
    /// An engine object has ended with positions in its books, which a new one does not know.
    case forgottenPositions = "forgotten_positions"
    /// Rows left the books without a booked PnL: the engine dropped them.
    case droppedPositions = "dropped_positions"
    /// Orders rest at the exchange that no engine's books have open.
    case ordersAtExchange = "orders_at_exchange"
    /// The engine was stopped, and orders of its last seconds can rest at the exchange.
    case restingOrders = "resting_orders"
    /// Trading is stopped, and unfilled orders wait to be sent again.
    case waitingQueue = "waiting_queue"
    /// The drawdown is close to where the engine brakes or stops.
    case nearBrake = "near_brake"
    /// More positions are open than the limit allows.
    case overLimit = "over_limit"
    /// The books list positions that the exchange does not hold.
    case notHeld = "not_held"
    /// The account does not follow the PnL of positions, so perhaps nothing is at stake in them.
    case noStake = "no_stake"

    /// Whether it is more urgent than the other.
    func comesBefore(_ other: Kind) -> Bool {
      let order = Self.allCases
      return order.firstIndex(of: self) ?? 0 < order.firstIndex(of: other) ?? 0
    }
  }

  /// What it is.
  public var kind: Kind
  /// One sentence for people, without a full stop.
  public var message: String
  /// Endpoints that show it.
  public var sources: [String]
  /// What to do about it; `nil` when nothing has to be done.
  public var nextStep: NextStep?

  init(_ kind: Kind, _ message: String, sources: [String], nextStep: NextStep?) {
    self.kind = kind
    self.message = message
    self.sources = sources
    self.nextStep = nextStep
  }

  /// Why its step is to be taken, as a short clause.
  var reason: String {
    switch kind {
    case .ordersAfterStop: "orders are made although trading is stopped"
    case .nearLiquidation: "the exchange is close to liquidating it"
    case .onlyAtExchange: "the exchange holds what no engine knows"
    case .sizeDiffers: "the exchange holds another size than the books"
    case .ordersAtExchange: "orders can fill there that no engine knows"
    case .beyondStop: "the price has passed the stop, and the engine does not close it"
    case .unrecognisedFills: "real positions that no stop protects, of a side that is not certain"
    case .otherSide: "the engine cannot close what it has on the wrong side"
    case .closeRefused: "the exchange refused the engine's close"
    case .frozenPrices: "stops rest on prices that stand still"
    case .pauseIgnored: "a pause stops no order"
    case .withoutStop: "no stop protects it"
    case .booksDisagree: "the engine's books are wrong about what is held"
    case .unprovenClose: "a close was sent, and nothing proves it"
    case .forgottenPositions: "no engine knows them any more"
    case .droppedPositions: "the engine dropped them without a close"
    case .restingOrders: "orders of the engine's last seconds can rest there"
    case .waitingQueue: "unfilled orders are sent again, whatever is stopped"
    case .nearBrake: "a loss limit is near"
    case .overLimit: "the limit of open positions is passed"
    case .notHeld, .noStake: "nothing is known to be at stake"
    }
  }

  /// Whether nothing has to be done about it: it is told so that nothing else is concluded from it.
  public var isHarmless: Bool { nextStep == nil }

  /// The same with a look at the engine in the place of what would help, if anything would.
  var lookingFirst: Hazard {
    var hazard = self
    hazard.nextStep = nextStep.map { _ in .query(.health) }
    return hazard
  }
}

extension Hazard {
  /// What a snapshot shows, the most urgent first.
  static func all(_ snapshot: EngineSnapshot, _ orders: OrdersAfterStop?, _ marketData: Gate?, now: Date) -> [Hazard] {
    let positions = snapshot.doubtedPositions ?? []
    return [
      orders.map { afterStop($0, snapshot) }, beyondStop(positions, snapshot), nearLiquidation(snapshot),
      closeRefused(positions, snapshot, now: now), unrecognised(positions, snapshot), otherSide(positions, snapshot),
      onlyAtExchange(snapshot), sizeDiffers(snapshot),
      frozen(positions, marketData, now: now), pauseIgnored(snapshot), withoutStop(positions), booksDisagree(snapshot),
      forgotten(snapshot, now: now), dropped(snapshot, now: now),
      ordersAtExchange(snapshot, now: now), resting(snapshot, now: now), waiting(snapshot, orders, marketData),
      nearBrake(positions, snapshot), overLimit(positions, snapshot), notHeld(positions, snapshot), noStake(positions),
    ].compactMap(\.self)
  }

  /// What the list of positions and its details show, without the counters and the prices of a diagnosis.
  static func ofPositions(_ snapshot: EngineSnapshot, now: Date) -> [Hazard] {
    let positions = snapshot.doubtedPositions ?? []
    return [
      beyondStop(positions, snapshot), nearLiquidation(snapshot), closeRefused(positions, snapshot, now: now),
      unrecognised(positions, snapshot), otherSide(positions, snapshot), onlyAtExchange(snapshot),
      sizeDiffers(snapshot), withoutStop(positions), forgotten(snapshot, now: now),
      dropped(snapshot, now: now), notHeld(positions, snapshot), noStake(positions),
    ].compactMap(\.self)
  }

  /// - Parameter closes: those that nothing has proved.
  static func unproven(_ closes: [UnprovenClose], _ snapshot: EngineSnapshot) -> Hazard? {
    // What a dry run does not list any more is nowhere.
    let closes = snapshot.mayBeAtExchange ? closes : closes.filter(\.isStillOpen)
    guard let last = closes.last else { return nil }
    let what = Figures.listed(closes.map(\.what).withoutDuplicates, most: 3)
    if snapshot.bookJoin != nil {
      return Hazard(
        .unprovenClose,
        "The close of \(what), sent at \(EngineTime.clock(last.at)), has not closed it: the exchange holds some of it still",
        sources: ["audit log", BookJoin.source],
        nextStep: NextStep(advice: "close it at the exchange itself, by the size that it has there"))
    }
    let fate = closes.contains(where: \.isStillOpen) ? "was refused, and it is still open" : "is not proved"
    return Hazard(
      .unprovenClose, "The close of \(what), sent at \(EngineTime.clock(last.at)), \(fate)", sources: ["audit log"],
      nextStep: snapshot.mayBeAtExchange ? NextStep(advice: exchange) : .query(.auditRecord, last.id))
  }

  static let exchange = "look at the exchange itself, for positions and for orders that rest there"
}
