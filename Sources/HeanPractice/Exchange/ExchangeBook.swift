import HeanCore

/// What the exchange holds, whatever the engine's books say: made of the world, with what its quirks have hidden from the
/// engine.
struct ExchangeBook {
  private let world: World
  private let lots: [PracticePosition]

  /// As the engine has it set.
  private static let leverage: Decimal = 3
  /// Maintenance margin of the notional: 0.5 %.
  private static let maintenance = Decimal(sign: .plus, exponent: -3, significand: 5)
  private static let takerFee = Decimal(sign: .plus, exponent: -5, significand: 55)

  init(_ world: World) {
    self.world = world
    lots = world.positions.filter(\.isAtExchange) + world.stranded
  }

  /// All lots of a symbol as one position, which is how the exchange keeps them.
  private struct Net {
    var instrument: Instrument
    var isLong: Bool
    var size: Decimal
    var entry: Decimal
    var mark: Decimal
    var stop: Decimal
    var target: Decimal
    var opened: Int

    var unrealized: Decimal { (isLong ? mark - entry : entry - mark) * size }
    var notional: Decimal { size * mark }
    var initialMargin: Decimal { size * entry / ExchangeBook.leverage }
    var maintenanceMargin: Decimal { notional * ExchangeBook.maintenance }
  }

  private var nets: [Net] {
    Instrument.all.compactMap { instrument in
      let held = lots.filter { $0.symbol == instrument.symbol }
      let size = held.reduce(Decimal()) { $0 + (($1.isTrulyLong ?? $1.isLong) ? $1.size : -$1.size) }
      guard size != 0, let quote = world.market.quotes[instrument.symbol] else { return nil }
      // What the other side took away was closed at its price; what is left has the price of its own side.
      let own = held.filter { ($0.isTrulyLong ?? $0.isLong) == (size > 0) }
      let all = own.reduce(Decimal()) { $0 + $1.size }
      let paid = own.reduce(Decimal()) { $0 + $1.size * $1.entry }
      guard let newest = own.last, all > 0 else { return nil }
      return Net(
        instrument: instrument, isLong: size > 0, size: abs(size), entry: (paid / all).rounded(to: 8),
        mark: instrument.price(quote.price), stop: newest.isUnknown ? 0 : newest.stop,
        target: newest.isUnknown ? 0 : newest.target, opened: own.map(\.opened).min() ?? newest.opened)
    }
  }

  var positions: [JSONValue] {
    nets.map { net in
      let margin = net.initialMargin
      let room = margin / net.size - net.entry * Self.maintenance
      let liquidation = net.isLong ? net.entry - room : net.entry + room
      return [
        "category": "linear", "symbol": .string(net.instrument.symbol), "side": net.isLong ? "Buy" : "Sell",
        "size": .text(net.size), "avgPrice": .text(net.entry), "markPrice": .text(net.mark),
        "positionValue": .text(net.size * net.entry), "unrealisedPnl": .text(net.unrealized),
        "leverage": .text(Self.leverage), "liqPrice": .text(liquidation.rounded(to: net.instrument.priceDigits)),
        "positionIM": .text(margin.rounded(to: 4)),
        "positionMM": .text(net.maintenanceMargin.rounded(to: 4)),
        "positionBalance": .text(margin.rounded(to: 4)), "tradeMode": 0, "positionIdx": 0,
        "takeProfit": net.target > 0 && net.target < 1_000_000 ? .text(net.target) : "",
        "stopLoss": net.stop > 0 ? .text(net.stop) : "", "adlRankIndicator": 2, "positionStatus": "Normal",
        "createdTime": .stamp(world.date(net.opened)), "updatedTime": .stamp(world.date(net.opened)),
      ]
    }
  }

  /// Orders that can still fill there, the newest first.
  var orders: [JSONValue] {
    world.orders.filter { $0.isOpen && $0.isUnmatched != true || $0.isStillAtExchange }.reversed().map { order in
      [
        "orderId": .string(Self.id(order.id)), "orderLinkId": .string(order.id), "symbol": .string(order.symbol),
        "side": order.isBuy ? "Buy" : "Sell", "orderType": order.isMaker ? "Limit" : "Market",
        "price": .text(order.isMaker ? order.price : 0), "qty": .text(order.size), "cumExecQty": .text(order.filled),
        "leavesQty": .text(order.size - order.filled), "orderStatus": order.filled > 0 ? "PartiallyFilled" : "New",
        "timeInForce": order.isMaker ? "GTC" : "IOC", "reduceOnly": false, "triggerPrice": "", "stopOrderType": "",
        "avgPrice": order.filled > 0 ? .text(order.price) : "", "createdTime": .stamp(world.date(order.created)),
        "updatedTime": .stamp(world.date(order.timeline.last?.second ?? order.created)),
      ]
    }
  }

