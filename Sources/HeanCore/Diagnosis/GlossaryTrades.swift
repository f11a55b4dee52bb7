extension GlossaryTerm {
  /// Of orders, trades and figures of the account.
  static let trades: [GlossaryTerm] = [
    GlossaryTerm(
      "order", ["orders"], "A wish to buy or sell, as it is sent to the exchange.",
      "'\(.query(.orders))' lists those open in the engine's books; rejected ones are counted only."),
    GlossaryTerm(
      "position", ["positions"], "What is held of a symbol: long or short, with its size.",
      "There can be several in one symbol: '\(.query(.positions))' lists them."),
    GlossaryTerm(
      "trade", ["closed trade", "round trip", "trades"],
      "A position from its entry to its close, with its realized PnL.",
      "The engine's total_trades counts fills instead: '\(.query(.analytics))'."),
    GlossaryTerm(
      "taker", ["taker fee"], "Who takes from the book at once, and pays more for it than a maker.",
      "'\(.query(.account))' shows the fees so far."),
    GlossaryTerm(
      "trace", [], "The way of one signal through the gates, up to its order and fill.",
      "'\(.query(.trace, "last"))' shows that of the last signal."),
    GlossaryTerm(
      "cancel", ["cancel all"], "Takes an open order back; positions stay as they are.",
      "At the exchange the engine's cancel does nothing: look there afterwards."),
    GlossaryTerm(
      "gate", ["gates"], "One place in the engine where a signal can be stopped.",
      "'\(.query(.why))' asks all sixteen of them in their order."),
    GlossaryTerm(
      "size", ["position size", "order size", "quantity"], "How much of the coin is held or ordered.",
      "In units of the coin; times the price it is the notional."),
    GlossaryTerm(
      "volume", ["turnover"], "Notional of all that was traded, added up.",
      "From the filled orders on the engine's list."),
    GlossaryTerm(
      "day pnl", ["daily pnl", "pnl of the day"], "Profit and loss of the day, realized and unrealized, less fees.",
      "Known when the engine was started today; '\(.query(.account))' says what speaks against it."),
    GlossaryTerm(
      "peak equity", ["high water mark", "equity peak"], "The highest equity so far; drawdown is measured from it.",
      "It is the engine's own equity, which open positions bend: '\(.query(.governor))'."),
    GlossaryTerm(
      "max drawdown", ["maximum drawdown", "mdd"], "The deepest drawdown that there ever was.",
      "The engine keeps no history of a true equity, so only the present one is known."),
    GlossaryTerm(
      "free margin", ["buying power"], "Money that is left for new positions.", "Equity less the margin used."),
    GlossaryTerm(
      "stop distance", ["distance to stop"], "How far the mark price is from the stop loss.",
      "In percent of the mark price; negative when it is beyond the stop."),
    GlossaryTerm(
      "funding rate", ["funding", "funding payment"],
      "What longs pay to shorts, or shorts to longs, so that a perpetual stays near the spot price.",
      "The engine sends no funding payments."),
    GlossaryTerm(
      "perpetual", ["perp", "perps", "perpetual future"],
      "A future without an end: held for as long as its margin lasts.",
      "All symbols of this engine are perpetuals against USDT."),
    GlossaryTerm(
      "stale price", ["stale", "stale prices", "price age"], "A price that is older than it should be.",
      "'\(.query(.why))' tells the age of each."),
    GlossaryTerm(
      "holding time", ["trade duration", "hold time"], "How long a position was open before it was closed.",
      "From entry to close, as the engine dates them."),
    GlossaryTerm(
      "audit log", ["audit", "audit trail"], "What this console sent to engines, with what came of it.",
      "'\(.query(.audit))' shows it; what others sent is not in it."),
    GlossaryTerm(
      "restart", ["engine restart"], "Stops the engine and starts it again.",
      "It clears the latch and forgets its positions, which may be open still: '\(.operation(.engineRestart))'."),
    GlossaryTerm(
      "resume", [], "Ends a pause; the pause itself stops no orders.",
      "A latch stays, and so does a tripped kill switch."),
    GlossaryTerm(
      "close all", ["close everything"], "Cancels the orders and closes every open position at the market.",
      "The engine goes on and may open new ones: '\(.operation(.closeAllPositions))'."),
  ]
}
