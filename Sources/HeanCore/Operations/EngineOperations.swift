/// Operations on the engine itself.
extension EngineOperation {
  private static let check = NextStep.query(.status)

  private static func stateCheck(_ wanted: EngineState) -> @Sendable (OperationStep.Evidence) -> StepFinding {
    { evidence in
      guard let state = evidence.after.engineState else { return .pending("the engine did not tell its state") }
      if state == wanted { return .seen("the engine says \(state.rawValue)") }
      if state == .error {
        return .contrary(
          "the engine says ERROR", advice: "read the engine's log; after a failed start, restart its process")
      }
      return .pending("the engine still says \(state.rawValue)")
    }
  }

  /// - Returns: a refusal when the engine's state is unknown or changing, so that nothing which depends on it may be
  ///   sent.
  private static func unknownState(_ title: String, _ snapshot: EngineSnapshot) -> OperationPlan? {
    switch snapshot.engineState {
    case nil:
      .refused(title, "the engine does not tell its state", next: .query(.health))
    case .busy?:
      .refused(title, "the engine is starting or stopping (BUSY)", next: "wait, then look with: \(.query(.status))")
    case .unknown(let word)?:
      .refused(title, "the engine is in a state unknown to hean: \(word)", next: .query(.status))
    default: nil
    }
  }

  /// What becomes of what is open when the engine stops: it stays at the exchange, or is forgotten with paper trading.
  private static func leftBehind(_ snapshot: EngineSnapshot) -> String {
    let words = isDryRun(snapshot) ? forgotten(snapshot) : "\(open(snapshot)) stay, without the engine's exits"
    return words + forgottenNames(snapshot)
  }

  /// Positions that the engine object takes with it when it ends: those that stand for something, 8 at most by name.
  static func forgottenNames(_ snapshot: EngineSnapshot) -> String {
    let positions = (snapshot.doubtedPositions ?? []).filter { $0.doubt?.isVoid != true }
    guard !positions.isEmpty else { return "" }
    let value = positions.map(\.notional).wholeSum.map { ", \(Figures.money($0)) USDT" } ?? ""
    return ": \(Figures.listed(positions.map(name), most: 8))\(value)"
  }

  /// What no stop of an engine at an exchange ends: what it sent there last.
  private static func lookForResting(_ snapshot: EngineSnapshot) -> NextStep? {
    guard snapshot.isAtExchange else { return nil }
    return snapshot.exchangeLook == nil
      ? "look at the exchange itself: orders of its last seconds can rest there"
      : "what is left at the exchange: \(.query(.positions)), \(.query(.orders))"
  }

  /// What a stop of signals does not end, with how many orders were sent again lately.
  static func queueCaveat(_ snapshot: EngineSnapshot) -> NextStep {
    let again = RetryQueue.sentAgain(snapshot.metrics.value)
    let count = again.map {
      "\(Figures.counted($0, "order")) \($0 == 1 ? "was" : "were") sent again in the last minute: "
    }
    return
      "\(count ?? "unfilled orders are sent again whatever is stopped: ")this does not end that, only the end of the engine does: \(.operation(.panic))"
  }

  private static func open(_ snapshot: EngineSnapshot) -> String {
    func counted(_ count: Int?, _ noun: String) -> String {
      count == 1 ? "1 \(noun)" : "\(DiagnosisFormat.count(count)) \(noun)s"
    }
    return counted(snapshot.openPositions?.count, "open position") + " and "
      + counted(snapshot.openOrders?.count, "open order")
  }

  private static func freshMemory(_ snapshot: EngineSnapshot) -> String {
    let orphans = "; positions at the exchange look like orphans to it and are closed after about four minutes"
    return "cash, positions and daily counters in the engine's memory start anew" + (isDryRun(snapshot) ? "" : orphans)
  }

  private static func forgotten(_ snapshot: EngineSnapshot) -> String {
    open(snapshot) + " of paper trading (dry run) are forgotten"
  }

