/// The order in which help tells the commands.
enum HelpGroups {
  /// What one needs first: what happens, why, the money, what next, and how to stop it. In words of their own, because one
  /// line has to do.
  static let everyday: [(name: String, words: String)] = [
    ("status", "what is happening, why, and what to do next"),
    ("why", "why it does not trade: sixteen gates, with evidence"),
    ("live", "the engine on one full screen"),
    ("positions", "what is open: PnL, stops, age; close, close-all"),
    ("orders", "orders with status and fill; cancel, cancel-all"),
    ("trades", "closed trades with their PnL"),
    ("account", "equity, balance, margin and PnL, each with its source"),
    ("risk", "kill switch, drawdown and limits"),
    ("strategies", "wins and PnL of each; enable, disable"),
    ("ask", "a question in plain English"),
    ("engine", "start, stop, pause, resume"),
    ("panic", "stop, close everything, and prove it"),
  ]

  private static let named: [(title: String, names: [String])] = [
    (
      "WHAT HAPPENS, AND WHY",
      [
        "status", "fleet", "live", "changes", "why", "reconcile", "trace", "funnel", "ask", "explain", "health",
        "settings",
      ]
    ),
    ("MONEY", ["positions", "orders", "trades", "account", "portfolio", "analytics", "report", "pnl", "exchange"]),
    ("MARKET", ["market", "watchlist", "chart", "book"]),
    ("ACT", ["panic", "engine", "strategies", "risk", "config", "audit"]),
    ("EVENTS", ["watch", "wait", "signals", "decisions", "events"]),
    ("FOR DAYS, WITHOUT A PERSON", ["alert", "guard", "record", "exporter", "check", "service"]),
  ]
  private static let rest = "HEAN ITSELF"

  /// Every command of the root once. One that nobody has put anywhere is about hean itself.
  static func all(_ root: CommandSpec) -> [(title: String, commands: [CommandSpec])] {
    let grouped = Set(named.flatMap(\.names))
    return named.map { title, names in (title, names.compactMap(root.subcommand)) }
      + [(rest, root.subcommands.filter { !grouped.contains($0.name) })]
  }
}
