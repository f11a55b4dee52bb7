import HeanCore

/// Which commands heed `--max-age`: those whose answer, or whose preview, rests on the engine's prices.
enum PriceAge {
  static let heeding: Set<String> = [
    "status", "why", "ask", "account", "pnl snapshot", "health", "settings", "wait",
    "positions list", "positions show", "orders list", "orders show", "strategies list", "strategies show",
    "strategies compare", "risk status", "risk limits show", "risk governor show", "risk killswitch show",
    "signals list", "decisions list", "events list",
    "positions close", "positions close-all", "orders place", "orders test-roundtrip",
  ]

  /// These say themselves why not.
  private static let streams: Set<String> = ["watch", "signals watch", "decisions watch", "events watch"]

  /// An age that nobody looks at would be a promise that is not kept.
  static func requireHeeded(_ line: ParsedLine) throws(UsageError) {
    let path = line.path.joined(separator: " ")
    guard line.string(GlobalOptions.maxAge) != nil, !heeding.contains(path), !streams.contains(path) else { return }
    throw .contradiction(
      "--max-age means nothing to 'hean \(path)': nothing in it rests on the age of prices", nextStep: "leave it out")
  }
}
