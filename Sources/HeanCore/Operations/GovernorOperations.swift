/// Operations on the governor and its quarantine (docs/engine.md 5.1).
extension EngineOperation {
  /// `risk.governor.clear`: returns the governor to NORMAL, or releases one symbol from quarantine.
  /// - Parameters:
  ///   - symbol: only this one leaves quarantine; `nil` clears the governor.
  ///   - isForced: whether to clear even within an hour of its last change, or when its state would come back at once.
  public static func clearGovernor(symbol: String?, isForced: Bool) -> EngineOperation {
    EngineOperation(.clearGovernor, .severe, sees: [.governor, .risk, .positions]) {
      snapshot throws(EngineError) in
      let title = symbol.map { "release \($0) from quarantine" } ?? "clear the governor"
      if let plan = requireRunningEngine(title, snapshot) { return plan }
      let governor = try required(snapshot.governor)
      if let symbol { return release(symbol, from: governor, isForced: isForced, title) }
      return clear(governor, snapshot, isForced: isForced, title)
    }
  }

  private static func release(_ symbol: String, from governor: GovernorStatus, isForced: Bool, _ title: String)
    -> OperationPlan
  {
    guard governor.quarantinedSymbols?.contains(symbol) != false else {
      return .unchanged(title, "\(symbol) is not quarantined")
    }
    var plan = OperationPlan(title)
    plan.change(symbol, "quarantined", "free")
    plan.steps = [
      OperationStep(
        symbol, .clearGovernor(symbol: symbol, isForced: isForced), checkWith: .query(.governor), sees: [.governor]
      ) { evidence in
        guard let now = evidence.after.governor.value else { return .pending("the governor did not answer") }
        guard let listed = now.quarantinedSymbols else { return .pending(untold) }
        return listed.contains(symbol)
          ? .pending("\(symbol) is still quarantined") : .seen("\(symbol) is not quarantined")
      }
    ]
    return plan
  }

  private static func clear(
    _ governor: GovernorStatus, _ snapshot: EngineSnapshot, isForced: Bool, _ title: String
  ) -> OperationPlan {
    guard governor.state != .normal || governor.quarantinedSymbols?.isEmpty != true else {
      return .unchanged(title, "the governor is NORMAL")
    }
    let stop = equityStop(of: .governor, snapshot)
    let doubt = stop.doubt.map { "; \($0)" } ?? ""
    if !isForced, let refusal = refusal(to: title, governor, stop, doubt) { return refusal }
    var plan = OperationPlan(title)
    if governor.state != .normal { plan.change("governor", governor.state?.rawValue ?? "not known", "NORMAL") }
    if let listed = governor.quarantinedSymbols, !listed.isEmpty {
      plan.change("quarantine", listed.joined(separator: ", "), "empty")
    }
    if let drawdown = governor.drawdownPercent {
      plan.consequences = [
        drawdown >= 10
          ? "drawdown is \(DiagnosisFormat.percent(drawdown)): at 10 % and more it takes its state again with the next price"
          : "drawdown is \(DiagnosisFormat.percent(drawdown)), below the 10 % at which it starts"
      ]
    }
    if isForced, governor.state != .normal, let open = snapshot.openPositions, !open.isEmpty {
      plan.consequences.append("the open positions stay: \(open.count) open, and signals may add to them")
    }
    plan.caveats = [falseAlarm]
    plan.steps = [
      OperationStep(
        "governor", .clearGovernor(symbol: nil, isForced: isForced), checkWith: .query(.governor), sees: [.governor]
      ) { evidence in
        guard let now = evidence.after.governor.value else { return .pending("the governor did not answer") }
        guard now.state == .normal else {
          return .pending(
            "the governor is in \(now.state?.rawValue ?? "a state it does not tell"): it follows the drawdown\(doubt)",
            advice: stop.nextStep)
        }
        guard let listed = now.quarantinedSymbols else { return .pending(untold) }
        return listed.isEmpty ? .seen("the governor is NORMAL") : .pending("symbols are still quarantined")
      }
    ]
    return plan
  }

  /// The refusal of a clear that would not last, or that the engine would not accept; otherwise `nil`.
  private static func refusal(
    to title: String, _ governor: GovernorStatus, _ stop: EquityStop, _ doubt: String
  ) -> OperationPlan? {
    let drawdown = governor.state == .normal ? nil : governor.drawdownPercent
    if let drawdown, GovernorBand.returns(at: drawdown) {
      return .refused(
        title,
        "drawdown is \(DiagnosisFormat.percent(drawdown)), and at 10 % and more the governor takes its state again with the "
          + "next price\(doubt)", next: "\(stop.nextStep); \(option: .force) clears all the same")
    }
    guard governor.canClear == false else { return nil }
    return .refused(
      title, "the governor may be cleared an hour after it changed its state, and that has not passed",
      next: "wait, or skip the hour with \(option: .force)")
  }

  private static let untold = "the governor did not say which symbols are quarantined"

  private static let falseAlarm: NextStep =
    "the engine sets stop_trading and raises a false kill-switch alarm with it; neither stops anything"

  /// `risk.quarantine`: blocks new signals of a symbol; its open positions stay.
  /// - Parameter reason: free text for the engine, which sends it with a false kill-switch alarm (docs/engine.md 3.10).
  public static func quarantine(_ symbol: String, reason: String) -> EngineOperation {
    EngineOperation(.quarantine, .ordinary, sees: [.governor, .ticker(symbol), .positions]) {
      snapshot throws(EngineError) in
      let title = "quarantine \(symbol)"
      if let plan = requireRunningEngine(title, snapshot) { return plan }
      let governor = try required(snapshot.governor)
      if governor.quarantinedSymbols?.contains(symbol) == true {
        return .unchanged(title, "\(symbol) is quarantined already")
      }
      guard snapshot.price(symbol) != nil else {
        return .refused(
          title, "the engine has no price for '\(symbol)'; it would take any word, and a mistyped one protects nothing",
          next: "check the symbol, e.g. BTCUSDT")
      }
      var plan = OperationPlan(title)
      plan.change(symbol, "free", "quarantined")
      plan.consequences = ["new signals for it are refused in any state of the governor"]
      if let open = snapshot.openPositions, open.contains(where: { $0.symbol == symbol }) {
        plan.consequences.append("its open position stays")
      }
      plan.caveats = [falseAlarm]
      plan.steps = [
        OperationStep(symbol, .quarantine(symbol, reason: reason), checkWith: .query(.governor), sees: [.governor]) {
          evidence in
          guard let now = evidence.after.governor.value else {
            return .pending("the governor did not answer")
          }
          return now.quarantinedSymbols?.contains(symbol) == true
            ? .seen("\(symbol) is quarantined") : .pending("\(symbol) is not in the governor's list")
        }
      ]
      return plan
    }
  }
}
