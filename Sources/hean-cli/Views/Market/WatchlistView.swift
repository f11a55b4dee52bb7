import HeanCore

/// Prices of a list of symbols, with their change and their latest course.
struct WatchlistView {
  var answer: WatchlistAnswer
  /// Of the list.
  var name: String
  /// Those that are stored with the list; `nil` for the usual ones.
  var columns: [String]?
  /// Can be by a field that is no column.
  var sort: SortOrder?
  /// The last change of each price, by trading pair; `nil` when nothing is watched.
  var changes: [String: PriceChange]?

  func report(_ view: Viewpoint) throws -> Report {
    var report = view.report("watchlist", on: answer.context, receivedAt: answer.receivedAt)
    report.screen.context(answer.context, view)
    let look = LivePrice.Look(view)
    let isWatched = changes != nil
    let rows = answer.rows.map { row -> WatchlistPrice in
      let price = isWatched ? row.price.aged(to: view.now) : row.price
      return WatchlistPrice(
        live: LivePrice(price, changes?[price.symbol], at: view.isStill ? nil : view.now), watched: row)
    }
    let table = Table(fields: WatchlistFields.shown(look, isWatched: isWatched), rows: rows)
    report.payload = .list(table)
    if let words = accountLine { report.screen.line(words) }
    if !isWatched, let truth = answer.account?.truth { report.screen.course(answer.course, truth, view) }
    // The frame stays the same while a course moves, so the title is not one of its columns.
    report.screen.line(
      Cell("\(name): change and course over candles of \(answer.timeframe.rawValue)", .strong))
    report.screen.table(try shown(table), cut: isWatched ? Screen.Cut(rows: "symbols") : nil)
    if isWatched { report.changes = rows.map { $0.live.line(look) } }
    let known = rows.filter { !$0.watched.isUnknown }.map(\.live.price)
    let prices = MarketAnswer(context: answer.context, rows: known, receivedAt: answer.receivedAt)
    report.tellMissing(prices)
    report.tellMissing(answer)
    return report
  }

  /// Value, day and open positions; `nil` where the account was not read.
  private var accountLine: Cell? {
    guard let account = answer.account else { return nil }
    guard answer.context.isRunning == true else {
      return Cell("Account: not known, the engine does not run.", .warning)
    }
    let value = account.truth.shown.map { "\(Figures.money($0)) USDT" } ?? "value not known"
    let share = account.day.percent.map { ", \(Figures.signedPercent($0))" } ?? ""
    let day = account.day.shown.map { "day \(Figures.signed($0)) USDT\(share)" } ?? "day not known"
    let open = answer.openPositions.map { Figures.counted($0, "open position") } ?? "open positions not known"
    return Cell("Account: \(value) · \(day) · \(open)", .ofProfit(account.day.shown ?? 0))
  }

  private func shown(_ table: Table) throws -> Table {
    guard let columns else { return table }
    let known = Set(table.columns.map(\.name))
    if let stranger = columns.first(where: { !known.contains($0) }) {
      throw Failure(
        .configuration, "watchlist '\(name)' has a column that does not exist: \(stranger)",
        nextStep: .command(.watchlistColumns, name, "symbol", "price", "closes"))
    }
    return try (sort.map { try table.sorted(by: $0) } ?? table).selecting(columns)
  }
}

/// One symbol of a list as a row.
struct WatchlistPrice: Sendable {
  var live: LivePrice
  var watched: WatchedSymbol
}
