import HeanCore

/// Quirk `frozen-feed`: no price arrives any more, and whatever waits for a price waits on.
extension World {
  /// Whether the quirk has stopped all prices, ten seconds after the first request.
  var isFrozen: Bool { has(.frozenFeed) && second > Self.warmUp + 15 }

  /// When prices stop, positions are open.
  mutating func keepPositionsFrozen() {
    guard isFrozen, isRunning, positions.isEmpty, market.quotes.values.contains(where: { $0.lastTick == second - 1 })
    else { return }
    for (place, instrument) in Instrument.all.prefix(2).enumerated() {
      guard let quote = market.quotes[instrument.symbol] else { continue }
      open("momentum_trader", instrument, quote, place == 0, instrument.size(500 / quote.price))
    }
  }
}
