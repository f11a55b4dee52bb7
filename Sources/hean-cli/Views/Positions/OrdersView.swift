import HeanCore

/// A list of orders, with what the engine does not know of them.
struct OrdersView {
  var answer: OrdersAnswer
  /// What was asked for.
  var filter: OrderFilter
  /// What a sentence about an empty list says of the time: ` of that time`.
  var ofTime = ""

  func report(_ view: Viewpoint) -> Report {
    let orders = answer.orders
    let fields = OrderFields.all(exchange: answer.exchange)
    var report = view.report("orders", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .list(fields, orders)
    report.screen.context(answer.context, view)
    if answer.context.isRunning != true, answer.exchange == nil {
      let state = answer.context.engineState ?? "not known"
      report.screen.line(
        Cell(
          answer.doubt != nil
            ? "Engine \(state): orders are not known\(answer.context.mode.isPaper ? "" : "; some may rest at the exchange")."
            : "Engine \(state): the list may be old.",
          .warning))
      if let doubt = answer.doubt { report.end(as: Failure(unknownOrders: doubt.message, answer.context.mode)) }
    } else if orders.isEmpty {
      let none = "No \(filter.phrase)\(answer.names.phrase)\(ofTime)"
      report.screen.line(Cell(answer.rejectedWords == nil ? "\(none)." : "\(none) listed."))
      report.screen.isListEmpty = filter == .open && answer.names.isAll && ofTime.isEmpty
    }
    if filter.canRest { tellExchange(&report, view) }
    if let words = answer.rejectedWords {
      report.caveat(words, .warning)
      report.screen.steps([.query(.trace, "last-blocked"), .query(.why)])
      if !orders.isEmpty { report.screen.blank() }
    }
    if !orders.isEmpty {
      report.screen.table(
        Table(fields: fields, rows: orders), cut: Screen.Cut(rows: "orders", command: .query(.orders)))
    }
    if filter == .rejected, !orders.isEmpty {
      report.screen.line(
        Cell("From the engine's memory of events, which covers minutes: no list of orders has them.", .faint))
    }
    if let missing = answer.memoryMissing {
      report.caveat("rejected orders are in no list, and the memory of events could not be read: \(missing)", .warning)
    }
    // What the exchange itself shows needs no guess.
    guard answer.exchange == nil else { return report }
    let now = view.now
    report.screen.later { screen in
      // Both in one pass: the rows of a long list are decoded in each.
      let (open, ended) = orders.reduce(into: (0, 0)) { counts, order in
        guard order.isOpen else { return }
        counts.0 += 1
        if order.hasProbablyEnded(now) { counts.1 += 1 }
      }
      guard open > 0 else { return }
      if ended > 0 {
        screen.line(
          Cell(
            "\(ended) of them filled in whole or older than 10 minutes: probably ended, and open in the engine's books only.",
            .warning))
        screen.hint(
          "\(.operation(.engineRestart))  (frees their slots, and forgets the open positions of a live account)")
      } else {
        screen.hint("an open order may be a ghost: compare with the exchange before relying on it")
      }
    }
    return report
  }

  /// What rests at the exchange, whatever the books say.
  private func tellExchange(_ report: inout Report, _ view: Viewpoint) {
    if let unseen = answer.exchangeUnseen {
      report.caveat(ExchangeColumn.unseen(unseen), .warning)
    }
    guard let exchange = answer.exchange else { return }
    let time = EngineTime.clock(exchange.at)
    let gone = exchange.verdicts.values.count { $0 == BookJoin.Verdict.none }
    report.screen.line(
      Cell("At the exchange, \(time): \(exchange.restingText).", .faint))
    if gone > 0 {
      report.caveat(
        "\(Figures.counted(gone, "open order")) of the books \(gone == 1 ? "does" : "do") not rest there", .warning)
    }
    let stray = answer.onlyAtExchange
    guard !stray.isEmpty else { return }
    report.caveat(
      "\(OrderJoin.restingText(stray.count)) at the exchange only: "
        + Figures.listed(stray.map(\.nameText), most: 6), .bad)
    report.screen.hint(
      "no call of the engine reaches them: cancel them there; all of them: \(.command(.exchangeOrders))")
  }
}

extension Failure {
  /// An empty list of orders that proves nothing, as from a stopped engine.
  init(unknownOrders reason: String, _ mode: OperatingMode) {
    self.init(
      .staleOrUnconfirmed, "orders are not known: \(reason)",
      nextStep: mode.isPaper ? "\(.query(.why))" : "look at the exchange itself, or: \(.query(.why))")
  }
}

extension OrdersAnswer {
  /// How many orders were rejected, which are in no list; `nil` for none, or when that is not known.
  fileprivate var rejectedWords: String? {
    guard let rejected, rejected > 0, context.isRunning == true else { return nil }
    let scope = names.isAll ? "" : ", of all symbols"
    return "\(rejected) rejected in 5 m by the router or the exchange\(scope); the engine lists none of them"
  }
}

extension OrderFilter {
  fileprivate var phrase: String {
    switch self {
    case .open: "open order"
    case .filled: "filled order"
    case .all: "order"
    case .cancelled: "cancelled order"
    case .rejected: "rejected order"
    }
  }
}

/// One order with its timeline.
struct OrderView {
  var answer: OrderAnswer

  func report(_ view: Viewpoint) -> Report {
    let fields = OrderFields.all + OrderFields.details
    var report = view.report("order", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(fields, answer.order)
    report.screen.context(answer.context, view)
    report.screen.record(fields.filter { $0.name != ExchangeColumn.name }, answer.order)
    let steps = OrderTimeline.rows(answer.order)
    if steps.count > 0 {
      report.screen.blank()
      report.screen.table(Table(fields: OrderTimeline.fields, rows: steps))
    } else {
      report.screen.line(Cell("The engine tells no times of its changes.", .faint))
    }
    return report
  }
}
