/// What an order would take of the account: the margin it needs, what is free after it, what it loses at its stop, and each
/// limit that it touches. Figures of the moment of the plan; amounts in USDT.
struct PlaceBudget {
  let ticket: OrderTicket
  /// In base units.
  let size: Decimal
  /// USDT.
  let price: Decimal
  let equity: EquityTruth
  let snapshot: EngineSnapshot

  /// One sentence each: margin, stop, limits.
  var lines: [String] { [needed, free, stop].compactMap(\.self) + limits }

  private var notional: Decimal { size * price }

  /// Of a position in the symbol; a new one has the leverage that the engine chooses when it judges the signal.
  private var leverage: Decimal? {
    snapshot.state.value?.positions.first { $0.symbol == ticket.symbol }?.leverage.flatMap { $0 >= 1 ? $0 : nil }
  }

  private var margin: Decimal { notional / (leverage ?? 1) }

  private var needed: String {
    let lever = leverage.map { "at a leverage of \(Figures.quantity($0)), as the open position has" }
    return "margin needed: \(Figures.money(margin)) USDT "
      + (lever ?? "without leverage; the engine chooses one when it judges the signal, and then needs less")
  }

  private var free: String {
    let figure = equity.derived(snapshot.why.value?.marginFree)
    guard let now = figure.value else {
      return "free margin after it: not known" + (figure.doubt.map { ", because the figure of now \($0)" } ?? "")
    }
    let after = now - margin
    return "free margin after it: \(Figures.money(after)) USDT, of \(Figures.money(now)) now"
      + (after < 0 ? ": not enough" : "")
  }

  /// What `OrderTicket.levelWords` tells of a stop is not told again.
  private var stop: String? {
    guard let stop = ticket.stopLoss else {
      return "loss at the stop: not bounded, because no stop is asked for"
    }
    guard let shown = equity.shown, shown > 0 else { return nil }
    return "loss at the stop: \(Figures.text(abs(price - stop) * size / shown * 100, places: 2)) % of equity"
  }

  private var limits: [String] {
    var lines: [String] = []
    let risk = snapshot.risk.value
    for (name, now, most) in [
      ("max_open_positions", risk?.openPositions, risk?.maxOpenPositions),
      ("max_open_orders", risk?.openOrders, risk?.maxOpenOrders),
    ] {
      guard let now, let most, most > 0 else {
        lines.append("limit \(name): not known")
        continue
      }
      lines.append(
        now >= most
          ? "limit \(name): reached, \(now) of \(most): signals are refused as LIMIT_REACHED"
          : "limit \(name): \(now) of \(most) now, \(now + 1) with it")
    }
    if let held = snapshot.openPositions?.first(where: { $0.symbol == ticket.symbol }) {
      lines.append(
        "limit one position a symbol: touched, \(ticket.symbol) \(held.sideText) \(held.sizeText) is open: a gate may refuse it"
      )
    }
    let governor = snapshot.isRunning == true ? snapshot.governor.value : nil
    if let state = governor?.state,
      let factor = GovernorBand.sizeFactor(in: state, at: governor?.drawdownPercent), factor < 1
    {
      lines.append("limit of the governor: \(state.rawValue), sizes are multiplied with \(factor)")
    }
    return lines
  }
}
