import HeanCore

/// Answers whether the account, or an operation, is safe: yes, no, or not known, with the reason. For operations the rule
/// is the operation's own refusal.
struct SafeAnswer: Sendable {
  let sources: AnswerSources
  private var snapshot: EngineSnapshot { sources.snapshot }
  private var diagnosis: Diagnosis { sources.diagnosis }

  func fill(_ answer: inout QuestionAnswer) {
    guard let topic = answer.reading.topic, topic != .account else { return account(&answer) }
    operation(topic, &answer)
  }

  private func operation(_ topic: QuestionTopic, _ answer: inout QuestionAnswer) {
    if topic == .stopAll || topic == .closeAll, !answer.reading.isWhole {
      answer.kind = .notUnderstood
      answer.say("which positions are meant was not understood")
      return
    }
    let choice = OperationChoice(answer.reading)
    guard let step = choice.step(topic) else {
      answer.kind = .notUnderstood
      answer.say("Which operation is meant was not understood.")
      return
    }
    answer.cite("/engine/status", "engine \(snapshot.engine?.state.rawValue ?? "not known"), \(snapshot.mode.label)")
    let plan: OperationPlan?
    do throws(EngineError) { plan = try choice.plan(topic, snapshot) } catch {
      answer.commands = [step]
      return answer.cannotTell("Not known: \(error.shortText).", .query(.health))
    }
    // What it does is known without a plan, whether it is safe is not.
    if plan == nil, topic == .stopAll, answer.reading.frame == .whatIf {
      answer.say("\(OperationChoice.meaning(topic))")
      answer.commands = [.operation(.panic, options: .preview), .query(.positions)]
      return
    }
    guard let plan else {
      answer.kind = .notKnown
      if let needed = choice.missing(topic) { answer.say(needed) }
      answer.say(
        "Not known: hean has no rule for \(topic.label), or what the rule needs was not told. \(OperationChoice.meaning(topic))"
      )
      answer.commands = [step]
      return
    }
    if let refusal = plan.refusal {
      answer.say("No: \(refusal.reason).")
      answer.say("First: " + refusal.nextStep)
      if topic == .resetKillSwitch {
        answer.say(
          "A reset ends the kill switch alone: a latch that a stop left behind stays until the engine is restarted.")
      }
      // The refused operation is no step to take.
      answer.commands = [.query(.why)]
      return
    }
    answer.commands = topic == .stopAll ? [.operation(.panic, options: .preview), step] : [step]
    if let doubt = plan.doubt ?? sources.openDoubt(topic) {
      return answer.cannotTell("Not known: \(doubt).", .query(.positions))
    }
    if plan.steps.isEmpty, let unchanged = plan.unchanged.first {
      answer.commands = []
      answer.say("It would change nothing: \(unchanged).")
      if topic == .stop, snapshot.isRunning == false {
        answer.say(
          snapshot.isAtExchange
            ? "What is open at the exchange stays open meanwhile, without the engine's exits, and a stopped engine lists none of it."
            : "A stopped engine of paper trading has forgotten its positions, and lists none."
        )
      }
      return
    }
    // A reset does not end the latch, which refuses signals on its own.
    if topic == .resetKillSwitch, let latch = diagnosis.gates.first(where: { $0.id == .latch }), latch.state == .closed
    {
      answer.say("Not enough by itself: \(latch.finding). Only a restart of the engine ends that.")
      answer.commands = [.operation(.engineRestart), step]
      return answer.say("\(OperationChoice.meaning(topic))")
    }
    // What an operation leaves open, or forgets, is what speaks against it, though no rule of hean refuses it.
    if let left = plan.leftOpen {
      answer.say("Not without risk: \(left). hean would not refuse it.")
    } else {
      answer.say("Nothing that hean checks speaks against it.")
    }
    answer.say("\(OperationChoice.meaning(topic))")
    if topic == .pause {
      answer.say(
        "Open positions stay, and their exits are checked as before, a check that is known to fail.")
    }
    for consequence in plan.consequences.prefix(3) where consequence != plan.leftOpen {
      answer.say("\(consequence.sentenceStart)\(consequence.hasSuffix(".") ? "" : ".")")
    }
    for caveat in plan.caveats.prefix(2) { answer.say("Know first: " + caveat) }
  }

  /// The verdict on money of every screen, then what stands in the way of trading.
  private func account(_ answer: inout QuestionAnswer) {
    let money = sources.judgement.money
    let worries = diagnosis.gates.filter {
      [.killSwitch, .latch, .governor, .marketData, .mode, .engine].contains($0.id) && $0.state != .open
    }
    let drawdown = snapshot.equityTruth.drawdown(
      percent: snapshot.isRunning == true ? snapshot.governor.value?.drawdownPercent : nil)
    let words =
      drawdown.reported.map {
        DiagnosisFormat.percent($0) + (drawdown.doubt.map { " by the engine's books, \($0)" } ?? "")
      } ?? "not known"
    answer.lines = [NextStep(advice: money.summary)] + money.reasons.map { NextStep(advice: "\($0.message).") }
    answer.lines += worries.map { NextStep(advice: "\($0.finding.sentenceStart).") }
    let isSound = money.reasons.isEmpty && worries.isEmpty && (money.state == .calm || money.state == .flat)
    answer.lines.append(
      isSound
        ? "Nothing that hean can see is wrong: drawdown \(words), \(snapshot.mode.label)." : "Drawdown: \(words).")
    if money.state == .unknown { answer.kind = .notKnown }
    if let gross = GrossExposure(snapshot), gross.count > 0 {
      answer.say("At stake: \(Figures.counted(gross.count, "open position")), \(gross.words).")
    }
    answer.evidence = Array(worries.flatMap(\.evidence).prefix(3))
    answer.cite("/orders/positions", money.openPositions.map { "\($0) open" } ?? "not known")
    let steps = sources.judgement.steps.filter { $0.aim == .protect || $0.aim == .look }
    answer.commands = Array(steps.prefix(2).map(\.step))
    answer.commands += [.query(.risk), .query(.positions)].filter { !answer.commands.contains($0) }
  }
}
