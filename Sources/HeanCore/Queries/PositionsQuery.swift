public import Foundation

/// Which positions are open, and can the list be believed?
public struct PositionsQuery: Query {
  /// What the question is about, as the engine writes it; `nil` for all of them.
  public var symbol: String?

  public init(symbol: String? = nil) { self.symbol = symbol }

  public var parts: Set<Part> { [.engine, .listedPositions(of: symbol), Part(.closeFailures)] }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> PositionsAnswer {
    var answer = try PositionsAnswer(snapshot, symbol: symbol)
    answer.closeFailures = CloseFailure.pending(
      snapshot.closeFailures.value, listed: answer.proven?.elements,
      now: answer.receivedAt)
    return answer
  }
}

extension Part {
  /// The list of open positions, with what completes it and what tells whether it can be believed.
  /// - Parameter symbol: what the question is about; `nil` for all of them.
  public static func listedPositions(of symbol: String? = nil) -> Part {
    let scope = DiagnosisScope(symbol: symbol)
    return Part(
      "positions of \(symbol ?? "all")",
      first: { _ in [EndpointRead(.positions), EndpointRead(.state), EndpointRead(.history())] },
      next: { snapshot in
        guard snapshot.isRunning == true, snapshot.why.isAsked, let listed = snapshot.positions.value else { return [] }
        let start = snapshot.isAtExchange ? [EndpointRead(.equityHistory)] : []
        guard !listed.contains(where: { scope.covers(symbol: $0.symbol) }) else { return listed.isEmpty ? [] : start }
        return [EndpointRead(.riskStatus)] + start
      })
  }
}

/// Open positions, with what tells whether the list can be believed.
public struct PositionsAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var positions: Listing<Position>
  public var receivedAt: Date
  /// Set when opening times, leverage and margins could not be had.
  public var detailsMissing: String?
  /// `nil` when what was asked about is listed, or is truly not there.
  public var doubt: Doubt?
  /// The list, where nothing speaks against it.
  public var proven: Listing<Position>? { doubt == nil ? positions : nil }
  /// Whether orders go to an exchange: the books of such an engine are not all that there is.
  public var isAtExchange: Bool
  /// The engine's latest record of closed positions; `nil` when it did not come whole.
  var closed: [Position]?
  /// Fills that the engine remembers; `nil` when they did not come.
  var fills: [Order]?
  /// Closes that the engine could not get done, as its log tells.
  public internal(set) var closeFailures: [CloseFailure] = []
  /// When the engine was started, if lately and where orders go to the exchange: of what that held before, the engine
  /// knows nothing.
  public internal(set) var restartedAt: Date?

  public typealias Doubt = EmptyDoubt

  init(_ snapshot: EngineSnapshot, symbol: String?) throws(EngineError) {
    let reading = try snapshot.positions.get()
    let closed = snapshot.closedForSure
    let detailed = snapshot.state.value?.positions ?? []
    let byID = Dictionary(detailed.map { ($0.id ?? $0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
    let doubts = PositionDoubts(closed: closed ?? [])
    context = snapshot.context
    isAtExchange = snapshot.isAtExchange
    positions = reading.value.mapped { position in
      var position = byID[position.id ?? position.symbol].map(position.completed(by:)) ?? position
      position.doubt = doubts.doubt(position)
      return position
    }
    receivedAt = reading.receivedAt
    detailsMissing = snapshot.state.error?.shortText
    self.closed = closed
    fills = snapshot.state.value?.recentFills
    guard snapshot.isRunning == true else {
      doubt = positions.isEmpty ? .notRunning(state: snapshot.engineState?.word) : nil
      return
    }
    if snapshot.isAtExchange, !positions.isEmpty {
      restartedAt = snapshot.startedLately(before: receivedAt)
    }
    let scope = DiagnosisScope(symbol: symbol)
    if !positions.contains(where: { scope.covers(symbol: $0.symbol) }) {
      doubt = EmptyCheck(snapshot, before: receivedAt, of: scope).doubt(listed: positions.count)
    }
  }
}
