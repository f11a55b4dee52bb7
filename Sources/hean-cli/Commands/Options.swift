import HeanCore

/// Options that several commands share. The global ones are in `GlobalOptions`.
enum Options {
  static let symbol = OptionSpec("symbol", .value("SYMBOL"), help: "only this symbol: BTCUSDT, btc")
  static let strategy = OptionSpec("strategy", .value("ID"), help: "only this strategy, or what begins so")
  static let exitCode = OptionSpec("exit-code", .flag, help: "exit 3 when the answer is no, 4 when it is unknown")

  static let limit = OptionSpec("limit", .value("N"), help: "at most so many rows (20)")
}