  /// `engine.start`: starts a stopped engine, which begins with empty books.
  public static var startEngine: EngineOperation {
    EngineOperation(.engineStart, .severe, sees: [.exchange]) { snapshot in
      let title = "start the engine"
      if let plan = unknownState(title, snapshot) { return plan }
      guard let state = snapshot.engineState, snapshot.isRunning == false else {
        return .unchanged(title, "the engine is up already (\(snapshot.engineState?.rawValue ?? "not known"))")
      }
      var plan = OperationPlan(title)
      plan.change("engine", state.rawValue, "RUNNING")
      plan.consequences =
        ["strategies begin to trade: \(snapshot.mode.meaning)", freshMemory(snapshot)]
        + [heldAtStart(snapshot)].compactMap(\.self)
      if state == .error {
        plan.caveats = [
          "parts of the failed start stay subscribed, and orders can be sent twice: restart the process instead"
        ]
      }
      plan.steps = [OperationStep("engine", .start(snapshot.mode), checkWith: check, sees: [], stateCheck(.running))]
      return plan
    }
  }

  /// `engine.stop`: stops the engine. It closes no position and cancels no order.
  public static var stopEngine: EngineOperation {
    EngineOperation(.engineStop, .ordinary, .stop, sees: [.positions, .openOrders, .refusals]) { snapshot in
      stopping("stop the engine", .stop, snapshot)
    }
  }

  /// `engine.lock-profit`: stops the engine, and that is all that the engine does for it (docs/engine.md 2.1).
  public static var lockProfit: EngineOperation {
    EngineOperation(.engineLockProfit, .severe, sees: [.positions, .openOrders, .refusals]) { snapshot in
      var plan = stopping("lock profit", .lockProfit, snapshot)
      plan.caveats.insert("lock-profit closes nothing: all that the engine does is stop", at: 0)
      return plan
    }
  }

  private static func stopping(_ title: String, _ request: ControlRequest, _ snapshot: EngineSnapshot) -> OperationPlan
  {
    if let plan = unknownState(title, snapshot) { return plan }
    guard let state = snapshot.engineState, snapshot.isRunning == true else {
      return .unchanged(title, "the engine is not running (\(snapshot.engineState?.rawValue ?? "not known"))")
    }
    var plan = OperationPlan(title)
    plan.change("engine", state.rawValue, "STOPPED")
    plan.leave(leftBehind(snapshot), snapshot)
    plan.caveats = ["stop closes no position and cancels no order"]
    plan.facts += openFacts(snapshot)
    plan.binding = []
    plan.steps = [
      OperationStep("engine", request, checkWith: check, sees: []) { evidence in
        let state = stateCheck(.stopped)(evidence)
        guard state.verdict == .seen else { return state }
        return StepFinding(verdict: .seen, message: state.message, advice: lookForResting(evidence.before))
      }
    ]
    return plan
  }

  /// `engine.pause`: sets a flag that does not stop the orders of signals (docs/engine.md 2.1).
  public static var pauseEngine: EngineOperation {
    EngineOperation(.enginePause, .ordinary, .stop, sees: [.metrics]) { snapshot in
      let title = "pause the engine"
      if let plan = unknownState(title, snapshot) { return plan }
      guard snapshot.isRunning == true else {
        return .refused(title, "the engine is not running: there is nothing to pause", next: .query(.status))
      }
      if snapshot.engineState == .paused { return .unchanged(title, "the engine is PAUSED already") }
      var plan = OperationPlan(title)
      plan.change("engine", snapshot.engineState?.rawValue ?? "not known", "PAUSED")
      plan.caveats = [
        "pause does not stop orders by default: signals go on being accepted",
        "what does stop them: \(.operation(.triggerKillSwitch)), or \(.operation(.engineStop))",
        queueCaveat(snapshot),
      ]
      plan.steps = [OperationStep("engine", .pause, checkWith: check, sees: [], stateCheck(.paused))]
      return plan
    }
  }

