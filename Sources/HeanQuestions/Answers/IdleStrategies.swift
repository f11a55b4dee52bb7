import HeanCore

extension FigureAnswer {
  /// The engine's strategies that closed no trade in the span, with what they hold open.
  func idleStrategies(_ answer: inout QuestionAnswer) {
    let rows = MetricRows(snapshot: snapshot, now: now)
    var traded = answer.reading
    (traded.metric, traded.secondMetric, traded.isNegated) = (.trades, nil, false)
    guard let all = rows.source(.strategies, answer.reading).rows(&answer, otherwise: .query(.strategies)),
      let trades = rows.source(.trades, traded).rows(&answer, otherwise: .query(.health))
    else { return }
    let interval = answer.reading.window?.interval(at: now, in: zone)
    let active = Set(trades.narrowed(traded, interval).compactMap(\.strategy))
    let idle = all.rows.filter { $0.strategy.map { !active.contains($0) } ?? true }
    answer.figures = [
      QuestionFigure(name: "strategies", value: Decimal(idle.count), unit: "count", source: all.source)
    ]
    answer.say(
      idle.isEmpty
        ? "None: each of \(all.rows.count) strategies has a closed trade \(answer.reading.window == nil ? "on the engine's list" : "in that time")."
        : "Without a closed trade \(answer.reading.window == nil ? "on the engine's list" : "in that time"): \(idle.map { $0.strategy ?? "one without an id" }.joined(separator: ", ")) (\(idle.count) of \(all.rows.count))."
    )
    if let first = trades.rows.compactMap(\.at).min(), interval == nil || interval.map({ $0.start < first }) == true {
      answer.say("That list begins at \(ZonedTimestamp.text(first, zone)).")
    }
    let disabled = idle.filter { $0.reason == "off" }.compactMap(\.strategy)
    if !disabled.isEmpty { answer.say("Disabled: \(disabled.joined(separator: ", ")).") }
    let held = (snapshot.openPositions ?? []).filter { position in
      idle.contains { $0.strategy == position.strategyID && position.strategyID != nil }
    }
    if !held.isEmpty { answer.say("Open by them: \(held.map(EngineOperation.name).joined(separator: ", ")).") }
    answer.cite(all.source, "\(all.rows.count) strategies")
    answer.cite(trades.source, Figures.counted(trades.rows.count, "closed trade"))
    answer.commands = [.query(.compareStrategies), .query(.strategies)]
  }
}
