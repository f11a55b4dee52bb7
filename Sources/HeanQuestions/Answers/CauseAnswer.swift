import HeanCore

/// Answers why something is so.
struct CauseAnswer: Sendable {
  let sources: AnswerSources
  private var snapshot: EngineSnapshot { sources.snapshot }
  private var now: Date { sources.now }
  private var diagnosis: Diagnosis { sources.diagnosis }

  /// The time that the question is about, when it ended before now.
  private func past(_ answer: QuestionAnswer) -> QuestionWindow? {
    answer.reading.window.flatMap { $0.reachesNow ? nil : $0 }
  }

  func fill(_ answer: inout QuestionAnswer) {
    if let past = past(answer), answer.reading.topic?.isToldOfNowOnly == true {
      answer.kind = .notKnown
      answer.say("The state is told as of now: of \(past.description) the engine keeps nothing.")
    }
    switch answer.reading.topic {
    case .trading?: trading(&answer)
    case .refused?: refused(&answer)
    case .killSwitch?: killSwitch(&answer)
    case .governor?, .drawdown?: governor(&answer)
    case .prices?: sources.tell(.marketData, .query(.why), &answer)
    case .closed?: closed(&answer)
    case .loss?: LossAnswer(sources: sources).fill(&answer)
    case .order?:
      StateAnswer(sources: sources).fill(&answer)
      if answer.kind == .answered {
        answer.say("The engine does not tell why an order is not filled or was cancelled.")
      }
    case .strategy?: strategy(&answer)
    case .stopped?: stopped(&answer)
    case .position?: position(&answer)
    case .mode?, .connection?:
      StateAnswer(sources: sources).fill(&answer)
      answer.say("The engine does not tell why.")
    default:
      answer.kind = .notUnderstood
      answer.say("The cause of what was not understood.")
    }
  }

  private func trading(_ answer: inout QuestionAnswer) {
    if let past = past(answer) { return trading(then: past, &answer) }
    sources.tellTrading(&answer)
    if snapshot.isRunning == false { tellEmptiness(&answer) }
    if let symbol = answer.reading.symbols.first {
      if let held = snapshot.openPositions?.first(where: { $0.symbol == symbol }) {
        answer.say("It holds \(EngineOperation.name(held)) already, and one position a symbol is the rule.")
      } else if let refused = refusals(answer.reading).first {
        answer.say("\(Self.text(refused, now))")
      }
      tellTrades(symbol, &answer)
    }
    tellUnread(&answer)
    if diagnosis.verdict == .unknown { answer.kind = .notKnown }
  }

  private func tellUnread(_ answer: inout QuestionAnswer) {
    guard answer.reading.symbols.count > 1 else { return }
    answer.say("Only \(answer.reading.symbols[0]) was looked at; ask for the others one by one.")
  }

  /// `why did it not trade btc yesterday`: of an earlier time the engine keeps trades and its last decisions, and no gate.
  private func trading(then window: QuestionWindow, _ answer: inout QuestionAnswer) {
    answer.say("Which gates were closed \(window.description) is not kept; the engine tells those of now only.")
    if let refused = refusals(answer.reading).first {
      answer.say("\(Self.text(refused, now))")
    } else {
      answer.kind = .notKnown
      answer.say("No refused signal of that time is on the engine's list of its last decisions.")
    }
    if let symbol = answer.reading.symbols.first { tellTrades(symbol, &answer) }
    tellUnread(&answer)
    answer.commands = [.query(.why), .query(.trace, "last-blocked")]
  }

  /// `why no eth trade in the last 10 min`: there may have been one.
  private func tellTrades(_ symbol: String, _ answer: inout QuestionAnswer) {
    var one = answer.reading
    one.symbols = [symbol]
    guard case .rows(let all) = sources.rows.source(.trades, one) else { return }
    let trades = all.narrowed(one, sources.interval(one))
    let span = answer.reading.window.map { " (\($0.description))" } ?? ""
    guard let last = trades.latest, let at = last.at else { return }
    let ago = DiagnosisFormat.span(DiagnosisFormat.seconds(from: at, to: now))
    answer.say(
      "It did trade \(symbol)\(span): \(Figures.counted(trades.count, "closed trade")), the last, of \(last.strategy ?? "a strategy that was not told"), closed \(ago) ago."
    )
  }

  /// What was turned down on the side and in the time that is asked about, the latest first.
  private func refusals(_ reading: QuestionReading) -> [Decision] {
    let interval = sources.interval(reading)
    return diagnosis.log.decisions.filter { decision in
      decision.outcome != .create && (reading.side == nil || QuestionSide(decision.side) == reading.side)
        && interval.map { interval in decision.at.map(interval.contains) ?? false } ?? true
    }
  }

