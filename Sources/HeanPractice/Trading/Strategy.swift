import HeanCore

/// A signal: what a strategy wants to trade, and why.
struct PracticeSignal: Sendable, Codable {
  var strategy: String
  var symbol: String
  var isBuy: Bool
  /// 0 to 1.
  var confidence: Double
  var reason: String
  /// Distances of stop and target from the entry price, as fractions of it.
  var stop: Double
  var target: Double
  var holdSeconds: Int
  /// Size and price, if an operator gave them; `nil` lets the broker decide.
  var size: Decimal?
  var price: Decimal?
}

/// A strategy's state and counters.
struct StrategyRecord: Sendable, Codable {
  var id: String
  var type: String
  var isEnabled = true
  /// How often its handlers are subscribed: each copy sends every signal again.
  var copies = 1
  var fills = 0
  var wins = 0
  var losses = 0
  var streak = 0
  var grossProfit = Decimal()
  var grossLoss = Decimal()
  var attemptsToday = 0
  var lastSignal: [String: Int] = [:]
  var cooldownUntil = 0
}

/// The logic of the strategies: each one checks one symbol's prices at intervals.
enum StrategyLogic {
  static let records: [StrategyRecord] = [
    StrategyRecord(id: "impulse_engine", type: "ImpulseEngine"),
    StrategyRecord(id: "hf_scalping", type: "HFScalpingStrategy"),
    StrategyRecord(id: "enhanced_grid", type: "EnhancedGridStrategy"),
    StrategyRecord(id: "momentum_trader", type: "MomentumTrader"),
    StrategyRecord(id: "correlation_arb", type: "CorrelationArbitrage"),
    StrategyRecord(id: "liquidity_sweep", type: "LiquiditySweepDetector"),
  ]

  /// Seconds after a signal in which a strategy sends no other signal for the same symbol.
  static func cooldown(_ id: String) -> Int {
    switch id {
    case "hf_scalping": 30
    case "impulse_engine", "momentum_trader": 120
    case "enhanced_grid": 90
    case "liquidity_sweep": 600
    default: 1800
    }
  }

  static func dailyLimit(_ id: String) -> Int {
    switch id {
    case "impulse_engine": 120
    case "hf_scalping": 200
    case "momentum_trader", "enhanced_grid": 150
    case "correlation_arb": 200
    default: 100
    }
  }

  /// A number without sign and fraction, for texts; 0 for NaN and infinity.
  private static func whole(_ value: Double) -> Int { value.isFinite ? Int(min(abs(value), 1_000_000)) : 0 }

  static func signal(_ id: String, _ symbol: String, in market: Market) -> PracticeSignal? {
    guard let quote = market.quotes[symbol], quote.recent.count >= 70 else { return nil }
    let (mean, deviation) = quote.minute
    let away = deviation > 0 ? (quote.price / mean - 1) / deviation : 0
    func make(_ isBuy: Bool, _ confidence: Double, _ reason: String, _ stop: Double, _ target: Double, _ hold: Int)
      -> PracticeSignal
    {
      PracticeSignal(
        strategy: id, symbol: symbol, isBuy: isBuy, confidence: min(0.95, confidence), reason: reason, stop: stop,
        target: target, holdSeconds: hold)
    }
    switch id {
    case "momentum_trader":
      let fast = quote.change(over: 20)
      let slow = quote.change(over: 60)
      guard fast * slow > 0, abs(slow) > 0.0022 else { return nil }
      return make(slow > 0, 0.55 + abs(slow) * 40, "20 s and 60 s momentum agree", 0.006, 0.012, 900)
    case "hf_scalping":
      let move = quote.change(over: 10)
      guard abs(move) > 0.0011, quote.regime == .range else { return nil }
      return make(
        move < 0, 0.5 + abs(move) * 80, "10 s move of \(whole(move * 10_000)) bps in a range", 0.0015, 0.0025, 90)
    case "enhanced_grid":
      guard quote.regime == .range, abs(away) > 2 else { return nil }
      return make(
        away < 0, 0.5 + abs(away) / 20, "grid level \(whole(abs(away).rounded())) reached", 0.004, 0.0024, 600)
    case "impulse_engine":
      let move = quote.change(over: 30)
      guard abs(move) > 0.0035 else { return nil }
      return make(
        move > 0, 0.6 + abs(move) * 30, "impulse of \(whole(move * 10_000)) bps in 30 s", 0.004, 0.009, 300)
    case "liquidity_sweep":
      guard abs(away) > 2.6, quote.change(over: 5) * away < 0 else { return nil }
      return make(
        away < 0, 0.58 + abs(away) / 30, "sweep and reversal at \(whole(abs(away).rounded())) deviations", 0.004, 0.008,
        600)
    case "correlation_arb":
      guard symbol == "ETHUSDT", let leader = market.quotes["BTCUSDT"] else { return nil }
      let gap = quote.change(over: 60) - leader.change(over: 60)
      guard abs(gap) > 0.004 else { return nil }
      return make(
        gap < 0, 0.56 + abs(gap) * 20, "ETH and BTC are apart by \(whole(gap * 10_000)) bps", 0.005, 0.006, 1800)
    default:
      return nil
    }
  }
}
