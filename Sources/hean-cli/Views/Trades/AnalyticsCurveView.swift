import HeanCore

extension AnalyticsView {
  func equity(_ view: Viewpoint, _ report: inout Report, isOfEngine: Bool) {
    let curve = isOfEngine ? answer.engineCurve : answer.curve
    report.curve(curve, answer, view, hangs: false)
    report.payload = .list(
      CurveRow.fields,
      zip(curve?.points ?? [], curve?.underwater ?? []).map { CurveRow(at: $0.at, equity: $0.equity, underwater: $1) }
    )
  }

  func drawdown(_ view: Viewpoint, _ report: inout Report) {
    report.curve(answer.curve, answer, view, hangs: true)
    let falls = answer.curve?.timeWeighted.drawdowns ?? []
    let rows = falls.sorted { $0.depth ?? 0 > $1.depth ?? 0 }.map(DrawdownRow.init)
    report.payload = .list(DrawdownRow.fields, rows)
    guard let points = answer.curve?.points.count, points > 0 else { return }
    report.screen.blank()
    guard points > 1 else {
      return report.screen.line(Cell("One reading is no curve: of a drawdown it tells nothing.", .warning))
    }
    if rows.isEmpty { return report.screen.line(Cell(Self.noFall(answer.curve))) }
    report.screen.table(Table(fields: DrawdownRow.fields, rows: Array(rows.prefix(5))))
    if rows.count > 5 { report.screen.line(Cell("5 of \(rows.count), the deepest; -o csv has all.", .faint)) }
    report.screen.blank()
  }
}

extension AnalyticsView {
  /// That a curve has no drawdown, and of which equity it is.
  static func noFall(_ curve: EquityCurve?) -> String {
    (curve?.basis == .realized ? "Realized equity" : "Equity") + " never fell below its highest point."
  }
}

/// One point of an equity curve.
struct CurveRow: Sendable {
  var at: Date
  var equity: Double
  var underwater: Double

  static let fields: [Field<CurveRow>] = [
    .moment("at", "TIME", "when", priority: 100) { $0.at },
    Field("equity", "EQUITY", "USDT", .decimal, priority: 100, unit: .usdt) {
      $0.equity
    } cell: {
      .money(Decimal(shown: $0.equity))
    },
    Field(
      "underwater", "UNDERWATER", "below the highest so far, a fraction of it: 0 or less", .trailing, priority: 90,
      unit: .fraction
    ) {
      $0.underwater
    } cell: {
      Cell(Statistic.Unit.fraction.text($0.underwater))
    },
  ]
}

/// One drawdown.
struct DrawdownRow: Sendable {
  var fall: Drawdown

  static let fields: [Field<DrawdownRow>] = [
    Field("depth", "DEPTH", "largest fall, a fraction of the peak", .trailing, priority: 100, unit: .fraction) {
      $0.fall.depth
    } cell: { row in
      row.fall.depth.map { Cell(Statistic.Unit.fraction.text($0)) } ?? .missing
    },
    Field("amount", "AMOUNT", "largest fall (USDT)", .decimal, priority: 90, unit: .usdt) {
      $0.fall.amount
    } cell: {
      .money(Decimal(shown: $0.fall.amount))
    },
    .moment("peak_at", "FROM", "when equity was highest before it", priority: 95) { $0.fall.peakAt },
    .moment("trough_at", "LOWEST", "when equity was lowest", priority: 80) { $0.fall.troughAt },
    .moment("recovered_at", "RECOVERED", "when the peak was reached again; null while it is not", priority: 85) {
      $0.fall.recoveredAt
    },
  ]
}

extension Report {
  /// Draws a curve, or what it is below its highest point.
  fileprivate mutating func curve(
    _ curve: EquityCurve?, _ answer: AnalyticsAnswer, _ view: Viewpoint, hangs: Bool
  ) {
    guard let curve, let first = curve.points.first, let last = curve.points.last else {
      let reason =
        switch curve?.basis {
        case nil: "the engine told no capital at the start"
        case .engine: "the engine's history has no point"
        case .snapshots, .realized: "there is no point of that time"
        }
      return caveat("equity is not known: \(reason)", .warning)
    }
    let depths = curve.underwater
    let values = hangs ? depths : curve.points.map(\.equity)
    var drawn = zip(curve.points, values).map { AreaPlot.Point(at: $0.at, value: $1) }
    // The capital before the first trade is of the day before, which would leave the rest no room.
    if curve.basis == .realized, drawn.count > 1 { drawn[0].at = drawn[1].at }
    let plot = AreaPlot(
      points: drawn, hangs: hangs,
      label: { hangs ? Statistic.Unit.fraction.text($0) : Figures.money(Decimal(shown: $0)) },
      glyphs: view.glyphs, zone: view.zone)
    let start = curve.basis.words.sentenceStart
    let change = Decimal(shown: last.equity - first.equity)
    screen.line(
      Cell(
        hangs
          ? "\(start), below its highest point so far:"
          : "\(start): \(Figures.money(Decimal(shown: first.equity))) to \(Figures.money(Decimal(shown: last.equity))) USDT, \(Figures.signed(change)) in \(Figures.counted(curve.points.count, "point")):"
      ))
    let lines = plot.lines(width: view.width ?? 80)
    screen.picture(holdsAmounts: !hangs) { _, _ in lines }
    guard curve.basis == .engine, answer.truth.distortion != .none else { return }
    caveat(
      "the engine's own equity is \(answer.truth.distortionText): this curve is not what the account was worth",
      .bad)
  }
}
