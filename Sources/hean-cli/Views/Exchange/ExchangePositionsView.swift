import HeanCore

/// The positions of the account, as the exchange has them.
struct ExchangePositionsView {
  /// A position with what depends on the whole account.
  struct Row: Sendable {
    var position: ExchangePosition
    /// Of the whole account, in percent.
    var accountRatio: Decimal?
  }

  var positions: [ExchangePosition]
  /// `nil` when the wallet was not answered.
  var wallet: ExchangeWallet?

  func add(to report: inout Report, _ view: Viewpoint) {
    let rows = positions.map { Row(position: $0, accountRatio: wallet?.marginRatioPercent) }
    report.list(
      Self.fields(now: view.now), rows, none: "The exchange holds no position in linear contracts of USDT.")
    guard !positions.isEmpty else { return }
    let sum = positions.compactMap(\.unrealizedPnL).reduce(0, +)
    report.screen.line(Cell("\(Figures.counted(positions.count, "position")), unrealized \(Figures.signed(sum)) USDT"))
    tellFunding(&report, view)
    if let ratio = wallet?.marginRatioPercent {
      report.screen.line(
        Cell(
          "Margin ratio of the account \(Figures.text(ratio, places: 2)) %: at 100 % it is liquidated",
          ratio >= 80 ? .bad : ratio >= 50 ? .warning : .plain))
    }
    for position in positions { Self.warn(of: position, &report) }
  }

  private func tellFunding(_ report: inout Report, _ view: Viewpoint) {
    let known = positions.compactMap(\.fundingPnL)
    let next = positions.compactMap(\.funding?.nextAt).min()
    if known.count < positions.count {
      report.caveat(
        "the next funding is not known of \(Figures.counted(positions.count - known.count, "position"))", .warning)
    }
    guard !known.isEmpty, let next else { return }
    let sum = known.reduce(0, +)
    let verb = sum < 0 ? "costs" : "brings"
    report.screen.line(
      Cell("Next funding \(verb) \(Figures.money(abs(sum))) USDT, the first at \(view.timestamp(next))"))
  }

  private static func warn(of position: ExchangePosition, _ report: inout Report) {
    let name = "\(position.symbol) \(position.side?.rawValue ?? "")"
    if let distance = position.liquidationDistancePercent, distance < Hazard.nearLiquidationPercent {
      report.caveat("\(name) is \(Figures.text(distance, places: 2)) % from its liquidation price", .bad)
    }
    if let status = position.status, status != "Normal" {
      report.caveat("\(name) has the status \(status): the exchange is closing it", .bad)
    }
    if position.autoDeleveragingRank == 5 {
      report.caveat("\(name) is among the first in the queue of auto-deleveraging", .warning)
    }
    if position.stopLoss == nil { report.caveat("\(name) has no stop at the exchange", .warning) }
  }
}

extension ExchangePositionsView {
  static func fields(now: Date) -> [Field<Row>] {
    [
      Field("symbol", "SYMBOL", "traded instrument", priority: 100) { $0.position.symbol },
      Field("side", "SIDE", "long or short", priority: 100) {
        $0.position.side
      } cell: {
        .positionSide($0.position.side)
      },
      .quantity("size", "SIZE", "base units", priority: 90) { $0.position.size },
      .price("entry_price", "ENTRY", "average entry price (USDT)", priority: 80) { $0.position.entryPrice },
      .price("mark_price", "MARK", "mark price of the exchange (USDT)", priority: 85) { $0.position.markPrice },
      .price(
        "liquidation_price", "LIQ", "price at which it is liquidated (USDT); null when the exchange names none",
        priority: 88
      ) { $0.position.liquidationPrice },
      .percent(
        "liquidation_distance_percent", "LIQ %",
        "from the mark price to it, in percent of the mark price; negative is beyond it",
        priority: 92
      ) { $0.position.liquidationDistancePercent },
      .amount("notional", "NOTIONAL", "size times mark price (USDT)", priority: 30) { $0.position.value },
      .signed("unrealized_pnl", "PNL", "unrealized PnL (USDT)", priority: 95) { $0.position.unrealizedPnL },
      Field("leverage", "LEV", "leverage that is set for the symbol", .decimal, priority: 40, unit: .ratio) {
        $0.position.leverage
      },
      .amount("margin_used", "MARGIN", "initial margin (USDT)", priority: 0) { $0.position.initialMargin },
      .amount("maintenance_margin", "", "margin below which it is liquidated (USDT)", priority: 0) {
        $0.position.maintenanceMargin
      },
      .percent(
        "margin_ratio_percent", "RATIO %",
        "maintenance margin in percent of what stands behind it; at 100 it is liquidated",
        priority: 45
      ) { $0.position.marginRatioPercent(account: $0.accountRatio) },
      .price("take_profit", "TP", "take-profit price at the exchange (USDT)", priority: 35) { $0.position.takeProfit },
      .price("stop_loss", "SL", "stop-loss price at the exchange (USDT)", priority: 50) { $0.position.stopLoss },
      .finePercent(
        "funding_rate_percent", "FUNDING %", "next funding in percent of the notional; longs pay a positive one",
        priority: 25
      ) {
        $0.position.funding?.rate.map { $0 * 100 }
      },
      .signed("funding_pnl", "FUNDING", "what the next funding adds (USDT); negative is paid", priority: 48) {
        $0.position.fundingPnL
      },
      .moment("funding_at", "", "when it is paid", priority: 0) { $0.position.funding?.nextAt },
      Field(
        "adl_rank", "ADL", "place in the queue of auto-deleveraging: 1 (last) to 5 (first); null when not told",
        .trailing,
        priority: 42, unit: .unitless
      ) { $0.position.autoDeleveragingRank },
      Field(
        "position_index", "", "0: one position a symbol; 1 the long, 2 the short of a hedge", priority: 0,
        unit: .unitless
      ) {
        $0.position.index
      },
      Field("status", "", "Normal, Liq or Adl, as the exchange writes it", priority: 0) { $0.position.status },
      .moment("opened_at", "", "when the exchange began to keep it", priority: 0) { $0.position.openedAt },
      .moment("updated_at", "", "when it last changed", priority: 0) { $0.position.updatedAt },
      .age("age_seconds", "", "seconds since it last changed", priority: 0, now) { $0.position.updatedAt },
    ]
  }
}

extension Field {
  /// A share so small that two places would hide it.
  static func finePercent(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field {
    Field(name, title, meaning, .decimal, priority: priority, unit: .percent, value: value) { row in
      value(row).map { Cell(Figures.text($0, places: 4)) } ?? .missing
    }.leftByRedaction
  }

  /// Seconds since a moment; null without one.
  static func age(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ now: Date,
    _ moment: @escaping @Sendable (Row) -> Date?
  ) -> Field {
    Field(name, title, meaning, .trailing, priority: priority, unit: .seconds) { row in
      moment(row).map { Decimal(Int(clamping: max(0, now.timeIntervalSince($0)).rounded(.towardZero))) }
    } cell: { row in
      Cell(moment(row).map { Spans.text(max(0, now.timeIntervalSince($0))) } ?? "–", .faint)
    }
  }
}
