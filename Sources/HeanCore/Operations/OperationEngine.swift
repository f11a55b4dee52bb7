public import Foundation

/// What an operation needs of an engine: one moment of it, and to send a call.
public protocol OperationEngine: Sendable {
  func snapshot(_ request: SnapshotRequest) async -> EngineSnapshot
  /// Sends it exactly once.
  func send(_ call: ControlRequest) async -> ControlReply
}

/// What one look at the engine has to show.
public struct SnapshotRequest: Sendable {
  public var parts: Set<Part>
  /// An earlier one whose mode still holds; asking again would use up the engine's limit on `/settings`.
  public var earlier: EngineSnapshot?
  /// Whether to ask again all the same, as after a question that may have stood for minutes.
  public var isWhole = false
  /// When all answers have to be here, in the time of networks; what is not here then has failed. `nil` for the limits of
  /// each read.
  public var limit: Duration?
  /// Whether a failed read is tried again; not where another look follows anyway.
  public var triesAgain = true

  public init(
    _ parts: Set<Part>, after earlier: EngineSnapshot? = nil, isWhole: Bool = false,
    within limit: Duration? = nil, triesAgain: Bool = true
  ) {
    self.parts = parts
    self.earlier = earlier
    self.isWhole = isWhole
    self.limit = limit
    self.triesAgain = triesAgain
  }
}

/// An engine behind its REST interface. Each look is read anew.
public struct ControlledEngine: OperationEngine {
  private let control: EngineClient
  private let now: @Sendable () -> Date

  public init(_ control: EngineClient, now: @escaping @Sendable () -> Date) {
    self.control = control
    self.now = now
  }

  public func snapshot(_ request: SnapshotRequest) async -> EngineSnapshot {
    let reader =
      request.limit.map { control.look(within: $0) } ?? control.look(triesAgain: request.triesAgain)
    return await reader.snapshot(of: request.parts, after: request.earlier, isWhole: request.isWhole, now: now)
  }

  public func send(_ call: ControlRequest) async -> ControlReply { await control.send(call) }
}
