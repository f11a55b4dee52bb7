public import Foundation

/// Which positions are open, and can the list be believed?
public struct PositionsQuery: Query {
  /// Symbol and strategy to show, as the operator typed them. The check of the list covers the positions of this
  /// symbol.
  public var names: NameFilter

  /// - Parameter names: symbol and strategy to show, as the operator typed them; everything by default.
  public init(of names: NameFilter = NameFilter()) { self.names = names }

  /// Mode and state of the engine, `/orders/positions` with what confirms it, failed closes in `/logs/events`, and what
  /// is needed to resolve `names`.
  public var parts: Set<Part> {
    [
      .engine, .listedPositions(of: names.symbol), Part(.closeFailures),
      .names(names) { $0.positions.value.map(Self.listed) },
    ]
  }

  private static func listed(_ positions: Listing<Position>) -> ListedNames {
    ListedNames(positions, \.symbol, \.strategyID)
  }

  /// - Throws: the error of `/orders/positions`, or an error about a name in `names` that is unknown or ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> PositionsAnswer {
    let listed = try snapshot.positions.get().value
    let names = try names.settled(snapshot, Self.listed(listed))
    var answer = try PositionsAnswer(snapshot, names)
    answer.closeFailures = CloseFailure.pending(
      snapshot.closeFailures.value, listed: answer.proven?.elements,
      now: answer.receivedAt)
    answer.hazards = Hazard.ofPositions(snapshot, now: now)
    return answer
  }
}

extension Part {
  /// The open positions (`/orders/positions`), their details (`/trading/state`), and what tells whether the list can be
  /// believed.
  /// - Parameters:
  ///   - word: the symbol of the question, as the operator typed it; `nil` for all.
  ///   - entries: how many entries of the history are read.
  public static func listedPositions(of word: String? = nil, entries: Int? = nil) -> Part {
    Part(
      "positions of \(word ?? "all")\(entries.map { ", history \($0)" } ?? "")",
      first: { _ in
        [
          EndpointRead(.positions), EndpointRead(.state),
          EndpointRead(entries.map { .history(limit: $0) } ?? .history()),
        ]
      },
      next: { snapshot in
        guard snapshot.isRunning == true, snapshot.why.isAsked, let listed = snapshot.positions.value else { return [] }
        let closes = snapshot.hasUnknownRows ? [EndpointRead(.closedEvents)] : []
        let scope = DiagnosisScope(
          symbol: word.map { (try? NameFilter.symbol($0, snapshot, ListedNames())) ?? Resolver.taken(for: $0) })
        let start = snapshot.isAtExchange ? [EndpointRead(.equityHistory)] : []
        guard !listed.contains(where: { scope.covers(symbol: $0.symbol) }) else {
          return listed.isEmpty ? [] : start + closes
        }
        return [EndpointRead(.riskStatus)] + start + closes
      })
  }
}

/// Open positions, and whether the list can be believed.
public struct PositionsAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The filter that was applied, with names as the engine writes them.
  public var names: NameFilter
  /// All positions that the engine lists as open; `chosen` has those that pass the filter.
  public var positions: Listing<Position>
  /// When `/orders/positions` answered, by the local clock.
  public var receivedAt: Date
  /// The same moment by the engine's clock.
  public var engineTime: Date { receivedAt + (context.clockOffset ?? 0) }
  /// Why `/trading/state` did not answer, so that opening times, leverage and margins are missing; `nil` when it did.
  public var detailsMissing: String?
  /// Why a position that is not listed may be open all the same. `nil` when a position in the symbol of the filter
  /// (without one: any position) is listed, or when nothing contradicts its absence.
  public var doubt: Doubt?
  /// `positions` when there is no doubt about the list; otherwise `nil`.
  public var proven: Listing<Position>? { doubt == nil ? positions : nil }
  /// Whether orders go to an exchange, which can hold positions that are not in the engine's books.
  public var isAtExchange: Bool
  /// Closed positions in `/trading/history`; `nil` when that could not be read completely.
  var closed: [Position]?
  /// Recent fills in `/trading/state`; `nil` when it did not answer.
  var fills: [Order]?
  /// Closes that the engine tried and that failed, from its log (docs/engine.md 2.10, rule 3), newest first.
  public internal(set) var closeFailures: [CloseFailure] = []
  /// What puts the listed positions at risk, the most urgent first.
  public var hazards: [Hazard] = []
  /// When the engine was started, by its own clock. Set only if that was in the last 15 minutes, orders go to an
  /// exchange and positions are listed: the engine does not know what the exchange held before.
  public internal(set) var restartedAt: Date?

  /// A list that is believed until a doubt is set, without failed closes.
  public init(
    context: AnswerContext, names: NameFilter, positions: Listing<Position>, receivedAt: Date, isAtExchange: Bool
  ) {
    self.context = context
    self.names = names
    self.positions = positions
    self.receivedAt = receivedAt
    self.isAtExchange = isAtExchange
  }

  /// Why a missing position is no proof of a close.
  public typealias Doubt = EmptyDoubt

  /// The listed positions that pass the filter.
  public var chosen: Listing<Position> {
    names.isAll ? positions : positions.only { names.takes($0.symbol, $0.strategyID) }
  }

  /// - Parameter names: with names as the engine writes them.
  init(_ snapshot: EngineSnapshot, _ names: NameFilter) throws(EngineError) {
    let reading = try snapshot.positions.get()
    let closed = snapshot.closedForSure
    self.names = names
    context = snapshot.context
    isAtExchange = snapshot.isAtExchange
    let details = PositionDetails(snapshot)
    positions = reading.value.mapped(details.completed)
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