  static func text(_ decision: Decision, _ now: Date) -> String {
    let code = decision.reasonCodes.first
    let what = [decision.strategyID, decision.side?.rawValue, decision.symbol].compactMap(\.self).joined(separator: " ")
    let age =
      decision.at.map { "\(DiagnosisFormat.span(DiagnosisFormat.seconds(from: $0, to: now))) ago" }
      ?? "at an unknown time"
    return
      "The latest refusal, \(age): \(what.isEmpty ? "a signal" : what) was turned down as \(code.map { "\($0), \(Reason.meaning($0))" } ?? "the engine gave no code")."
  }

  /// Who opened what is held; why nothing is held is why nothing is traded.
  private func position(_ answer: inout QuestionAnswer) {
    let reading = answer.reading
    let source = sources.rows.source(.positions, reading)
    guard let all = source.rows(&answer, otherwise: .query(.positions)) else { return }
    let held = all.narrowed(reading, nil)
    guard !held.isEmpty, !reading.isNegated else {
      answer.say("No such position is open.")
      if all.rows.isEmpty || !reading.symbols.isEmpty { trading(&answer) }
      return
    }
    let listed = try? PositionsAnswer(snapshot, NameFilter())
    let reasons = Dictionary(
      (listed?.positions.elements ?? []).compactMap { position in position.id.map { ($0, position.entryReason) } }
    ) { first, _ in first }
    for row in held.prefix(8) {
      let opened = row.at.map { ", at \(ZonedTimestamp.text($0, sources.zone))" } ?? ""
      let reason = row.id.flatMap { reasons[$0] ?? nil }.map { "; the engine's reason: \($0)" } ?? ""
      answer.say("\(row.label) was opened by \(row.strategy ?? "a strategy that was not told")\(opened)\(reason).")
    }
    if held.count > 8 { answer.say("… and \(held.count - 8) more.") }
    answer.cite(all.source, "\(held.count) held")
    answer.commands = [.query(.positions), .query(.trace, "last")]
  }

  private func refused(_ answer: inout QuestionAnswer) {
    let refusals = refusals(answer.reading)
    guard let decision = refusals.first else {
      answer.kind = .notKnown
      answer.say("No refused signal of that kind is on the engine's list.")
      answer.say("Rejected orders are never listed, only counted.")
      answer.commands = [.query(.funnel)]
      return
    }
    answer.say("\(Self.text(decision, now))")
    if let code = decision.reasonCodes.first, let reason = Reason.of(code) {
      answer.say("It clears by: " + reason.clearedBy + ".")
      answer.commands.append(.query(.reasons, code))
    }
    let counts = ReasonCount.ranked(
      Dictionary(grouping: refusals) {
        $0.reasonCodes.first ?? "no code"
      }.mapValues(\.count))
    if counts.count > 1 {
      answer.say(
        "All reasons on the list: \(counts.prefix(5).map { "\($0.code) \($0.count)" }.joined(separator: ", ")).")
    }
    answer.cite("/trading/history", "\(decision.outcomeText) \(decision.reasonCodes.joined(separator: "+"))")
    answer.commands.insert(.query(.trace, "last-blocked"), at: 0)
  }

  private func killSwitch(_ answer: inout QuestionAnswer) {
    sources.tellKillSwitch(&answer)
    var used = answer.reading
    used.topic = .triggerKillSwitch
    if let tripped = snapshot.killSwitchTruth.triggeredAt,
      let run = sources.actions.chosen(used, DateInterval(start: tripped - 60, end: now))?.first
    {
      answer.say("This console used it: \(QuestionActions.text(run, sources.zone)).")
    }
    for reason in snapshot.killSwitchTruth.reasons.prefix(2) { answer.say("The engine's reason: \(reason)") }
    if let basis = StopBasis.killSwitch(snapshot.killSwitch.value, snapshot.equityTruth)?.message {
      answer.say("It \(basis).")
    }
  }

  private func governor(_ answer: inout QuestionAnswer) {
    let state = snapshot.isRunning == true ? snapshot.governor.value?.state?.rawValue : nil
    // A symbol can be in quarantine in every state.
    let isOfSymbol = snapshot.governor.value?.quarantinedSymbols?.isEmpty == false
    if let named = answer.reading.terms.first, let state, named != state.lettersAndDigits,
      named != "quarantine" || !isOfSymbol
    {
      answer.say("It is in \(state) now: of states before it the engine keeps neither the time nor the cause.")
      answer.kind = .notKnown
    }
    sources.tell(.governor, .query(.governor), &answer)
    if isOfSymbol, answer.reading.topic == .governor { sources.tell(.quarantine, .query(.governor), &answer) }
    guard let governor = snapshot.governor.value, snapshot.isRunning == true else { return tellEmptiness(&answer) }
    for code in governor.reasonCodes.prefix(2) { answer.say("Reason \(code): \(Reason.meaning(code)).") }
    if let basis = StopBasis.governor(governor, snapshot.equityTruth)?.message { answer.say("It \(basis).") }
    if answer.reading.topic == .drawdown { LossAnswer(sources: sources).fill(&answer) }
  }

