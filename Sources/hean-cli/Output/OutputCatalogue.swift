import Foundation
import HeanCore
import HeanPractice

/// Every document the console writes, for `hean help output`.
enum OutputCatalogue {
  struct Entry: Sendable {
    var command: String
    var schema: String
    var fields: [(String, String)]

    init<Row>(_ command: String, _ schema: String, version: Int = 1, _ fields: [Field<Row>]) {
      self.command = command
      self.schema = "hean.\(schema)/\(version)"
      self.fields = fields.map { ($0.name, $0.meaning) }
    }
  }

  static let all: [Entry] = [
    Entry("hean status", "status", StatusFields.all()),
    Entry("hean why", "why", version: 2, WhyFields.all()),
    Entry("hean trace", "trace", TraceFields.all),
    Entry("hean funnel", "funnel", FunnelFields.all),
    Entry("hean ask", "answer", AskFields.all()),
    Entry("hean ask --phrases", "ask_phrases", AskFields.phrases),
    Entry("hean ask --history", "ask_history", AskFields.history),
    Entry("hean explain", "terms", ExplainCommand.fields),
    Entry("hean positions list", "positions", PositionFields.all(now: .distantPast)),
    Entry("hean positions show", "position", PositionFields.all(now: .distantPast)),
    Entry("hean orders list", "orders", OrderFields.all),
    Entry("hean orders show", "order", OrderFields.all + OrderFields.details),
    Entry("hean strategies list", "strategies", StrategyFields.all(blocks: [])),
    Entry("hean strategies show", "strategy", StrategyFields.all(blocks: [])),
    Entry("hean risk status", "risk", version: 2, RiskFields.status),
    Entry("hean risk limits", "risk_limits", RiskFields.limits),
    Entry("hean risk governor", "governor", RiskFields.governor(isRunning: nil)),
    Entry("hean risk killswitch", "killswitch", RiskFields.killSwitch),
    Entry("hean strategies params", "strategy_params", StrategiesCommand.Parameters.fields),
    Entry("hean strategies compare", "strategy_comparison", ComparisonFields.all([])),
    Entry("hean config get", "config", ConfigCommand.fields),
    Entry("every verb that changes the engine", "mutation", OperationResult.fields),
    Entry("hean audit list", "audit", AuditCommand.fields),
    Entry("hean audit show", "audit_entry", AuditCommand.Show.fields),
    Entry("hean wait", "wait", WaitCommand.fields),
    Entry("hean signals list", "signals", SignalsCommand.fields),
    Entry("hean decisions list", "decisions", DecisionsCommand.fields),
    Entry("hean events list", "events", EventsCommand.fields),
    Entry("hean account", "account", AccountFields.all),
    Entry("hean health", "health", HealthFields.all()),
    Entry("hean settings", "settings", SettingsFields.all),
    Entry("hean profile list", "profiles", ProfileFields.all),
    Entry("hean profile show", "profile", ProfileFields.effective),
    Entry("hean practice scenarios", "practice_scenarios", PracticeCommand.fields),
    Entry("hean practice quirks", "practice_quirks", PracticeCommand.quirkFields),
    Entry("hean practice faults", "practice_faults", PracticeCommand.Faults.fields),
    Entry("hean version", "version", VersionCommand.fields),
  ]
}
