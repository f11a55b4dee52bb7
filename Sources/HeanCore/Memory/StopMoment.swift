/// When trading was stopped, and by what. The engine forgets most of this, so it is also kept between looks
/// (`RememberedEngine`).
public struct StopMoment: Codable, Sendable, Equatable {
  /// What stopped trading. The raw values are the names in hean's JSON.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// An emergency call (S4 of docs/engine.md 4.2, which sets S1 and S3).
    case emergency
    /// The engine's own kill switch (S2), which also sets the latch.
    case killSwitch = "kill_switch"
    /// Another stop of all new orders, which set the latch of the risk sentinel (S3).
    case latch
    /// The governor went to HARD_STOP (S5).
    case governor
    /// A pause (S1), which stops no order by itself.
    case pause
    /// The engine object was stopped.
    case engineStop = "engine_stop"
    /// The engine object was killed: what was open was to be closed first.
    case engineKill = "engine_kill"

    /// Whether it leaves the latch of the risk sentinel, which only a start of the engine ends.
    public var setsLatch: Bool { self == .emergency || self == .killSwitch || self == .latch }
    /// Whether it ended the engine object itself.
    public var endsEngine: Bool { self == .engineStop || self == .engineKill }

    /// The stop as a noun, for people.
    public var message: String {
      switch self {
      case .emergency: "emergency stop"
      case .killSwitch: "kill switch"
      case .latch: "stop of all new orders"
      case .governor: "governor's HARD_STOP"
      case .pause: "pause"
      case .engineStop: "stop of the engine"
      case .engineKill: "kill of the engine"
      }
    }
  }

  /// What stopped trading.
  public var kind: Kind
  /// When, by the engine's clock (UTC). Where nothing told the time, this is when the stop was first seen, so that it
  /// really began earlier.
  public var at: Date
  /// What told it: an endpoint as `/logs/events`, or `this console` for a call that was sent from here.
  public var source: String
  /// Why, in the words of the source; empty when it gave none.
  public var cause: String
  /// Whether `at` is only when the stop was first seen.
  public var isSeenLate: Bool
  /// Orders that the engine's process had made by then; `nil` when they were not counted.
  public var ordersMade: Int?

  /// A stop whose time was told, before which no orders were counted.
  public init(
    _ kind: Kind, at: Date, source: String, cause: String = "", isSeenLate: Bool = false, ordersMade: Int? = nil
  ) {
    self.kind = kind
    self.at = at
    self.source = source
    self.cause = cause
    self.isSeenLate = isSeenLate
    self.ordersMade = ordersMade
  }

  /// Source of a stop that was made by a call of this console.
  public static let here = "this console"
}
