/// A trading term or a state of the engine: what it is, and what it means in this engine.
public struct GlossaryTerm: Sendable {
  /// As people look it up: `mark price`.
  public var name: String
  /// Other words for it.
  public var aliases: [String]
  /// What it is, in a sentence or two.
  public var meaning: String
  /// What it means in this engine, with the operations and queries that it is about.
  public var here: NextStep

  /// A term from its parts.
  public init(_ name: String, aliases: [String] = [], meaning: String, here: NextStep) {
    self.name = name
    self.aliases = aliases
    self.meaning = meaning
    self.here = here
  }

  init(_ name: String, _ aliases: [String], _ meaning: String, _ here: NextStep) {
    self.init(name, aliases: aliases, meaning: meaning, here: here)
  }

  /// - Returns: the term with this name or alias; `nil` when there is none. Only letters and digits are compared, in
  ///   any case.
  public static func find(_ word: String, in terms: [GlossaryTerm] = all) -> GlossaryTerm? {
    let wanted = word.lettersAndDigits
    return terms.first { hasPlain($0.name, wanted) || $0.aliases.contains { hasPlain($0, wanted) } }
  }

  /// Whether these are the letters and digits of a name. Names are ASCII but for a few: there are hundreds, and to look up
  /// what each character is would take longer than an answer may.
  private static func hasPlain(_ name: String, _ wanted: String) -> Bool {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return name.lettersAndDigits == wanted }
    let letters = name.utf8.lazy.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }.filter {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
    return letters.elementsEqual(wanted.utf8)
  }

  /// Every term that hean explains: those of trading, the engine's states, then its strategies.
  public static let all: [GlossaryTerm] = market + trades + states + strategies
}

