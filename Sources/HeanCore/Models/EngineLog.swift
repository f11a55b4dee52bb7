public import Foundation

/// `GET /api/v1/logs/events`: the engine's own log from WARNING up, newest first. It keeps 5 000 records, which on a
/// busy engine is tens of minutes, and they outlive a restart of the engine within its process.
public struct EngineLog: WireDecodable {
  public var records: [Record]

  /// What is not given is not known.
  public init(records: [Record]) {
    self.records = records
  }

  /// As many as the engine shows at once.
  static let page = 1_000

  public struct Record: WireDecodable {
    public var at: Date?
    /// Python's name of who wrote it.
    public var logger: String?
    public var message: String?

    /// What is not given is not known.
    public init() {
    }

    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      at = try wire.date("timestamp")
      // A clock at its beginning was never set.
      if let moment = at, moment.timeIntervalSince1970 < 1_500_000_000 { at = nil }
      logger = try wire.string("logger")?.trimmingCharacters(in: .whitespacesAndNewlines)
      // What matters stands at the beginning.
      message = try wire.string("message").map { String($0.prefix(2_000)) }
    }
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    guard let events = try wire.list(Record.self, "events") else {
      // Taken for an empty log it would be good news.
      throw WireError(kind: .missing, path: wire.value.path + [.key("events")], message: "no events")
    }
    // A list that is shorter than its own count is not the whole.
    if let count = try wire.integer("count"), count > events.count {
      throw WireError(kind: .unusable, path: wire.value.path + [.key("events")], message: "fewer events than counted")
    }
    records = events
  }
}

/// `GET /api/v1/logs/summary`: how much of its own log the engine keeps.
public struct EngineLogSummary: WireDecodable {
  /// Records kept now.
  public var total: Int?
  /// By who wrote them: `backend`, `api`, `frontend` …
  public var sources: [String: Int]?

  /// What is not given is not known.
  public init() {
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    total = try wire.integer("events_total")
    sources = try wire.value([String: Int].self, "events_by_source")
  }

  /// Whether it holds all that the engine has written since its process began: nothing fell out of it yet, and the
  /// engine's own records do come in.
  var isWhole: Bool {
    guard let total, total < Self.capacity, let own = sources?["backend"] else { return false }
    return own > 0 && own <= total
  }

  /// Records that are kept (docs/engine.md 2.11). An engine can be set to keep fewer, which nothing tells.
  private static let capacity = 5_000
}
