import HeanCore

/// Answers `figure`, `list` and `compare`: one reader of rows, narrowed by every slot of the question, then put together
/// as it asks.
struct FigureAnswer: Sendable {
  let snapshot: EngineSnapshot
  let now: Date
  let zone: Zone

  func fill(_ answer: inout QuestionAnswer) {
    guard let metric = answer.reading.metric else { return }
    if answer.reading.isShareOfEquity { return shareOfEquity(metric, &answer) }
    if answer.reading.isOfIdleStrategies { return idleStrategies(&answer) }
    if let second = answer.reading.secondMetric { return both(metric, second, &answer) }
    if metric.isNotSent {
      answer.cannotTell(
        metric == .maxDrawdown
          ? "The engine keeps no history of a true equity, so the deepest drawdown is not known; that of now is."
          : "The engine sends no \(metric.label).", Self.nearest(metric))
      if metric == .liquidationPrice { tellMargin(&answer) }
      if metric == .maxDrawdown, snapshot.isRunning == true, let worst = snapshot.governor.value?.maxDrawdownPercent {
        answer.say("By the risk governor\(snapshot.equityTruth.remark) it was \(DiagnosisFormat.percent(worst)).")
        if let figure = AccountFigure(.drawdown, snapshot, now: now), let value = figure.value {
          answer.say("Drawdown now: \(QuestionMetric.drawdown.text(value)).")
        }
      }
      return
    }
    if metric == .riskDistance { return RiskDistance(snapshot: snapshot).fill(&answer) }
    if metric == .rejectedOrders { return rejectedOrders(&answer) }
    if metric == .events || metric == .errors {
      answer.cannotTell("hean does not count \(metric.label).", .query(metric == .errors ? .health : .watch))
      return
    }
    if answer.reading.frame == .compare { return compare(metric, &answer) }
    let isWhole = answer.reading.isWhole
    // The whole account has its own figures, which a sum over lists would not give.
    if metric == .pnl, answer.reading.number != nil, answer.reading.aggregate == nil, answer.reading.group == nil {
      return rows(
        .realized, noting: "Realized PnL of closed trades, before fees; open positions are left out.", &answer)
    }
    // The engine keeps no past of what only the account has: the value of now is told, and that it is one.
    if isWhole, answer.reading.frame == .figure, answer.reading.aggregate == nil, metric.isOneFigure, metric.isOfNow,
      let window = answer.reading.window,
      window.reachesNow, let figure = AccountFigure(metric, snapshot, now: now)
    {
      account(metric, figure, &answer)
      return answer.say("Not used: \(window.description); the engine keeps no earlier \(metric.label).")
    }
    // The last realized PnL, or the last fee, is that of one row, not of the account: `what did the last trade make`.
    let isLatest = answer.reading.aggregate == .last && metric != .realized && metric != .fees
    if isWhole, answer.reading.number == nil, answer.reading.aggregate == nil || isLatest,
      answer.reading.frame == .figure,
      answer.reading.window == nil || metric == .dayPnL || metric == .fees && coversAll(answer.reading),
      let figure = AccountFigure(metric, snapshot, now: now)
    {
      return account(metric, figure, &answer)
    }
    if metric == .pnl { return result(&answer) }
    if metric == .dayPnL, let figure = AccountFigure(.dayPnL, snapshot, now: now) {
      return account(metric, figure, &answer)
    }
    rows(metric, &answer)
    if metric == .leverage, isWhole { tellGross(&answer) }
  }

  /// The leverage of a position is not that of the account.
  private func tellGross(_ answer: inout QuestionAnswer) {
    guard answer.kind == .answered, let gross = GrossExposure(snapshot) else { return }
    answer.say("All positions together: \(gross.words).")
  }

  private static func nearest(_ metric: QuestionMetric) -> NextStep {
    switch metric {
    case .liquidationPrice: .query(.positions)
    case .latency: .query(.health)
    case .maxDrawdown: .query(.risk)
    default: .query(.account)
    }
  }

