import HeanCore

/// Settings that can change while the engine runs.
struct ConfigurationView {
  static let fields: [Field<ConfigurationAnswer.Row>] = [
    Field("key", "KEY", "name for 'config set'", priority: 100) { $0.key },
    Field(
      "value", "VALUE", "as the engine has it now", priority: 100, type: FieldType(.foreign, canBeMissing: true),
      json: { $0.value }, cell: { Cell($0.value.plainText) }),
  ]

  var answer: ConfigurationQuery.Answer

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("config", on: answer.context, receivedAt: answer.receivedAt)
    report.needsFreshness = false
    report.payload = .list(Self.fields, answer.rows)
    report.screen.context(answer.context, view)
    report.screen.table(Table(fields: Self.fields, rows: answer.rows))
    return report
  }
}
