/// A part of an `EnginePicture` that is read over REST.
public enum PicturePart: String, CaseIterable, Sendable {
  /// Read from `/engine/status`, `/orders/positions`, `/orders` and `/trading/metrics`.
  case status, positions, orders, metrics
  /// Governor and kill switch. An event can only announce that they changed: their state has to be read.
  case risk
}

/// What updated a value last.
public enum PictureSource: Sendable, Equatable {
  /// An answer over REST.
  case read
  /// An event of this type, such as `MARKET_TICK`.
  case event(String)
}

/// A value with the time at which it was last updated or confirmed.
public struct Tracked<Value: Sendable>: Sendable {
  /// The latest value.
  public internal(set) var value: Value
  /// When that update or confirmation arrived, by the local clock.
  public internal(set) var at: Date
  /// What updated the value last.
  public internal(set) var source: PictureSource
  /// Number of the last event that updated the value; it tells which events come late. `nil` when no event did.
  var seq: Int?

  /// A value that no event has updated yet.
  public init(value: Value, at: Date, source: PictureSource) {
    self.value = value
    self.at = at
    self.source = source
  }

  init(_ value: Value, _ stamp: PictureStamp) {
    self.value = value
    at = stamp.at
    source = stamp.source
    seq = stamp.seq
  }

  /// Seconds since the value was last updated or confirmed.
  public func age(at now: Date) -> TimeInterval { now.timeIntervalSince(at) }

  /// Whether an event comes late: the value was updated by it already, or by one with a higher number.
  func isNewer(than stamp: PictureStamp) -> Bool {
    guard let seq, let other = stamp.seq else { return false }
    return seq >= other
  }

  /// Changes the value, and with it the time and the source.
  mutating func update(_ stamp: PictureStamp, _ change: (inout Value) -> Void) {
    change(&value)
    at = max(at, stamp.at)
    source = stamp.source
    seq = stamp.seq ?? seq
  }
}

/// When something arrived, and from where.
struct PictureStamp: Sendable {
  var at: Date
  var source: PictureSource
  var seq: Int?
}

/// When a request was sent, and when its answer arrived. Events that arrived in between are newer than the answer.
public struct PictureReading: Sendable {
  /// When the request was sent, by the local clock.
  public var askedAt: Date
  /// When the answer arrived, by the local clock.
  public var receivedAt: Date

  /// - Parameters:
  ///   - askedAt: when the request was sent, by the local clock.
  ///   - receivedAt: when the answer arrived, by the local clock.
  public init(askedAt: Date, receivedAt: Date) {
    self.askedAt = askedAt
    self.receivedAt = receivedAt
  }

  var stamp: PictureStamp { PictureStamp(at: receivedAt, source: .read) }
}

/// The engine as it is known now: answers over REST, updated by events.
///
/// A part that was never read is `nil`, not empty. When an event shows that something changed that only REST can tell,
/// the part is added to `partsToRead`: the owner of the picture reads it and passes the answer to `take`. `fold`
/// applies a record of the event stream.
public struct EnginePicture: Sendable {
  /// `/engine/status`. Events of the account update its money; its engine state is always the one in `state`.
  public internal(set) var status: Tracked<EngineStatus>?
  /// Confirmed by each heartbeat, once a second.
  public internal(set) var state: Tracked<EngineState>?
  /// Counters of signals, decisions and orders (`/trading/metrics`).
  public internal(set) var metrics: Tracked<TradingMetrics>?
  /// Last prices in USDT, by trading pair (BTCUSDT).
  public internal(set) var prices: [String: Tracked<Decimal>] = [:]
  /// Times of the prices by the engine's clock, for ticks that have one.
  var priceTimes: [String: Date] = [:]
  /// Latest price, bid and ask of each symbol of which a tick or a ticker was received, by trading pair (BTCUSDT).
  public internal(set) var quotes: [String: Quote] = [:]
  /// The engine's own equity (USDT). In live, the status has the exchange's equity instead.
  var internalEquity: Decimal?
  var openPositions: OpenPositions?
  var openOrders: OpenOrders?
  /// Why a part may be out of date. A doubt ends with an answer to a request that was sent after it arose.
  public internal(set) var doubts: [PicturePart: Doubt] = [:]
  /// Parts that have to be read again.
  public internal(set) var partsToRead: Set<PicturePart> = [] {
    didSet { if !partsToRead.isSubset(of: oldValue) { changes += 1 } }
  }
  /// How events arrive at present.
  public internal(set) var feed = Feed.none { didSet { if feed != oldValue { changes += 1 } } }
  private var changes = 0

  /// Counts the changes that people wait for: a position or an order that came, ended or changed, what has to be read
  /// again, how events arrive. Prices and money do not count.
  public var revision: Int { changes + (openPositions?.revision ?? 0) + (openOrders?.revision ?? 0) }

  /// Why a part may be out of date, and since when.
  public struct Doubt: Sendable, Equatable {
    /// When the reason arose, by the local clock.
    public var since: Date
    /// The reason, for people, such as `the engine is STOPPED now`.
    public var message: String

    /// A doubt made of these values.
    public init(since: Date, message: String) {
      self.since = since
      self.message = message
    }
  }

  /// How events arrive.
  public enum Feed: Sendable, Equatable {
    /// No event has arrived yet, or the stream has ended.
    case none
    /// Over the WebSocket, as they happen.
    case live
    /// There is no WebSocket: numbered events are polled over REST, and prices are not kept up to date.
    case polling
    /// Nothing has arrived since this time; the text says why.
    case silent(since: Date, String)

    /// Whether events arrive over the WebSocket.
    public var isLive: Bool { self == .live }
  }

  /// A picture in which nothing is known yet.
  public init() {}

  /// Open positions in the engine's order, then those that events have announced since; `nil` before the first answer.
  public var positions: [Tracked<Position>]? { openPositions?.rows }
  /// Orders that are open in the engine's books; they may have ended at the exchange (docs/engine.md 2.2). `nil` before
  /// the first answer.
  public var orders: [Tracked<Order>]? { openOrders?.rows }

  /// When the list of positions was last known to be complete, by the local clock; `nil` before the first answer.
  public var positionsAt: Date? { openPositions?.wholeAt }
  /// When the list of orders was last known to be complete, by the local clock; `nil` before the first answer.
  public var ordersAt: Date? { openOrders?.wholeAt }

  /// Returns `partsToRead` and empties it. The caller has to read these parts.
  public mutating func takePartsToRead() -> Set<PicturePart> {
    defer { partsToRead = [] }
    return partsToRead
  }

  /// Raises the revision although nothing has changed.
  mutating func revise() { changes += 1 }

  mutating func doubt(_ parts: some Sequence<PicturePart>, since date: Date, _ words: String) {
    changes += 1
    for part in parts where doubts[part].map({ $0.since < date }) ?? true {
      doubts[part] = Doubt(since: date, message: words)
    }
    partsToRead.formUnion(parts)
  }

  /// Ends the doubt about a part, if the request was sent after the doubt arose.
  mutating func settle(_ part: PicturePart, _ reading: PictureReading) {
    if let doubt = doubts[part], doubt.since <= reading.askedAt { doubts[part] = nil }
  }
}
