extension TraceSources {
  /// Two records about one strategy, symbol and side are taken for one signal when at most so many seconds lie between
  /// them.
  private static let window: TimeInterval = 5

  /// Follows one signal from its decision to its end.
  /// - Throws: `EngineError.notFound` when nothing is known of the signal, `.ambiguous` when several ids begin like the
  ///   given one.
  public func trace(_ wanted: SignalTrace.Wanted) throws(EngineError) -> SignalTrace {
    guard let seed = try seed(wanted) else {
      throw .notFound(
        kind: "signal", name: wanted.description,
        known: decisions.prefix(6).compactMap(\.signalID) + orders.suffix(3).compactMap(\.id))
    }
    var trace = SignalTrace(strategy: seed.strategy, symbol: seed.symbol, side: seed.side, steps: [])
    let verdict = nearest(verdicts, seed, \.at, \.strategyID, \.symbol, \.side)
    let order = order(of: seed)
    let position = position(of: seed, order)
    let exit = exit(of: seed, order)
    let start = [verdict?.0.at, seed.decision?.at, order?.0.createdAt].compactMap { $0 }.min()
    let who = seed.strategy ?? "a strategy that is not known"
    let wish = "\(seed.side.map { "\($0.rawValue) " } ?? "trade ")\(seed.symbol ?? "a symbol that is not known")"
    trace.steps.append(
      .init(
        stage: .signal, at: start, message: "\(who) wants to \(wish)",
        source: seed.source, match: seed.match))
    if let (verdict, match) = verdict { trace.steps.append(Self.step(verdict, match)) }
    if let decision = seed.decision { trace.steps += Self.steps(decision, seed.match) }
    if let (order, match) = order { trace.steps += Self.steps(order, match) }
    if let decision = seed.decision, order == nil, isRefusedLater(decision), let rejectedOrders {
      trace.steps.append(
        .init(
          stage: .order, at: nil,
          message: "no order of it is listed: refused by the router or the exchange, as far as counters tell; "
            + "\(Figures.counted(rejectedOrders, "order")) rejected in 5 m, and none is listed",
          source: "/trading/metrics", match: .time))
    }
    for letter in deadLetters where matches(letter, seed) {
      guard let stuck = letter.stages.last else { continue }
      trace.steps.append(
        .init(
          stage: .risk, at: stuck.at, message: "stuck in the pipeline: \(stuck.name ?? "stage not known")",
          source: "/archon/pipeline",
          match: .time))
    }
    if let (position, match) = position {
      trace.steps.append(
        .init(
          stage: .pnl, at: nil,
          message:
            "open: \(position.sideText) \(position.sizeText), unrealized "
            + (position.unrealizedPnL.map { "\(Figures.signed($0)) USDT" } ?? "PnL not known"),
          source: "/trading/state", match: match))
    } else if let (exit, match) = exit {
      trace.steps.append(
        .init(
          stage: .exit, at: exit.closedAt,
          message: "closed at " + (exit.markPrice.map(Figures.price) ?? "a price that is not known"),
          source: "/trading/history", match: match))
      trace.steps.append(
        .init(
          stage: .pnl, at: exit.closedAt,
          message: exit.isGhost
            ? "dropped with zero PnL, which is no fill"
            : exit.realizedPnL.map { "realized \(Figures.signed($0)) USDT" } ?? "realized PnL not known",
          source: "/trading/history", match: match))
    }
    return trace
  }

  private struct Seed {
    var decision: Decision?
    var order: Order?
    var strategy: String?
    var symbol: String?
    var side: OrderSide?
    var at: Date?
    var source: String
    var match: SignalTrace.Match
  }

  private func seed(_ wanted: SignalTrace.Wanted) throws(EngineError) -> Seed? {
    switch wanted {
    case .last: decisions.first.map { seed($0, .id) }
    case .lastBlocked: decisions.first { $0.isRefusal || isRefusedLater($0) }.map { seed($0, .id) }
    case .id(let id): try whole(id).flatMap(seed(named:))
    }
  }

  /// Whether an accepted signal was probably refused by the router or the exchange: orders were rejected in the minutes
  /// that the counter covers, and no list has one of this signal.
  private func isRefusedLater(_ decision: Decision) -> Bool {
    guard decision.outcome == .create, rejectedOrders ?? 0 > 0, let at = decision.at,
      (Self.window...300).contains(seenAt.timeIntervalSince(at))
    else { return false }
    return order(of: seed(decision, .id)) == nil
  }

