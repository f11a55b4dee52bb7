import HeanCore

extension Failure {
  /// An empty list after a close that was not confirmed.
  init(unproven closes: [UnprovenClose], _ mode: OperatingMode) {
    self.init(
      .staleOrUnconfirmed,
      "positions are not known: the engine lists none, and the close of \(closes.map(\.what).joined(separator: ", ")) was not confirmed",
      nextStep: mode.isPaper ? "\(.query(.audit))" : "look at the exchange itself, or: \(.query(.audit))")
  }

  /// An empty list that does not prove that no position is open.
  init(positions doubt: PositionsAnswer.Doubt, _ mode: OperatingMode) {
    self.init(
      .staleOrUnconfirmed, "positions are not known: \(doubt.message)",
      nextStep: mode.isPaper ? "\(.query(.why))" : "look at the exchange itself, or: \(.query(.why))")
  }
}