  /// - Parameter start: milliseconds since 1970; `nil` for all.
  func fills(after start: Int64?) -> [JSONValue] {
    let opening = world.orders.filter { $0.filled > 0 }.map { order in
      let filled = order.timeline.last { $0.status == "filled" || $0.status == "partially_filled" }
      return fill(
        order.id, order.symbol, isBuy: order.isBuy, order.filled, order.price, order.fee, isMaker: order.isMaker,
        closed: 0,
        at: filled?.second ?? order.created)
    }
    // A ghost was dropped from the books and closed nowhere.
    let closing = world.journal.filter { $0.isAtExchange && $0.exitReason != "GHOST" }.compactMap { trade in
      trade.closed.map { second in
        let price = trade.exit ?? trade.mark
        return fill(
          trade.id, trade.symbol, isBuy: !(trade.isTrulyLong ?? trade.isLong), trade.size, price,
          trade.size * price * Self.takerFee, isMaker: false, closed: trade.size, at: second)
      }
    }
    return (opening + closing).filter { $0.time >= start ?? 0 }
      .sorted { $0.time > $1.time }.map(\.row)
  }

  private func fill(
    _ id: String, _ symbol: String, isBuy: Bool, _ size: Decimal, _ price: Decimal, _ fee: Decimal, isMaker: Bool,
    closed: Decimal, at second: Int
  ) -> (time: Int64, row: JSONValue) {
    let date = world.date(second)
    return (
      PracticeExchange.milliseconds(date),
      [
        "execId": .string(Self.id("fill \(id)")), "orderId": .string(Self.id(id)), "orderLinkId": .string(id),
        "symbol": .string(symbol), "side": isBuy ? "Buy" : "Sell", "execPrice": .text(price), "execQty": .text(size),
        "execValue": .text(size * price), "execFee": .text(fee.rounded(to: 8)),
        "feeRate": .text(isMaker ? Self.makerFee : Self.takerFee), "isMaker": .bool(isMaker), "execType": "Trade",
        "closedSize": .text(closed), "execTime": .stamp(date),
      ]
    )
  }

  private static let makerFee = Decimal(sign: .plus, exponent: -4, significand: 2)

  /// The exchange has ids of its own.
  private static func id(_ name: String) -> String {
    let digits = SHA256.digest(Array(name.utf8)).prefix(16).hexadecimal
    let parts = [
      digits.prefix(8), digits.dropFirst(8).prefix(4), digits.dropFirst(12).prefix(4),
      digits.dropFirst(16).prefix(4), digits.dropFirst(20),
    ]
    return parts.map(String.init).joined(separator: "-")
  }

  var wallet: JSONValue {
    let nets = nets
    let unrealized = nets.reduce(Decimal()) { $0 + $1.unrealized }
    let equity = world.isDryRun ? world.trueEquity : world.toldEquity
    let (initial, maintained) = nets.reduce((Decimal(), Decimal())) { sums, net in
      (sums.0 + net.initialMargin, sums.1 + net.maintenanceMargin)
    }
    let balance = equity - unrealized
    let ratio = equity > 0 ? (maintained / equity).rounded(to: 6) : 1
    let coin: JSONValue = [
      "coin": "USDT", "equity": .text(equity), "usdValue": .text(equity), "walletBalance": .text(balance),
      "unrealisedPnl": .text(unrealized), "cumRealisedPnl": .text(world.ledger.realized - world.ledger.fees),
      "borrowAmount": "0",
    ]
    let account: JSONValue = [
      "accountType": "UNIFIED", "totalEquity": .text(equity), "totalWalletBalance": .text(balance),
      "totalMarginBalance": .text(equity), "totalAvailableBalance": .text(max(0, equity - initial)),
      "totalPerpUPL": .text(unrealized), "totalInitialMargin": .text(initial),
      "totalMaintenanceMargin": .text(maintained), "accountMMRate": .text(ratio), "coin": [coin],
    ]
    return ["list": [account]]
  }
}

extension JSONValue {
  /// The exchange writes numbers as text.
  static func text(_ number: Decimal) -> JSONValue { .string("\(number.rounded(to: 10))") }
  static func stamp(_ date: Date) -> JSONValue { .string("\(PracticeExchange.milliseconds(date))") }
}
