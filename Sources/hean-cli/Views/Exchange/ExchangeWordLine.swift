import HeanCore

extension Screen {
  /// Adds what the exchange itself says of the books, where somebody looked there.
  mutating func exchange(_ money: MoneyVerdict) {
    guard let word = money.exchange else { return }
    guard let count = word.positions else {
      line(Cell(ExchangeColumn.unseen(word.unseen ?? "no reason told").sentenceStart + ".", .warning))
      hint("what works there and what does not: \(.command(.exchangeCheck))")
      return
    }
    let held = count == 0 ? "no position" : Figures.counted(count, "position")
    let compared =
      switch word.agrees {
      case true?: count == 0 ? "" : ", as in the engine's books"
      case false?: ", OTHERWISE than in the engine's books"
      case nil: ""
      }
    var parts = [held + compared]
    if let resting = word.restingOrders { parts.append(OrderJoin.restingText(resting)) }
    if let symbol = word.nearestLiquidation, let percent = word.liquidationDistancePercent {
      parts.append("nearest liquidation \(symbol), \(Figures.text(percent, places: 1)) % away")
    }
    if let unseen = word.unseen { parts.append("its orders were not seen: \(unseen)") }
    line(
      Cell(
        "At the exchange, \(EngineTime.clock(word.at)): \(parts.joined(separator: "; ")).",
        word.agrees == false ? .warning : .faint))
  }
}
