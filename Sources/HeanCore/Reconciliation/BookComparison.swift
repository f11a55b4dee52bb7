/// Compares what the engine says is open, and of which states.
struct BookComparison {
  var snapshot: EngineSnapshot

  /// Why lists of an engine that does not run are not compared; `nil` for one that runs.
  static func idle(_ snapshot: EngineSnapshot) -> String? {
    switch snapshot.isRunning {
    case true?: nil
    case false?: "a stopped engine's lists are empty and its figures missing, which proves nothing"
    case nil: "whether the engine runs is not known"
    }
  }

  private static let moments =
    "the answers are of moments that lie some milliseconds apart, so look again; a difference that stays is one of the books"

  // MARK: positions

  func positions() -> [Comparison] {
    if let idle = Self.idle(snapshot) { return [.notCompared(.positions, idle)] }
    guard let listed = snapshot.openPositions else {
      return [.notCompared(.positions, "/orders/positions: \(snapshot.positions.error?.shortText ?? "cannot be read")")]
    }
    let detailed = snapshot.state.value?.positions
    let counted = snapshot.risk.value?.openPositions
    guard detailed != nil || counted != nil else {
      return [.notCompared(.positions, "neither /trading/state nor /risk/status told it")]
    }
    let places = [
      Comparison.Place("/orders/positions", Self.names(listed), isLikelier: true),
      detailed.map { Comparison.Place("/trading/state", Self.names($0)) },
      counted.map { Comparison.Place("/risk/status", "\($0) counted") },
    ].compactMap(\.self)
    let (missing, extra) = Self.difference(listed, detailed)
    let isCountOff = counted.map { $0 != listed.count } ?? false
    guard !missing.isEmpty || !extra.isEmpty || isCountOff else {
      let gap = detailed == nil ? "/trading/state" : counted == nil ? "/risk/status" : nil
      return [
        Comparison(
          .positions, .agrees, Figures.counted(listed.count, "open position"), places: places.map(\.unmarked),
          reason: gap.map { "\($0) did not tell" })
      ]
    }
    let rows = missing + extra
    let doubt = (try? PositionsAnswer(snapshot, NameFilter()))?.doubt
    return [
      Comparison(
        .positions, .disagrees,
        rows.isEmpty
          ? "\(listed.count) listed, \(counted ?? 0) counted"
          : "only one of the lists has \(Figures.listed(rows.map(\.nameText), most: 4))", places: places,
        reason: doubt?.message ?? Self.moments,
        worth: rows.map(\.notional).wholeSum.flatMap { rows.isEmpty ? nil : $0 },
        nextStep: snapshot.mayBeAtExchange && doubt != nil ? NextStep(advice: Hazard.exchange) : .query(.positions))
    ]
  }

  private static func names(_ rows: [Position]) -> String {
    rows.isEmpty ? "none" : "\(rows.count): \(Figures.listed(rows.map(\.nameText), most: 4))"
  }

  /// Rows that only one of two lists has: by their ids, and by their number in each symbol where there are none.
  private static func difference(_ listed: [Position], _ detailed: [Position]?) -> ([Position], [Position]) {
    guard let detailed else { return ([], []) }
    func key(_ row: Position) -> String { row.id ?? "\(row.symbol) \(row.sideText)" }
    func rest(_ rows: [Position], without others: [Position]) -> [Position] {
      var counts = Dictionary(others.map { (key($0), 1) }, uniquingKeysWith: +)
      return rows.filter { row in
        guard let count = counts[key(row)], count > 0 else { return true }
        counts[key(row)] = count - 1
        return false
      }
    }
    return (rest(listed, without: detailed), rest(detailed, without: listed))
  }

