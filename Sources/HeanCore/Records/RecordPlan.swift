/// Which reads a recorder makes of an engine, and how often. The engine's limits (docs/engine.md 1.6) are kept with
/// room for a console beside it.
public struct RecordPlan: Sendable {
  /// Topics of the stream that a recorder needs.
  /// - Parameter includesPrices: whether prices are recorded.
  public static func topics(includesPrices: Bool) -> [Topic] {
    let topics: [Topic] = [
      .systemStatus, .systemHeartbeat, .signals, .orderDecisions, .orders, .positions, .riskEvents,
    ]
    return includesPrices ? topics + [.marketData] : topics
  }

  /// Seconds between two rounds.
  static let pace: TimeInterval = 15

  /// One endpoint, how often it is read, and how often its answer is recorded.
  struct Read: Sendable {
    var path: String
    var query: [RESTRequest.QueryItem]
    /// Seconds from one read to the next: `pace`, or a multiple of it.
    var every: TimeInterval
    /// Shortest time (seconds) between two records of it when rows or words in it have changed.
    var words: TimeInterval
    /// The same when only figures have moved.
    var figures: TimeInterval
    /// It is recorded again after this time (seconds) even if nothing in it has changed.
    var longest: TimeInterval

    init<Body: Sendable>(
      _ endpoint: Endpoint<Body>, every: TimeInterval = RecordPlan.pace, words: TimeInterval = 0,
      figures: TimeInterval = 60, longest: TimeInterval = RecordPlan.longest
    ) {
      self.longest = longest
      (path, query) = (endpoint.path, endpoint.query)
      (self.every, self.words, self.figures) = (every, words, figures)
    }

    /// What stands among the answers and is none of the engine.
    fileprivate init(path: String) {
      (self.path, query, every) = (path, [], RecordPlan.pace)
      (words, figures, longest) = (0, 60, RecordPlan.longest)
    }

    var request: RESTRequest { RESTRequest(.get, path, query: query) }
  }

  /// What is recorded again after this time (seconds) even if nothing in it has changed.
  static let longest: TimeInterval = 300

  /// The reads that tell of money and protection; their answers are recorded together, so that they are of one moment.
  static let money: [Read] = [
    // Each minute there is a line of it, so that a time without one is known soon.
    Read(.engineStatus, longest: 60), Read(.riskStatus), Read(.governor), Read(.killSwitch),
    Read(.positions, words: 30),
    Read(.why, words: 30),
  ]

  static let others: [Read] = [
    Read(.orders(.open), words: 30), Read(.state, words: 60), Read(.health, every: 30), Read(.priceProbe),
    Read(.metrics, words: 60, figures: longest),
    Read(.history(limit: 500), every: 30, words: longest, figures: longest),
    Read(.journal, every: 60, words: longest, figures: longest),
    Read(.equityHistory, every: 60, words: longest, figures: longest),
    Read(.strategies, every: 60, figures: longest), Read(.stopLog, every: 60), Read(.closeFailures, every: 60),
    Read(.logSummary, every: 60, words: longest, figures: longest), Read(.filterBlocks, every: 60, figures: longest),
    Read(.analyticsSummary, every: 60, figures: longest), Read(.decisionMemory, every: 60, figures: longest),
    Read(.council, every: 300), Read(.pipeline, every: 300), Read(.settings, every: 300), Read(.riskLimits, every: 300),
    Read(.configuration, every: 300), Read(.portfolio, every: 60, figures: longest),
  ]

  static let all = money + others

  /// The look at the exchange, which the recorder hands in beside the answers of a round. It tells of money as well.
  static let exchange = Read(path: "/exchange")

  /// Most symbols whose price is read for the positions that are open: those that a screen would date.
  static let mostHeld = 10
}