  /// The whole id for the beginning of one; `nil` when no id begins so.
  private func whole(_ id: String) throws(EngineError) -> String? {
    let id = id.lowercased()
    let things: [[String?]] =
      orders.map { [$0.id, $0.signalID] } + (positions + closed).map { [$0.id] }
      + verdicts.map { [$0.id, $0.signalID] }
      + Set(decisions.map(\.signalID)).map { [$0] }
    let names = things.map { thing in thing.compactMap { $0?.lowercased() } }
    if names.contains(where: { $0.contains(id) }) { return id }
    let beginning = names.filter { thing in thing.contains { $0.hasPrefix(id) } }
    let found = Set(beginning.joined().filter { $0.hasPrefix(id) }).sorted()
    guard let first = found.first, !id.isEmpty else { return nil }
    // Several ids of one thing are not ambiguous.
    guard found.count == 1 || beginning.count == 1 else {
      throw .ambiguous(kind: "signal", name: id, matches: found)
    }
    return first
  }

  private func seed(_ decision: Decision, _ match: SignalTrace.Match) -> Seed {
    Seed(
      decision: decision, strategy: decision.strategyID, symbol: decision.symbol, side: decision.side, at: decision.at,
      source: "/trading/state", match: match)
  }

  /// - Parameter id: of an order, a position, a verdict or a signal, in lower case.
  private func seed(named id: String) -> Seed? {
    if let order = first(orders, id, { [$0.id, $0.signalID] }) {
      let bare = Seed(
        order: order, strategy: order.strategyID, symbol: order.symbol, side: order.side, at: order.createdAt,
        source: "/orders", match: .id)
      guard let (decision, match) = nearest(decisions, bare, \.at, \.strategyID, \.symbol, \.side) else { return bare }
      var seed = bare
      seed.decision = decision
      seed.match = match
      return seed
    }
    if let position = first(positions + closed, id, { [$0.id] }) {
      let side: OrderSide? = position.side == .long ? .buy : position.side == .short ? .sell : nil
      let bare = Seed(
        strategy: position.strategyID, symbol: position.symbol, side: side, at: position.openedAt,
        source: "/trading/state", match: .id)
      guard let (decision, match) = nearest(decisions, bare, \.at, \.strategyID, \.symbol, \.side, within: 60) else {
        return bare
      }
      var seed = seed(decision, match)
      seed.at = decision.at
      return seed
    }
    if let verdict = first(verdicts, id, { [$0.id, $0.signalID] }) {
      let bare = Seed(
        strategy: verdict.strategyID, symbol: verdict.symbol, side: verdict.side, at: verdict.at,
        source: "/council/trade/verdicts", match: .id)
      return nearest(decisions, bare, \.at, \.strategyID, \.symbol, \.side).map { seed($0.0, $0.1) } ?? bare
    }
    // This id is not unique, so the latest decision that has it is taken.
    return decisions.first { $0.signalID?.lowercased() == id }.map { seed($0, .time) }
  }

  private func first<Item>(_ items: [Item], _ id: String, _ names: (Item) -> [String?]) -> Item? {
    items.first { item in names(item).contains { $0?.lowercased() == id } }
  }

  private func nearest<Item>(
    _ items: [Item], _ seed: Seed, _ at: KeyPath<Item, Date?>, _ strategy: KeyPath<Item, String?>,
    _ symbol: KeyPath<Item, String?>, _ side: KeyPath<Item, OrderSide?>, within seconds: TimeInterval = window
  ) -> (Item, SignalTrace.Match)? {
    guard let moment = seed.at else { return nil }
    let near = items.filter { item in
      item[keyPath: strategy] == seed.strategy && item[keyPath: symbol] == seed.symbol
        && item[keyPath: side] == seed.side
        && item[keyPath: at].map { abs($0.timeIntervalSince(moment)) <= seconds } ?? false
    }
    return near.min { one, other in
      abs(one[keyPath: at]?.timeIntervalSince(moment) ?? .infinity)
        < abs(other[keyPath: at]?.timeIntervalSince(moment) ?? .infinity)
    }.map { ($0, .time) }
  }

  private func order(of seed: Seed) -> (Order, SignalTrace.Match)? {
    if let order = seed.order { return (order, .id) }
    guard seed.decision?.outcome == .create, let moment = seed.at else { return nil }
    return orders.filter { order in
      order.strategyID == seed.strategy && order.symbol == seed.symbol && order.side == seed.side
        && order.createdAt.map { (-1...Self.window).contains($0.timeIntervalSince(moment)) } ?? false
    }.min { ($0.createdAt ?? .distantFuture) < ($1.createdAt ?? .distantFuture) }.map { ($0, .time) }
  }

