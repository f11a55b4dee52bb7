import HeanCore

/// Answers where money was lost.
struct LossAnswer: Sendable {
  let sources: AnswerSources

  /// Where the loss comes from: the worst strategies among closed trades, the worst open positions.
  func fill(_ answer: inout QuestionAnswer) {
    let rows = sources.rows
    let interval = sources.interval(answer.reading)
    if let end = answer.reading.aggregate { return trade(end, &answer) }
    var known = false
    if case .rows(let all) = rows.source(.realized, answer.reading) {
      known = true
      let trades = all.narrowed(answer.reading, interval)
      let sums = Dictionary(grouping: trades) { $0.strategy ?? "no strategy" }.mapValues {
        $0.compactMap(\.value).reduce(0, +)
      }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      let losers = sums.filter { $0.value < 0 }
      let total = trades.knownTotal
      answer.figures.append(QuestionFigure(name: "realized", value: total, unit: "USDT", source: all.source))
      answer.say(
        "Closed trades come to \(total.map { "\(Figures.signed($0)) USDT" } ?? "a sum that is not known")\(trades.lack)"
          + (losers.isEmpty
            ? total == nil ? "." : "; no strategy lost."
            : "; most was lost by \(losers.prefix(3).map { "\($0.key) (\(Figures.signed($0.value)))" }.joined(separator: ", ")).")
      )
      answer.cite(all.source, Figures.counted(trades.count, "closed trade"))
    } else if case .missing(let reason) = rows.source(.realized, answer.reading) {
      answer.say("What closed trades made is not known: \(reason).")
    }
    if case .rows(let all) = rows.source(.unrealized, answer.reading) {
      known = true
      let open = all.narrowed(answer.reading, nil)
      let total = open.knownTotal
      let losers = open.filter { $0.value ?? 0 < 0 }.sorted { ($0.value ?? 0) < ($1.value ?? 0) }
      answer.figures.append(QuestionFigure(name: "unrealized", value: total, unit: "USDT", source: all.source))
      answer.say(
        "Open positions stand at \(total.map { "\(Figures.signed($0)) USDT" } ?? "a sum that is not known")\(open.lack)"
          + (losers.isEmpty
            ? total == nil ? "." : "; none is at a loss."
            : "; the worst are \(losers.prefix(3).map { "\($0.label) (\(Figures.signed($0.value ?? 0)))" }.joined(separator: ", ")).")
      )
      answer.cite(all.source, "\(open.count) open")
    }
    if let fees = sources.snapshot.equityTruth.fees, answer.reading.isWhole {
      answer.say("Fees since the engine's start: \(Figures.money(fees)) USDT.")
    }
    if !known { answer.cannotTell("Not known: neither closed trades nor open positions were told.", .query(.status)) }
    answer.commands += [.query(.compareStrategies), .query(.positions)]
  }

  /// The trade that lost: the worst, or the last one. What it made and how long it was held is told, for the engine does not
  /// tell why it lost.
  private func trade(_ end: QuestionAggregate, _ answer: inout QuestionAnswer) {
    guard let (trades, source) = sources.closedTrades(&answer) else { return }
    let worst = trades.filter { $0.value != nil }.min { ($0.value ?? 0) < ($1.value ?? 0) }
    guard let row = end == .last ? trades.latest : worst else { return sources.tellNoTrade(&answer) }
    let at = row.at.map { ", closed \(ZonedTimestamp.text($0, sources.zone))" } ?? ""
    let held = row.age.map { ", held for \(DiagnosisFormat.span($0))" } ?? ""
    let made = row.value.map { Figures.signed($0) + " USDT" } ?? "a PnL that is not known"
    answer.figures.append(QuestionFigure(name: "realized", value: row.value, unit: "USDT", source: source))
    answer.say(
      "The \(end == .last ? "last" : "worst") closed trade is \(row.label) of \(row.strategy ?? "a strategy that was not told"): \(made)\(at)\(held)."
    )
    if row.value ?? -1 >= 0 { answer.say("It did not lose.") }
    answer.say("The engine does not tell why it was closed there.")
    answer.cite(source, Figures.counted(trades.count, "closed trade"))
    answer.commands = [.query(.compareStrategies), .query(.positions)]
  }
}

extension AnswerSources {
  /// The closed trades that the question is about, and where they are listed; says why when they are not known.
  func closedTrades(_ answer: inout QuestionAnswer) -> (rows: [QuestionRow], source: String)? {
    let source = rows.source(.realized, answer.reading)
    return source.rows(&answer, otherwise: .query(.health)).map {
      ($0.narrowed(answer.reading, interval(answer.reading)), $0.source)
    }
  }

  func tellNoTrade(_ answer: inout QuestionAnswer) {
    answer.cannotTell("No such closed trade is on the engine's list.", .query(.positions))
  }
}
