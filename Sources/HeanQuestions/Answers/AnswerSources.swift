import HeanCore

/// What answers about the engine are made from, with what several of them say in the same way.
struct AnswerSources: Sendable {
  let snapshot: EngineSnapshot
  let now: Date
  let zone: Zone
  let diagnosis: Diagnosis
  let judgement: Judgement
  let actions: QuestionActions

  var rows: MetricRows { MetricRows(snapshot: snapshot, now: now) }

  /// The span that the question names; `nil` for none.
  func interval(_ reading: QuestionReading) -> DateInterval? { reading.window?.interval(at: now, in: zone) }

  /// Whether it trades, and what to do about it.
  func tellTrading(_ answer: inout QuestionAnswer) {
    answer.say("\(diagnosis.summary)")
    if let words = diagnosis.counterfactual { answer.say("\(words)") }
    answer.evidence = Array(
      (diagnosis.decisive?.evidence ?? diagnosis.gates.first { $0.id == .signals }?.evidence ?? []).prefix(4))
    answer.cite("/engine/status", "engine \(snapshot.engine?.state.rawValue ?? "not known")")
    answer.commands =
      Array(judgement.nextSteps.prefix(2)) + [
        answer.reading.symbols.first.map { .query(.why, options: .symbol($0)) } ?? .query(.why)
      ]
  }

  /// What ends each thing that stops trading now, as far as it is known: one that ends by itself may leave another.
  /// - Parameter told: a step that was said already.
  func tellEnds(after told: NextStep? = nil, _ answer: inout QuestionAnswer) {
    // While the engine is halted no signal gets as far as these, so that what they show is no cause.
    let behindHalt: Set<Gate.ID> = [.signals, .filters, .limits, .rejects, .fills]
    let closed = diagnosis.gates.filter { $0.state == .closed }
    let halts = closed.filter { !behindHalt.contains($0.id) }
    let causes = halts.isEmpty ? closed : halts
    for gate in causes {
      if gate.id != diagnosis.decisive?.id { answer.say("Closed as well: \(gate.finding).") }
      if gate.id == .killSwitch, let code = snapshot.killSwitchTruth.reasons.first?.split(separator: ":").first,
        let reason = Reason.named(String(code))
      {
        answer.say("The kill switch clears by: " + reason.clearedBy + ".")
      } else if gate.id == .latch {
        let open = snapshot.openPositions?.count
        let what = open.map { Figures.counted($0, "open position") } ?? "what is open"
        let loss = open == 0 || snapshot.isAtExchange ? "" : " A restart of paper trading forgets \(what)."
        answer.say("Nothing but a restart of the engine ends the latch: neither time nor a reset does.\(loss)")
      } else if let step = gate.nextStep, step != told {
        answer.say((step.operation == nil ? "Next: " : "What ends it: ") + step)
      }
    }
  }

  /// The last stop or pause by this console, whichever the state is a result of; `nil` for none.
  func lastHalt(_ reading: QuestionReading, in past: DateInterval? = nil) -> String? {
    // Of an earlier time, the state of now does not tell which of the two was meant.
    let topics: [QuestionTopic] =
      past != nil ? [.stop, .pause] : snapshot.engine?.state == .paused ? [.pause] : [.stop]
    let halts = topics.flatMap { topic in
      var halt = reading
      halt.topic = topic
      return actions.chosen(halt, past) ?? []
    }
    let last = halts.max { ($0.time ?? .distantPast) < ($1.time ?? .distantPast) }
    return last.map { QuestionActions.text($0, zone) }
  }

  /// Why it is not known what an operation would leave open; `nil` for one that leaves nothing, and where the list of
  /// positions can be believed.
  func openDoubt(_ topic: QuestionTopic) -> String? {
    guard topic.leavesPositions else { return nil }
    guard snapshot.isRunning == true else {
      let state = snapshot.engineState?.rawValue ?? "in a state that is not known"
      return topic == .restart ? "the engine is \(state), and lists nothing, whatever is open" : nil
    }
    guard let listed = try? PositionsAnswer(snapshot, NameFilter()) else {
      return "what is open could not be read: /orders/positions: \(snapshot.positions.error?.shortText ?? "not read")"
    }
    if let doubt = listed.doubt { return "what is open is not certain: \(doubt.message)" }
    guard snapshot.openOrders == nil else { return nil }
    return "which orders are open could not be read: \(snapshot.orders.error?.shortText ?? "not read")"
  }

  /// What was found at a gate.
  /// - Parameter tellsAge: whether the age of the finding is said.
  func tell(_ id: Gate.ID, _ command: NextStep, tellsAge: Bool = false, _ answer: inout QuestionAnswer) {
    guard let gate = diagnosis.gates.first(where: { $0.id == id }) else { return }
    let age = tellsAge ? gate.age.map { " (\(Spans.text($0)))" } ?? "" : ""
    answer.say("\(gate.finding.sentenceStart)\(age).")
    answer.evidence += gate.evidence.prefix(4)
    if !answer.commands.contains(command) { answer.commands.append(command) }
    if gate.state == .unknown { answer.kind = .notKnown }
  }

  /// The kill switch, with its next step before the other commands.
  func tellKillSwitch(tellsAge: Bool = false, _ answer: inout QuestionAnswer) {
    tell(.killSwitch, .query(.killSwitch), tellsAge: tellsAge, &answer)
    if let step = diagnosis.gates.first(where: { $0.id == .killSwitch })?.nextStep {
      answer.commands.insert(step, at: 0)
    }
  }
}
