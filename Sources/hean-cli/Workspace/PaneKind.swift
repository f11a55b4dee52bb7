/// What a pane shows.
enum PaneKind: String, CaseIterable, Sendable {
  case verdicts, equity, positions, orders, risk, strategies, gates, pipeline, events, chart, prices

  /// Whether it is a list of rows, one of which can be chosen.
  var isList: Bool {
    switch self {
    case .positions, .orders, .strategies, .gates, .events, .prices: true
    case .verdicts, .equity, .risk, .pipeline, .chart: false
    }
  }
}

/// A set of panes that answers one question; each has a number, which is also its key.
enum Workspace: Int, CaseIterable, Sendable {
  case overview = 1
  case positions, risk, market, pipeline, events

  var name: String {
    switch self {
    case .overview: "overview"
    case .positions: "positions"
    case .risk: "risk"
    case .market: "market"
    case .pipeline: "pipeline"
    case .events: "events"
    }
  }

  /// The pane whose rows the arrow keys choose from when nobody has said another.
  var first: PaneKind {
    switch self {
    case .overview, .positions: .positions
    case .risk: .gates
    case .market: .prices
    case .pipeline: .gates
    case .events: .events
    }
  }
}