  /// `engine.resume`: ends a pause. Refused on a stopped engine, where the call would hang (docs/engine.md 2.1).
  public static var resumeEngine: EngineOperation {
    EngineOperation(.engineResume, .ordinary, sees: [.risk, .decisions]) { snapshot in
      let title = "resume the engine"
      if let plan = unknownState(title, snapshot) { return plan }
      guard snapshot.isRunning == true else {
        return .refused(
          title,
          "the engine is not running (\(snapshot.engineState?.rawValue ?? "not known")): a resume would block every later engine verb "
            + "until its process is restarted",
          next: .operation(.engineStart))
      }
      let stop = snapshot.risk.value?.stopTrading
      if snapshot.engineState == .running, stop == false {
        return .unchanged(title, "the engine is RUNNING and stop_trading is not set")
      }
      var plan = OperationPlan(title)
      plan.change("engine", snapshot.engineState?.rawValue ?? "not known", "RUNNING")
      plan.change("stop_trading", stop.map { $0 ? "set" : "not set" } ?? "not known", "not set")
      plan.caveats = ["resume clears neither a kill switch nor the latch behind it"]
      plan.steps = [
        OperationStep("engine", .resume, checkWith: check) { evidence in
          let state = stateCheck(.running)(evidence)
          guard state.verdict == .seen else { return state }
          if evidence.after.risk.value?.stopTrading == true {
            return .pending(
              "the engine says RUNNING, and stop_trading is still set", advice: .query(.killSwitch))
          }
          return .seen("the engine says RUNNING", advice: latchAdvice(evidence))
        }
      ]
      return plan
    }
  }

  /// `engine.restart`: makes a new engine object, without the old books, daily figures, latch and retry queue.
  public static var restartEngine: EngineOperation {
    EngineOperation(
      .engineRestart, .severe, sees: [.positions, .openOrders, .decisions, .equityHistory, .refusals, .exchange]
    ) {
      snapshot in
      let title = "restart the engine"
      if let plan = unknownState(title, snapshot) { return plan }
      var plan = OperationPlan(title)
      plan.change("engine", snapshot.engineState?.rawValue ?? "not known", "RUNNING, with fresh memory")
      plan.leave(leftBehind(snapshot), snapshot)
      plan.consequences += [
        freshMemory(snapshot),
        "every halt ends: the new engine takes signals at once, after an emergency stop as well",
      ]
      plan.consequences += [heldAtStart(snapshot)].compactMap(\.self)
      plan.caveats = [
        "an emergency stop, if one was used, still shows in /health and stops nothing any more",
        "to stay halted: \(.operation(.panic))",
      ]
      plan.facts += openFacts(snapshot)
      // Orders change every second, and the new engine forgets what a position is: only positions are compared again.
      plan.binding = snapshot.openPositions?.map(name) ?? ["positions not known"]
      plan.steps = [OperationStep("engine", .restart, checkWith: check, sees: [.decisions, .equityHistory], restarted)]
      return plan
    }
  }

  /// Whether the engine has restarted. RUNNING before and after proves nothing: its old memory has to be gone.
  private static func restarted(_ evidence: OperationStep.Evidence) -> StepFinding {
    let state = stateCheck(.running)(evidence)
    guard state.verdict == .seen, evidence.before.isRunning == true else { return state }
    let same = "the engine says RUNNING, with the same memory as before: it has not restarted"
    // The newest point is compared, because the oldest one drops out of a full history by itself.
    if let old = evidence.before.equityHistory.value, let newest = old.points.last?.at {
      guard let now = evidence.after.equityHistory.value else {
        return .pending("the engine says RUNNING, and its equity history did not come")
      }
      return now.points.count >= old.points.count && now.points.contains { $0.at == newest }
        ? .pending(same) : .seen(fresh(evidence))
    }
    if let latest = evidence.before.decisions?.compactMap(\.at).max(), let now = evidence.after.decisions {
      return now.contains { $0.at == latest } ? .pending(same) : .seen(fresh(evidence))
    }
    return .contrary("the engine says RUNNING; it had nothing in memory by which a restart could be told")
  }

  private static func fresh(_ evidence: OperationStep.Evidence) -> String {
    let names = forgottenNames(evidence.before)
    return "the engine says RUNNING, with fresh memory" + (names.isEmpty ? "" : "; it forgot\(names.dropFirst())")
  }

