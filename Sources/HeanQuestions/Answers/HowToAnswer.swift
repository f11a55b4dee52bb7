import HeanCore

/// Answers how to do something, with the operation that does it and whether it would be refused now.
struct HowToAnswer: Sendable {
  let sources: AnswerSources
  private var snapshot: EngineSnapshot { sources.snapshot }
  private var diagnosis: Diagnosis { sources.diagnosis }

  func fill(_ answer: inout QuestionAnswer) {
    let reading = answer.reading
    switch reading.topic {
    case .tradeAgain?: tradeAgain(&answer)
    case .getPast?: getPast(&answer)
    // `resume trading`: where nothing is paused, something else stands in the way.
    case .resume? where snapshot.isRunning == true && snapshot.engine?.state != .paused:
      answer.say("The engine is not paused, so that a resume would not help.")
      tradeAgain(&answer)
    case .avoidSymbol?:
      answer.say(
        "Put the symbol in quarantine: the governor then refuses new entries in it. Open positions stay as they are.")
      answer.say("The engine's governor ends a quarantine when it changes its state, so look again later.")
      tellTimer(&answer)
      answer.commands =
        (reading.symbols.isEmpty ? ["BTCUSDT"] : reading.symbols).map { .operation(.quarantine, $0) } + [
          .query(.governor)
        ]
    case .protect?:
      answer.say(
        "The engine has no call that sets or moves the stop loss or take profit of an open position; they come with the order that opens it."
      )
      answer.say("What can be done instead: close the position, or place the next order with a stop and a target.")
      answer.commands = [reading.symbols.first.map { .query(.position, $0) } ?? .query(.positions)]
    case .export?:
      answer.say(
        "Every read writes JSON, CSV or NDJSON as well; a PnL snapshot appends a row to a file and is made for cron."
      )
      answer.commands = [.query(.account)]
    case .watch?:
      if let symbol = reading.symbols.first {
        answer.say("A chart of its price is drawn in the terminal.")
        answer.commands = [.query(.chart, symbol)]
      }
      answer.say("Follow events with the watch command, a read that is repeated, or wait for a condition.")
      answer.commands += [.query(.watch), .query(.wait, options: .condition("positions.count==0"))]
    case .connect?:
      answer.say(
        "Keep the engine's address in a profile and its key with login; an address can be given for one run as well.")
      answer.commands = [.operation(.login), .query(.status)]
    default:
      guard let topic = reading.topic, let step = OperationChoice(reading).step(topic) else {
        answer.kind = .notUnderstood
        answer.say("What to do was not understood.")
        return
      }
      operation(topic, step, &answer)
    }
  }

  private func operation(_ topic: QuestionTopic, _ step: NextStep, _ answer: inout QuestionAnswer) {
    if topic == .closeAll, !answer.reading.isWhole { return closeChosen(&answer) }
    if topic == .closePosition, answer.reading.choosesAmongPositions { return closeChosen(&answer) }
    if topic == .disableStrategy || topic == .enableStrategy, !answer.reading.except.isEmpty {
      return setOthers(enabled: topic == .enableStrategy, &answer)
    }
    let symbol = topic == .clearGovernor ? answer.reading.symbols.first : nil
    answer.say(symbol.map { "Ends the quarantine of \($0)." } ?? "\(OperationChoice.meaning(topic))")
    if let needed = OperationChoice(answer.reading).missing(topic) { answer.say(needed) }
    do throws(EngineError) {
      if let plan = try OperationChoice(answer.reading).plan(topic, snapshot) { preview(topic, plan, &answer) }
    } catch {
      answer.kind = .notKnown
      answer.say("What it would do now is not known: \(error.shortText).")
    }
    tellTimer(&answer)
    answer.commands.append(step)
    // A pause stops no orders by itself; what does stop entries comes first.
    if topic == .pause { answer.commands.insert(.operation(.triggerKillSwitch, options: .preview), at: 0) }
    // The retry queue (docs/engine.md 4.8).
    if topic == .stopEntries || topic == .triggerKillSwitch {
      answer.say(
        "An unfilled order that waits to be sent again is sent all the same: only stopping the engine ends that.")
    }
    if topic == .stopEntries { answer.commands.append(.query(.strategies)) }
    if topic == .changeSetting, let key = answer.reading.terms.first, SettingWords.isListed(key) {
      SettingAnswer(snapshot: snapshot).tellValue(key, &answer)
      if answer.reading.terms.count == 1 {
        answer.say("\(.operation(.setConfiguration, "\(key)=VALUE")) changes it.")
        answer.commands = [.query(.configuration, key)]
      }
    } else if topic == .changeSetting, answer.reading.terms.first == SettingWords.leverage {
      answer.say("A leverage is none of them, nor is one among the settings of the engine's process that it tells.")
      answer.commands.append(.query(.settings))
    } else if topic == .changeSetting {
      answer.say(
        "A setting that is not on that list stands in those of the engine's process, and takes a restart of it; so does the council's threshold, \(SettingWords.councilThreshold)."
      )
      answer.commands.append(.query(.settings))
    }
    if topic == .closeAll { answer.commands += [.operation(.panic, options: .preview)] }
    if topic == .stopAll { answer.commands.insert(.operation(.panic, options: .preview), at: 0) }
    answer.cite("/engine/status", "engine \(snapshot.engine?.state.rawValue ?? "not known")")
  }

