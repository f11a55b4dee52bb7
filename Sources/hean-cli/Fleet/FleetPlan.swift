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

  /// Whether it is sent although its state is not known.
  var isSentAnyway = false

  var row: FleetRow { outcome.row }

  /// Beside the plan, or in its place.
  private var note: String? {
    isSentAnyway ? "sent all the same: its state is not known" : leftOut.map { "not sent: \($0)" }
  }

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
    Field("note", "NOTE", "", .wrapping, priority: 80) {
      $0.note
    } cell: { plan in
      plan.note.map { Cell($0, .warning) } ?? Cell("")
    },
  ]

  /// Rows, and what is the same in all of them once.
  static func write(_ plans: [FleetPlan], to screen: inout Screen) {
    var fields = fields
    func tell(_ name: String, _ texts: [String?], _ style: Style, _ words: (String) -> String) {
      guard plans.count > 1, let text = texts[0], texts.allSatisfy({ $0 == text }) else { return }
      screen.line(Cell(words(text), style))
      fields.removeAll { $0.name == name }
    }
    let titles = plans.map(\.title)
    // One that has told nothing has no other plan.
    tell("title", titles.map { $0 ?? titles.compactMap(\.self).first }, .plain) { "For each: \($0)" }
    tell("note", plans.map(\.note), .warning) { "Each \($0)" }
    screen.table(Table(fields: fields, rows: plans))
  }

  /// `3 engines: 2 MAINNET, 1 TESTNET`
  static func words(_ plans: [FleetPlan]) -> String {
    let modes = OperatingMode.allCases.reversed().compactMap { mode -> String? in
      let count = plans.count { $0.row.mode == mode }
      return count == 0 ? nil : "\(count) \(mode.label)"
    }
    return "\(Figures.counted(plans.count, "engine")): \(modes.joined(separator: ", "))"
  }
}
