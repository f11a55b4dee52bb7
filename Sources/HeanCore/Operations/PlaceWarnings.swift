/// What an operator should know before an order is sent, because it is out of proportion or a gate is closed. None of it
/// is a reason to refuse: the engine decides, and an operator can mean it.
struct PlaceWarnings {
  let ticket: OrderTicket
  /// In base units.
  let size: Decimal
  /// USDT.
  let mark: Decimal
  let equity: EquityTruth
  let snapshot: EngineSnapshot

  /// A limit further from the mark price than this (percent) is seldom meant: an order stands for 45 s at most.
  static let farLimit: Decimal = 10
  /// A loss at the stop above this share of equity (percent) is seldom meant.
  static let heavyLoss: Decimal = 10

  /// The most surprising first.
  var all: [NextStep] { [distance, notional, loss].compactMap(\.self).map { NextStep(advice: $0) } + gates }

  private var price: Decimal { ticket.limit ?? mark }

  private func percent(_ share: Decimal) -> String { "\(Figures.text(share, places: abs(share) < 10 ? 1 : 0)) %" }

  private var distance: String? {
    guard let limit = ticket.limit, mark > 0 else { return nil }
    let way = (limit - mark) / mark * 100
    guard abs(way) > Self.farLimit else { return nil }
    let place = "the limit is \(percent(abs(way))) \(way < 0 ? "below" : "above") the mark price"
    let isMarketable = ticket.side == .buy ? way > 0 : way < 0
    return isMarketable
      ? "\(place): such a \(ticket.side.rawValue) fills at once, at any price up to there"
      : "\(place): it will hardly fill in the 45 s that an order stands at most"
  }

  private var notional: String? {
    guard let equity = equity.shown, equity > 0 else { return nil }
    let notional = size * price
    let share = notional / equity * 100
    guard share > 100 else { return nil }
    return "notional \(Figures.money(notional)) USDT is \(percent(share)) of an equity of \(Figures.money(equity)) "
      + "USDT: it needs a leverage of \(Figures.text(share / 100, places: 1)) at least, and a price that moves by 1 % moves "
      + "\(percent(share / 100)) of equity"
  }

  private var loss: String? {
    guard let stop = ticket.stopLoss, let equity = equity.shown, equity > 0 else { return nil }
    let loss = abs(price - stop) * size
    let share = loss / equity * 100
    return share > Self.heavyLoss ? "at the stop \(percent(share)) of equity would be lost" : nil
  }

  /// Gates that are closed now, each with the look that tells more. One that did not answer foretells nothing.
  private var gates: [NextStep] {
    var closed: [NextStep] = []
    let truth = snapshot.killSwitchTruth
    if truth.blocksTrading {
      let words =
        switch truth.verdict {
        case .emergency: "an emergency stop was used, and no restart since is known"
        case .contradiction: "two sources contradict each other about the kill switch"
        default: "the kill switch has tripped (\(truth.reasons.first ?? "no reason given"))"
        }
      closed.append("\(words): the order will be refused; \(.query(.killSwitch))")
    } else if case .latched(let sign) = snapshot.stops.finding {
      closed.append(
        "the latch of a stop is closed (\(sign.cause)): the order will be refused as TRADING_DISABLED; \(.query(.why))")
    }
    if let governor = snapshot.governor.value {
      if governor.state == .hardStop {
        closed.append("the governor is in HARD_STOP: the order will be refused; \(.query(.governor))")
      }
      if governor.quarantinedSymbols?.contains(ticket.symbol) == true {
        closed.append("\(ticket.symbol) is in quarantine: the order will be refused; \(.query(.governor))")
      }
    }
    return closed
  }
}