  private func account(_ metric: QuestionMetric, _ figure: AccountFigure, _ answer: inout QuestionAnswer) {
    answer.figures.append(
      QuestionFigure(name: metric.rawValue, value: figure.value, unit: figure.unit, source: figure.source))
    let note = figure.note.map { " (\($0))" } ?? ""
    guard let value = figure.value else {
      answer.cannotTell("\(metric.label.sentenceStart) is not known\(note).", .query(.status))
      return
    }
    if metric == .positionRoom, let risk = snapshot.risk.value, let limit = risk.maxOpenPositions,
      let open = risk.openPositions
    {
      answer.say(
        "At most \(Figures.counted(limit, "position")); \(open) open, so that \(metric.text(value)) more can be opened (one position a symbol is the rule, and every other gate has to be open too)."
      )
    } else {
      answer.say("\(metric.label.sentenceStart): \(metric.text(value))\(note).")
    }
    answer.cite(figure.source, "\(metric.rawValue) \(metric.text(value))")
    answer.commands.append(metric == .drawdown || metric == .peakEquity ? .query(.risk) : .query(.account))
  }

  /// Leverage and margin, which are nearest to a liquidation price, which nobody tells.
  private func tellMargin(_ answer: inout QuestionAnswer) {
    guard snapshot.isRunning == true else { return }
    let levers = ((try? PositionsAnswer(snapshot, NameFilter()))?.positions.elements ?? []).compactMap(\.leverage)
    if let highest = levers.max() {
      answer.say("Highest leverage of an open position: \(Figures.text(highest, places: 2)).")
    }
    for metric in [QuestionMetric.margin, .freeMargin] {
      guard let figure = AccountFigure(metric, snapshot, now: now), let value = figure.value else { continue }
      answer.say("\(metric.label.sentenceStart): \(metric.text(value)).")
    }
    answer.say("Whether the exchange would liquidate cannot be told from that.")
  }

  /// Whether the span that is named reaches from the engine's start to now.
  private func coversAll(_ reading: QuestionReading) -> Bool {
    guard let window = reading.window, window.reachesNow, let start = snapshot.equityHistory.value?.startedAt else {
      return false
    }
    return window.interval(at: now, in: zone).start <= start
  }

  // MARK: Rows

  private func rows(_ metric: QuestionMetric, _ answer: inout QuestionAnswer) {
    let source = MetricRows(snapshot: snapshot, now: now).source(metric, answer.reading)
    guard let all = source.rows(&answer, otherwise: .query(.status)) else { return }
    let interval = window(metric, all, &answer)
    if isBefore(all, interval, &answer) { return }
    var chosen = all.narrowed(answer.reading, interval)
    let unjudged = all.unjudged(answer.reading, interval)
    let asked = answer.reading.condition?.description ?? answer.reading.side?.rawValue ?? "meant"
    if unjudged > 0, chosen.isEmpty {
      answer.cannotTell(
        "Not known: the engine's list does not tell which are \(asked).", metric.command(answer.reading))
      return
    }
    // `win rate over the last 50 trades`: the newest of them.
    if let number = answer.reading.number, answer.reading.frame == .figure, answer.reading.group == nil,
      answer.reading.aggregate?.isExtreme != true, !metric.isOfNow
    {
      chosen = Array(chosen.sorted { ($0.at ?? .distantPast) > ($1.at ?? .distantPast) }.prefix(number))
    }
    if let isOn = answer.reading.isOn { chosen.removeAll { $0.reason != (isOn ? "on" : "off") } }
    if answer.reading.isNegated {
      negate(metric, &chosen)
      if chosen.isEmpty, metric == .positions || metric == .stopLoss || metric == .takeProfit, !all.rows.isEmpty {
        answer.say("None: each of \(Figures.counted(all.rows.count, "open position")) has one.")
        answer.cite(all.source, "\(all.rows.count) open")
        answer.commands.append(.query(.positions))
        return
      }
    }
    answer.commands.append(metric.command(answer.reading))
    if let note = all.note { answer.say("\(note)") }
    if unjudged > 0 { answer.say("Of \(unjudged) it is not known whether they are \(asked).") }
    let place = answer.lines.count
    let words = RowWords(metric: metric, reading: answer.reading, all: all.rows, source: all.source, zone: zone)
    for line in words.lines(chosen, &answer.figures) { answer.say("\(line)") }
    // What was asked comes first, what is known about the list after it.
    if place > 0 { answer.lines = Array(answer.lines[place...] + answer.lines[..<place]) }
    answer.cite(all.source, "\(Figures.counted(all.rows.count, "row")), \(chosen.count) of them asked about")
  }

