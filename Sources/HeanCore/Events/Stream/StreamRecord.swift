public import Foundation

/// What a stream hands on, in order: the engine's events, and what the stream has to say about itself.
public enum StreamRecord: Sendable {
  case event(StreamEvent)
  case notice(StreamNotice)
}

/// One event of the engine.
public struct StreamEvent: Sendable {
  public enum Origin: String, Sendable {
    /// As it happened.
    case live
    /// A state sent in answer to a subscription.
    case snapshot
    /// Missed while there was no connection, and read from the engine's memory afterwards.
    case recovered
    /// Read by polling.
    case polled
  }

  public var topic: Topic
  /// The engine's number; `nil` for flat messages and snapshots.
  public var seq: Int?
  public var origin: Origin
  /// The engine's record as it came: an envelope, a flat message or a snapshot. Strict JSON on one line.
  public var body: ArraySlice<UInt8>
  /// The record's `type` in `body`'s indices, with its quotes.
  public var typeRange: Range<Int>?
  public var receivedAt: Date

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

  /// Upper case for events with a number, lower case for the rest; empty for a snapshot without one.
  public var type: String { typeRange.map { EventFrame.unquoted(body, $0) } ?? "" }

  /// The whole record as a value. Costs a parse.
  public func decoded() -> JSONValue? { try? JSONValue(reading: Data(body)) }
}

/// What a stream says about itself, in band: a reader of the records learns of every silence and every hole.
public struct StreamNotice: Sendable, Equatable {
  public enum Kind: String, Sendable {
    /// The first connection stands.
    case connected
    /// Nothing proves that the engine is still heard: no heartbeat, or no connection.
    case stale
    /// The heartbeat is back on the same connection.
    case fresh
    /// Another connection stands; what was missed follows.
    case reconnected
    /// Events that are lost, by their numbers.
    case gap
    /// There is no WebSocket; events are asked for instead.
    case polling
    /// The reader was too slow, and events were thrown away.
    case dropped
    /// A state read over REST after a reconnect.
    case state
    /// What an order would touch is not what it was.
    case mode
    /// The engine answered one of our messages with an error, or sent what cannot be read.
    case error
    /// The last record.
    case end

    public var word: String { "hean.\(rawValue)" }
  }

  public var kind: Kind
  public var at: Date
  /// One sentence for people.
  public var message: String
  public var members: [String: JSONValue]

  public init(_ kind: Kind, at: Date, _ words: String, _ members: [String: JSONValue] = [:]) {
    self.kind = kind
    self.at = at
    self.message = words
    self.members = members
  }
}