  private func position(of seed: Seed, _ order: (Order, SignalTrace.Match)?) -> (Position, SignalTrace.Match)? {
    guard let order = order?.0, order.status == .filled || order.status == .partiallyFilled else { return nil }
    return positions.first { position in
      position.symbol == order.symbol && position.strategyID == order.strategyID
        && (position.openedAt.map { $0 >= (order.createdAt ?? .distantPast) } ?? true)
    }.map { ($0, .time) }
  }

  /// The first close in this symbol and strategy after the order.
  private func exit(of seed: Seed, _ order: (Order, SignalTrace.Match)?) -> (Position, SignalTrace.Match)? {
    guard let order = order?.0, let created = order.createdAt else { return nil }
    return closed.filter { position in
      position.symbol == order.symbol && position.strategyID == order.strategyID
        && position.openedAt.map { $0 >= created } ?? false && position.closedAt.map { $0 >= created } ?? false
    }.min { ($0.closedAt ?? .distantFuture) < ($1.closedAt ?? .distantFuture) }.map { ($0, .time) }
  }

  private func matches(_ letter: SignalPipeline.DeadLetter, _ seed: Seed) -> Bool {
    guard letter.strategyID == seed.strategy, letter.symbol == seed.symbol, letter.side == seed.side,
      let start = letter.stages.first?.at, let moment = seed.at
    else { return false }
    return abs(start.timeIntervalSince(moment)) <= Self.window
  }

  private static func step(_ verdict: CouncilVerdict, _ match: SignalTrace.Match) -> SignalTrace.Step {
    let score =
      switch (verdict.confidence, verdict.threshold) {
      case (let confidence?, let threshold?): ", \(confidence) of \(threshold)"
      case (let confidence?, nil): ", confidence \(confidence)"
      case (nil, let threshold?): ", of \(threshold) needed"
      case (nil, nil): ""
      }
    let votes = verdict.votes.isEmpty ? "" : "; \(verdict.votesText)"
    let word =
      verdict.isApproved == true
      ? "approved" : verdict.vetoedBy.isEmpty ? "rejected" : "vetoed by \(verdict.vetoedBy.joined(separator: ", "))"
    let missed = verdict.missedBy.map { ", missed by \($0.rounded(to: 4))" } ?? ""
    return .init(
      stage: .council, at: verdict.at, message: word + score + missed + votes,
      source: "/council/trade/verdicts", match: match)
  }

  private static func steps(_ decision: Decision, _ match: SignalTrace.Match) -> [SignalTrace.Step] {
    let reason = decision.reasonCodes.first.map { "\($0): \(Reason.meaning($0))" } ?? "without a reason code"
    let note = decision.note.map { " (\($0))" } ?? ""
    var steps = [
      SignalTrace.Step(
        stage: .decision, at: decision.at,
        message: "\(decision.outcomeText) \(reason)\(note)",
        source: "/trading/state", match: match)
    ]
    if let risk = decision.riskState {
      let kill = decision.isKillSwitchTriggered == true ? ", kill switch tripped" : ""
      let size = decision.size.map { ", size \(Figures.quantity($0))" } ?? ""
      steps.append(
        .init(
          stage: .risk, at: decision.at, message: "\(risk.rawValue)\(kill)\(size)", source: "/trading/state",
          match: match)
      )
    }
    return steps
  }

  private static func steps(_ order: Order, _ match: SignalTrace.Match) -> [SignalTrace.Step] {
    let price = order.price.map { " at \(Figures.price($0))" } ?? " at market"
    var steps = [
      SignalTrace.Step(
        stage: .order, at: order.createdAt,
        message:
          "\(order.id ?? "without an id"): \(order.sideText) \(order.sizeText)\(price), \(order.endWords)",
        source: "/orders", match: match)
    ]
    let isCut = order.endWords != order.statusText
    for step in order.timeline where step.status == .filled || step.status == .partiallyFilled {
      let price = order.averageFillPrice.map { " at \(Figures.price($0))" } ?? ""
      steps.append(
        .init(
          stage: .fill, at: step.at,
          message: (isCut ? order.endWords : step.status?.rawValue ?? order.endWords) + price,
          source: "/trading/state", match: match))
    }
    return steps
  }
}

extension Order {
  /// The status for people, with what it does not say: a cancelled order can have filled in part.
  public var endWords: String {
    guard status == .cancelled, let filledSize, filledSize > 0 else { return statusText }
    return "partly filled (\(Figures.quantity(filledSize))), rest cancelled"
  }
}
