import HeanCore

/// Options that several commands have. The global ones are in `GlobalOptions`.
enum Options {
  static let symbol = Option("symbol", "SYMBOL", .text(.symbol), help: "only this symbol: BTCUSDT, btc")
  static let strategy = Option("strategy", "ID", .text(.strategy), help: "only this strategy: id or start of id")
  static let exitCode = Flag("exit-code", help: "exit 3 when the answer is no, 4 when it is unknown")
  static let limit = Option("limit", "N", .whole(in: 1...500), default: 20, help: "at most this many rows")
}
