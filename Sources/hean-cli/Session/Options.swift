import HeanCore

/// Options that several commands have. The global ones are in `GlobalOptions`.
enum Options {
  static let symbol = Option("symbol", "SYMBOL", .text(.symbol), help: "only this symbol: BTCUSDT, btc")
  static let strategy = Option("strategy", "ID", .text(.strategy), help: "only this strategy: id or start of id")
  static let since = Option("since", "TIME", .since, help: "not before this: 2h, 01:40, yesterday, 2026-11-21")
  static let until = Option("until", "TIME", .since, help: "before this: 10m (ago), 02:15, today, 2026-11-21")
  static let full = Flag("full", help: "all of it, also where the window is too low for it")
  static let exitCode = Flag("exit-code", help: "exit 3 when the answer is no, 4 when it is unknown")
  static let unlockFor = Option(
    "unlock-for", "TIME", .span(atLeast: .seconds(10), atMost: .seconds(3_600)), default: .seconds(300),
    help: "how long an unlocked console sends before it is locked again, 10s to 1h")
  static let limit = Option("limit", short: "n", "N", .whole(in: 1...500), default: 20, help: "at most this many rows")
}