  /// The span that the question names; says where the metric knows none, or where the list does not reach back to it.
  private func window(_ metric: QuestionMetric, _ all: QuestionRows, _ answer: inout QuestionAnswer) -> DateInterval? {
    guard let window = answer.reading.window else { return nil }
    guard !metric.isOfNow else {
      answer.say("Not used: \(window.description); \(metric.label) is a value of now.")
      return nil
    }
    let interval = window.interval(at: now, in: zone)
    if window.needsDates {
      answer.say(
        "Counted from \(ZonedTimestamp.text(interval.start, zone)) until \(ZonedTimestamp.text(interval.end, zone)).")
    }
    if let reach = all.reach, reach > interval.start {
      answer.say(
        "The engine's list reaches back only \(DiagnosisFormat.span(DiagnosisFormat.seconds(from: reach, to: now))); what was before is not counted."
      )
    }
    return interval
  }

  /// Says so when the engine's list begins after the span: nothing on it is not the same as nothing that happened.
  private func isBefore(_ all: QuestionRows, _ interval: DateInterval?, _ answer: inout QuestionAnswer) -> Bool {
    guard let interval else { return false }
    // Of an empty list it is not known how far back it reaches.
    if all.rows.isEmpty, answer.reading.window?.reachesNow == false {
      answer.cannotTell(
        "Not known: the engine lists nothing of that kind, and does not tell how far back its list reaches.",
        .query(.health))
      return true
    }
    guard let first = all.rows.compactMap(\.at).min(), interval.end <= first else {
      if let first = all.rows.compactMap(\.at).min(), first > interval.start, interval.duration > 86_400 {
        answer.say("The list begins at \(ZonedTimestamp.text(first, zone)): what was before is not counted.")
      }
      return false
    }
    answer.cannotTell(
      "Not known: the engine's list begins at \(ZonedTimestamp.text(first, zone)), after the time that was asked about.",
      .query(.health))
    answer.cite(all.source, "\(Figures.counted(all.rows.count, "row")), none of that time")
    return true
  }

  /// Turns the sense where that is clear: strategies that are off, positions without a stop, orders not filled.
  private func negate(_ metric: QuestionMetric, _ rows: inout [QuestionRow]) {
    switch metric {
    case .positions, .stopLoss, .takeProfit:
      let bare = Set(
        (snapshot.openPositions ?? []).filter { metric == .takeProfit ? $0.takeProfit == nil : $0.stopLoss == nil }.map(
          EngineOperation.name))
      rows.removeAll { !bare.contains($0.label) }
    case .orders: rows.removeAll { $0.reason == OrderStatus.filled.rawValue }
    default: break
    }
  }

  // MARK: PnL of a symbol, a strategy or a span

