import HeanCore

/// What the engine decided about signals, and why.
struct DecisionsView {
  static let fields: [Field<Decision>] = [
    .moment("at", "TIME", "when it was made", priority: 90) { $0.at },
    Field("symbol", "SYMBOL", "trading pair", priority: 100) { $0.symbol },
    Field("side", "SIDE", "buy or sell", priority: 95) {
      $0.side
    } cell: {
      .orderSide($0.side)
    },
    Field("outcome", "OUTCOME", "CREATE, SKIP, REJECT or BLOCK", priority: 100) {
      $0.outcome
    } cell: {
      $0.outcome.map { Cell($0.rawValue, $0 == .create ? .good : .of(.neutral)) } ?? .missing
    },
    Field("reason_codes", "CODE", "why; the first decides", priority: 98) {
      $0.reasonCodes
    },
    Field("strategy_id", "STRATEGY", "whose signal", priority: 80) { $0.strategyID },
    Field("confidence", "CONFIDENCE", "0 to 1", priority: 55, unit: .fraction) {
      $0.confidence
    } cell: {
      .confidence($0.confidence)
    },
    Field("size", "SIZE", "base units that were to be traded", .decimal, priority: 50, unit: .size) { $0.size },
    Field("risk_state", "RISK", "the governor's state then", priority: 45) { $0.riskState },
    Field("meaning", "MEANING", "of the first code", .wrapping, priority: 40) {
      $0.reasonCodes.first.map(Reason.meaning)
    },
    Field("note", "", "the engine's own words", priority: 0) { $0.note },
  ]

  var answer: DecisionsQuery.Answer
  var choice: RowChoice

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("decisions", on: answer.context, receivedAt: answer.receivedAt)
    report.show(
      answer.decisions, Self.fields, "decision", answer.names, choice, answer.context, view)
    if let code = Self.firstKnownCode(in: answer.decisions.prefix(choice.limit)) {
      report.screen.hint(.query(.reasons, code))
    }
    report.screen.hint(.query(.funnel))
    return report
  }

  /// The first reason code that stopped a signal and that has a help page.
  private static func firstKnownCode(in shown: some Sequence<Decision>) -> String? {
    shown.lazy.filter { $0.outcome != .create }.compactMap(\.reasonCodes.first).first { Reason.of($0) != nil }
  }
}