  /// What two lists say of the same row.
  func rows() -> [Comparison] {
    guard Self.idle(snapshot) == nil, let listed = snapshot.openPositions, !listed.isEmpty else { return [] }
    guard let detailed = snapshot.state.value?.positions else {
      return [.notCompared(.positionRows, "/trading/state: \(snapshot.state.error?.shortText ?? "not asked")")]
    }
    let known = Dictionary(
      detailed.compactMap { row in row.id.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
    var compared = 0
    var found: [Comparison] = []
    for row in listed {
      guard let id = row.id, let other = known[id] else { continue }
      compared += 1
      if let comparison = Self.disagreement(row, other, id) { found.append(comparison) }
    }
    guard found.isEmpty else { return found }
    guard compared > 0 else { return [.notCompared(.positionRows, "no row has an id that both lists name")] }
    return [
      Comparison(
        .positionRows, .agrees, "side, size and entry of \(Figures.counted(compared, "row"))",
        places: [
          Comparison.Place("/orders/positions", "\(compared)"), Comparison.Place("/trading/state", "\(compared)"),
        ])
    ]
  }

  private static func disagreement(_ row: Position, _ other: Position, _ id: String) -> Comparison? {
    func words(_ row: Position) -> String {
      "\(row.sideText) \(row.sizeText) at \(row.entryPrice.map(Figures.price) ?? "an unknown price")"
    }
    func isFar(_ left: Decimal?, _ right: Decimal?) -> Bool {
      guard let left, let right else { return false }
      return abs(left - right) > max(abs(left), abs(right)) / 1000
    }
    let sides = row.side != other.side && row.side != nil && other.side != nil
    guard sides || isFar(row.size, other.size) || isFar(row.entryPrice, other.entryPrice) else { return nil }
    let price = row.markPrice ?? other.markPrice
    let worth: Decimal? = price.flatMap { price in
      guard let size = row.size, let rest = other.size else { return nil }
      return sides ? (size + rest) * price : abs(size - rest) * price
    }
    return Comparison(
      .positionRows, .disagrees, "\(row.symbol): two lists tell it differently",
      places: [Comparison.Place("/orders/positions", words(row)), Comparison.Place("/trading/state", words(other))],
      reason: "neither is likelier: both are the engine's own books; PnL and stop of the row cannot be judged",
      worth: worth, nextStep: .query(.position, id))
  }

  // MARK: the exchange

  /// What is known to be wrong about the books, and the account at the exchange where the engine tells it.
  /// - Parameter hazards: what the verdict on money names.
  func exchange(_ hazards: [Hazard]) -> [Comparison] {
    if let join = snapshot.bookJoin { return compared(join) }
    if let unseen = snapshot.exchangeUnseen { return [.notCompared(.exchange, unseen)] + told(hazards) }
    return told(hazards)
  }

  /// Books and exchange, symbol by symbol.
  private func compared(_ join: BookJoin) -> [Comparison] {
    let time = "exchange, \(EngineTime.clock(join.at))"
    let found = join.entries.map { entry -> Comparison in
      let isSame = entry.verdict == .same
      let isVoid = entry.verdict == .none
      let verdict: Comparison.Verdict =
        entry.verdict == .unknown ? .notCompared : isSame ? .agrees : isVoid ? .explained : .disagrees
      let place = entry.lane.map { " \($0.rawValue)" } ?? ""
      return Comparison(
        .exchange, verdict, "\(entry.symbol)\(place): \(entry.verdict.message)",
        places: [
          Comparison.Place("/orders/positions", BookJoin.text(entry.rows == 0 ? 0 : entry.inBooks)),
          Comparison.Place(time, BookJoin.text(entry.atExchange), isLikelier: !isSame && entry.verdict != .unknown),
        ], reason: isVoid ? "the row of the books stands for nothing, and leaves by itself" : nil,
        worth: isSame || entry.verdict == .unknown ? nil : isVoid ? 0 : entry.worth,
        nextStep: isSame || isVoid ? nil : NextStep(advice: entry.verdict.whereToAct))
    }
    guard found.isEmpty else { return found }
    return [
      Comparison(
        .exchange, .agrees, "no position in the books, and none at the exchange",
        places: [Comparison.Place("/orders/positions", "none"), Comparison.Place(time, "none")])
    ]
  }

  /// What the engine's own answers show of it.
  private func told(_ hazards: [Hazard]) -> [Comparison] {
    let kinds: Set<Hazard.Kind> = [
      .closeRefused, .unrecognisedFills, .otherSide, .unprovenClose, .forgottenPositions, .droppedPositions,
      .restingOrders, .notHeld, .noStake, .booksDisagree,
    ]
    let found = hazards.filter { kinds.contains($0.kind) }.map { hazard in
      Comparison(
        .exchange, hazard.isHarmless ? .explained : .disagrees, hazard.message, places: places(of: hazard),
        reason: hazard.reason, worth: worth(of: hazard.kind), nextStep: look(hazard.nextStep))
    }
    guard found.isEmpty else { return found }
    let truth = snapshot.equityTruth
    guard snapshot.mayBeAtExchange else { return [] }
    if let idle = Self.idle(snapshot) { return [.notCompared(.exchange, idle)] }
    guard truth.isExchange == true, truth.verdict == .exchange, let own = truth.computedEquity else {
      return [.notCompared(.exchange, "the engine does not tell the exchange's figures, or they cannot be checked")]
    }
    return [
      Comparison(
        .exchange, .agrees, "equity at the exchange and the books; resting orders are told by no call",
        places: [
          Comparison.Place("/engine/status", truth.shown.map(Figures.money) ?? "not known"),
          Comparison.Place("sum of the books", Figures.money(own)),
        ])
    ]
  }

  private func places(of hazard: Hazard) -> [Comparison.Place] {
    let truth = snapshot.equityTruth
    if hazard.kind == .booksDisagree, let shown = truth.shown, let own = truth.computedEquity {
      return [
        Comparison.Place("the exchange, by /engine/status", Figures.money(shown), isLikelier: true),
        Comparison.Place("sum of the books", Figures.money(own)),
      ]
    }
    let rows = rows(of: hazard.kind)
    let books = rows.map { $0.isEmpty ? "not listed" : Figures.listed($0.map(\.nameText), most: 4) }
    return hazard.sources.map { Comparison.Place($0, "shows it", isLikelier: true) }
      + (books.map { [Comparison.Place("the engine's books", $0)] } ?? [])
  }

  /// The rows that a hazard is about; `nil` where it names none that are listed.
  private func rows(of kind: Hazard.Kind) -> [Position]? {
    let doubts: [PositionDoubt]
    switch kind {
    case .unrecognisedFills: doubts = [.unrecognised]
    case .otherSide: doubts = [.otherSide]
    case .notHeld: doubts = [.notHeld]
    case .noStake: doubts = [.noStake]
    default: return nil
    }
    return snapshot.doubtedPositions?.filter { row in row.doubt.map(doubts.contains) ?? false }
  }

  private func worth(of kind: Hazard.Kind) -> Decimal? {
    let truth = snapshot.equityTruth
    switch kind {
    case .booksDisagree:
      return truth.shown.flatMap { shown in truth.computedEquity.map { abs(shown - $0) } }
    case .notHeld: return 0
    case .forgottenPositions: return snapshot.remembered.forgotten?.books.positions.map(\.notional).wholeSum
    case .droppedPositions:
      return snapshot.remembered.dropped?.books.positions.map(\.notional).wholeSum
        ?? snapshot.droppedAtExchange.map(\.notional).wholeSum.flatMap { $0 == 0 ? nil : $0 }
    default: return rows(of: kind)?.map(\.notional).wholeSum
    }
  }

  /// A look in the place of an operation: what disagrees is looked at first.
  private func look(_ step: NextStep?) -> NextStep? {
    guard let step else { return nil }
    let isOperation = step.parts.contains { if case .operation = $0 { true } else { false } }
    return isOperation ? .query(.positions) : step
  }

  // MARK: orders and states

  /// The books' open orders and those that rest at the exchange; `nil` where nobody looked there.
  func restingOrders() -> Comparison? {
    guard let join = snapshot.orderJoin, let listed = snapshot.openOrders else { return nil }
    let gone = listed.filter { join.verdict(of: $0) == BookJoin.Verdict.none }
    let other = listed.filter { order in
      join.verdict(of: order).map { [.smaller, .larger, .opposite, .unknown].contains($0) } ?? true
    }
    let places = [
      Comparison.Place("/orders", "\(listed.count) open"),
      Comparison.Place("exchange, \(EngineTime.clock(join.at))", join.restingText),
    ]
    guard !gone.isEmpty || !other.isEmpty || !join.onlyThere.isEmpty else {
      return Comparison(.orders, .agrees, "every open order rests at the exchange", places: places)
    }
    let parts = [
      gone.isEmpty ? nil : "\(gone.count) of the books do not rest there",
      other.isEmpty ? nil : "\(other.count) rest there otherwise",
      join.onlyThere.isEmpty
        ? nil : "only there: \(Figures.listed(join.onlyThere.map(\.nameText), most: 4))",
    ]
    return Comparison(
      .orders, .disagrees, parts.compactMap(\.self).joined(separator: "; "),
      places: [places[0], Comparison.Place(places[1].source, places[1].value, isLikelier: true)],
      reason: join.onlyThere.isEmpty
        ? "the engine does not learn of the end of an order; those that have ended only fill its slots" : nil,
      nextStep: join.onlyThere.isEmpty
        ? .query(.orders, options: .status("open"))
        : NextStep(advice: "cancel at the exchange itself what only it has: no call of the engine reaches it"))
  }

  func orders() -> Comparison? {
    if let idle = Self.idle(snapshot) { return .notCompared(.orders, idle) }
    guard let listed = snapshot.openOrders else {
      return .notCompared(.orders, "/orders: \(snapshot.orders.error?.shortText ?? "cannot be read")")
    }
    let detailed = snapshot.state.value?.openOrders.count
    let counted = snapshot.risk.value?.openOrders
    guard detailed != nil || counted != nil else {
      return .notCompared(.orders, "neither /trading/state nor /risk/status told it")
    }
    let told = [("/trading/state", detailed), ("/risk/status", counted)]
    let places =
      [Comparison.Place("/orders", "\(listed.count)")]
      + told.compactMap { source, count in count.map { Comparison.Place(source, "\($0)") } }
    let isFar = told.contains { $0.1.map { $0 != listed.count } ?? false }
    guard isFar else {
      return Comparison(
        .orders, .agrees, Figures.counted(listed.count, "open order") + " in the books", places: places)
    }
    let counts = [listed.count, detailed, counted].compactMap(\.self)
    let sizes = listed.compactMap { order in order.size.flatMap { size in order.price.map { size * $0 } } }
    return Comparison(
      .orders, .disagrees, "open orders: \(counts.map { "\($0)" }.joined(separator: ", "))",
      places: places.map { $0.source == "/orders" ? Comparison.Place($0.source, $0.value, isLikelier: true) : $0 },
      reason: "/orders names each one; \(Self.moments)",
      worth: sizes.count == listed.count && !sizes.isEmpty ? sizes.reduce(0, +) : nil,
      nextStep: .query(.orders, options: .status("open")))
  }

  func killSwitch() -> Comparison? {
    let truth = snapshot.killSwitchTruth
    let places = truth.evidence.map { Comparison.Place($0.source, $0.message) }
    switch truth.verdict {
    case .contradiction:
      return Comparison(
        .killSwitch, .disagrees, "two sources contradict each other about the kill switch",
        places: places.map { Comparison.Place($0.source, $0.value, isLikelier: $0.value == "triggered") },
        reason: "take it as tripped until they agree: a wrong 'clear' costs more", nextStep: .query(.killSwitch))
    case .unknown: return .notCompared(.killSwitch, "not told by \(truth.unanswered.joined(separator: ", "))")
    case .notRunning: return .notCompared(.killSwitch, "a stopped engine reports 'not triggered' whatever is true")
    case .clear, .triggered, .emergency:
      return Comparison(.killSwitch, .agrees, "kill switch: \(truth.verdict.rawValue)", places: places)
    }
  }

  /// The engine's two words about itself.
  func state() -> Comparison? {
    guard let engine = snapshot.engine else {
      return .notCompared(.state, "/engine/status: \(snapshot.status.error?.shortText ?? "no answer")")
    }
    guard engine.state != .busy else { return .notCompared(.state, "it is starting or stopping") }
    let places = [
      Comparison.Place("/engine/status running", engine.isRunning ? "yes" : "no"),
      Comparison.Place("/engine/status engine_state", engine.state.rawValue),
    ]
    let saysRunning = engine.state == .running || engine.state == .paused
    let saysStopped = engine.state == .stopped
    guard engine.isRunning && saysStopped || !engine.isRunning && saysRunning else {
      return Comparison(.state, .agrees, "engine \(engine.state.rawValue)", places: places)
    }
    return Comparison(
      .state, .disagrees, "the engine's two words about itself contradict each other", places: places,
      reason: "neither is likelier; lists of an engine that may be stopped prove nothing", nextStep: .query(.why))
  }
}
