/// What an operation needs of an engine: to read a snapshot of it, and to send a call.
public protocol OperationEngine: Sendable {
  /// Reads the parts of one snapshot. A part that cannot be read holds its error.
  func snapshot(_ request: SnapshotRequest) async -> EngineSnapshot
  /// Sends the call exactly once.
  func send(_ call: ControlRequest) async -> ControlReply
}

/// What one snapshot has to hold, and how it is read.
public struct SnapshotRequest: Sendable {
  /// Parts to read.
  public var parts: Set<SnapshotPart>
  /// An earlier snapshot whose mode still holds: to read `/settings` again would use up the engine's limit
  /// (docs/engine.md 1.6).
  public var earlier: EngineSnapshot?
  /// Whether to read everything again all the same, as after a question that may have been open for minutes.
  public var isWhole = false
  /// Real time in which all answers have to arrive; what has not arrived by then has failed. `nil` for the limits of
  /// each read.
  public var limit: Duration?
  /// Whether a failed read may be retried; `false` where another snapshot follows anyway.
  public var triesAgain = true

  /// A request for these parts; `earlier`, `limit` and the others are as the properties say.
  public init(
    _ parts: Set<SnapshotPart>, after earlier: EngineSnapshot? = nil, isWhole: Bool = false,
    within limit: Duration? = nil, triesAgain: Bool = true
  ) {
    self.parts = parts
    self.earlier = earlier
    self.isWhole = isWhole
    self.limit = limit
    self.triesAgain = triesAgain
  }
}

/// An engine behind its REST interface. Every snapshot is read anew.
public struct ControlledEngine: OperationEngine {
  private let control: EngineClient
  private let now: @Sendable () -> Date

  /// The engine that this client reaches; `now` is the clock for the ages in its snapshots.
  public init(_ control: EngineClient, now: @escaping @Sendable () -> Date) {
    self.control = control
    self.now = now
  }

  /// Reads a snapshot through a new reader.
  public func snapshot(_ request: SnapshotRequest) async -> EngineSnapshot {
    let reader =
      request.limit.map { control.look(within: $0) } ?? control.look(triesAgain: request.triesAgain)
    return await reader.snapshot(of: request.parts, after: request.earlier, isWhole: request.isWhole, now: now)
  }

  /// Sends the call exactly once.
  public func send(_ call: ControlRequest) async -> ControlReply { await control.send(call) }
}