  /// Closed trades have realized PnL and a time, open positions have unrealized PnL of now: they are told apart.
  private func result(_ answer: inout QuestionAnswer) {
    let reading = answer.reading
    guard reading.aggregate == nil, reading.group == nil else {
      if let closed = closedRows(reading), closed.isEmpty, reading.window?.reachesNow != false,
        reading.aggregate != .average, reading.aggregate != .last
      {
        var open = QuestionAnswer(context: answer.context, receivedAt: now, reading: reading)
        open.reading.window = nil
        rows(.unrealized, &open)
        open.lines.insert("No closed trade of that kind. Of open positions, unrealized:", at: 0)
        open.reading = reading
        answer = open
        return answer.cite("/trading/history", "0 closed trades")
      }
      return rows(
        .realized, noting: "Realized PnL of closed trades, before fees; open positions are left out.", &answer)
    }
    let sources = (
      MetricRows(snapshot: snapshot, now: now).source(.realized, reading),
      MetricRows(snapshot: snapshot, now: now).source(.unrealized, reading)
    )
    if case .rows(let closed) = sources.0 {
      let interval = window(.realized, closed, &answer)
      let trades = closed.narrowed(reading, interval)
      if isBefore(closed, interval, &answer) { return }
      let total = trades.knownTotal
      answer.figures.append(QuestionFigure(name: "realized", value: total, unit: "USDT", source: closed.source))
      let sum = total.map { "\(Figures.signed($0)) USDT" } ?? "not known"
      answer.say("Realized, before fees: \(sum) in \(Figures.counted(trades.count, "closed trade"))\(trades.lack).")
      answer.cite(closed.source, "\(Figures.counted(trades.count, "closed trade")), \(sum)")
      if let note = closed.note { answer.say("\(note)") }
    } else if case .missing(let reason) = sources.0 {
      answer.say("Realized is not known: \(reason).")
    }
    // What is open now says nothing about a span that has ended.
    if reading.window?.reachesNow == false {
      answer.say("Open positions have a value of now only, and are left out.")
    } else if case .rows(let open) = sources.1 {
      let held = open.narrowed(reading, nil)
      let total = held.knownTotal
      answer.figures.append(QuestionFigure(name: "unrealized", value: total, unit: "USDT", source: open.source))
      let sum = total.map { "\(Figures.signed($0)) USDT" } ?? "not known"
      answer.say("Unrealized, now: \(sum) in \(Figures.counted(held.count, "open position"))\(held.lack).")
      answer.cite(open.source, "\(Figures.counted(held.count, "position")), \(sum)")
    } else if case .missing(let reason) = sources.1 {
      answer.say("Unrealized is not known: \(reason).")
    }
    if answer.figures.isEmpty { answer.kind = .notKnown }
    answer.commands.append(QuestionMetric.realized.command(reading))
  }

  /// The closed trades that are meant; `nil` when they are not known.
  private func closedRows(_ reading: QuestionReading) -> [QuestionRow]? {
    guard case .rows(let all) = MetricRows(snapshot: snapshot, now: now).source(.realized, reading) else { return nil }
    return all.narrowed(reading, reading.window?.interval(at: now, in: zone))
  }

  private func rows(_ metric: QuestionMetric, noting note: NextStep, _ answer: inout QuestionAnswer) {
    rows(metric, &answer)
    if answer.kind == .answered { answer.say(note) }
  }

  // MARK: What only counters know

  private func rejectedOrders(_ answer: inout QuestionAnswer) {
    let reading = answer.reading
    guard reading.isWhole, reading.group == nil else {
      answer.cannotTell(
        "The engine lists no rejected orders: it only counts them, for all symbols and strategies together.",
        .query(.funnel))
      return
    }
    guard let metrics = snapshot.metrics.value else {
      answer.cannotTell(
        "Not known: /trading/metrics: \(snapshot.metrics.error?.shortText ?? "not read").", .query(.health))
      return
    }
    let (counters, span): (TradingMetrics.Counters?, String) =
      switch reading.window {
      case .last(seconds: 60)?: (metrics.lastMinute, "in the last minute")
      case .last(seconds: 300)?: (metrics.lastFiveMinutes, "in the last 5 minutes")
      default: (metrics.session, "since the engine's process began")
      }
    guard let count = counters?.ordersRejected else {
      answer.cannotTell("The engine did not count rejected orders.", .query(.funnel))
      return
    }
    if let window = reading.window, window != .last(seconds: 60), window != .last(seconds: 300) {
      answer.say(
        "The engine counts rejected orders for 1 minute, 5 minutes and since its start only, not for \(window.description)."
      )
    }
    answer.figures.append(
      QuestionFigure(name: "rejected_orders", value: Decimal(count), unit: "count", source: "/trading/metrics"))
    answer.lines.insert("\(Figures.counted(count, "order")) rejected \(span).", at: 0)
    answer.cite("/trading/metrics", "orders_rejected \(count) \(span)")
    answer.commands.append(.query(.funnel))
  }
}
