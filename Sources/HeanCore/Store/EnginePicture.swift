public import Foundation

/// A part of the picture that can be read anew.
public enum PicturePart: String, CaseIterable, Sendable {
  case status, positions, orders, metrics
  /// Governor and kill switch: events announce their changes, and never say how they stand.
  case risk
}

/// What moved a value last.
public enum PictureSource: Sendable, Equatable {
  /// It was read over REST.
  case read
  /// The event of this type.
  case event(String)
}

/// A value with the moment at which it last moved or was confirmed.
public struct Tracked<Value: Sendable>: Sendable {
  public internal(set) var value: Value
  /// When that was heard, by this machine's clock.
  public internal(set) var at: Date
  public internal(set) var source: PictureSource
  /// The event's number, to tell one that comes late.
  var seq: Int?

  /// What is not given is not known.
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

  /// Seconds.
  public func age(at now: Date) -> TimeInterval { now.timeIntervalSince(at) }

  /// Whether a stamp is of an event that was overtaken by the one that moved this.
  func isNewer(than stamp: PictureStamp) -> Bool {
    guard let seq, let other = stamp.seq else { return false }
    return seq >= other
  }

  mutating func move(_ stamp: PictureStamp, _ change: (inout Value) -> Void) {
    change(&value)
    at = max(at, stamp.at)
    source = stamp.source
    seq = stamp.seq ?? seq
  }
}

/// When something was heard, and from where.
struct PictureStamp: Sendable {
  var at: Date
  var source: PictureSource
  var seq: Int?
}

/// When a part was asked for and when the answer came: what events told in between is newer than the answer.
public struct PictureReading: Sendable {
  public var askedAt: Date
  public var receivedAt: Date

  public init(askedAt: Date, receivedAt: Date) {
    self.askedAt = askedAt
    self.receivedAt = receivedAt
  }

  var stamp: PictureStamp { PictureStamp(at: receivedAt, source: .read) }
}

/// The engine as it is known at one moment: what was read, moved on by events.
///
/// A part that was never read is `nil`, not empty. What only REST knows is in `wanted` once an event says that it has
/// changed: whoever owns the picture reads it and hands it in.
public struct EnginePicture: Sendable {
  /// Its money moves with the account's events. The state in it is always that of `state`.
  public internal(set) var status: Tracked<EngineStatus>?
  /// Proved by each heartbeat.
  public internal(set) var state: Tracked<EngineState>?
  public internal(set) var metrics: Tracked<TradingMetrics>?
  /// USDT, by symbol.
  public internal(set) var prices: [String: Tracked<Decimal>] = [:]
  /// The prices' own times, where they have one.
  var priceTimes: [String: Date] = [:]
  /// The engine's own equity (USDT), which in live is not the status's.
  var innerEquity: Decimal?
  var openPositions: OpenPositions?
  var openOrders: OpenOrders?
  /// Why a part may be another than it is shown. Gone with an answer that was asked for afterwards.
  public internal(set) var doubts: [PicturePart: Doubt] = [:]
  /// What is to be read anew.
  public internal(set) var wanted: Set<PicturePart> = []
  public internal(set) var feed = Feed.none

  /// Why a part may be another than it is shown, and since when.
  public struct Doubt: Sendable, Equatable {
    public var since: Date
    public var message: String

    /// Of its parts.
    public init(since: Date, message: String) {
      self.since = since
      self.message = message
    }
  }

  /// How events come.
  public enum Feed: Sendable, Equatable {
    /// Nothing was heard yet, or the stream has ended.
    case none
    case live
    /// Only events with numbers, asked for again and again: prices do not move by them.
    case polling
    /// Not heard since, and why.
    case silent(since: Date, String)

    public var isLive: Bool { self == .live }
  }

  public init() {}

  /// In the engine's order, then in that of their opening; `nil` before the first answer.
  public var positions: [Tracked<Position>]? { openPositions?.rows }
  /// As far as the engine knows.
  public var orders: [Tracked<Order>]? { openOrders?.rows }

  /// When the list of positions was last known to be whole.
  public var positionsAt: Date? { openPositions?.wholeAt }
  public var ordersAt: Date? { openOrders?.wholeAt }

  /// What is to be read, taken by whoever reads it.
  public mutating func takeWanted() -> Set<PicturePart> {
    defer { wanted = [] }
    return wanted
  }

  mutating func doubt(_ parts: some Sequence<PicturePart>, since date: Date, _ words: String) {
    for part in parts where doubts[part].map({ $0.since < date }) ?? true {
      doubts[part] = Doubt(since: date, message: words)
    }
    wanted.formUnion(parts)
  }

  /// An answer that was asked for after the doubt arose settles it.
  mutating func settle(_ part: PicturePart, _ reading: PictureReading) {
    if let doubt = doubts[part], doubt.since <= reading.askedAt { doubts[part] = nil }
  }
}
