public import Foundation

/// Open positions with the ground they stand on.
public struct PositionsAnswer: Sendable {
  public var ground: EngineGround
  public var positions: Listing<Position>
  public var receivedAt: Date
  /// Set when opening times, leverage and margins could not be had.
  public var detailsMissing: EngineError?
  /// Positions that the engine dropped lately with a PnL of exactly zero, as it does when it cannot read the exchange:
  /// an empty list is then no proof of being flat.
  public var vanished: [Position] = []
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
}

extension EngineReader {
  /// Every open position, completed by what only `/trading/state` knows.
  public func positionsAnswer() async throws(EngineError) -> PositionsAnswer {
    async let ground = ground()
    async let state = attempt(.state)
    let listed = await attempt(.positions)
    let details = await state
    let whole = await ground
    let reading = try listed.get()
    let detailed = (try? details.get().value.positions) ?? []
    let byID = Dictionary(detailed.map { ($0.id ?? $0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
    let positions = reading.value.mapped { position in
      byID[position.id ?? position.symbol].map(position.completed(by:)) ?? position
    }
    var answer = PositionsAnswer(
      ground: whole.marked(isPractice, isKeyDeprecated), positions: positions, receivedAt: reading.receivedAt,
      detailsMissing: details.error)
    if positions.isEmpty, whole.isRunning == true { answer.vanished = await vanished(before: reading.receivedAt) }
    return answer
  }

  /// The reconciler looks every minute; a quarter of an hour is what somebody at the screen still cares about.
  func vanished(before moment: Date) async -> [Position] {
    guard let closed = try? await attempt(.history()).get().value.closed else { return [] }
    return closed.filter { position in
      guard let closedAt = position.closedAt else { return false }
      return position.isGhost && moment.timeIntervalSince(closedAt) < 900
    }
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

extension EngineGround {
  /// The same ground with the marks that every answer so far carried.
  func marked(_ isPractice: Bool, _ isKeyDeprecated: Bool) -> EngineGround {
    var ground = self
    ground.isPractice = isPractice
    ground.isKeyDeprecated = isKeyDeprecated
    return ground
  }
}
