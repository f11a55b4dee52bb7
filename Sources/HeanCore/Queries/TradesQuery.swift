/// Which positions were closed, and with what result?
public struct TradesQuery: Query {
  /// Symbol and strategy to show, as the operator typed them; everything by default.
  public var names: NameFilter
  /// When the positions were closed; at any time by default.
  public var times: TimeFilter
  /// Only longs or only shorts; `nil` for both.
  public var side: PositionSide?
  /// How many to show, the newest; `nil` for all.
  public var limit: Int?

  /// By default everything that the engine remembers.
  public init(
    of names: NameFilter = NameFilter(), at times: TimeFilter = TimeFilter(), side: PositionSide? = nil,
    limit: Int? = nil
  ) {
    self.names = names
    self.times = times
    self.side = side
    self.limit = limit
  }

  /// Mode and state of the engine, `/journal/trades`, `/trading/history`, `/trading/metrics`, of a span also
  /// `/trading/equity-history`, and what is needed to resolve `names`.
  public var parts: Set<SnapshotPart> {
    let start: Set<SnapshotPart> = times.isAll ? [] : [.equityHistory]
    return start.union([
      .engine, .journal, .closed, .metrics,
      .names(names) { snapshot in
        // Before both lists are here, a name may only seem to be missing.
        guard snapshot[.journal].isAsked, snapshot.longHistory.isAsked else { return nil }
        return (try? ClosedTrades(snapshot)).map { Self.listed($0) }
      },
    ])
  }

  /// - Throws: the error of `/journal/trades` when `/trading/history` did not answer either, or an error about a name in
  ///   `names` that is unknown or ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> TradesAnswer {
    let closed = try ClosedTrades(snapshot)
    let names = try names.resolved(snapshot, Self.listed(closed))
    func isMeant(_ trade: Position) -> Bool {
      names.takes(trade.symbol, trade.strategyID) && times.takes(trade.closedAt)
        && (side == nil || trade.side == side)
    }
    // Without a filter the list is not copied.
    let meant = closed.trades.allSatisfy(isMeant) ? closed.trades : closed.trades.filter(isMeant)
    var answer = TradesAnswer(
      context: snapshot.context, names: names, trades: Array(meant.prefix(limit ?? .max)), totals: TradeTotals(meant),
      receivedAt: closed.receivedAt)
    answer.count = meant.count
    answer.isCut = closed.isCut
    answer.listed = closed.trades
    answer.missing = closed.missing
    answer.isRecorded = closed.isRecorded
    // What is not recorded of that time the record itself tells.
    guard !closed.isRecorded else { return answer }
    answer.counted = snapshot.metrics.value?.session?.positionsClosed
    if !times.isAll, let start = closed.begin(snapshot), start > times.since ?? .distantPast {
      answer.knownSince = start
    }
    if closed.trades.isEmpty, snapshot.isRunning != true {
      answer.doubt = .notRunning(state: snapshot.engineState?.rawValue)
    } else if let knownSince = answer.knownSince, times.until ?? .distantFuture <= knownSince {
      answer.doubt = .startedLater(knownSince)
    }
    return answer
  }

  private static func listed(_ closed: ClosedTrades) -> ListedNames {
    ListedNames(closed.trades, \.symbol, \.strategyID)
  }
}

