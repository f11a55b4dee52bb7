import HeanCore

/// Names of a list's fields in JSON, and how a table shows them.
enum WatchlistFields {
  /// Every field, as data has it.
  static let all = fields(LivePrice.fields, LivePrice.Look(isASCII: false, isColoured: true))

  /// The same for a screen.
  static func shown(_ look: LivePrice.Look, isWatched: Bool) -> [Field<WatchlistPrice>] {
    fields(isWatched ? LivePrice.watched(look) : LivePrice.fields(aged: look.ages), look)
  }

  private static func fields(_ prices: [Field<LivePrice>], _ look: LivePrice.Look) -> [Field<WatchlistPrice>] {
    // Positions are not read for a list.
    let live = prices.filter { $0.name != "held" }.map { field -> Field<WatchlistPrice> in
      var field = field.of { (row: WatchlistPrice) in row.live }
      if let priority = priorities[field.name] { field.priority = priority }
      return field
    }
    let place = live.firstIndex { $0.name == "bid" } ?? live.count
    return Array(live[..<place]) + course(look) + live[place...]
  }

  /// Bid and ask are shown when they are asked for: there is their distance, and in a narrow window one of them would stand
  /// alone.
  private static let priorities = ["bid": 0, "ask": 0, "at": 0, "spread_bp": 85]

  private static func course(_ look: LivePrice.Look) -> [Field<WatchlistPrice>] {
    [
      Field(
        "change_pct", "CHANGE %", "from the first price of the shown candles to the price now, in percent", .decimal,
        priority: 97, unit: .percent
      ) {
        $0.watched.changePercent
      } cell: {
        .signed($0.watched.changePercent)
      },
      Field(
        "change_24h_pct", "24H %", "from 24 hours ago to the price now, in percent; null where nothing reaches back",
        .decimal, priority: 96, unit: .percent
      ) {
        $0.watched.day?.percent(to: $0.live.price.price)
      } cell: { row in
        .signed(row.watched.day?.percent(to: row.live.price.price))
      },
      Field(
        "closes", "COURSE", "last prices of the shown candles (USDT), oldest first; null where a candle is missing",
        priority: 94, unit: .price
      ) {
        $0.watched.closes
      } cell: { row in
        let line = Sparkline(values: row.watched.closes.map { $0?.double }, isUnicode: !look.isASCII)
        return row.watched.closes.isEmpty ? .missing : Cell(line.text, line.token.map(Style.of) ?? .plain)
      }.leftByRedaction,
      .moment("since", "", "start of the first shown candle; null without one", priority: 0) {
        $0.watched.series.bars.first?.openedAt
      },
      .moment("until", "", "end of the last shown candle; null without one", priority: 0) {
        $0.watched.series.bars.last?.closedAt
      },
    ]
  }
}

extension Report {
  /// Says of which symbols there is no course, or an incomplete one, and why.
  mutating func tellMissing(_ answer: WatchlistAnswer) {
    func names(_ rows: [WatchedSymbol]) -> String { rows.map(\.price.symbol).joined(separator: ", ") }
    let frame = answer.timeframe.rawValue
    let unknown = answer.rows.filter(\.isUnknown)
    if !unknown.isEmpty { caveat("not known to this engine: \(names(unknown))", .warning) }
    let known = answer.rows.filter { !$0.isUnknown }
    let unanswered = known.filter { $0.candlesMissing != nil }
    if let first = unanswered.first {
      caveat("no answer about candles of \(names(unanswered)): \(first.candlesMissing ?? "")", .bad)
    }
    let none = known.filter { $0.candlesMissing == nil && $0.series.bars.isEmpty }
    if !none.isEmpty { caveat("no course: the engine keeps no \(frame) candle of \(names(none))", .warning) }
    let late = known.filter { $0.overdue > 0 }
    if !late.isEmpty { caveat("newer candles should have come: \(names(late))", .warning) }
    let unusable = known.reduce(0) { $0 + $1.series.unusable }
    if unusable > 0 { caveat("\(Figures.counted(unusable, "candle")) left out: incomplete or contradictory", .bad) }
  }
}
