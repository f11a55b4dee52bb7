/// `GET /api/v1/logs/events`: the engine's own log from WARNING up, newest first. It keeps the last 5 000 records, on a
/// busy engine tens of minutes. They are lost when the process ends, but not when the engine inside it is restarted.
public struct EngineLog: WireDecodable {
  /// Records that match the request's filter, newest first.
  public var records: [Record]

  /// A log of these records.
  public init(records: [Record]) {
    self.records = records
  }

  /// Most records that the engine returns in one answer.
  static let page = 1_000

  /// One line of the log.
  public struct Record: WireDecodable {
    /// When it was written (UTC); `nil` when the time is missing or lies before July 2017.
    public var at: Date?
    /// Name of the Python logger that wrote it, such as `hean.main`.
    public var logger: String?
    /// The text, cut after 2 000 characters.
    public var message: String?

    /// A record of which nothing is known yet; set what you know.
    public init() {}

    /// Reads one element of `events`; throws when a text, flag or object has the wrong type.
    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      at = wire.date("timestamp")
      // A time before July 2017 comes from a clock that was never set.
      if let moment = at, moment.timeIntervalSince1970 < 1_500_000_000 { at = nil }
      logger = try wire.string("logger")?.trimmedOfWhiteSpace()
      // The important part of a message stands at its beginning.
      message = try wire.string("message").map { String($0.prefix(2_000)) }
    }
  }

  /// Throws when `events` is missing, or holds fewer records than `count` says.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    guard let events = try wire.list(Record.self, "events") else {
      // A body without `events` must not pass for an empty log: that would mean "nothing went wrong".
      throw WireError(kind: .missing, at: wire.value, .key("events"), message: "no events")
    }
    // Fewer records than the body itself counts: some are missing.
    if let count = wire.integer("count"), count > events.count {
      throw WireError(kind: .unusable, at: wire.value, .key("events"), message: "fewer events than counted")
    }
    records = events
  }
}

/// `GET /api/v1/logs/summary`: how much of its own log the engine has kept.
public struct EngineLogSummary: WireDecodable {
  /// Number of records kept now.
  public var total: Int?
  /// The same number by source: `backend`, `api`, `frontend` …
  public var sources: [String: Int]?

  /// A summary of which nothing is known yet; set what you know.
  public init() {}

  /// Throws when a count has the wrong type.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    total = wire.integer("events_total")
    sources = try wire.value([String: Int].self, "events_by_source")
  }

  /// Whether the log still holds everything since the engine's process began: it is not full, so nothing was discarded,
  /// and it contains records of the engine itself (`backend`).
  var isWhole: Bool {
    guard let total, total < Self.capacity, let own = sources?["backend"] else { return false }
    return own > 0 && own <= total
  }

  /// Records that the engine keeps by default (docs/engine.md 2.11). It can be configured to keep fewer,
  /// which no endpoint shows.
  private static let capacity = 5_000
}
