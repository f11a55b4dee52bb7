public import Foundation

/// Open positions with the ground they stand on.
public struct PositionsAnswer: Sendable {
  public var ground: EngineGround
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

  /// `nil` when what was asked about is listed, or is truly not there.
  public var doubt: Doubt? {
    if positions.isEmpty, ground.isRunning != true { return .notRunning(ground.engine?.state) }
    return check?.doubt(listed: positions.count)
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
  ///   - closed: the engine's record of closed positions.
  ///   - moment: what was closed long before it says nothing of now.
  ///   - isLive: whether the engine's orders go to an exchange.
  ///   - history: of such an engine; tells when it was started.
  init(
    closed: [Position]?, counted: Int?, before moment: Date, of scope: DiagnosisScope = DiagnosisScope(), isLive: Bool,
    history: EquityHistory?
  ) {
    vanished = closed?.filter { $0.isVanished(before: moment) && scope.covers(symbol: $0.symbol) }
    self.counted = counted
    let started = isLive ? history?.startedAt : nil
    startedAt = started.flatMap { moment.timeIntervalSince($0) < Position.recent ? $0 : nil }
    isStartUnknown = isLive && history?.oldest == nil
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

/// Orders with the ground they stand on.
public struct OrdersAnswer: Sendable {
  public var ground: EngineGround
  public var orders: Listing<Order>
  public var receivedAt: Date
}

/// Strategies with the ground they stand on, and what decision memory has locked.
public struct StrategiesAnswer: Sendable {
  public var ground: EngineGround
  public var strategies: [Strategy]
  public var blocks: [DecisionMemoryBlock]
  public var receivedAt: Date

  /// The one that a person means.
  public func strategy(_ name: String) throws(EngineError) -> Strategy {
    if strategies.isEmpty, ground.isRunning != true {
      let state = ground.engine?.state.word ?? "in a state that is not known"
      throw .untold(kind: "strategy", name: name, reason: "the engine is \(state), and lists none")
    }
    return try Lookup.strategy(name, in: strategies)
  }
}

extension EngineReader {
  /// Every open position, completed by what only `/trading/state` knows.
  /// - Parameter symbol: what the question is about, when it is about one.
  public func positionsAnswer(symbol: String? = nil) async throws(EngineError) -> PositionsAnswer {
    async let ground = ground()
    async let state = attempt(.state)
    async let history = attempt(.history())
    let listed = await attempt(.positions)
    let details = await state
    let closed = try? await history.get().value.closedForSure
    let whole = await ground
    let reading = try listed.get()
    let detailed = (try? details.get().value.positions) ?? []
    let byID = Dictionary(detailed.map { ($0.id ?? $0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
    let positions = reading.value.mapped { position in
      var position = byID[position.id ?? position.symbol].map(position.completed(by:)) ?? position
      position.doubt = PositionDoubt(position, closed: closed ?? [])
      return position
    }
    var answer = PositionsAnswer(
      ground: whole.marked(isPractice, isKeyDeprecated), positions: positions, receivedAt: reading.receivedAt,
      detailsMissing: details.error)
    answer.closed = closed
    answer.fills = try? details.get().value.recentFills
    if whole.isRunning == true, whole.isAtExchange, !positions.isEmpty,
      let started = try? await attempt(.equityHistory).get().value.startedAt,
      reading.receivedAt.timeIntervalSince(started) < Position.recent
    {
      answer.restartedAt = started
    }
    let scope = DiagnosisScope(symbol: symbol)
    if whole.isRunning == true, !positions.contains(where: { scope.covers(symbol: $0.symbol) }) {
      answer.check = await checkEmpty(
        before: reading.receivedAt, of: scope, isLive: whole.isAtExchange, closed: .some(closed))
    }
    return answer
  }

  /// - Parameters:
  ///   - isLive: whether the engine's orders go to an exchange.
  ///   - known: the record of closed positions, when it was read already.
  func checkEmpty(
    before moment: Date, of scope: DiagnosisScope = DiagnosisScope(), isLive: Bool = false,
    closed known: [Position]?? = nil
  ) async -> EmptyCheck {
    async let risk = attempt(.riskStatus)
    async let history: Result<Reading<EquityHistory>, EngineError>? = isLive ? attempt(.equityHistory) : nil
    let closed: [Position]?
    if let known {
      closed = known
    } else {
      closed = try? await attempt(.history()).get().value.closedForSure
    }
    return EmptyCheck(
      closed: closed, counted: try? await risk.get().value.openPositions, before: moment, of: scope, isLive: isLive,
      history: try? await history?.get().value)
  }

  /// The same for a screen that can do without.
  public func attemptPositions() async -> Result<PositionsAnswer, EngineError> {
    do throws(EngineError) {
      return .success(try await positionsAnswer())
    } catch {
      return .failure(error)
    }
  }

  public func ordersAnswer(_ filter: OrderFilter) async throws(EngineError) -> OrdersAnswer {
    async let ground = ground()
    let listed = await attempt(.orders(filter))
    let whole = await ground
    let reading = try listed.get()
    return OrdersAnswer(
      ground: whole.marked(isPractice, isKeyDeprecated), orders: reading.value,
      receivedAt: reading.receivedAt)
  }

  public func strategiesAnswer() async throws(EngineError) -> StrategiesAnswer {
    async let ground = ground()
    async let memory = attempt(.decisionMemory)
    let listed = await attempt(.strategies)
    let blocks = await memory
    let whole = await ground
    let reading = try listed.get()
    return StrategiesAnswer(
      ground: whole.marked(isPractice, isKeyDeprecated), strategies: reading.value.elements,
      blocks: (try? blocks.get().value.elements) ?? [], receivedAt: reading.receivedAt)
  }
}

extension Position {
  /// The reconciler looks every minute, and closes within minutes what a fresh engine does not know; a quarter of an hour
  /// is what somebody at the screen still cares about.
  static let recent: TimeInterval = 900

  func isVanished(before moment: Date) -> Bool {
    // Without the PnL it is not told from one that was closed.
    guard isGhost || realizedPnL == nil else { return false }
    return closedAt.map { moment.timeIntervalSince($0) < Self.recent } ?? true
  }
}

extension EngineGround {
  /// Whether orders go to an exchange: the books of such an engine are not all that there is.
  public var isAtExchange: Bool { engine?.isDryRun != true && mode != .paperFallback }

  /// The same ground with the marks that every answer so far carried.
  func marked(_ isPractice: Bool, _ isKeyDeprecated: Bool) -> EngineGround {
    var ground = self
    ground.isPractice = isPractice
    ground.isKeyDeprecated = isKeyDeprecated
    return ground
  }
}
