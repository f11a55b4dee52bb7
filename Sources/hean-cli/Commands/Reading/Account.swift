import Foundation
import HeanCore

struct AccountCommand: Command {
  static let spec = CommandSpec(
    name: "account", aliases: ["acct"], summary: "Equity, balance, margin and PnL, each with its source",
    discussion: """
      The engine keeps several equities: the one of /engine/status may be the exchange's, the others are internal and \
      fall by the notional of each long. They are shown side by side and never mixed.
      """,
    examples: [
      Example("hean account", "all figures with their sources"),
      Example("hean account --fields equity,day_pnl -o csv", "two figures for a spreadsheet"),
    ])

  init(_ line: ParsedLine) {}

  func run(_ session: Session) async throws -> Output {
    let (account, status) = try await session.withEngine { engine in
      async let portfolio = engine.attempt(.portfolio)
      async let risk = engine.attempt(.riskStatus)
      let ground = await engine.ground()
      let account = Account(
        ground: ground, portfolio: try? await portfolio.get().value, risk: try? await risk.get().value)
      return (account, try ground.status.get())
    }
    var report = session.report("account", on: account.ground, receivedAt: status.receivedAt)
    report.payload = .object(AccountFields.all, account)
    report.screen.ground(account.ground, session)
    if account.ground.isRunning == true {
      report.screen.record(AccountFields.all, account)
      if account.equitiesDiffer {
        report.screen.line(Cell("The equities differ: the internal one falls by the notional of each long.", .warning))
      }
    } else {
      let state = account.ground.engine?.state.word ?? "not known"
      report.screen.line(Cell("Engine \(state): the account is not known; the zeros it sends are not shown.", .warning))
    }
    return .report(report)
  }
}

/// The account of a running engine; everything is `nil` otherwise.
struct Account: Sendable {
  var ground: EngineGround
  var engine: EngineStatus?
  var portfolio: PortfolioSummary?
  var risk: RiskStatus?
  var why: WhyDiagnostics?

  init(ground: EngineGround, portfolio: PortfolioSummary?, risk: RiskStatus?) {
    self.ground = ground
    let isRunning = ground.isRunning == true
    engine = isRunning ? ground.engine : nil
    self.portfolio = isRunning && portfolio?.isAvailable != false ? portfolio : nil
    self.risk = isRunning ? risk : nil
    why = isRunning ? ground.diagnostics : nil
  }

  /// Readings of one moment can differ by a tick; more than a tenth of a percent is two different things.
  var equitiesDiffer: Bool {
    guard let first = engine?.equity, let second = risk?.equity, first != 0 else { return false }
    return abs(first - second) / abs(first) > Decimal(sign: .plus, exponent: -3, significand: 1)
  }
}

enum AccountFields {
  static let all: [Field<Account>] = [
    .money("equity", "Equity", "/engine/status: the exchange's when it is connected, else internal (USDT)", priority: 1)
    { $0.engine?.equity },
    .money("internal_equity", "Internal equity", "/risk/status: what the governor looks at (USDT)", priority: 1) {
      $0.risk?.equity
    },
    .money("balance", "Balance", "/engine/status available_balance: cash (USDT)", priority: 1) {
      $0.engine?.availableBalance
    },
    .money("initial_capital", "Initial capital", "USDT", priority: 1) { $0.engine?.initialCapital },
    .profit("day_pnl", "Day PnL", "from internal equity (USDT)", priority: 1) { $0.engine?.dailyPnL },
    .profit("unrealized_pnl", "Unrealized", "of open positions (USDT)", priority: 1) { $0.engine?.unrealizedPnL },
    .profit("realized_pnl", "Realized", "since the start (USDT)", priority: 1) { $0.engine?.realizedPnL },
    .money("fees", "Fees", "since the start (USDT)", priority: 1) { $0.engine?.totalFees },
    .money("margin_used", "Margin used", "/trading/why (USDT)", priority: 1) { $0.why?.marginUsed },
    .money("margin_free", "Margin free", "/trading/why (USDT)", priority: 1) { $0.why?.marginFree },
    .money("drawdown", "Drawdown", "below the internal peak (USDT)", priority: 1) { $0.risk?.drawdown },
    .percent("drawdown_pct", "Drawdown %", "below the internal peak", priority: 1) { $0.risk?.drawdownPercent },
  ]
}
