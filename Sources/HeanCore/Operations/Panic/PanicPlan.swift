/// The plan of a panic, as it is shown before.
extension Panic {
  /// Title of the plan, and of all records of a panic.
  public static let title = "panic: halt, close everything, and stay flat"

  /// The first call: the emergency stop. It needs no body, no confirmation and no snapshot.
  public static let halt = OperationStep("halt", .emergency, checkWith: .query(.killSwitch)) { $0.after.halt }

  static let closeTarget = "close positions"
  static let killTarget = "kill the engine"
  static let restartTarget = "restart the engine"
  static let haltAgainTarget = "halt the new engine"

  /// Targets of the calls, as far as the mode is known; the first two of them without a snapshot.
  public static func targets(_ snapshot: EngineSnapshot?) -> [String] {
    let rest =
      switch snapshot?.isPaper {
      case true?: [killTarget]
      case false?: [restartTarget, haltAgainTarget]
      case nil: [String]()
      }
    return [halt.target, closeTarget] + rest
  }

  /// What the operator has to do when the engine cannot be reached.
  public static let exchange =
    "log in to the exchange: close the positions and cancel the orders there, and revoke the engine's API key"

  /// What to do when the exchange holds positions that the restarted engine does not know (docs/engine.md 4.9, step 9).
  static let strandedAdvice: NextStep =
    "\(.operation(.engineKill)), then close at the exchange what it holds; about 4 minutes after its restart the engine would close "
    + "that itself, and closed twice it is a position the other way"

  /// What to do when the engine refuses the API key.
  public static let withoutKey: NextStep =
    "with the right key (\(.operation(.login)), or \(option: .keyFile("FILE"))) "
    + "\(.operation(.panic, options: .approved)); or at once: \(exchange)"

  /// Time for a restart, as recorded, and for the call that has to follow it.
  static let restartTime = Duration.seconds(15)
  /// How long the counter of orders has to stand still.
  static let stillness = Duration.seconds(10)
  static let longestQuiet = Duration.seconds(10)

  /// The plan of a panic. The calls that are sent may differ: `Panic` decides them by what it sees.
  /// - Parameter time: time for the whole panic.
  public static func plan(_ snapshot: EngineSnapshot, within time: Duration) -> OperationPlan {
    var plan = changes(snapshot)
    plan.warnings = EngineOperation.closingWarnings(snapshot.openPositions ?? [], snapshot)
    let onlyThere = snapshot.isRunning == true ? snapshot.bookJoin?.onlyThere ?? [] : []
    if !onlyThere.isEmpty {
      plan.warnings.append(
        NextStep(
          advice: "no call of the engine closes what only the exchange has: "
            + "\(Figures.listed(onlyThere.map(\.heldText), most: 8))\(BookJoin.exits(onlyThere))"))
    }
    if snapshot.isRunning == false, let held = EngineOperation.heldAtStart(snapshot) { plan.consequences.append(held) }
    if let queue = RetryQueue(snapshot) {
      plan.consequences.append(queue.message)
    }
    switch (snapshot.isRunning, snapshot.isPaper) {
    case (false?, let isPaper):
      plan.caveats = [
        isPaper == true
          ? "the engine is stopped, and its paper positions existed in it only: nothing is sent"
          : "the engine is not running: nothing can be closed through it, and its lists prove nothing"
      ]
    case (_, true?):
      plan.change("engine", snapshot.engineState?.rawValue ?? "not known", "STOPPED")
      plan.consequences += [
        haltWords, "2. POST \(ControlRequest.closeAll.path): positions are closed and orders cancelled, on paper",
        "3. POST \(ControlRequest.kill.path): ends what sends unfilled orders again; a stopped dry run holds nothing",
      ]
      plan.caveats = ["the engine stays stopped: nothing trades until \(.operation(.engineStart))"]
    default: planAtExchange(&plan, snapshot, within: time)
    }
    return plan
  }

  private static let haltWords = "1. POST \(ControlRequest.emergency.path): signals make no orders any more"

  /// What happens to the engine and to what is open, as far as that is known.
  private static func changes(_ snapshot: EngineSnapshot) -> OperationPlan {
    var plan = OperationPlan(title)
    let positions = snapshot.openPositions
    let isHalted = snapshot.isHalted || snapshot.isRunning == false
    plan.change("new signals", isHalted ? "stopped" : "not stopped as far as is known", "refused")
    plan.change(
      "orders", DiagnosisFormat.count(snapshot.openOrders?.count), snapshot.isPaper == true ? "0" : "out of the books")
    plan.change("positions", DiagnosisFormat.count(positions?.count), "0")
    for position in positions ?? [] {
      let mark = position.markPrice.map(Figures.price) ?? "a price that is not known"
      plan.changes.append(
        .init(
          what: "  \(position.symbol)", before: "\(EngineOperation.name(position)) at \(mark)",
          after: "closed at market")
      )
    }
    plan.facts = EngineOperation.openFacts(snapshot)
    plan.prices = (positions ?? []).sorted { EngineOperation.key($0) < EngineOperation.key($1) }.compactMap(\.markPrice)
    return plan
  }

  private static func planAtExchange(_ plan: inout OperationPlan, _ snapshot: EngineSnapshot, within time: Duration) {
    let restingCaveat = restingCaveat(snapshot)
    defer {
      if let only = snapshot.bookJoin?.onlyThere, !only.isEmpty {
        plan.caveats.append(
          "what only the exchange has, the engine cannot close: close it there: \(Figures.listed(only.map(\.heldText), most: 8))"
        )
      }
    }
    let isShort = time < .seconds(35)
    let quiet = isShort ? "" : ", in a quiet moment (waited for up to 10 s)"
    plan.consequences += [
      haltWords,
      "2. POST \(ControlRequest.closeAll.path)\(quiet), and again for what appears after it, 3 times at most",
    ]
    guard time >= .seconds(20) else {
      plan.consequences.append("no restart, which can take 13 s: unfilled maker orders go on being sent again")
      plan.caveats = [restingCaveat]
      return
    }
    plan.consequences += [
      "3. POST \(ControlRequest.restart.path)\(quiet): ends what sends unfilled maker orders again",
      "4. at once POST \(ControlRequest.emergency.path) once more: the new engine is not halted",
      "5. looks for 10 s and more: no order is made, and equity stands still while prices move",
    ]
    plan.caveats = [
      "the restarted engine begins with empty books, and stays halted until it is restarted again",
      "no order is cancelled: the exchange would not be told, and the engine would forget to cancel it there",
      restingCaveat,
    ]
    if isShort { plan.caveats.insert("the time is short: nothing waits for a quiet moment", at: 0) }
  }

  private static func restingCaveat(_ snapshot: EngineSnapshot) -> NextStep {
    guard let resting = snapshot.orderJoin?.resting else {
      return "orders that rest at the exchange can neither be seen nor cancelled from here: look there afterwards"
    }
    return
      "orders that rest at the exchange cannot be cancelled from here; it is looked at until the end\(resting.isEmpty ? "" : ": now \(Figures.listed(resting.map(\.nameText), most: 8))")"
  }
}

extension EngineSnapshot {
  /// Whether the engine says that its orders stay on paper; `nil` when it did not say. An engine that lost the exchange
  /// and fills on paper does not count: it may have traded there before.
  var isPaper: Bool? { engine?.isDryRun }
}
