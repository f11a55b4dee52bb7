import HeanCore

/// What a verb would do on one of several engines, as its preview told.
struct FleetPlan: Sendable {
  var outcome: EngineOutcome
  /// In words; `nil` where the engine did not tell its state.
  var title: String?
  /// How many values it would change.
  var changes: Int?
  /// Sends only what the preview showed.
  var token: String?
  /// Why nothing is sent to this engine; `nil` when it is.
  var leftOut: String?

  var row: FleetRow { outcome.row }

  init(_ outcome: EngineOutcome) {
    self.outcome = outcome
    let data = (try? JSONValue(reading: Data(outcome.output.utf8)))?["data"]
    title = data?["title"]?.text
    token = data?["plan_token"]?.text
    if case .array(let changes)? = data?["changes"] { self.changes = changes.count }
    if outcome.row.exit != .ok {
      leftOut = outcome.row.problem ?? "exit code \(outcome.row.exit.rawValue)"
    } else if token == nil {
      leftOut = "nothing to do"
    }
  }

  static let fields: [Field<FleetPlan>] = [
    Field("engine", "ENGINE", "", priority: 100) { $0.row.engine },
    Field("mode", "MODE", "", priority: 95) {
      $0.row.source.mode
    } cell: {
      Cell($0.row.mode.label, $0.row.mode.style)
    },
    Field("state", "STATE", "", priority: 70) { $0.row.source.engineState },
    Field("title", "PLAN", "", .wrapping, priority: 90) { $0.title },
    Field("changes", "CHANGES", "", .trailing, priority: 60) { $0.changes },
    Field("left_out", "NOT SENT", "", .wrapping, priority: 80) {
      $0.leftOut
    } cell: { plan in
      plan.leftOut.map { Cell($0, .warning) } ?? Cell("")
    },
  ]

  /// `3 engines: 2 MAINNET, 1 TESTNET`
  static func words(_ plans: [FleetPlan]) -> String {
    let modes = OperatingMode.allCases.reversed().compactMap { mode -> String? in
      let count = plans.count { $0.row.mode == mode }
      return count == 0 ? nil : "\(count) \(mode.label)"
    }
    return "\(Figures.counted(plans.count, "engine")): \(modes.joined(separator: ", "))"
  }
}
