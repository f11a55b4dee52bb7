import HeanCore

/// One traded symbol. Prices in USDT, sizes in base units.
struct Instrument: Sendable {
  var symbol: String
  var startPrice: Double
  /// Digits after the decimal point of a price and of a size.
  var priceDigits: Int
  var sizeDigits: Int
  /// Standard deviation of the return in one second.
  var volatility: Double
  /// Half the distance between bid and ask, as a fraction.
  var halfSpread: Double

  static let all: [Instrument] = [
    Instrument(
      symbol: "BTCUSDT", startPrice: 64_241.7, priceDigits: 1, sizeDigits: 3, volatility: 0.00018, halfSpread: 0.00001),
    Instrument(
      symbol: "ETHUSDT", startPrice: 3_116.93, priceDigits: 2, sizeDigits: 2, volatility: 0.00022, halfSpread: 0.00002),
    Instrument(
      symbol: "SOLUSDT", startPrice: 140.2, priceDigits: 3, sizeDigits: 1, volatility: 0.0003, halfSpread: 0.00004),
    Instrument(
      symbol: "XRPUSDT", startPrice: 0.6012, priceDigits: 4, sizeDigits: 0, volatility: 0.0003, halfSpread: 0.0001),
    Instrument(
      symbol: "BNBUSDT", startPrice: 584.4, priceDigits: 2, sizeDigits: 2, volatility: 0.0002, halfSpread: 0.00003),
    Instrument(
      symbol: "ADAUSDT", startPrice: 0.4521, priceDigits: 4, sizeDigits: 0, volatility: 0.00032, halfSpread: 0.00015),
    Instrument(
      symbol: "DOGEUSDT", startPrice: 0.12345, priceDigits: 5, sizeDigits: 0, volatility: 0.00038, halfSpread: 0.00006),
    Instrument(
      symbol: "AVAXUSDT", startPrice: 34.71, priceDigits: 3, sizeDigits: 1, volatility: 0.00033, halfSpread: 0.00006),
    Instrument(
      symbol: "LINKUSDT", startPrice: 17.832, priceDigits: 3, sizeDigits: 1, volatility: 0.0003, halfSpread: 0.00005),
    Instrument(
      symbol: "TONUSDT", startPrice: 5.4321, priceDigits: 4, sizeDigits: 1, volatility: 0.00034, halfSpread: 0.00008),
  ]

  /// Simulated prices stay between `lowest` and `highest`.
  var lowest: Double { startPrice / 50 }
  var highest: Double { startPrice * 50 }

  /// The nearest price on the tick grid, as an exact decimal.
  func price(_ value: Double) -> Decimal { Self.grid(value, priceDigits) }

  /// The next smaller size on the lot grid.
  func size(_ value: Double) -> Decimal {
    Self.grid((value * Self.scale(sizeDigits)).rounded(.down) / Self.scale(sizeDigits), sizeDigits)
  }

  /// NaN, infinity and values that are too large become zero, which is never traded.
  private static func grid(_ value: Double, _ digits: Int) -> Decimal { Decimal(value, digits: digits) ?? 0 }

  private static func scale(_ digits: Int) -> Double { [1, 10, 100, 1000, 10_000, 100_000][digits] }
}
