/// An open or closed position, from `GET /api/v1/orders/positions`, `/trading/state`, `/trading/history` or the journal
/// (docs/engine.md 2.2, 2.3, 2.6).
///
/// Sizes are in base units, prices and PnL in USDT.
public struct Position: Listed {
  /// Key of the list in the body of `/orders/positions`. Older engines send the list without it.
  public static var listName: StaticString { "positions" }

  /// The engine's id. Only it tells several positions in one symbol apart (docs/engine.md 2.2).
  public var id: String?
  /// Trading pair as the engine writes it: `BTCUSDT`.
  public var symbol: String
  /// `nil` when the engine did not say.
  public var side: PositionSide?
  /// Base units, without a sign: `side` has the direction.
  public var size: Decimal?
  /// Average entry price (USDT).
  public var entryPrice: Decimal?
  /// Last price that the engine has of the symbol (USDT). It is not the mark price of the exchange.
  public var markPrice: Decimal?
  /// Profit or loss at the mark price (USDT); of a closed position, the last value before it ended.
  public var unrealizedPnL: Decimal?
  /// Percent of the entry notional (5 is 5 %), not adjusted for leverage. Only `/orders/positions` sends it.
  public var unrealizedPnLPercent: Decimal?
  /// Profit or loss booked for this position (USDT). Exactly 0 on a closed one may mean a ghost drop: see `isGhost`.
  public var realizedPnL: Decimal?
  /// Whether this closed position was probably only dropped from the books, while the exchange may still hold it: its
  /// realized PnL is exactly 0 and its unrealized PnL is not, or its size or entry price is 0 and nothing can be
  /// judged. After a true close at the entry price both PnL are 0 (docs/engine.md 2.10, rule 4).
  public var isGhost: Bool { realizedPnL == 0 && (unrealizedPnL != 0 || isHollow) }
  /// Size or entry price is 0, so PnL is always 0 and cannot show whether the position was closed.
  var isHollow: Bool { size == 0 || entryPrice == 0 || isEntryZero }
  /// The engine sent an entry price of 0 or below, which `entryPrice` does not hold.
  private var isEntryZero = false
  /// The size is -0.0: what is left of a position, not an empty slot.
  private var isMinusZero = false
  /// The engine sent a side without a word in it.
  private var isSideEmpty = false
  /// Whether its side and the sign of its size contradict each other, or two of the engine's answers name different
  /// sides, so that its direction is not certain.
  public private(set) var isContradictory = false
  /// Take-profit price (USDT); `nil` without one.
  public var takeProfit: Decimal?
  /// Stop-loss price (USDT); `nil` without one.
  public var stopLoss: Decimal?
  /// Strategy that opened it, or another name such as `test_api` or `unknown` (docs/engine.md 6).
  public var strategyID: String?
  /// Factor (3 is 3×). `nil` from `/orders/positions`, which always says 1, whatever is true.
  public var leverage: Decimal?
  /// Margin in use (USDT); `nil` from `/orders/positions`, which does not send it.
  public var marginUsed: Decimal?
  /// When it was opened (UTC); `nil` from `/orders/positions`, which does not tell it.
  public var openedAt: Date?
  /// When it was closed (UTC); `nil` while it is open, and sometimes afterwards.
  public var closedAt: Date?
  /// `open` or `closed`, as the engine writes it. Lists from events hold both kinds.
  public var status: String?
  /// Why it was opened, in the engine's words; `nil` from `/orders/positions`, which does not send it.
  public var entryReason: String?
  /// Fee of the fill that opened it (USDT), as the journal records it; `nil` from other endpoints, and where no fill
  /// told one, as in live.
  public var entryFee: Decimal?
  /// What tells of this record when it is not the engine: `audit log`; `nil` for the engine's own. This library sets
  /// it.
  public var source: String?
  /// Why the exchange may not hold this position; `nil` without such a sign. This library sets it, not the engine.
  public var doubt: PositionDoubt?

  /// A position of which only this is known; the rest stays `nil` until it is set.
  public init(symbol: String, side: PositionSide?) {
    self.symbol = symbol
    self.side = side
  }

