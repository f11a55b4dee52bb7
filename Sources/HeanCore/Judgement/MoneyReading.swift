/// Reads a snapshot for what is open and what protects it.
struct MoneyReading {
  let snapshot: EngineSnapshot
  let hazards: [Hazard]
  let marketData: Gate?
  /// Open positions that stand for something; `nil` when they are not known.
  let held: [Position]?
  /// Positions with a stop of which nobody can tell how far it is, for want of a price, a size or a side.
  private let unjudged: [Position]
  /// Positions beyond their target that the engine has not closed.
  let missedTargets: [Position]
  private let isPaper: Bool

  init(_ snapshot: EngineSnapshot, _ hazards: [Hazard], _ marketData: Gate?) {
    self.snapshot = snapshot
    self.hazards = hazards
    self.marketData = marketData
    isPaper = !snapshot.mayBeAtExchange
    let rows = snapshot.positionsAtExchange ?? snapshot.doubtedPositions?.filter { $0.doubt?.isVoid != true }
    // Paper positions exist inside the engine object only.
    held = rows ?? (snapshot.engineState == .stopped && isPaper ? [] : nil)
    unjudged = (held ?? []).filter { $0.stopLoss != nil && $0.lossToStop == nil }
    missedTargets = (held ?? []).filter { $0.breachedLevels.contains(.takeProfit) }
  }

  private var urgent: [Hazard] { hazards.filter { !$0.isHarmless } }

  /// Why an empty list is no proof; `nil` when it is one, or when something is listed.
  private var emptyDoubt: String? {
    guard held?.isEmpty == true, snapshot.isRunning == true, snapshot.positions.isAsked, snapshot.bookJoin == nil,
      let answer = try? PositionsAnswer(snapshot, NameFilter())
    else { return nil }
    return answer.doubt?.message
  }

  var state: MoneyVerdict.State {
    if urgent.contains(where: { $0.kind != .restingOrders }) { return .atRisk }
    guard urgent.isEmpty, let held else { return .unknown }
    guard snapshot.loss == nil || snapshot.bookJoin != nil else { return .unknown }
    if held.isEmpty { return emptyDoubt == nil && startedAt == nil ? .flat : .unknown }
    return (isWatched || areStopsAtExchange) && startedAt == nil && unjudged.isEmpty ? .calm : .unknown
  }

  /// When a new engine was started lately, which knows nothing of what the exchange held before.
  var startedAt: Date? {
    snapshot.isAtExchange && snapshot.bookJoin == nil ? snapshot.startedLately(before: snapshot.seenAt) : nil
  }

  /// Whether the prices are known to be fresh, so that the engine's exits can act on them.
  private var isWatched: Bool {
    snapshot.isRunning == true && marketData.map { $0.state != .closed && $0.state != .unknown } ?? false
  }

  var protector: MoneyVerdict.Protector? {
    if areStopsAtExchange { return .exchange }
    guard let held, snapshot.loss == nil else { return snapshot.engineState == .stopped ? .nobody : .unknown }
    guard !held.isEmpty else { return nil }
    guard snapshot.isRunning == true else { return .nobody }
    if hazards.contains(where: { [.beyondStop, .frozenPrices, .onlyAtExchange].contains($0.kind) }) { return .nobody }
    return missedTargets.isEmpty && missedStop == nil && lastExitAt != nil ? .engine : .unknown
  }

  /// Whether each position has a stop that stands at the exchange itself, which acts whatever becomes of the engine.
  private var areStopsAtExchange: Bool {
    guard let join = snapshot.bookJoin, !join.all.isEmpty else { return false }
    return join.all.allSatisfy { $0.stopLoss != nil && $0.breachedLevels.isEmpty && $0.lossToStop != nil }
  }

  /// A stop on which the engine's exits did not act lately, though it is not open any more.
  var missedStop: MissedStop? {
    snapshot.remembered.missedStop.flatMap { missed in
      snapshot.seenAt.timeIntervalSince(missed.at) < UnprovenClose.window
        && held?.contains { $0.symbol == missed.symbol && $0.breachedLevels.contains(.stopLoss) } != true ? missed : nil
    }
  }

  var lastExitAt: Date? { [snapshot.state.value?.ownExitAt, snapshot.remembered.exitedAt].compactMap(\.self).max() }

  var unseen: [String] {
    var clauses: [String] = []
    if snapshot.isOfEarlierLook {
      clauses.append("what became of it since, as the engine was not asked")
    } else if snapshot.loss != nil {
      clauses.append("whether the engine still acts on stops, as it does not answer")
    }
    if held == nil {
      clauses.append(
        snapshot.engineState == .stopped
          ? "a stopped engine lists nothing, whatever the exchange holds"
          : "the open positions: \(snapshot.positions.error?.shortText.asClause ?? "not told")")
    } else if !unjudged.isEmpty {
      let names = Figures.listed(unjudged.map(\.nameText), most: 3)
      clauses.append("how far \(names) \(unjudged.count == 1 ? "is from its stop" : "are from their stops")")
    } else if let doubt = emptyDoubt {
      clauses.append(doubt)
    }
    if let startedAt {
      clauses.append(
        "what the exchange held before the engine's start at \(EngineTime.clock(startedAt)), which the engine does not know"
      )
    }
    if let unseen = snapshot.exchangeUnseen {
      clauses.append("what the exchange holds, by its own lists: \(unseen)")
    } else if snapshot.isAtExchange, snapshot.orderJoin == nil {
      clauses.append("orders that rest at the exchange, which no call shows")
    }
    if held?.isEmpty == false, snapshot.marketAge == nil, snapshot.isRunning == true {
      clauses.append("the age of the prices")
    }
    return clauses
  }

