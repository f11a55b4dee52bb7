extension GlossaryTerm {
  /// The strategies that come with the engine.
  static let strategies: [GlossaryTerm] = [
    GlossaryTerm(
      "funding_harvester", [], "A strategy that takes positions to be paid the funding rate.", here("funding_harvester")
    ),
    GlossaryTerm(
      "basis_arbitrage", [], "A strategy that trades the gap between futures and spot price.", here("basis_arbitrage")),
    GlossaryTerm("impulse_engine", [], "A strategy that follows a sudden move of the price.", here("impulse_engine")),
    GlossaryTerm(
      "hf_scalping", [], "A strategy that takes small, quick profits from small moves.", here("hf_scalping")),
    GlossaryTerm(
      "enhanced_grid", [], "A strategy that buys and sells at levels laid out around the price.", here("enhanced_grid")),
    GlossaryTerm(
      "momentum_trader", [], "A strategy that trades in the direction in which prices move.", here("momentum_trader")),
    GlossaryTerm(
      "inventory_neutral_mm", [], "A market maker: it quotes both sides and keeps what it holds near zero.",
      here("inventory_neutral_mm")),
    GlossaryTerm(
      "correlation_arb", [], "A strategy that trades BTC against ETH when they move apart.", here("correlation_arb")),
    GlossaryTerm(
      "rebate_farmer", [], "A strategy that rests orders away from the price to earn maker rebates.",
      here("rebate_farmer")),
    GlossaryTerm(
      "liquidity_sweep", [], "A strategy that trades the reversal after a price took out many orders.",
      here("liquidity_sweep")),
    GlossaryTerm(
      "sentiment_strategy", [], "A strategy that trades on the mood of the market.", here("sentiment_strategy")),
  ]

  private static func here(_ id: String) -> NextStep { "'\(.query(.strategy, id))' shows how it stands." }
}
