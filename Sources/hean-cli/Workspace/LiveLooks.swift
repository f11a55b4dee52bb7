import HeanCore

/// The commands that show what a screen shows.
extension LiveState {
  /// The commands for what is on the screen.
  var shownCommands: [[String]] {
    if let overlay, !overlay.commands.isEmpty { return overlay.commands }
    return Self.looks(of: focused, chart)
  }

  static func looks(of kind: PaneKind, _ chart: ChartChoice? = nil) -> [[String]] {
    switch kind {
    case .verdicts, .equity: [["status"]]
    case .positions: [["positions"]]
    case .orders: [["orders"]]
    case .risk: [["risk"]]
    case .strategies: [["strategies"]]
    case .gates: [["why"]]
    case .pipeline: [["funnel"]]
    case .events: [["events"]]
    case .chart: chart.map { [["chart", $0.symbol, "--timeframe", $0.timeframe.rawValue]] } ?? []
    case .prices: [["market", "ticker"]]
    }
  }
}
