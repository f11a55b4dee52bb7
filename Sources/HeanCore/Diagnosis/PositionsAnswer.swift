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

  /// Books and exchange beside each other; `nil` when nobody looked there, or it was not told.
  package internal(set) var exchange: BookJoin?
  /// Why the exchange's positions are not known, as a clause; `nil` when they are, and where nobody looked.
  package internal(set) var exchangeUnseen: String?

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

  /// The listed positions that pass the filter, and behind them what only the exchange has.
  public var chosen: Listing<Position> {
    let listed = names.isAll ? positions : positions.only { names.takes($0.symbol, $0.strategyID) }
    let more = (exchange?.onlyThere ?? []).filter { names.isAll || names.takes($0.symbol, $0.strategyID) }
    return more.isEmpty ? listed : listed.replaced(by: listed.elements + more)
  }

  /// - Parameter names: with names as the engine writes them.
  package init(_ snapshot: EngineSnapshot, _ names: NameFilter) throws(EngineError) {
    let reading = try snapshot.positions.get()
    let closed = snapshot.closedForSure
    self.names = names
    context = snapshot.context
    isAtExchange = snapshot.isAtExchange
    exchange = snapshot.bookJoin
    exchangeUnseen = snapshot.exchangeUnseen
    if exchange != nil, let judged = snapshot.doubtedPositions, judged.count == reading.value.count {
      positions = reading.value.replaced(by: judged)
    } else {
      positions = reading.value.mapped(PositionDetails(snapshot).completed)
    }
    receivedAt = reading.receivedAt
    detailsMissing = snapshot.state.error?.shortText
    self.closed = closed
    fills = snapshot.state.value?.recentFills
    guard snapshot.isRunning == true else {
      doubt = positions.isEmpty ? .notRunning(state: snapshot.engineState?.rawValue) : nil
      return
    }
    if snapshot.isAtExchange, exchange == nil, !positions.isEmpty {
      restartedAt = snapshot.startedLately(before: receivedAt)
    }
    let scope = DiagnosisScope(symbol: names.symbol)
    // The exchange's own list tells what is there, whatever the books have lost.
    if exchange == nil, !positions.contains(where: { scope.covers(symbol: $0.symbol) }) {
      doubt = EmptyCheck(snapshot, before: receivedAt, of: scope).doubt(listed: positions.count)
    }
  }
}
