import HeanCore

/// Answers when something happened, or how long ago.
struct WhenAnswer: Sendable {
  let sources: AnswerSources
  private var snapshot: EngineSnapshot { sources.snapshot }
  private var now: Date { sources.now }
  private var diagnosis: Diagnosis { sources.diagnosis }

  func fill(_ answer: inout QuestionAnswer) {
    let rows = sources.rows
    switch answer.reading.topic {
    case .trade?: last("closed trade", rows.source(.trades, answer.reading), .query(.compareStrategies), &answer)
    case .fill?:
      last("fill", rows.source(.fills, answer.reading), .query(.orders, options: .status("all")), &answer)
    case .order?: last("order", rows.source(.orders, answer.reading), .query(.orders, options: .status("all")), &answer)
    case .signal?: last("signal", rows.source(.signals, answer.reading), .query(.trace, "last"), &answer)
    case .refusal?:
      last("refused signal", rows.source(.refused, answer.reading), .query(.trace, "last-blocked"), &answer)
    case .position?: position(rows.source(.positionAge, answer.reading), &answer)
    case .killSwitch?:
      let truth = snapshot.killSwitchTruth
      moment(
        "The kill switch tripped", truth.triggeredAt, "/risk/killswitch/status", .query(.killSwitch),
        truth.blocksTrading || snapshot.isRunning != true || snapshot.killSwitch.value == nil
          ? nil : "It has not tripped, as far as the engine tells.", &answer)
      if let at = truth.triggeredAt { earlierStops(before: at, &answer) }
    case .governor?:
      let governor = snapshot.isRunning == true ? snapshot.governor.value : nil
      let state = governor?.state?.rawValue.lettersAndDigits
      if let named = answer.reading.terms.first, let state, named != state {
        answer.say("When that state began or ended is not known: the engine keeps its last change alone.")
        answer.kind = .notKnown
      }
      moment(
        "The governor changed to \(governor?.state?.rawValue ?? "its state")", governor?.changedAt,
        "/risk/governor/status", .query(.governor),
        governor.map {
          "It is \($0.state?.rawValue ?? "in a state that is not known"), and the engine tells no change."
        }, &answer)
      if let gate = diagnosis.gates.first(where: { $0.id == .governor }), let step = gate.nextStep {
        answer.say("The engine tells no time at which it ends. What ends it: " + step)
      }
    case .start?:
      if snapshot.isRunning == false {
        answer.say("The engine is \(snapshot.engineState?.rawValue ?? "not running") now; it does not tell since when.")
      }
      moment(
        "The engine was started", snapshot.equityHistory.value?.startedAt, "/trading/equity-history", .query(.status),
        "The engine's history does not reach back to its start.", &answer)
    case .price?: price(rows.source(.priceAge, answer.reading), &answer)
    case .action?:
      WhoAnswer(now: now, zone: sources.zone, actions: sources.actions).fill(&answer)
    case .unblock?: unblock(&answer)
    case .stopped?: stopped(&answer)
    case .error?:
      answer.cannotTell("hean does not read the engine's log for errors.", .query(.health))
    default:
      answer.kind = .notUnderstood
      answer.say("The time of what was not understood.")
    }
  }

  /// Stops since the engine's start and before the trip that stands now: the switch remembers only the last. Says nothing
  /// where the start is not known, for the log holds the stops of earlier engines too.
  private func earlierStops(before at: Date, _ answer: inout QuestionAnswer) {
    guard let started = snapshot.equityHistory.value?.startedAt else { return }
    // A trip is logged in the same moment as a stop of new orders.
    let sameTrip = at - 2
    let earlier = RiskRecords(snapshot).changes.filter { change in
      [.killSwitch, .latch, .emergency].contains(change.subject)
        && change.at.map { $0 < sameTrip && $0 >= started } == true
    }.sorted { ($0.at ?? at) < ($1.at ?? at) }
    guard let first = earlier.first, let began = first.at else { return }
    let reason = first.reason.map { " (\($0))" } ?? ""
    answer.say(
      "That is the latest. New orders were stopped first at \(ZonedTimestamp.text(began, sources.zone))\(reason).")
    answer.cite(first.sources.joined(separator: ", "), "\(Figures.counted(earlier.count, "earlier stop"))")
  }

