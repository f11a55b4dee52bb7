extension OperationName {
  /// The operation that makes a call to this path; `nil` when none does.
  /// - Parameter path: of the engine's interface, without a query.
  package static func called(at path: String) -> OperationName? {
    let known: [(ControlRequest, OperationName)] = [
      (.start(.unknown), .engineStart), (.stop, .engineStop), (.pause, .enginePause), (.resume, .engineResume),
      (.restart, .engineRestart), (.kill, .engineKill), (.lockProfit, .engineLockProfit),
      (.resetHalt, .engineResetHalt), (.close(position: "", .unknown), .closePositions),
      (.close(symbol: ""), .closePositions), (.closeAll, .closeAllPositions), (.cancel(order: ""), .cancelOrders),
      (.cancelAll(.unknown), .cancelAllOrders), (.place([:]), .placeOrder), (.roundTrip([:]), .testRoundTrip),
      (.resetKillSwitch, .resetKillSwitch), (.emergency, .triggerKillSwitch),
      (.clearGovernor(symbol: nil, isForced: false), .clearGovernor), (.limits([:]), .setLimits),
      (.configure([:]), .setConfiguration),
    ]
    if let found = known.first(where: { $0.0.path == path })?.1 { return found }
    // The name in these paths is of a strategy, or of a symbol.
    let named: [(ControlRequest, OperationName)] = [
      (.enable(anyone, true), .enableStrategies), (.parameters(anyone, [:]), .setParameters),
      (.quarantine(anyone, reason: ""), .quarantine),
    ]
    let words = path.split(separator: "/", omittingEmptySubsequences: false)
    for (call, name) in named {
      let pattern = call.path.split(separator: "/", omittingEmptySubsequences: false)
      guard pattern.count == words.count,
        zip(pattern, words).allSatisfy({ $0 == $1 || $0 == anyone && !$1.isEmpty })
      else { continue }
      return name
    }
    return nil
  }

  private static let anyone = "ANY"
}
