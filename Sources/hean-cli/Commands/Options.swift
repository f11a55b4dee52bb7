import HeanCore

/// Options that several commands share. The global ones are in `GlobalOptions`.
enum Options {
  static let symbol = OptionSpec("symbol", .value("SYMBOL"), help: "only this symbol, e.g. BTCUSDT")
  static let strategy = OptionSpec("strategy", .value("ID"), help: "only this strategy")
  static let exitCode = OptionSpec("exit-code", .flag, help: "exit 3 when the answer is no, 4 when it is unknown")

  static let limit = OptionSpec("limit", .value("N"), help: "at most so many rows (20)")

  /// Whether a filter lets a value through; names are compared without regard to case.
  static func matches(_ wanted: String?, _ value: String?) -> Bool {
    guard let wanted else { return true }
    return wanted.lowercased() == value?.lowercased()
  }
}