  /// Reads any of the engine's shapes. Without its symbol a position cannot be read; any other field may be missing. A
  /// text, flag or object of the wrong type throws.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    id = try wire.string("position_id", "id")
    symbol = try wire.required("symbol")
    side = try wire.side(PositionSide.self, "side").flatMap { $0 == .unknown("") ? nil : $0 }
    let isListShape = wire.contains("size")
    let signed = wire.decimal("size", "qty", "quantity")
    size = signed.map(abs)
    entryPrice = wire.price("entry_price")
    markPrice = wire.price("current_price", "mark_price", "last_price", "price")
    unrealizedPnL = wire.decimal("unrealized_pnl", "unreal_pnl")
    unrealizedPnLPercent = entryPrice == nil ? nil : wire.decimal("unrealized_pnl_percent")
    realizedPnL = wire.decimal("realized_pnl")
    let plan = try wire.value(ExitPlan.self, "exit_plan")
    takeProfit = wire.level("take_profit") ?? plan?.takeProfit
    stopLoss = wire.level("stop_loss") ?? plan?.stopLoss
    strategyID = try wire.string("strategy_id")
    leverage = isListShape ? nil : wire.decimal("leverage")
    marginUsed = wire.decimal("margin_used")
    openedAt = wire.date("opened_at", "created_at")
    closedAt = wire.date("closed_at")
    status = try wire.string("status")
    entryReason = try wire.value(Rationale.self, "rationale")?.entryReason
    entryFee = wire.decimal("entry_fee") ?? plan?.fee
    // The engine never sends this: it stands in records that hean has written.
    doubt = try wire.string("doubt").flatMap(PositionDoubt.init(rawValue:))
    isMinusZero = size == 0 && wire.isMinus("size", "qty", "quantity")
    isSideEmpty = side == nil && wire.contains("side")
    isEntryZero = entryPrice == nil && wire.decimal("entry_price") != nil
    if let signed, signed < 0, side != .short {
      isContradictory = true
      wire.note(
        .contradiction, "side",
        "is \(side?.rawValue ?? "not there") beside a size of \(signed): the side is taken as it is")
    }
    if isCoinMargined {
      for (name, value) in [("unrealized_pnl", unrealizedPnL), ("realized_pnl", realizedPnL)]
        as [(StaticString, Decimal?)]
      where value != nil {
        wire.note(
          .noBasis, name, "is in the coin of \(symbol), and its size in USD: left out, as sums are in USDT")
      }
      unrealizedPnL = nil
      realizedPnL = nil
    }
    // Where the row has a field for the price, and no price in it, the PnL was not worked out from one.
    let lacksMark =
      markPrice == nil && ["current_price", "mark_price", "last_price", "price"].contains(where: wire.contains)
    let lacksEntry = entryPrice == nil && wire.contains("entry_price")
    guard lacksMark || lacksEntry, !isOver, unrealizedPnL != nil || unrealizedPnLPercent != nil else { return }
    wire.note(
      .noBasis, wire.contains("unrealized_pnl") ? "unrealized_pnl" : "unreal_pnl",
      "is told without \(lacksMark ? "a price" : "an entry price") behind it: taken as not known")
    unrealizedPnL = nil
    unrealizedPnLPercent = nil
  }

  /// Whether it is a record of a position that was closed.
  private var isOver: Bool { closedAt != nil || status?.lowercased() == "closed" }

  /// A row of size 0, or without a side, is no open position: exchanges list the empty slots of a symbol.
  public var emptiness: RowEmptiness? {
    if size == 0, !isMinusZero {
      return RowEmptiness(message: "(\(symbol)) has size 0 and is no position", isProven: true)
    }
    guard isSideEmpty else { return nil }
    return RowEmptiness(message: "(\(symbol)) has no side and is no position", isProven: size == nil)
  }

  /// Mark price times size (USDT); `nil` when one of them is not known.
  ///
  /// `nil` also for a coin-margined contract, whose size is in USD.
  public var notional: Decimal? {
    guard let size, let markPrice, !isCoinMargined else { return nil }
    return size * markPrice
  }

  /// Whether it is a contract on a coin against USD, such as `BTCUSD` or `BTCUSDZ26`: its size is in USD and its PnL in
  /// the coin, so that neither can be added to others.
  public var isCoinMargined: Bool { Symbols.isCoinMargined(symbol) }

  /// Exit levels that the mark price has passed while the position stayed open. Empty also when that cannot be judged;
  /// `checkedLevels` shows the difference.
  ///
  /// The engine's own check of exits fails on most positions (docs/engine.md 2.2), so show these prominently.
  public var breachedLevels: [ExitLevel] { checkedLevels ?? [] }

  /// As `breachedLevels`, but `nil` when there is a level to check and the mark price or the side is not known.
  public var checkedLevels: [ExitLevel]? {
    // A row that stands for nothing can pass no level.
    guard doubt?.isVoid != true else { return [] }
    guard stopLoss != nil || takeProfit != nil else { return [] }
    guard let markPrice, !isContradictory else { return nil }
    var breached: [ExitLevel] = []
    switch side {
    case .long:
      if let stopLoss, markPrice <= stopLoss { breached.append(.stopLoss) }
      if let takeProfit, markPrice >= takeProfit { breached.append(.takeProfit) }
    case .short:
      if let stopLoss, markPrice >= stopLoss { breached.append(.stopLoss) }
      if let takeProfit, markPrice <= takeProfit { breached.append(.takeProfit) }
    case .unknown, nil:
      return nil
    }
    return breached
  }

  /// This position, with opening time, leverage, margin, entry reason and exit levels taken from `other` where it lacks
  /// them: the same position in another of the engine's shapes.
  public func completed(by other: Position) -> Position {
    var whole = self
    // Which of the two is right, nobody knows.
    whole.isContradictory =
      isContradictory || other.isContradictory || side != other.side && other.side != nil && side != nil
    whole.openedAt = openedAt ?? other.openedAt
    whole.leverage = leverage ?? other.leverage
    whole.marginUsed = marginUsed ?? other.marginUsed
    whole.entryReason = entryReason ?? other.entryReason
    whole.takeProfit = takeProfit ?? other.takeProfit
    whole.stopLoss = stopLoss ?? other.stopLoss
    return whole
  }

  /// PnL of closing it at this price (USDT); `nil` when side, size or entry price is not known.
  package func profit(at price: Decimal) -> Decimal? {
    guard let size, let entryPrice, !isContradictory, !isCoinMargined else { return nil }
    return side?.signed((price - entryPrice) * size)
  }

  /// Base units, negative for a short; `nil` when side or size is not certain.
  var signedSize: Decimal? { isContradictory ? nil : size.flatMap { side?.signed($0) } }
}

/// A price at which a position was planned to be closed. The raw values are the names in hean's JSON.
public enum ExitLevel: String, Codable, Sendable, CaseIterable {
  /// The level that limits a loss.
  case stopLoss = "stop_loss"
  /// The level at which a gain is taken.
  case takeProfit = "take_profit"
}

/// `exit_plan` of a position or an order. In the journal that field is the strategy's whole metadata, and the plan is
/// nested in it under the same name.
struct ExitPlan: WireDecodable {
  var takeProfit: Decimal?
  var stopLoss: Decimal?
  /// Of the opening fill (USDT): metadata of the journal only.
  var fee: Decimal?

  init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    // A strategy can put anything into its metadata, so a fee that is no number is none.
    let fee = wire.decimal("fee")
    if let nested = try? wire.value(ExitPlan.self, "exit_plan") {
      self = nested
      self.fee = nested.fee ?? fee
      return
    }
    self.fee = fee
    takeProfit = wire.level("tp")
    stopLoss = wire.level("sl")
  }
}

/// `rationale` of a position or an order: why a strategy opened or sent it.
struct Rationale: WireDecodable {
  var entryReason: String?

  init(from wire: WireValue) throws(WireError) {
    entryReason = try wire.object().string("entry_reason")
  }
}
