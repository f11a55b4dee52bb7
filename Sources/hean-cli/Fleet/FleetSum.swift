import HeanCore

/// Sums over the engines of one mode in one currency. Real money, the test network and paper are never one sum.
struct FleetSum: Sendable {
  struct Figure: Sendable {
    var name: String
    var sum: Decimal
    /// How many engines told their part of it.
    var told: Int
  }

  var mode: OperatingMode
  var currency = "USDT"
  /// How many engines of this mode answered.
  var engines: Int
  var figures: [Figure]

  /// - Parameters:
  ///   - answers: mode and figures of each engine that answered, and what no other engine has.
  static func all(
    _ answers: [(identity: String, mode: OperatingMode, figures: [(name: String, value: Decimal?)])]
  ) -> [FleetSum] {
    var seen: Set<String> = []
    // Two profiles of one engine are one engine.
    let each = answers.filter { seen.insert($0.identity).inserted }
    return OperatingMode.allCases.reversed().compactMap { mode in
      let own = each.filter { $0.mode == mode }
      guard let first = own.first else { return nil }
      let figures = first.figures.map(\.name).compactMap { name -> Figure? in
        let told = own.compactMap { $0.figures.first { $0.name == name }?.value }
        return told.isEmpty ? nil : Figure(name: name, sum: told.reduce(0, +), told: told.count)
      }
      return FleetSum(mode: mode, engines: own.count, figures: figures)
    }
  }

  static func all(_ rows: [FleetRow]) -> [FleetSum] {
    all(
      rows.filter { $0.verdict != nil }.map { row in
        (
          row.identity, row.mode,
          [
            ("at_risk", row.verdict?.money.atRisk), ("notional", row.verdict?.money.notional),
            ("equity", row.equity), ("day_pnl", row.dayPnL),
          ]
        )
      })
  }

  private static let figure: [Field<Figure>] = [
    .member("name", "of the field that is summed") { $0.name },
    .member("sum", unit: .usdt) { $0.sum },
    .member("told", "how many engines told their part", unit: .count) { $0.told },
  ]

  static let fields: [Field<FleetSum>] = [
    Field("mode", "SUM OF", "what orders would touch", priority: 100) {
      $0.mode
    } cell: {
      Cell($0.mode == .unknown ? "mode not known" : $0.mode.label, $0.mode.style)
    },
    Field("currency", "IN", "of every figure", priority: 90) { $0.currency },
    Field("engines", "ENGINES", "that answered, each once", .trailing, priority: 95) { $0.engines },
    .parts("figures", "FIGURES", "each with how many engines told it", priority: 100, of: figure) {
      $0.figures
    } cell: { sum in
      Cell(
        sum.figures.map { figure in
          let lack = figure.told < sum.engines ? " (of \(figure.told))" : ""
          return "\(figure.name.replacing("_", with: " ")) \(Figures.money(figure.sum))\(lack)"
        }.joined(separator: " · "))
    }.wrapped,
  ]

  static func json(_ sums: [FleetSum]) -> JSONValue { .array(sums.map { fields.object($0) }) }
}

extension Screen {
  /// Adds the sums, each in a line.
  mutating func sums(_ sums: [FleetSum]) {
    guard !sums.isEmpty else { return }
    blank()
    table(Table(fields: FleetSum.fields, rows: sums))
  }
}
