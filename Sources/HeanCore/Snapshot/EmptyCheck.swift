public import Foundation

/// What else tells whether a position that is not listed is gone.
struct EmptyCheck: Sendable {
  /// Dropped lately without a fill; `nil` when it is not known.
  private var vanished: [Position]?
  /// What `/risk/status` counts.
  private var counted: Int?
  /// When the engine was started, if lately and where orders go to the exchange.
  private var startedAt: Date?
  /// Orders go to the exchange, and nobody tells whether the engine has forgotten what it holds there.
  private var isStartUnknown: Bool

  /// - Parameters:
  ///   - moment: what was closed long before it says nothing of now.
  ///   - asksForStart: whether a start of the engine lately counts: not for who looks at the exchange otherwise.
  init(
    _ snapshot: EngineSnapshot, before moment: Date, of scope: DiagnosisScope = DiagnosisScope(),
    asksForStart: Bool = true
  ) {
    vanished = snapshot.closedForSure?.filter { $0.isVanished(before: moment) && scope.covers(symbol: $0.symbol) }
    counted = snapshot.risk.value?.openPositions
    let isLive = asksForStart && snapshot.isAtExchange
    startedAt = isLive ? snapshot.startedLately(before: moment) : nil
    isStartUnknown = isLive && snapshot.equityHistory.value?.oldest == nil
  }

  func doubt(listed: Int) -> EmptyDoubt? {
    if let vanished, !vanished.isEmpty { return .vanished(vanished) }
    if let counted, counted > listed { return .counted(counted, listed: listed) }
    if let startedAt { return .restarted(startedAt) }
    if vanished == nil { return .unchecked("/trading/history") }
    if isStartUnknown { return .unchecked("/trading/equity-history") }
    return counted == nil ? .unchecked("/risk/status") : nil
  }
}

extension EngineSnapshot {
  /// When the engine was started, if that was lately.
  func startedLately(before moment: Date) -> Date? {
    equityHistory.value?.startedAt.flatMap { moment.timeIntervalSince($0) < Position.recent ? $0 : nil }
  }
}

extension Position {
  /// The reconciler looks every minute, and closes within minutes what a fresh engine does not know; a quarter of an hour
  /// is what somebody at the screen still cares about.
  package static let recent: TimeInterval = 900

  func isVanished(before moment: Date) -> Bool {
    // Without the PnL it is not told from one that was closed.
    guard isGhost || realizedPnL == nil else { return false }
    return closedAt.map { moment.timeIntervalSince($0) < Self.recent } ?? true
  }
}

/// Why an empty list is no proof of being flat.
public enum EmptyDoubt: Codable, Sendable {
  /// A stopped engine lists nothing, and one whose state is not known may be stopped.
  case notRunning(state: String?)
  /// Dropped lately with a PnL of exactly zero, as the engine does with what it cannot read at the exchange.
  case vanished([Position])
  /// `/risk/status` counts more than are listed.
  case counted(Int, listed: Int)
  /// Started lately where orders go to the exchange, of whose positions a fresh engine knows nothing.
  case restarted(Date)
  /// What would have shown it did not answer.
  case unchecked(String)

  public var message: String {
    switch self {
    case .notRunning(let state): "the engine is \(state ?? "in a state that is not known"), and lists none"
    case .vanished(let positions):
      "the engine dropped \(Set(positions.map(\.symbol)).sorted().joined(separator: ", ")) with zero PnL"
    case .counted(let count, let listed): "\(listed) are listed, and /risk/status counts \(count)"
    case .restarted:
      "none is in the engine's books, and an engine forgets at its start what the exchange holds"
    case .unchecked(let source): "none is listed, and \(source) did not tell whether that is so"
    }
  }
}
