import HeanCore

/// Equity, balance, margin and PnL, each with its source.
struct AccountView {
  var account: AccountAnswer

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("account", on: account.context, receivedAt: account.receivedAt)
    report.payload = .object(AccountFields.all, account)
    report.screen.context(account.context, view)
    if account.context.isRunning == true {
      report.screen.record(AccountFields.all, account)
      if account.truth.verdict != .asIs { report.screen.line(Cell("Equity: \(account.truth.because).", .warning)) }
    } else {
      let state = account.context.engineState ?? "not known"
      report.screen.line(Cell("Engine \(state): the account is not known; the zeros it sends are not shown.", .warning))
    }
    return report
  }
}

enum AccountFields {
  static let all: [Field<AccountAnswer>] =
    [
      Field("equity", "Equity", "see equity_basis (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.truth.shown
      } cell: {
        equity($0.truth)
      },
      Field(
        "internal_equity", "Internal equity", "/risk/status: what the governor looks at (USDT)", .decimal, priority: 1,
        unit: .usdt
      ) {
        $0.internalEquity
      } cell: {
        let cell = Cell.money($0.internalEquity, unit: "USDT")
        guard $0.internalEquity != nil, ![.none, .unknown].contains($0.truth.distortion) else { return cell }
        return Cell("\(cell.text(in: .utc)), \($0.truth.distortionText)", .warning)
      },
      checked("balance", "Balance", "/engine/status available_balance: cash (USDT)") { $0.truth.balance },
      .money("initial_capital", "Initial capital", "USDT", priority: 1) { $0.truth.initial },
    ] + MoneyFields.dayPnL { $0.day } + MoneyFields.sinceStart { $0.truth } + [
      .money("margin_used", "Margin used", "/trading/why (USDT)", priority: 1) { $0.marginUsed },
      checked("margin_free", "Margin free", "/trading/why (USDT)") { $0.marginFree },
      checked("drawdown", "Drawdown", "below the internal peak (USDT)") {
        $0.drawdownAmount
      },
      Field("drawdown_pct", "Drawdown %", "below the internal peak", .decimal, priority: 1, unit: .percent) {
        $0.drawdown.value
      } cell: {
        Cell.percent($0.drawdown)
      },
    ]
    + MoneyFields.checks({ $0.truth }, drawdown: { $0.drawdown }, except: [sums[0].name, "day_pnl_note"]) + sums
    + [
      said("balance") { $0.truth.balance }, said("margin_free") { $0.marginFree },
      said("drawdown") { $0.drawdownAmount },
    ]

  private static func said(
    _ name: String, _ figure: @escaping @Sendable (AccountAnswer) -> CheckedFigure
  ) -> Field<AccountAnswer> {
    Field("\(name)_reported", "", "as the engine says it (USDT)", priority: 0, unit: .usdt) { figure($0).reported }
  }

  /// The sum of the parts, and its difference from the engine's own equity.
  private static let sums: [Field<AccountAnswer>] = [
    Field(
      "equity_computed", "Sum of parts", "initial + realized + unrealized - fees (USDT)", .decimal, priority: 1,
      unit: .usdt
    ) {
      $0.truth.computedEquity
    } cell: {
      guard $0.truth.isRunning, let fair = $0.truth.computedEquity else { return Cell("") }
      let fees = $0.truth.fees == nil ? "; fees not known" : " - fees"
      return Cell("\(Figures.money(fair)) USDT = initial + realized + unrealized\(fees)")
    },
    difference("equity_offset", "Of positions", "change of internal equity by open positions (USDT)") { $0.positions },
    difference("equity_residual", "Unexplained", "difference that open positions do not explain (USDT)") { $0.rest },
  ]

  private static func difference(
    _ name: String, _ title: String, _ meaning: String,
    _ part: @escaping @Sendable ((positions: Decimal, rest: Decimal)) -> Decimal
  ) -> Field<AccountAnswer> {
    Field(name, title, meaning, .decimal, priority: 1, unit: .usdt) {
      $0.truth.bendParts.map(part)
    } cell: {
      // A part that rounds to zero is not shown; the shown sum is still right.
      guard let value = $0.truth.bendParts.map(part), value.rounded(to: 2) != 0 else { return Cell("") }
      return Cell("\(Figures.signed(value)) USDT in internal equity")
    }
  }

  private static func checked(
    _ name: String, _ title: String, _ meaning: String, _ figure: @escaping @Sendable (AccountAnswer) -> CheckedFigure
  ) -> Field<AccountAnswer> {
    Field(name, title, meaning + "; null when it contradicts itself", .decimal, priority: 1, unit: .usdt) {
      figure($0).value
    } cell: {
      Cell.money(figure($0))
    }
  }

  /// The reason is shown below the figures.
  private static func equity(_ truth: EquityTruth) -> Cell {
    guard truth.isRunning else { return .missing }
    guard let figure = truth.shown else { return Cell("not known", .warning) }
    let label = truth.verdict.label
    return Cell("\(Figures.money(figure)) USDT\(label.isEmpty ? "" : ", " + label)", label.isEmpty ? .plain : .warning)
  }
}
