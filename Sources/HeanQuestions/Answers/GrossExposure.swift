import HeanCore

/// What all open positions are worth together, and how much of the equity that is.
struct GrossExposure: Sendable {
  /// How many positions are open.
  let count: Int
  /// USDT at the mark prices; positions without a price or a size are left out.
  let notional: Decimal
  private let unknown: Int
  private let equity: EquityTruth

  /// - Returns: `nil` when what is open is not known.
  init?(_ snapshot: EngineSnapshot) {
    guard let held = snapshot.openPositions else { return nil }
    count = held.count
    let known = held.compactMap(\.notional)
    (notional, unknown, equity) = (known.reduce(0, +), held.count - known.count, snapshot.equityTruth)
  }

  /// `exposure 8881.20 USDT, 0.83 times the equity`
  var words: String {
    let lack = unknown > 0 ? " without \(unknown) of unknown size or price" : ""
    let amount = "exposure \(Figures.money(notional)) USDT\(lack)"
    guard let shown = equity.shown, shown > 0 else { return amount + ", how much of the equity is not known" }
    return "\(amount), \(Figures.text(notional / shown, places: 2)) times the equity\(equity.remark)"
  }
}
