public import Foundation

/// `GET /api/v1/logs/events`: the engine's own log from WARNING up, newest first. It keeps 5 000 records, which on a
/// busy engine is tens of minutes, and they outlive a restart of the engine within its process.
public struct EngineLog: WireDecodable {
  public var records: [Record]

  public struct Record: WireDecodable {
    public var at: Date?
    /// Python's name of who wrote it.
    public var logger: String?
    public var message: String?

    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      at = try wire.date("timestamp")
      logger = try wire.string("logger")
      message = try wire.string("message")
    }
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    guard let events = try wire.list(Record.self, "events") else {
      // Taken for an empty log it would be good news.
      throw WireError(kind: .missing, path: wire.value.path + [.key("events")], message: "no events")
    }
    records = events
  }
}
