/// What a stream delivers, in order: events of the engine, and notices about the stream itself.
public enum StreamRecord: Sendable {
  /// An event of the engine.
  case event(StreamEvent)
  /// A notice about the stream itself.
  case notice(StreamNotice)
}

/// One event of the engine, not yet parsed: `EventEnvelope(event)` reads its values.
public struct StreamEvent: Sendable {
  /// How the event came.
  public enum Origin: String, Sendable, CaseIterable {
    /// Sent by the engine as it happened.
    case live
    /// A state sent in answer to a subscription.
    case snapshot
    /// Missed while there was no connection, and read from the engine's memory afterwards.
    case recovered
    /// Read by polling.
    case polled
  }

  /// Topic on which the event came.
  public var topic: Topic
  /// The engine's number of the event; `nil` for flat messages and snapshots.
  public var seq: Int?
  /// How the event came.
  public var origin: Origin
  /// The engine's record: an envelope, a flat message or a snapshot, as strict JSON on one line.
  public var body: ArraySlice<UInt8>
  /// Place of the record's `type` in `body`, with its quotes; `nil` when there is none.
  public var typeRange: Range<Int>?
  /// When it came, by the console's clock.
  public var receivedAt: Date

  /// An event from its parts.
  /// - Parameter typeRange: place of the type in `body`, with its quotes.
  public init(
    topic: Topic, seq: Int?, origin: Origin, body: ArraySlice<UInt8>, typeRange: Range<Int>?, receivedAt: Date
  ) {
    self.topic = topic
    self.seq = seq
    self.origin = origin
    self.body = body
    self.typeRange = typeRange
    self.receivedAt = receivedAt
  }

  /// The engine's type: upper case for events with a number, lower case for the rest, empty for a snapshot without one.
  public var type: String { typeRange.map { EventFrame.unquoted(body, $0) } ?? "" }

  /// The whole record as a value; `nil` when it cannot be read. Parses the JSON each time.
  public func decoded() -> JSONValue? { try? JSONValue(reading: Data(body)) }
}

/// What a stream reports about itself, between the events: each silence and each gap is told.
public struct StreamNotice: Sendable, Equatable {
  /// The reason of a gap that a restart of the engine's process has made.
  static let restart = "engine restarted"

  /// What the notice is about.
  public enum Kind: String, Sendable, CaseIterable, CustomStringConvertible {
    /// The first connection is open.
    case connected
    /// Nothing proves that the engine is still heard: there is no heartbeat, or no connection.
    case stale
    /// Heartbeats, or answers while polling, come again.
    case fresh
    /// A new connection is open; the events that were missed follow.
    case reconnected
    /// Events are lost: `members` has their numbers.
    case gap
    /// There is no WebSocket; the engine's memory of events is read at intervals.
    case polling
    /// The reader was too slow, and events were dropped.
    case dropped
    /// A state that was read over REST after a reconnect.
    case state
    /// The operating mode has changed: orders touch something else now.
    case mode
    /// The engine answered one of our messages with an error, or sent what cannot be read.
    case error
    /// The last record of the stream.
    case end

    /// Stable name in output: `hean.gap`.
    public var description: String { "hean.\(rawValue)" }
  }

  /// What the notice is about.
  public var kind: Kind
  /// When it was made, by the console's clock.
  public var at: Date
  /// One sentence for people.
  public var message: String
  /// The details by name, such as `from_seq`, `count` and `reason`; which ones depends on `kind`.
  public var members: [String: JSONValue]

  /// A notice with its sentence for people and its details.
  public init(_ kind: Kind, at: Date, _ words: String, _ members: [String: JSONValue] = [:]) {
    self.kind = kind
    self.at = at
    self.message = words
    self.members = members
  }
}
