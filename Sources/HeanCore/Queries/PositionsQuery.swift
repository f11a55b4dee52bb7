public import Foundation

/// Which positions are open, and can the list be believed?
public struct PositionsQuery: Query {
  /// What is to be shown; whether the list can be believed depends on the symbol as well.
  public var names: NameFilter

  public init(of names: NameFilter = NameFilter()) { self.names = names }

  public var parts: Set<Part> {
    [
      .engine, .listedPositions(of: names.symbol), Part(.closeFailures),
      .names(names) { $0.positions.value.map(Self.listed) },
    ]
  }

  private static func listed(_ positions: Listing<Position>) -> ListedNames {
    ListedNames(positions, \.symbol, \.strategyID)
  }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> PositionsAnswer {
    let listed = try snapshot.positions.get().value
    let names = try names.settled(snapshot, Self.listed(listed))
    var answer = try PositionsAnswer(snapshot, names)
    answer.closeFailures = CloseFailure.pending(
      snapshot.closeFailures.value, listed: answer.proven?.elements,
      now: answer.receivedAt)
    return answer
  }
}

extension Part {
  /// The list of open positions, with what completes it and what tells whether it can be believed.
  /// - Parameter word: the symbol that the question is about, as it was typed; `nil` for all of them.
  public static func listedPositions(of word: String? = nil) -> Part {
    Part(
      "positions of \(word ?? "all")",
      first: { _ in [EndpointRead(.positions), EndpointRead(.state), EndpointRead(.history())] },
      next: { snapshot in
        guard snapshot.isRunning == true, snapshot.why.isAsked, let listed = snapshot.positions.value else { return [] }
        let scope = DiagnosisScope(
          symbol: word.map { Resolver(symbols: listed.map(\.symbol)).whole($0) ?? Resolver.taken(for: $0) })
        let start = snapshot.isAtExchange ? [EndpointRead(.equityHistory)] : []
        guard !listed.contains(where: { scope.covers(symbol: $0.symbol) }) else { return listed.isEmpty ? [] : start }
        return [EndpointRead(.riskStatus)] + start
      })
  }
}

/// Open positions, with what tells whether the list can be believed.
public struct PositionsAnswer: Codable, Sendable {
  public var context: AnswerContext
  /// What was asked for.
  public var names: NameFilter
  /// All that the engine lists.
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

  /// What is not given is not known.
  public init(
    context: AnswerContext, names: NameFilter, positions: Listing<Position>, receivedAt: Date, isAtExchange: Bool
  ) {
    self.context = context
    self.names = names
    self.positions = positions
    self.receivedAt = receivedAt
    self.isAtExchange = isAtExchange
  }

  public typealias Doubt = EmptyDoubt

  /// Those that were asked for.
  public var chosen: Listing<Position> {
    names.isAll ? positions : positions.only { names.takes($0.symbol, $0.strategyID) }
  }

  /// - Parameter names: as the engine writes them.
  init(_ snapshot: EngineSnapshot, _ names: NameFilter) throws(EngineError) {
    let reading = try snapshot.positions.get()
    let closed = snapshot.closedForSure
    let detailed = snapshot.state.value?.positions ?? []
    let byID = Dictionary(detailed.map { ($0.id ?? $0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
    let doubts = PositionDoubts(closed: closed ?? [])
    self.names = names
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
      doubt = positions.isEmpty ? .notRunning(state: snapshot.engineState?.rawValue) : nil
      return
    }
    if snapshot.isAtExchange, !positions.isEmpty {
      restartedAt = snapshot.startedLately(before: receivedAt)
    }
    let scope = DiagnosisScope(symbol: names.symbol)
    if !positions.contains(where: { scope.covers(symbol: $0.symbol) }) {
      doubt = EmptyCheck(snapshot, before: receivedAt, of: scope).doubt(listed: positions.count)
    }
  }
}
