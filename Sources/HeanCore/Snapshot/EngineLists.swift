public import Foundation

/// Open positions, with what tells whether the list can be believed.
public struct PositionsAnswer: Sendable {
  public var snapshot: EngineSnapshot
  public var positions: Listing<Position>
  public var receivedAt: Date
  /// Set when opening times, leverage and margins could not be had.
  public var detailsMissing: EngineError?
  /// Looked at only when nothing is listed of what the question is about.
  var check: EmptyCheck?
  /// The engine's latest record of closed positions; `nil` when it did not come whole.
  var closed: [Position]?
  /// Fills that the engine remembers; `nil` when they did not come.
  var fills: [Order]?
  /// When the engine was started, if lately and where orders go to the exchange: of what that held before, the engine
  /// knows nothing.
  public internal(set) var restartedAt: Date?

  /// Why an empty list is no proof of being flat.
  public enum Doubt: Sendable {
    /// A stopped engine lists nothing, and one whose state is not known may be stopped.
    case notRunning(EngineState?)
    /// Dropped lately with a PnL of exactly zero, as the engine does with what it cannot read at the exchange.
    case vanished([Position])
    /// `/risk/status` counts more than are listed.
    case counted(Int, listed: Int)
    /// Started lately where orders go to the exchange, of whose positions a fresh engine knows nothing.
    case restarted(Date)
    /// What would have shown it did not answer.
    case unchecked(String)

    public var words: String {
      switch self {
      case .notRunning(let state): "the engine is \(state?.word ?? "in a state that is not known"), and lists none"
      case .vanished(let positions):
        "the engine dropped \(Set(positions.map(\.symbol)).sorted().joined(separator: ", ")) with zero PnL"
      case .counted(let count, let listed): "\(listed) are listed, and /risk/status counts \(count)"
      case .restarted:
        "none is in the engine's books, and an engine forgets at its start what the exchange holds"
      case .unchecked(let source): "none is listed, and \(source) did not tell whether that is so"
      }
    }
  }

  /// - Parameters:
  ///   - snapshot: with the parts of `parts(symbol:)`.
  ///   - symbol: what the question is about, when it is about one.
  public init(_ snapshot: EngineSnapshot, symbol: String? = nil) throws(EngineError) {
    let reading = try snapshot.positions.get()
    let closed = snapshot.closedForSure
    let detailed = snapshot.state.value?.positions ?? []
    let byID = Dictionary(detailed.map { ($0.id ?? $0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
    let doubts = PositionDoubts(closed: closed ?? [])
    self.snapshot = snapshot
    positions = reading.value.mapped { position in
      var position = byID[position.id ?? position.symbol].map(position.completed(by:)) ?? position
      position.doubt = doubts.doubt(position)
      return position
    }
    receivedAt = reading.receivedAt
    detailsMissing = snapshot.state.error
    self.closed = closed
    fills = snapshot.state.value?.recentFills
    guard snapshot.isRunning == true else { return }
    if snapshot.isAtExchange, !positions.isEmpty {
      restartedAt = snapshot.startedLately(before: receivedAt)
    }
    let scope = DiagnosisScope(symbol: symbol)
    if !positions.contains(where: { scope.covers(symbol: $0.symbol) }) {
      check = EmptyCheck(snapshot, before: receivedAt, of: scope)
    }
  }

  /// `nil` when what was asked about is listed, or is truly not there.
  public var doubt: Doubt? {
    if positions.isEmpty, snapshot.isRunning != true { return .notRunning(snapshot.engineState) }
    return check?.doubt(listed: positions.count)
  }

  /// What has to be read for it.
  public static func parts(symbol: String? = nil) -> Set<Part> {
    let scope = DiagnosisScope(symbol: symbol)
    let details = Part(
      "positions of \(symbol ?? "all")",
      first: { _ in [EndpointRead(.positions), EndpointRead(.state), EndpointRead(.history())] },
      next: { snapshot in
        guard snapshot.isRunning == true, snapshot.why.isAsked, let listed = snapshot.positions.value else { return [] }
        let start = snapshot.isAtExchange ? [EndpointRead(.equityHistory)] : []
        guard !listed.contains(where: { scope.covers(symbol: $0.symbol) }) else { return listed.isEmpty ? [] : start }
        return [EndpointRead(.riskStatus)] + start
      })
    return [.engine, details]
  }
}

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

  func doubt(listed: Int) -> PositionsAnswer.Doubt? {
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

/// Orders with the moment they were listed in.
public struct OrdersAnswer: Sendable {
  public var snapshot: EngineSnapshot
  public var orders: Listing<Order>
  public var receivedAt: Date

  public init(_ snapshot: EngineSnapshot, _ filter: OrderFilter) throws(EngineError) {
    let reading = try snapshot[.orders(filter)].get()
    self.snapshot = snapshot
    orders = reading.value
    receivedAt = reading.receivedAt
  }
}

/// Strategies, and what decision memory has locked.
public struct StrategiesAnswer: Sendable {
  public var snapshot: EngineSnapshot
  public var strategies: [Strategy]
  public var blocks: [DecisionMemoryBlock]
  public var receivedAt: Date

  public static let parts: Set<Part> = [.engine, .strategies, Part(.decisionMemory)]

  public init(_ snapshot: EngineSnapshot) throws(EngineError) {
    let reading = try snapshot.strategies.get()
    self.snapshot = snapshot
    strategies = reading.value.elements
    blocks = snapshot.decisionMemory.value?.elements ?? []
    receivedAt = reading.receivedAt
  }

  /// The one that a person means.
  public func strategy(_ name: String) throws(EngineError) -> Strategy {
    if strategies.isEmpty, snapshot.isRunning != true {
      let state = snapshot.engineState?.word ?? "in a state that is not known"
      throw .untold(kind: "strategy", name: name, reason: "the engine is \(state), and lists none")
    }
    return try Lookup.strategy(name, in: strategies)
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