  /// What an engine that does not run says of itself (docs/engine.md 7.4).
  private func tellEmptiness(_ answer: inout QuestionAnswer) {
    guard snapshot.isRunning == false else { return }
    answer.say(
      "An engine that does not run sends NORMAL, zeros and empty lists, whatever is true at the exchange: they prove nothing."
    )
  }

  private func closed(_ answer: inout QuestionAnswer) {
    guard let (trades, source) = sources.closedTrades(&answer) else { return }
    guard let last = trades.latest else { return sources.tellNoTrade(&answer) }
    let at = last.at.map { ", " + ZonedTimestamp.text($0, sources.zone) } ?? ""
    answer.say(
      "The last one, \(last.label)\(at): realized \(last.value.map { Figures.signed($0) + " USDT" } ?? "not known").")
    answer.say("The engine does not tell why a position was closed.")
    let closers = (sources.actions.runs() ?? []).filter { $0.operation?.isClose == true }
    if let run = closers.last {
      answer.say("The last close by this console: \(QuestionActions.text(run, sources.zone)).")
    } else {
      answer.say("This console closed nothing on this engine.")
    }
    // `why did we sell doge`: the last sale may have opened a short after the close.
    if !answer.reading.symbols.isEmpty, case .rows(let open) = sources.rows.source(.positions, answer.reading) {
      for held in open.narrowed(answer.reading, nil).prefix(2) {
        let opened = held.at.map { " since \(ZonedTimestamp.text($0, sources.zone))" } ?? ""
        answer.say("Open in it now: \(held.label), by \(held.strategy ?? "a strategy that was not told")\(opened).")
      }
    }
    answer.cite(source, Figures.counted(trades.count, "closed trade"))
    answer.commands = [.query(.audit), .query(.watch)]
  }

  private func strategy(_ answer: inout QuestionAnswer) {
    StateAnswer(sources: sources).fill(&answer)
    let past = past(answer)
    // An enabled strategy that does nothing is held up by something else.
    let meant = (snapshot.strategies.value?.elements ?? []).filter {
      $0.id.map(answer.reading.strategies.contains) == true
    }
    if past == nil, meant.contains(where: { $0.isEnabled == true }), !meant.contains(where: { $0.isEnabled == false }) {
      answer.say("\(diagnosis.summary)")
      answer.commands = [.query(.why), .query(.funnel)]
      return
    }
    var reading = answer.reading
    reading.topic = .disableStrategy
    if let run = sources.actions.chosen(reading, past?.interval(at: now, in: sources.zone))?.first {
      if past != nil { answer.kind = .answered }
      answer.say("Disabled by this console: \(QuestionActions.text(run, sources.zone)).")
    } else {
      answer.say(
        "This console did not disable it\(past.map { " (\($0.description))" } ?? ""); the engine does not tell who did."
      )
    }
  }

  private func stopped(_ answer: inout QuestionAnswer) {
    let state = snapshot.engine?.state
    answer.say("The engine is \(state?.rawValue ?? "in a state that is not known"). \(diagnosis.summary)")
    let past = past(answer)
    if let halt = sources.lastHalt(answer.reading, in: past?.interval(at: now, in: sources.zone)) {
      if past != nil { answer.kind = .answered }
      answer.say("The last such action of this console: \(halt).")
    } else {
      answer.say(
        "This console did not do it\(past.map { " (\($0.description))" } ?? ""); the engine does not tell who did.")
    }
    tellEmptiness(&answer)
    answer.evidence = Array((diagnosis.decisive?.evidence ?? []).prefix(3))
    answer.cite("/engine/status", "engine \(state?.rawValue ?? "not known")")
    answer.commands = Array(sources.judgement.nextSteps.prefix(2)) + [.query(.audit)]
    if state == nil { answer.kind = .notKnown }
  }
}

extension QuestionTopic {
  /// Whether the engine tells only how this stands now.
  fileprivate var isToldOfNowOnly: Bool {
    switch self {
    case .governor, .prices, .mode, .connection, .strategy, .stopped: true
    default: false
    }
  }
}
