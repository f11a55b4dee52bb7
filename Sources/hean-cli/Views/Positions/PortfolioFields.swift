import HeanCore

/// The exposure of one symbol as a row.
struct ExposureRow: Sendable {
  var exposure: Exposure
  /// Of the gross exposure, 0 to 1.
  var share: Decimal?

  /// As data.
  static let members: [Field<ExposureRow>] = [
    Field("symbol", "SYMBOL", "traded instrument", priority: 100) { $0.exposure.symbol },
    .amount("long", "LONG", "notional of the longs (USDT)", priority: 80) { $0.exposure.known?.long },
    .amount("short", "SHORT", "notional of the shorts (USDT)", priority: 80) { $0.exposure.known?.short },
    .signed("net", "NET", "long less short (USDT)", priority: 95) { $0.exposure.known?.net },
    .signed("unrealized_pnl", "PNL", "unrealized (USDT)", priority: 90) { $0.exposure.unrealized },
    .amount("margin_used", "MARGIN", "margin in use (USDT)", priority: 40) { $0.exposure.margin },
    Field("positions", "OPEN", "open positions", .trailing, priority: 50) {
      $0.exposure.positions
    },
    Field("share", "SHARE", "of the gross exposure, a fraction", .trailing, priority: 85, unit: .fraction) {
      $0.share
    } cell: { row in
      row.share.map { Cell(Figures.text($0 * 100, places: 1) + " %") } ?? .missing
    },
  ]

  /// For a screen.
  static func fields(_ glyphs: BlockGlyphs) -> [Field<ExposureRow>] {
    members + [
      Field("bar", "", "", priority: 60) { _ in
        String?.none
      } cell: { row in
        Cell(glyphs.bar(row.share?.double ?? 0, width: 20))
      }
    ]
  }
}

enum PortfolioFields {
  /// What the screen shows above the table.
  static let summary: [Field<PortfolioAnswer>] =
    [
      Field("equity", "Value", "equity, see equity_basis (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.account.truth.shown
      } cell: {
        Cell.equity($0.account.truth)
      }
    ] + MoneyFields.dayPnL { $0.account.day }.filter { !$0.title.isEmpty } + [
      Field("long", "Long", "notional of the longs (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.total.known?.long
      } cell: {
        Cell.money($0.total.known?.long, unit: "USDT")
      },
      Field("short", "Short", "notional of the shorts (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.total.known?.short
      } cell: {
        Cell.money($0.total.known?.short, unit: "USDT")
      },
      Field("gross", "Gross", "long and short added up (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.total.known?.gross
      } cell: {
        amount(($0.total.known?.gross).map { Figures.money($0) }, times: $0.leverage)
      },
      Field("net", "Net", "long less short (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.total.known?.net
      } cell: {
        amount($0.total.known?.net.map { Figures.signed($0) }, times: $0.netLeverage)
      },
      .profit("unrealized_pnl", "Unrealized", "of the open positions; null when one tells none (USDT)", priority: 1) {
        $0.total.unrealized
      },
      Field(
        "concentration", "Concentration", "sum of the squared shares: 1 is all in one symbol", .decimal, priority: 1,
        unit: .fraction
      ) {
        $0.concentration
      } cell: {
        concentration($0)
      },
    ]

  private static func concentration(_ answer: PortfolioAnswer) -> Cell {
    guard let value = answer.concentration, value > 0, let first = answer.symbols.first,
      let share = answer.share(of: first), let name = first.symbol
    else { return .missing }
    let (percent, spread) = (Figures.text(share * 100, places: 1), Figures.text(1 / value, places: 1))
    let index = Figures.text(value, places: 2)
    return Cell("\(percent) % in \(name); as spread as \(spread) equal symbols (index \(index))")
  }

  /// What data formats get.
  static let document: [Field<PortfolioAnswer>] =
    summary + MoneyFields.dayPnL { $0.account.day }.filter { $0.title.isEmpty } + [
      Field("equity_basis", "", "as_is, computed, estimate, exchange, books_disagree or unknown", priority: 0) {
        $0.account.truth.verdict
      },
      Field("leverage", "", "gross over equity; null when equity is not known", priority: 0, unit: .ratio) {
        $0.leverage
      },
      Field("net_leverage", "", "net over equity", priority: 0, unit: .ratio) { $0.netLeverage },
      Field("symbol", "", "of which exposure and trades are; null for all", priority: 0) { $0.positions.names.symbol },
      Field("strategy", "", "the same", priority: 0) { $0.positions.names.strategy },
      .parts("trades", "", "the latest closed positions, as in trades; null when not known", of: TradeFields.all) {
        $0.trades.map { Array($0.prefix(20)) }
      },
      .parts(
        "symbols", "", "each symbol: symbol, long, short, net, unrealized_pnl, margin_used, positions, share",
        of: ExposureRow.members
      ) { answer in
        answer.symbols.map { ExposureRow(exposure: $0, share: answer.share(of: $0)) }
      },
    ]

  private static func amount(_ sum: String?, times leverage: Decimal?) -> Cell {
    guard let sum else { return .missing }
    return Cell(sum + " USDT" + (leverage.map { ", \(Figures.text($0, places: 2)) times the equity" } ?? ""))
  }
}
