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
    /// Seconds after which this symbol's price stands still.
    var limit = Ticker.staleAfter

    var isStale: Bool { age.map { $0 > limit } ?? true }
  }

  init(_ snapshot: EngineSnapshot, scope: DiagnosisScope, rejections: Rejections, now: Date) {
    seen = snapshot
    self.scope = scope
    self.rejections = rejections
    self.now = now
    ages = Self.limited(Self.ages(snapshot, scope), beside: snapshot)
  }

  /// Fewer symbols than this can all be silent for some seconds by chance.
  private static let fewest = 3

  /// With the age at which each price stands still: five times as old as the prices of the others are, which shows how
  /// fast the feed is, and 5 s at least. When all stand still, the feed does.
  private static func limited(_ ages: [TickAge], beside seen: EngineSnapshot) -> [TickAge] {
    let known = ages.compactMap(\.age)
    if ages.count >= fewest, let newest = known.min(), newest > Ticker.stillAfter {
      return ages.map { TickAge(symbol: $0.symbol, age: $0.age, limit: Ticker.stillAfter) }
    }
    return ages.map { item in
      var others = ages.filter { $0.symbol != item.symbol }.compactMap(\.age)
      if others.isEmpty, let probe = seen.probeAge, item.symbol != Symbols.defaults[0] { others = [probe] }
      others.sort()
      guard !others.isEmpty else { return item }
      let limit = min(max(Ticker.stillAfter, others[others.count / 2] * 5), Ticker.staleAfter)
      return TickAge(symbol: item.symbol, age: item.age, limit: limit)
    }
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
      let pricesCome = why.oldestTickAge.map { $0 <= Ticker.stillAfter } ?? false
      let since = newest.map { now - $0.double }
      if pricesCome, let newest, let since, isAccepting(since: since) {
        return gate(
          .narrowed,
          "prices are \(DiagnosisFormat.span(newest)) old when the engine looks at them, and it trades on them",
          why, stale, age: newest, since: since, nextStep: Self.late)
      }
      // The others come in time: this symbol is traded seldom, or not at all.
      let isAlone = ages.count == 1 && seen.probeAge.map { $0 <= Ticker.stillAfter } ?? false
      let isRefused = !isAlone || newest.map { $0 > Self.staleAfter } ?? true
      return gate(
        isRefused ? .closed : .narrowed, finding, why, stale, age: newest, since: since,
        nextStep: !pricesCome ? Self.feed : newest == nil || isAlone ? Self.untraded : Self.late)
    }
    // Symbols with a position come first: their PnL, and the stop that should protect them, rest on the old price.
    let held = heldSymbols
    let ordered = stale.filter { held.contains($0.symbol) } + stale.filter { !held.contains($0.symbol) }
    let names = ordered.map { held.contains($0.symbol) ? "\($0.symbol) (held)" : $0.symbol }
    return gate(
      .narrowed,
      "\(stale.count) of \(ages.count) symbols have no fresh price: \(Figures.listed(names, most: 3))", why,
      ordered, age: stale.compactMap(\.age).max(),
      nextStep:
        "the other symbols are traded; what comes is shown by: \(.query(.watch, "market_data", options: .duration("10s")))"
    )
  }

  /// Whether a signal was accepted since then: old prices then stop nothing.
  private func isAccepting(since moment: Date) -> Bool {
    seen.decisions?.contains { $0.outcome == .create && $0.at.map { $0 > moment } == true } ?? false
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
        value: item.age, threshold: item.limit, age: item.age)
    }
    var gate = Gate(
      .marketData, state, finding, evidence: [oldest] + single, rejections: rejections, age: age, since: since,
      nextStep: nextStep)
    gate.frozen = shown.map(\.symbol)
    return gate
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