  private func tellTimer(_ answer: inout QuestionAnswer) {
    guard answer.reading.waits else { return }
    answer.say("It acts at once: hean keeps no timer and waits for no condition by itself.")
  }

  /// What the operation would do now.
  private func preview(_ topic: QuestionTopic, _ plan: OperationPlan, _ answer: inout QuestionAnswer) {
    if let refusal = plan.refusal {
      answer.say("Now it would be refused: \(refusal.reason).")
      answer.say("Instead: " + refusal.nextStep)
      if topic != .start, refusal.nextStep == .operation(.engineStart) {
        answer.say("A started engine begins to trade at once.")
      }
    } else if let doubt = plan.doubt ?? sources.openDoubt(topic) {
      answer.kind = .notKnown
      answer.say("What it would do now is not known: \(doubt).")
    } else if plan.steps.isEmpty, let unchanged = plan.unchanged.first {
      answer.say("Now it would change nothing: \(unchanged).")
    } else if let left = plan.leftOpen {
      answer.say("\(left.sentenceStart).")
    }
  }

  /// Closes the positions that the question narrows to, by their ids: a symbol would close every position in it.
  private func closeChosen(_ answer: inout QuestionAnswer) {
    guard let all = sources.rows.source(.positions, answer.reading).rows(&answer, otherwise: .query(.positions)) else {
      return
    }
    let chosen = all.narrowed(answer.reading, nil)
    let unjudged = all.unjudged(answer.reading, nil)
    answer.commands = [.query(.positions)]
    guard unjudged == 0 else {
      return answer.cannotTell("Not known: of \(unjudged) positions the engine does not tell whether they are meant.")
    }
    guard !chosen.isEmpty else {
      return answer.say("Nothing to close: none of \(Figures.counted(all.rows.count, "open position")) is meant.")
    }
    let ids = chosen.compactMap(\.id)
    answer.say(
      "Meant \(chosen.count == 1 ? "is" : "are") \(chosen.count) of \(Figures.counted(all.rows.count, "open position")): \(chosen.map(\.label).joined(separator: "; "))."
    )
    guard ids.count == chosen.count else {
      return answer.cannotTell(
        "A position without an id cannot be closed alone: its symbol would close others with it.")
    }
    answer.say("Each is closed at the market by its id, and looked for again. The others stay, and nothing is stopped.")
    answer.commands.insert(.operation(.closePositions, each: ids), at: 0)
    answer.cite(all.source, "\(all.rows.count) open")
  }

  /// All strategies but those that the question leaves out.
  private func setOthers(enabled: Bool, _ answer: inout QuestionAnswer) {
    answer.commands = [.query(.strategies)]
    guard snapshot.isRunning == true, let all = snapshot.strategies.value?.elements else {
      return answer.cannotTell("Not known: the engine lists its strategies only while it runs.")
    }
    let ids = Set(all.compactMap(\.id))
    guard answer.reading.except.allSatisfy(ids.contains) else {
      answer.kind = .notUnderstood
      answer.say("which strategies are meant was not understood: an exception is no strategy of the engine")
      return
    }
    let named = answer.reading.strategies
    let others = all.filter { $0.isEnabled != enabled }.compactMap(\.id).filter {
      (named.isEmpty || named.contains($0)) && !answer.reading.except.contains($0)
    }
    guard !others.isEmpty else {
      return answer.say("Nothing to do: all others are \(enabled ? "enabled" : "disabled") already.")
    }
    answer.say("\(OperationChoice.meaning(enabled ? .enableStrategy : .disableStrategy))")
    answer.say("Meant are \(others.joined(separator: ", ")).")
    answer.commands.insert(.operation(enabled ? .enableStrategies : .disableStrategies, each: others), at: 0)
    answer.cite("/strategies", Figures.counted(all.count, "strategy"))
  }

  private func tradeAgain(_ answer: inout QuestionAnswer) {
    let steps = sources.judgement.nextSteps
    answer.say("\(diagnosis.summary)")
    if diagnosis.verdict == .blocked || diagnosis.verdict == .ordersAfterStop {
      if let first = steps.first { answer.say("First: " + first) }
      sources.tellEnds(after: steps.first, &answer)
    }
    if steps.isEmpty { answer.say("Nothing has to be done.") }
    answer.evidence = Array((diagnosis.decisive?.evidence ?? []).prefix(3))
    answer.commands = Array(steps.prefix(3)) + [.query(.why)]
  }

  private func getPast(_ answer: inout QuestionAnswer) {
    let code = answer.reading.terms.first ?? diagnosis.log.decisions.first { $0.outcome != .create }?.reasonCodes.first
    guard let code, let reason = Reason.named(code) else {
      return answer.cannotTell("No refusal with a code that hean knows is on the engine's list.", .query(.reasons))
    }
    answer.say("\(reason.code.rawValue): \(reason.meaning). It clears by: " + reason.clearedBy + ".")
    answer.say("Next: " + reason.nextStep)
    answer.cite("reason codes", reason.code.rawValue)
    answer.commands = [.query(.reasons, reason.code.rawValue), .query(.why)]
  }
}

extension QuestionReading {
  /// Whether it means some of the open positions, and does not name them one by one.
  var choosesAmongPositions: Bool {
    id == nil
      && (!except.isEmpty || condition != nil || side != nil || !strategies.isEmpty || !symbols.isEmpty)
  }
}
