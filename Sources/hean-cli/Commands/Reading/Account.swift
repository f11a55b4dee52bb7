import HeanCore

struct AccountCommand: QueryCommand {
  static let usualStep: Guidance? = .query(.portfolio)
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] { [OutputDocument(.account, "account", AccountFields.all, .object)] }
  static let spec = CommandSpec(
    name: "account", aliases: ["acct"], summary: "Equity, balance, margin and PnL, each with its source",
    discussion: """
      The engine keeps several equities: the one of /engine/status is the exchange's in live, the others are its own \
      and fall by the notional of each long. Each is compared with initial capital + realized + unrealized - fees, and \
      one that contradicts its parts is shown as such, with both figures.
      """,
    examples: [
      Example("hean account", "all figures with their sources"),
      Example("hean account --fields equity,day_pnl -o csv", "two figures for a spreadsheet"),
    ])

  init(_ line: ParsedLine) {}

  func query(_ session: Session) -> AccountQuery { AccountQuery() }

  func report(_ account: AccountQuery.Answer, _ session: Session) -> Report {
    AccountView(account: account).report(session.viewpoint)
  }
}
