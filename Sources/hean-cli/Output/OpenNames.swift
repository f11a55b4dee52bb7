import HeanCore

/// Names of fields whose numbers are no amounts of money and no sizes, in the console's documents and in the engine's
/// own records. `--redact` hides every other number, so a name belongs here only when it is never that of an amount.
enum OpenNames {
  private static let suffixes = [
    "_pct", "_percent", "_seconds", "_bp", "_at", "_id", "_price", "_ms", "_factor", "_rate", "_ratio",
  ]

  private static let names = Set([prices, shares, counts, labels].flatMap { $0.split(whereSeparator: \.isWhitespace) })

  private static let prices = """
    ask away bid close high low open present present_away price sl stop stop_loss take_profit target tp volume wished
    """

  /// Percentages, ratios, and what else has no unit of money.
  private static let shares = """
    average_held bar concentration confidence depth engine_win_rate exit_progress exposure_time fee_share frozen_value
    gain_share gap leverage net_leverage percent profit_factor_interval rate ratio share underwater win_rate
    """

  private static let counts = """
    1h 1m 5m accepted accepted_5m bars calls candles closed_trades count died dropped enabled_strategies engines events fills gaps known least
    level locked_contexts longest_losing_streak longest_winning_streak losses lost max_open_orders max_open_positions
    missing_bars n open_orders open_positions orders overdue positions positions_beyond_exit questions rejected seq
    signals signals_5m status total_symbols told trades wins won
    """

  private static let labels = """
    as_of at code day host id period plan_token received schema schema_version seq since symbol time timeframe
    timestamp ts until url version window
    """

  /// Names of ids, times and addresses, whose text is left as it is.
  private static let whole = Set(labels.split(whereSeparator: \.isWhitespace))

  /// Fields of what was typed or sent: every number in them may be a size.
  static let typed: Set<String> = ["argv", "body", "request", "arguments", "command", "line"]

  /// Members that a unit beside them explains.
  static let besideUnit: Set<String> = ["value", "engine", "difference", "interval", "interval_low", "interval_high"]

  /// - Parameter name: of a condition it is its last part: `count` of `positions.count`.
  static func contains(_ name: String) -> Bool {
    let last = name.split(separator: ".").last ?? ""
    return names.contains(last) || suffixes.contains { last.hasSuffix($0) }
  }

  /// Whether a text of this name is left: a figure of an open name, or a label. Any other text is a sentence, because a
  /// target can be a price, and that of an operation is "ETHUSDT long 0.34".
  static func leaves(_ text: String, of name: String) -> Bool {
    guard contains(name) else { return false }
    let last = name.split(separator: ".").last ?? ""
    return whole.contains(last) || ["_at", "_id"].contains(where: last.hasSuffix)
      || text.wholeMatch(of: #/[-+]?[0-9][0-9.,]*( ?%)?( … ([-+]?[0-9][0-9.,]*( ?%)?|no bound))?/#) != nil
  }

  /// Whether the value beside this key is no amount: `max_trade_risk_pct`.
  static func isOpen(key: JSONValue) -> Bool {
    guard case .string(let key) = key else { return false }
    return contains(key)
  }

  /// Whether a figure in this unit is no amount.
  static func isOpen(unit: JSONValue) -> Bool {
    guard case .string(let unit) = unit else { return false }
    return ["%", "fraction", "ratio", "x", "count", "trades", "seconds", "percent", "positions", "a day", "s"]
      .contains(unit)
  }
}