/// Closed positions as the engine recorded them (`/journal/trades`, `/trading/history`). True closes can be missing
/// (docs/engine.md 2.10, rule 7); in live a PnL is booked at the engine's own price, before the fill.
public struct TradesAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The filter that was applied, with names as the engine writes them.
  public var names: NameFilter
  /// Newest first, at most as many as were asked for. Positions that were only dropped are among them
  /// (`Position.isGhost`).
  public var trades: [Position]
  /// How many passed the filter.
  public var count: Int
  /// Sums over all that passed the filter, also over those that are not shown.
  public var totals: TradeTotals
  /// Whether the engine told as many as it ever does, so that older trades can be missing.
  public var isCut = false
  /// Closes that the engine's process has counted, drops too; `nil` when it did not say. True closes can be in no list
  /// (docs/engine.md 2.10), and of an engine object that has ended none is.
  public var counted: Int?
  /// When the engine was started, if the span that was asked for begins before: of that part it knows nothing. `nil`
  /// when its lists reach further back, or when it did not tell.
  public internal(set) var knownSince: Date?
  /// Whether the trades are of a record, which outlives the engine, and not of the engine's own list.
  public internal(set) var isRecorded = false
  /// All that the engine lists, whatever the filter is.
  var listed: [Position] = []
  /// Lists that could not be read, each with the reason.
  public var missing: [String] = []
  /// Why an empty list proves nothing; `nil` when nothing speaks against it.
  public var doubt: EmptyDoubt?
  /// When the journal answered, or else `/trading/history`, by the local clock.
  public var receivedAt: Date

  /// An answer from which, by default, nothing is missing.
  public init(context: AnswerContext, names: NameFilter, trades: [Position], totals: TradeTotals, receivedAt: Date) {
    self.context = context
    self.names = names
    self.trades = trades
    self.totals = totals
    self.receivedAt = receivedAt
    count = trades.count
  }

  /// That the engine has counted more closes than it lists, as a clause; `nil` when it lists as many.
  public var gap: String? {
    guard let counted, counted > listed.count, !isCut else { return nil }
    let list = listed.isEmpty ? "none listed" : "\(listed.count) listed"
    return "\(Figures.counted(counted, "close")) counted by the engine, \(list): the list is incomplete"
  }

  /// Closes that were sent from here and confirmed, and that the engine does not list, newest first.
  /// - Parameter runs: the recorded operations on this engine.
  public func unlisted(in runs: [AuditRun]) -> [Position] {
    let sent = runs.flatMap { run in run.calls.flatMap { ClosedFromHere.positions($0) } }
    return sent.filter { close in
      names.takes(close.symbol, close.strategyID)
        && !listed.contains { trade in
          trade.symbol == close.symbol && (trade.side == close.side || trade.side == nil)
            && (close.size == nil || trade.size == close.size)
            && abs((trade.closedAt ?? .distantPast).timeIntervalSince(close.closedAt ?? .distantFuture)) < 60
        }
    }.sorted { ($0.closedAt ?? .distantPast) > ($1.closedAt ?? .distantPast) }
  }
}

/// What the audit log tells of a confirmed close.
enum ClosedFromHere {
  static func positions(_ call: AuditRun.Call) -> [Position] {
    guard call.isClose, call.isConfirmed else { return [] }
    let seen = call.settlement?.seen ?? ""
    let named = UnprovenClose.names(in: call.target ?? "")
    let names = named.isEmpty ? UnprovenClose.names(in: seen) : named
    let realized = seen.firstMatch(of: /realized ([+-]?[0-9.]+[0-9]) USDT/).flatMap { match in
      Decimal(string: String(match.output.1).replacing("+", with: ""))
    }
    return names.map { name in
      var position = Position(symbol: name.symbol, side: name.side)
      position.size = name.size
      // One sum for several positions is nobody's PnL.
      position.realizedPnL = names.count == 1 ? realized : nil
      position.closedAt = call.concludedAt
      position.status = "closed"
      position.source = "audit log"
      return position
    }
  }
}

extension ClosedTrades {
  /// When the engine was started, if it lists no trade of the time before. A journal can reach back to earlier engines.
  fileprivate func begin(_ snapshot: EngineSnapshot) -> Date? {
    let starts = [snapshot.equityHistory.value?.startedAt, snapshot.processStartedAt].compactMap(\.self)
    guard let start = starts.max(), trades.allSatisfy({ $0.closedAt.map { $0 >= start } ?? false }) else { return nil }
    return start
  }

  /// Lists that could not be read, each with the reason.
  var missing: [String] {
    [("/journal/trades", journalMissing), ("/trading/history", historyMissing)].compactMap { source, error in
      error.map { "\(source): \($0.shortText)" }
    }
  }
}

extension Position {
  /// Realized PnL in percent (5 is 5 %) of the entry notional, without leverage; `nil` when a figure is missing or the
  /// notional is 0.
  public var realizedPercent: Decimal? {
    guard let realizedPnL, let size, let entryPrice, size > 0, entryPrice > 0 else { return nil }
    return (realizedPnL / (size * entryPrice) * 100).rounded(to: 4)
  }

  /// Seconds from opening to closing; `nil` when a time is missing, or the clock was set back in between.
  public var heldSeconds: TimeInterval? {
    guard let openedAt, let closedAt, closedAt >= openedAt else { return nil }
    return closedAt.timeIntervalSince(openedAt)
  }
}