  /// `engine.kill`: closes positions, then stops. Orders that rest at the exchange stay there (docs/engine.md 2.1).
  public static var killEngine: EngineOperation {
    EngineOperation(.engineKill, .severe, .stop, sees: ClosingProof.parts.union([.openOrders])) { snapshot in
      let title = "kill the engine: close everything, then stop"
      if let plan = unknownState(title, snapshot) { return plan }
      guard snapshot.isRunning == true else {
        return .refused(
          title, "the engine is not running: it would answer 'killed' and close nothing",
          next: snapshot.mode.isPaper
            ? "on paper nothing is left open; to trade again: \(.operation(.engineStart))"
            : "look at the exchange itself, or start the engine first: \(.operation(.engineStart))")
      }
      let positions = snapshot.openPositions
      var plan = OperationPlan(title)
      plan.change("engine", snapshot.engineState?.rawValue ?? "not known", "STOPPED")
      plan.change("positions", DiagnosisFormat.count(positions?.count), "0")
      plan.change("orders", DiagnosisFormat.count(snapshot.openOrders?.count), "0")
      plan.facts += openFacts(snapshot)
      plan.prices = (positions ?? []).compactMap(\.markPrice)
      plan.binding = []
      plan.caveats = [
        "the counts that it answers are attempts, not fills", "orders are cancelled in the engine's books only",
        "a stopped engine lists no position whatever is true: '\(.operation(.panic))' closes while the engine can still be asked",
      ]
      plan.steps = [
        OperationStep(
          "engine and \(DiagnosisFormat.count(positions?.count)) positions", .kill, checkWith: .query(.status),
          sees: [.metrics, .events]
        ) { evidence in
          let state = stateCheck(.stopped)(evidence)
          guard state.verdict == .seen else { return state }
          guard let open = evidence.before.openPositions else {
            return .contrary(
              "the engine is STOPPED, and which positions were open is not known",
              advice: "look at the exchange itself")
          }
          return closed(open, evidence, stillOpen: nil).prefixed("the engine is STOPPED; ")
        }
      ]
      return plan
    }
  }

  /// `engine.reset-halt`: clears `stop_trading` after a halt by the reconciler; the latch stays (docs/engine.md 4.5).
  public static var resetHalt: EngineOperation {
    EngineOperation(.engineResetHalt, .ordinary, sees: [.risk, .decisions]) { snapshot in
      let title = "reset the reconciler's halt"
      guard snapshot.isRunning == true else {
        return .refused(title, "the engine is not running", next: .operation(.engineStart))
      }
      var plan = OperationPlan(title)
      let stop = snapshot.risk.value?.stopTrading
      plan.change("stop_trading", stop.map { $0 ? "set" : "not set" } ?? "not known", "not set")
      plan.caveats = ["the latch that a halt leaves behind stays: only a restart of the engine clears it"]
      plan.steps = [
        OperationStep("reconciler", .resetHalt, checkWith: .query(.killSwitch)) { evidence in
          guard let stop = evidence.after.risk.value?.stopTrading else {
            return .pending("the engine does not tell stop_trading")
          }
          guard !stop else { return .pending("stop_trading is still set") }
          // No endpoint shows the reconciler; only the flag that its halt sets tells something.
          guard evidence.before.risk.value?.stopTrading == true else {
            return .contrary("stop_trading was not set before, and nothing else shows the reconciler")
          }
          return .seen("stop_trading is not set any more", advice: latchAdvice(evidence))
        }
      ]
      return plan
    }
  }

  static func openFacts(_ snapshot: EngineSnapshot) -> [String] {
    (snapshot.openPositions ?? []).map { "\($0.id ?? $0.symbol) \($0.sideText) \($0.size ?? 0)" }.sorted()
      + (snapshot.openOrders ?? []).map { $0.id ?? $0.symbol }.sorted()
  }
}

extension OperationPlan {
  /// - Parameter words: what becomes of positions and orders; it counts as left open unless there are none of both.
  fileprivate mutating func leave(_ words: String, _ snapshot: EngineSnapshot) {
    consequences.append(words)
    if snapshot.openPositions?.isEmpty != true || snapshot.openOrders?.isEmpty != true { leftOpen = words }
  }
}

extension StepFinding {
  func prefixed(_ head: String) -> StepFinding {
    StepFinding(verdict: verdict, message: head + message, advice: advice)
  }
}