  /// When the engine was stopped; of one that runs, since when it does not trade, for `how long has it been off` may mean that.
  private func stopped(_ answer: inout QuestionAnswer) {
    let state = snapshot.engine?.state
    answer.say(
      snapshot.isRunning == true
        ? "The engine is \(state?.rawValue ?? "running"): it is not stopped. \(diagnosis.summary)"
        : "The engine is \(state?.rawValue ?? "in a state that is not known") now; it does not tell since when.")
    if let halt = sources.lastHalt(answer.reading) { answer.say("The last such action of this console: \(halt).") }
    answer.cite("/engine/status", "engine \(state?.rawValue ?? "not known")")
    guard snapshot.isRunning == true else {
      answer.commands = [.query(.status), .query(.audit)]
      if state == nil { answer.kind = .notKnown }
      return
    }
    if snapshot.killSwitchTruth.blocksTrading, let at = snapshot.killSwitchTruth.triggeredAt {
      moment("The kill switch tripped", at, "/risk/killswitch/status", .query(.killSwitch), nil, &answer)
    }
    answer.commands.append(.query(.why))
  }

  private func moment(
    _ what: String, _ at: Date?, _ source: String, _ command: NextStep, _ otherwise: String?,
    _ answer: inout QuestionAnswer
  ) {
    answer.commands.append(command)
    guard let at else {
      answer.kind = .notKnown
      answer.say("\(otherwise ?? "Not known: the engine did not tell.")")
      answer.cite(source, "no time")
      return
    }
    let ago = DiagnosisFormat.seconds(from: at, to: now)
    answer.figures.append(QuestionFigure(name: "age", value: ago, unit: "s", source: source))
    answer.say("\(what) \(DiagnosisFormat.span(ago)) ago, at \(ZonedTimestamp.text(at, sources.zone)).")
    answer.cite(source, ZonedTimestamp.text(at, sources.zone))
  }

  private func last(_ noun: String, _ source: QuestionSource, _ command: NextStep, _ answer: inout QuestionAnswer) {
    guard let all = source.rows(&answer, otherwise: command) else { return }
    let chosen = all.narrowed(answer.reading, sources.interval(answer.reading)).filter {
      $0.at != nil
    }
    let isFirst = answer.reading.aggregate == .bottom
    let first = isFirst ? chosen.min { ($0.at ?? now) < ($1.at ?? now) } : nil
    guard let row = first ?? chosen.latest else {
      answer.kind = .notKnown
      let reach =
        all.reach.map { ", which reaches back \(DiagnosisFormat.span(DiagnosisFormat.seconds(from: $0, to: now)))" }
        ?? ""
      answer.say("No such \(noun) is on the engine's list\(reach).")
      answer.cite(all.source, "\(all.rows.count) listed, none of them asked about")
      answer.commands.append(command)
      return
    }
    moment("The \(isFirst ? "first" : "last") \(noun), \(row.label), was", row.at, all.source, command, nil, &answer)
    if let note = all.note { answer.say("\(note)") }
    if isFirst { answer.say("That is the first on the engine's list, from which older ones may have dropped out.") }
  }

  private func position(_ source: QuestionSource, _ answer: inout QuestionAnswer) {
    guard let all = source.rows(&answer, otherwise: .query(.positions)) else { return }
    let held = all.narrowed(answer.reading, nil)
    guard !held.isEmpty else {
      answer.say("No such position is open.")
      answer.cite(all.source, "\(all.rows.count) open")
      answer.commands.append(.query(.positions))
      return
    }
    for row in held.prefix(8) {
      moment(
        "\(row.label) was opened", row.at, all.source, .query(.positions),
        "\(row.label): the engine does not tell when it was opened.", &answer)
    }
    if answer.figures.contains(where: { $0.value != nil }) { answer.kind = .answered }
  }

  private func price(_ source: QuestionSource, _ answer: inout QuestionAnswer) {
    guard let all = source.rows(&answer, otherwise: .query(.why)) else { return }
    for row in all.narrowed(answer.reading, nil) {
      guard let age = row.value else { continue }
      answer.figures.append(
        QuestionFigure(name: "price_age of \(row.label)", value: age, unit: "s", source: all.source))
      answer.say("\(row.label): the last price is \(DiagnosisFormat.span(age)) old.")
    }
    if answer.figures.isEmpty { answer.cannotTell("No such price was told.", .query(.why)) }
    answer.cite(all.source, "\(all.rows.count) prices")
    answer.commands.append(.query(.why))
  }

  private func unblock(_ answer: inout QuestionAnswer) {
    guard diagnosis.verdict == .blocked || diagnosis.verdict == .ordersAfterStop, let gate = diagnosis.decisive else {
      answer.say("\(diagnosis.summary)")
      answer.say("No gate is closed, so nothing has to end first.")
      answer.commands = [.query(.why)]
      return
    }
    answer.say("\(diagnosis.summary)")
    answer.say("The engine tells no time at which that ends.")
    sources.tellEnds(&answer)
    answer.evidence = Array(gate.evidence.prefix(3))
    answer.commands = Array(sources.judgement.nextSteps.prefix(2)) + [.query(.why, options: .watch)]
  }
}
