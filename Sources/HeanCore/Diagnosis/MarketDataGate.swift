import Foundation

/// The gate of market data: whether prices reach the engine, and how old the prices are on which it trades.
struct MarketDataGate {
  private let seen: EngineSnapshot
  private let scope: DiagnosisScope
  private let now: Date
  private let rejections: Rejections
  /// One for each symbol whose price was read.
  private let ages: [TickAge]

  private static let source = "/trading/why"
  private static let staleAfter = Ticker.staleAfter

  /// Age of a symbol's last price in seconds; `nil` for a symbol that never had one.
  private struct TickAge {
    var symbol: String
    var age: Decimal?

    var isStale: Bool { age.map { $0 > MarketDataGate.staleAfter } ?? true }
  }

  init(_ snapshot: EngineSnapshot, scope: DiagnosisScope, rejections: Rejections, now: Date) {
    seen = snapshot
    self.scope = scope
    self.rejections = rejections
    self.now = now
    ages = Self.ages(snapshot, scope)
  }

  func judge() -> Gate {
    guard seen.isRunning != false else { return .stopped(.marketData, "a stopped engine reads no market data") }
    guard let why = seen.why.value else { return .unanswered(.marketData, Self.source, seen.why.error) }
    guard seen.isRunning == true else { return .notTold(.marketData) }
    if why.engineState == .unknown("UNKNOWN") {
      return Gate(
        .marketData, .unknown, "the engine's own diagnosis failed inside",
        evidence: [.init(Self.source, "engine_state UNKNOWN")], nextStep: .query(.health))
    }
    return listed(why) ?? unlisted(why) ?? fresh(why)
  }

  /// What the prices of single symbols show; `nil` when all are fresh.
  private func listed(_ why: WhyDiagnostics) -> Gate? {
    let stale = ages.filter(\.isStale)
    guard !stale.isEmpty else { return nil }
    guard stale.count < ages.count else {
      let newest = ages.compactMap(\.age).min()
      let finding =
        newest.map { "market data is stale\(scope.message): the newest price is \(DiagnosisFormat.span($0)) old" }
        ?? "no price has arrived\(scope.message)"
      // Whether prices reach the engine at all. If they do, they are old when the engine looks at them, or of other
      // symbols only.
      let pricesCome = why.oldestTickAge.map { $0 <= Self.staleAfter } ?? false
      return gate(
        .closed, finding, why, stale, age: newest,
        since: newest.map { now - NSDecimalNumber(decimal: $0).doubleValue },
        nextStep: !pricesCome ? Self.feed : newest == nil ? Self.untraded : Self.late)
    }
    // Symbols with a position come first: their PnL, and the stop that should protect them, rest on the old price.
    let held = heldSymbols
    let ordered = stale.filter { held.contains($0.symbol) } + stale.filter { !held.contains($0.symbol) }
    let names = ordered.prefix(3).map { held.contains($0.symbol) ? "\($0.symbol) (held)" : $0.symbol }
    let more = ordered.count > 3 ? " and \(ordered.count - 3) more" : ""
    return gate(
      .narrowed,
      "\(stale.count) of \(ages.count) symbols have no fresh price: \(names.joined(separator: ", "))\(more)", why,
      ordered, age: stale.compactMap(\.age).max(),
      nextStep:
        "the other symbols are traded; what comes is shown by: \(.query(.watch, "market_data", options: .duration("10s")))"
    )
  }

  /// What the engine's own figure shows: the age of its oldest price. It counts when that is of a symbol which was not
  /// read, or when none could be read; `nil` when it shows nothing wrong.
  private func unlisted(_ why: WhyDiagnostics) -> Gate? {
    if !ages.isEmpty, scope.symbol == nil,
      let age = [seen.marketAge, why.oldestTickAge].compactMap({ $0 }).max(), age > Self.staleAfter
    {
      return gate(
        .narrowed, "the price of a symbol that is not listed here is \(DiagnosisFormat.span(age)) old", why, age: age,
        nextStep: Self.feed)
    }
    if seen.marketAge == nil, !ages.isEmpty || why.oldestTickAge != nil {
      let looked = why.oldestTickAge.map { "the engine looked at prices \(DiagnosisFormat.span($0)) ago" }
      return gate(
        .unknown, "\(looked ?? "the engine does not say when it looked at prices"); how old they were is not known",
        why, nextStep: .query(.health))
    }
    guard ages.isEmpty else { return nil }
    guard let ticked = why.oldestTickAge else {
      return gate(.closed, "no price has arrived since the start", why, nextStep: Self.feed)
    }
    let age = seen.marketAge ?? ticked
    guard age > Self.staleAfter else { return nil }
    return gate(
      .closed, "market data is stale: the oldest symbol's last price is \(DiagnosisFormat.span(age)) old", why,
      age: age,
      nextStep: Self.feed)
  }

  private func fresh(_ why: WhyDiagnostics) -> Gate {
    gate(.open, "prices are fresh", why, age: ages.compactMap(\.age).max() ?? seen.marketAge, nextStep: nil)
  }

  private func gate(
    _ state: Gate.State, _ finding: String, _ why: WhyDiagnostics, _ shown: [TickAge] = [], age: Decimal? = nil,
    since: Date? = nil, nextStep: NextStep?
  ) -> Gate {
    let oldest = Gate.Evidence(
      Self.source, why.oldestTickAge.map { "last_tick_age_sec \($0) (oldest symbol)" } ?? "last_tick_age_sec null",
      value: why.oldestTickAge, threshold: Self.staleAfter)
    let single = shown.prefix(4).map { item in
      Gate.Evidence(
        "/market/ticker", "\(item.symbol) \(item.age.map { DiagnosisFormat.span($0) + " old" } ?? "never priced")",
        value: item.age, threshold: Self.staleAfter, age: item.age)
    }
    return Gate(
      .marketData, state, finding, evidence: [oldest] + single, rejections: rejections, age: age, since: since,
      nextStep: nextStep)
  }

  private static let feed: NextStep =
    "no price reaches the engine: read the log of its process, and restart that if none comes; what comes is shown by: "
    + .query(.watch, "market_data", options: .duration("10s"))
  private static let untraded: NextStep =
    "other symbols have prices, so the engine may not trade this one; what it gets prices of is shown by: "
    + .query(.watch, "market_data", options: .duration("10s"))
  private static let late: NextStep =
    "prices reach the engine late, and what it orders rests on them: stop new orders by: \(.operation(.triggerKillSwitch))"

  private var heldSymbols: Set<String> { Set((seen.state.value?.positions.map(\.symbol)) ?? []) }

  /// Ages of the prices that were read.
  private static func ages(_ seen: EngineSnapshot, _ scope: DiagnosisScope) -> [TickAge] {
    let known = seen.tickers.compactMap { symbol, answer in
      answer.reading.map { TickAge(symbol: symbol, age: $0.priceAge) }
    }
    // An engine may trade fewer symbols than usual. A symbol that never had a price counts only when the question names
    // it.
    let isNamed = scope.symbol != nil
    return known.filter { isNamed || $0.age != nil }.sorted { $0.symbol < $1.symbol }
  }
}
