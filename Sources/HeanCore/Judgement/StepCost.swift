/// What an operation does to money and books, told before it is chosen.
struct StepCost {
  let snapshot: EngineSnapshot
  let held: [Position]?

  /// The step with reason and price.
  func priced(_ aim: JudgedStep.Aim, _ step: NextStep, why: String) -> JudgedStep {
    guard let name = step.firstOperation else { return JudgedStep(aim, step, why: why) }
    var judged = JudgedStep(aim, step, why: why, effect: effect(name, step), isReversible: isReversible(name))
    judged.risk = risk(name, step)
    return judged
  }

  private func effect(_ name: OperationName, _ step: NextStep) -> String? {
    switch name {
    case .closeAllPositions: "closes \(value(of: held)) at market"
    case .closePositions: "closes \(value(of: named(step))) at market"
    case .panic:
      "stops new orders, closes \(value(of: held)), ends the queue of unfilled orders, and looks whether that is so"
    case .engineStop, .engineKill:
      name == .engineKill
        ? "closes \(value(of: held)) and ends the engine, with its queue of unfilled orders"
        : "ends the engine with its queue of unfilled orders; closes nothing"
    case .engineStart: "begins to trade within a second, with empty books and a new day's allowance"
    case .engineRestart: "trades again within a second, with empty books and a new day's allowance"
    case .engineResume: "changes the label only: a pause stops no order"
    case .triggerKillSwitch: "refuses every new signal; leaves what is open, and the queue of unfilled orders"
    case .resetKillSwitch: "lets signals pass again; a latch can stay, which only a restart ends"
    case .clearGovernor: step.symbol.map { "signals of \($0) pass again" } ?? "signals pass again, at full size"
    case .engineResetHalt: "clears the flag of a halt"
    case .enableStrategies: "they send signals again"
    case .setLimits, .setConfiguration: "lets more be held at once"
    default: nil
    }
  }

  private func risk(_ name: OperationName, _ step: NextStep) -> String? {
    switch name {
    case .engineRestart, .engineStart, .engineStop:
      guard let held, !held.isEmpty else {
        return held == nil ? "forgets what is open, which is not known now" : nil
      }
      return "forgets \(value(of: held))"
        + (snapshot.mayBeAtExchange ? ", which stays at the exchange without exits" : "")
    case .resetKillSwitch, .clearGovernor: return step.symbol == nil ? "trips again if the loss persists" : nil
    default: return nil
    }
  }

  private func isReversible(_ name: OperationName) -> Bool {
    switch name {
    case .closeAllPositions, .closePositions, .panic, .engineKill, .engineRestart, .engineStart, .placeOrder,
      .testRoundTrip, .cancelOrders, .cancelAllOrders, .resetPractice:
      false
    case .engineStop, .engineLockProfit: held?.isEmpty == true
    // Only a restart ends the latch that it sets.
    case .triggerKillSwitch: false
    case .engineResume, .enginePause, .engineResetHalt, .enableStrategies, .disableStrategies, .setParameters,
      .resetKillSwitch, .clearGovernor, .quarantine, .setLimits, .setConfiguration, .login, .servePractice:
      true
    }
  }

  /// `8 positions worth 17288.00 USDT`, as far as it is known.
  func value(of rows: [Position]?) -> String {
    guard let rows else { return "what is open" }
    guard !rows.isEmpty else { return "nothing, as nothing is open" }
    let worth = rows.map(\.notional).wholeSum.map { " worth \(Figures.money($0)) USDT" } ?? ""
    return Figures.counted(rows.count, "position") + worth
  }

  private func named(_ step: NextStep) -> [Position]? {
    let operands = Set(
      step.parts.flatMap { part -> [String] in
        if case .operation(let call) = part, call.name == .closePositions { call.operands } else { [] }
      })
    return held?.filter { operands.contains($0.symbol) || $0.id.map(operands.contains) ?? false }
  }
}

extension NextStep {
  /// The first operation in it, wherever it stands; `nil` when it names none.
  var firstOperation: OperationName? { operations.first?.name }

  /// The operations in it, in order.
  var operations: [EngineOperation] {
    parts.compactMap { if case .operation(let call) = $0 { call } else { nil } }
  }

  /// The symbol of the first operation.
  fileprivate var symbol: String? { operations.first?.symbol }
}