extension GlossaryTerm {
  static let market: [GlossaryTerm] = [
    GlossaryTerm(
      "mark price", ["mark"], "The price at which open positions are valued now.",
      "The engine's last tick; 'why' shows how old it is."),
    GlossaryTerm(
      "notional", ["notional value"], "Size times price: what a position is worth in money.",
      "In USDT. Internal equity falls by it when a long is opened."),
    GlossaryTerm(
      "exposure", ["gross exposure", "market exposure"],
      "What is at risk in the market: the notionals of all open positions added up.",
      "In USDT, long and short added. '\(.query(.account))' shows it."),
    GlossaryTerm(
      "net exposure", ["net position", "delta"],
      "Long notional minus short notional: what a move of the whole market hits.",
      "Ask for it by name; no endpoint of the engine sends it."),
    GlossaryTerm(
      "long exposure", ["short exposure"], "The notionals of the open positions of one side, added up.",
      "In USDT, from the list of open positions."),
    GlossaryTerm(
      "balance", ["wallet balance", "available balance"], "Money in the account without the PnL of open positions.",
      "The engine's is of its own books; '\(.query(.account))' says what speaks against it."),
    GlossaryTerm(
      "pnl", ["profit and loss", "p&l"],
      "Profit and loss: realized by closes, unrealized in open positions.",
      "hean counts realized and unrealized, less the fees, since the engine's start."),
    GlossaryTerm(
      "return on margin", ["roi", "roe"], "Unrealized PnL in percent of the margin that a position ties up.",
      "PnL % beside it is of the entry notional: with a leverage of 3 it is a third of ROI %."),
    GlossaryTerm(
      "confidence", [], "How sure a strategy is of its signal, 0 to 1: high above 0.7, medium from 0.4, low below.",
      "Shown with every signal and decision, as bars, a figure and a word."),
    GlossaryTerm(
      "entry price", ["entry", "average entry"], "Average price at which a position was opened.",
      "Unrealized PnL is the mark price against it, times the size."),
    GlossaryTerm(
      "liquidation", ["liquidation price"], "The exchange closes a position whose margin no longer carries its loss.",
      "The engine sends no price for it: look at the exchange."),
    GlossaryTerm(
      "fee", ["fees", "commission"], "What the exchange takes for each fill.",
      "The engine counts those of entries only, and none in live trading."),
    GlossaryTerm(
      "acceptance rate", ["acceptance"], "Share of the signals that became orders.",
      "'\(.query(.funnel))' shows it by strategy and symbol."),
    GlossaryTerm(
      "fill rate", [], "Share of the orders that were filled.",
      "Rejected orders are counted by the engine, never listed."),
    GlossaryTerm(
      "drawdown", ["dd"], "How far equity is below its highest point, in percent.",
      "The governor acts at 10, 15 and 20 %; the kill switch at 15 % a day and 30 % in all."),
    GlossaryTerm(
      "profit factor", ["pf"], "Gross profit divided by gross loss; above 1 earns.",
      "The engine's is approximate; 99 stands for no losses and is shown as such."),
    GlossaryTerm(
      "win rate", [], "Share of closed trades that made a profit.",
      "A fraction in data, percent on screens. High with a low profit factor still loses."),
    GlossaryTerm(
      "expectancy", ["per trade"], "Average profit or loss of one closed trade.",
      "'\(.query(.compareStrategies))' shows it."),
    GlossaryTerm(
      "fill", ["filled", "partial fill"], "An order, or a part of it, that was traded.",
      "The engine counts fills, opening and closing ones, as total_trades."),
    GlossaryTerm(
      "slippage", [], "Difference between the price expected and the price traded.",
      "The engine sends no figure for it."),
    GlossaryTerm(
      "spread", [], "Distance between the best bid and the best ask.",
      "Over 0.5 % a decision says LOW_LIQUIDITY; impulse wants under 12 bps."),
    GlossaryTerm(
      "leverage", [], "Notional over margin: how much is borrowed.",
      "Real in /trading/state only; /orders/positions always says 1."),
    GlossaryTerm(
      "margin", ["used margin", "margin used"], "Money held back for open positions.",
      "used_margin of /engine/status means nothing; see '\(.query(.account))'."),
    GlossaryTerm(
      "equity", [], "Cash and unrealized profit together.",
      "The engine's own falls by the notional of each long; '\(.query(.account))' holds it against its parts."),
    GlossaryTerm(
      "realized pnl", ["realized", "realised pnl"], "Profit of what was closed.",
      "Exactly 0 on a close is the mark of a dropped position, not of a fill."),
    GlossaryTerm(
      "unrealized pnl", ["unrealized", "floating pnl", "open pnl"], "Profit if all were closed at the mark price.",
      "It changes with every tick."),
    GlossaryTerm(
      "stop loss", ["sl", "stop"], "Price at which a losing position is left.",
      "The engine's own check is known to fail: watch for BEYOND STOP."),
    GlossaryTerm(
      "take profit", ["tp", "target"], "Price at which a winning position is left.",
      "See stop loss: the same check fails for both."),
    GlossaryTerm(
      "reward to risk", ["rr", "r:r", "rr ratio"], "Distance to the target over distance to the stop.",
      "'orders place' shows it when both are given."),
    GlossaryTerm(
      "limit order", ["limit"], "Trades at its price or better, or not at all.",
      "The router places makers for some hundred milliseconds at a time."),
    GlossaryTerm(
      "market order", ["market"], "Trades at once at whatever price there is.", "Closes are reduce-only market orders."),
    GlossaryTerm(
      "maker", ["maker fee"], "A maker waits in the book, a taker takes from it and pays more.",
      "Practice: 0.02 % and 0.055 %."),
    GlossaryTerm(
      "time in force", ["tif", "gtc", "ioc"], "How long an order stands.", "This engine takes none: the router decides."
    ),
    GlossaryTerm(
      "reduce only", ["reduce-only"], "An order that can only make a position smaller.",
      "Closes are; the position monitor's own exit is not."),
    GlossaryTerm(
      "long", ["short", "long and short"], "Long profits when the price rises, short when it falls.",
      "Orders say buy and sell, positions long and short."),
    GlossaryTerm("basis point", ["bps", "bp"], "A hundredth of a percent.", "Spreads and edges are given in it."),
    GlossaryTerm(
      "volatility", [], "How much the price moves about.", "Orders are rejected at the 99th percentile and above."),
    GlossaryTerm(
      "ghost position", ["ghost"], "A position that one side's books have and the other's do not.",
      "The reconciler drops them with zero PnL; hean does not take that for flat."),
    GlossaryTerm(
      "funnel", [], "Signals, decisions, orders, fills: how many get how far.",
      "'\(.query(.funnel))' draws it by strategy and symbol."),
  ]
}