  /// Value of the positions that nothing protects, those that an engine forgot included; `nil` when it is not known.
  var unprotectedNotional: Decimal? {
    let refused = Set(
      (CloseFailure.pending(snapshot.closeFailures.value, listed: held, now: snapshot.seenAt)).compactMap(\.positionID))
    let frozen = Set(hazards.contains { $0.kind == .frozenPrices } ? marketData?.frozen ?? [] : [])
    let isAllFrozen = marketData?.state == .closed && !frozen.isEmpty
    var parts: [Decimal?] = (held ?? []).filter { row in
      row.breachedLevels.contains(.stopLoss) || row.doubt == .unrecognised || row.doubt == .otherSide
        || row.stopLoss == nil && row.doubt == nil || row.id.map(refused.contains) ?? false || isAllFrozen
        || frozen.contains(row.symbol)
    }.map(\.notional)
    for kind in [Hazard.Kind.forgottenPositions, .droppedPositions] where urgent.contains(where: { $0.kind == kind }) {
      let books = kind == .droppedPositions ? snapshot.remembered.dropped?.books : snapshot.remembered.forgotten?.books
      parts += (books?.positions ?? []).map(\.notional)
    }
    // What the exchange holds beyond the books has no exits of an engine.
    parts += (snapshot.bookJoin?.entries ?? []).filter { $0.verdict == .larger && $0.stopLoss == nil }.map(\.worth)
    guard !parts.isEmpty else { return nil }
    return parts.wholeSum
  }

  private var openText: String { Figures.counted(held?.count ?? 0, "position") + " open" }

  func summary(of verdict: MoneyVerdict) -> String {
    switch verdict.state {
    case .flat:
      let where_ =
        isPaper
        ? "paper only, which nothing outlives"
        : snapshot.bookJoin != nil ? "by the exchange's own list" : "in the engine's books"
      let stopped =
        snapshot.isRunning == true
        ? "" : snapshot.engine == nil ? ", the engine does not answer" : ", the engine is stopped"
      return "Flat: nothing is open (\(where_)\(stopped))."
    case .calm:
      let stops = verdict.toStops.map { ", \(Figures.money($0)) USDT down to the stops" } ?? ""
      let age = snapshot.marketAge.map { ", prices \(DiagnosisFormat.span($0)) old" } ?? ""
      return "Money: \(openText), \(held?.count == 1 ? "" : "each ")behind a stop\(watcher)\(stops)\(age)\(agreement)."
    case .atRisk:
      return "MONEY AT RISK: \(exposure(verdict))."
    case .unknown:
      return "Money: not known: \(verdict.unseen.first ?? "whether prices reach the engine is not known")."
    }
  }

  /// What is at risk, in figures where they are known, else in words.
  private func exposure(_ verdict: MoneyVerdict) -> String {
    let cause = urgent.first?.reason ?? "what is open is not known"
    let beyond =
      verdict.beyondPlan.flatMap { $0 > 0 ? ", \(Figures.money($0)) USDT lost beyond the stops" : nil } ?? ""
    guard let held else { return cause }
    if held.isEmpty {
      let perhaps = verdict.atRisk.map { ", \(Figures.money($0)) USDT may be held all the same" } ?? ""
      return "\(cause); no position is listed\(perhaps)"
    }
    if let amount = verdict.atRisk {
      let part = amount == verdict.notional ? "" : " of it"
      let rest = unjudged.isEmpty ? "" : ", \(unjudged.count) more whose stop cannot be judged"
      return "\(openText), \(Figures.money(amount)) USDT\(part) without protection\(rest)\(beyond)"
    }
    let worth = verdict.notional.map { ", worth \(Figures.money($0)) USDT" } ?? ""
    return "\(cause); \(openText)\(worth)\(beyond)"
  }

  /// Who acts on the stops. Exits that pass over a target can pass over a stop.
  private var watcher: String {
    let missed = missedTargets
    guard !missed.isEmpty else { return untested }
    let areAll = missed.count == held?.count
    let who =
      switch missed.count {
      case 1: areAll ? "it is" : "1 is"
      case let some: areAll ? "all are" : "\(some) are"
      }
    return ", but \(who) beyond the target and still open"
  }

  /// The engine's own exits fail on most positions (docs/engine.md 2.2), so they count only where they were seen to act.
  private var untested: String {
    if protector == .exchange { return " that stands at the exchange itself" }
    if let missed = missedStop {
      return ", but the engine did not act on that of \(missed.symbol) at \(EngineTime.clock(missed.at))"
    }
    if let lastExitAt { return " that the engine acts on, last at \(EngineTime.clock(lastExitAt))" }
    return isPaper
      ? " on which the engine was not seen to act yet"
      : " that only the exchange is sure to act on, where it was set there"
  }

  private var agreement: String {
    // Where the exchange was looked at, what differs is told by name.
    if let join = snapshot.bookJoin { return join.agrees ? ", the exchange has the same" : "" }
    return agreementOfEquity
  }

  private var agreementOfEquity: String {
    switch snapshot.equityTruth.verdict {
    case .asIs, .exchange: ", books agree"
    case .computed, .estimate, .booksDisagree, .unknown: ""
    }
  }
}
