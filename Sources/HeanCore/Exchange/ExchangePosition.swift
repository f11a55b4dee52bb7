/// A position as the exchange has it, from `GET /v5/position/list`: sizes in base units, prices and amounts in USDT.
package struct ExchangePosition: WireDecodable {
  package var symbol: String
  /// `nil` when the exchange did not say: it holds nothing then.
  package var side: PositionSide?
  /// Base units, without a sign.
  package var size: Decimal?
  package var entryPrice: Decimal?
  package var markPrice: Decimal?
  /// Size times mark price (USDT).
  package var value: Decimal?
  package var unrealizedPnL: Decimal?
  package var leverage: Decimal?
  /// `nil` when the exchange names none: the account would have to lose all else first.
  package var liquidationPrice: Decimal?
  package var takeProfit: Decimal?
  package var stopLoss: Decimal?
  /// Initial and maintenance margin (USDT).
  package var initialMargin: Decimal?
  package var maintenanceMargin: Decimal?
  /// Margin that only this position has behind it (USDT); `nil` for one that the whole account stands behind.
  package var isolatedMargin: Decimal?
  /// Place in the queue of those that are closed when the exchange's own fund does not suffice: 1 (last) to 5 (first).
  package var autoDeleveragingRank: Int?
  /// 0 with one position a symbol; 1 for the long, 2 for the short where each side has its own.
  package var index: Int?
  /// `Normal`, `Liq` or `Adl`.
  package var status: String?
  package var openedAt: Date?
  package var updatedAt: Date?
  /// What the next funding costs; `nil` when the ticker of the symbol was not read.
  package var funding: ExchangeFunding?

  package init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    symbol = try wire.required("symbol")
    side =
      try wire.word("side").map { word throws(WireError) in
        switch word.lowercased() {
        case "buy": .long
        case "sell": .short
        case "none": nil
        default: .unknown(word)
        }
      } ?? nil
    size = wire.decimal("size").map(abs)
    entryPrice = wire.level("avgPrice", "entryPrice")
    markPrice = wire.level("markPrice")
    value = size.flatMap { size in markPrice.map { size * $0 } } ?? wire.decimal("positionValue")
    unrealizedPnL = wire.decimal("unrealisedPnl")
    leverage = wire.level("leverage")
    liquidationPrice = wire.level("liqPrice")
    takeProfit = wire.level("takeProfit")
    stopLoss = wire.level("stopLoss")
    initialMargin = wire.decimal("positionIM")
    maintenanceMargin = wire.decimal("positionMM")
    isolatedMargin = wire.integer("tradeMode") == 1 ? wire.level("positionBalance") : nil
    autoDeleveragingRank = wire.integer("adlRankIndicator").flatMap { $0 > 0 ? $0 : nil }
    index = wire.integer("positionIdx")
    status = try wire.word("positionStatus")
    openedAt = wire.stamp("createdTime")
    updatedAt = wire.stamp("updatedTime")
  }

  /// How far the mark price is from the liquidation, in percent of the mark price; negative is beyond it.
  package var liquidationDistancePercent: Decimal? {
    guard let mark = markPrice, let liquidationPrice, let side else { return nil }
    return side.signed(mark - liquidationPrice).map { $0 / mark * 100 }
  }

  /// Maintenance margin in percent of what stands behind the position; at 100 it is liquidated.
  /// - Parameter account: the same of the whole account, which stands behind every position that is not isolated.
  package func marginRatioPercent(account: Decimal?) -> Decimal? {
    guard let isolatedMargin else { return account }
    let behind = isolatedMargin + (unrealizedPnL ?? 0)
    guard let maintenanceMargin, behind > 0 else { return nil }
    return maintenanceMargin / behind * 100
  }

  /// What the next funding adds to the account (USDT); negative is paid. With a positive rate the longs pay.
  package var fundingPnL: Decimal? {
    guard let rate = funding?.rate, let value, let side else { return nil }
    return side.signed(-value * rate)
  }

  /// Base units, negative for a short; `nil` when side or size is not told.
  var signedSize: Decimal? { size.flatMap { side?.signed($0) } }
}

/// The next funding of a symbol, from `GET /v5/market/tickers`.
package struct ExchangeFunding: WireDecodable {
  package var symbol: String
  /// Of the position's value, a fraction; positive is paid by longs.
  package var rate: Decimal?
  package var nextAt: Date?

  package init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    symbol = try wire.required("symbol")
    rate = wire.decimal("fundingRate")
    nextAt = wire.stamp("nextFundingTime")
  }
}
