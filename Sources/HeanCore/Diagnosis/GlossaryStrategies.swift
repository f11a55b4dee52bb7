extension Term {
  /// The strategies that come with the engine; limits are its defaults.
  static let strategies: [Term] = [
    Term(
      "funding_harvester", ["funding harvester"], "A strategy that takes positions to be paid the funding rate.",
      "At most two positions and six signals a day; four hours between two in one symbol."),
    Term(
      "basis_arbitrage", ["basis arbitrage"], "A strategy that trades the gap between futures and spot price.",
      "From a gap of 0.2 %; at most four signals a day, two hours apart."),
    Term(
      "impulse_engine", ["impulse engine", "impulse"], "A strategy that follows a sudden move of the price.",
      "Moves of 0.5 % and a spread of at most 12 bps; held for five minutes at most, in three spans of the day only."),
    Term(
      "hf_scalping", ["hf scalping", "scalping"], "A strategy that takes small, quick profits from small moves.",
      "Moves of 10 bps, target 25 bps, stop 15 bps, held for 90 seconds at most."),
    Term(
      "enhanced_grid", ["enhanced grid", "grid"], "A strategy that buys and sells at levels laid out around the price.",
      "20 levels, 0.12 % apart; it trades in a ranging market only."),
    Term(
      "momentum_trader", ["momentum trader", "momentum"],
      "A strategy that trades in the direction in which prices move.",
      "At most eight signals a day and symbol, two minutes apart."),
    Term(
      "inventory_neutral_mm", ["inventory neutral mm", "market maker"],
      "A market maker: it quotes both sides and keeps what it holds near zero.",
      "5 bps from the middle, 2 % of equity, every 30 seconds."),
    Term(
      "correlation_arb", ["correlation arb", "correlation arbitrage"],
      "A strategy that trades BTC against ETH when they move apart.", "30 minutes between two signals."),
    Term(
      "rebate_farmer", ["rebate farmer"], "A strategy that rests orders away from the price to earn maker rebates.",
      "0.5 % from the middle, 1 % of equity, renewed every five minutes."),
    Term(
      "liquidity_sweep", ["liquidity sweep"], "A strategy that trades the reversal after a price took out many orders.",
      "Sweeps of 0.2 %; ten minutes between two signals."),
    Term(
      "sentiment_strategy", ["sentiment strategy", "sentiment"], "A strategy that trades on the mood of the market.",
      "Only when its model is sure of at least 0.75; 30 minutes between two signals."),
  ]
}
