import HeanCore

/// Equity with its course, the day, and the drawdown on the way to each fall at which the engine brakes or stops trading.
struct EquityPaneView {
  var answer: RiskAnswer
  var day: DayPnL
  /// `nil` where none is known.
  var course: EquityCourse?

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("equity", on: answer.context, receivedAt: answer.receivedAt)
    report.isFitted = true
    report.screen.context(answer.context, view)
    report.screen.record(Self.fields, self)
    let width = view.width ?? 80
    if width > Self.label + 2 + 4, let line = course?.line(width - Self.label - 2, view.glyphs) {
      report.screen.picture(holdsAmounts: false) { palette, _ in
        [palette.paint(padded("Course", to: Self.label), .faint) + "  " + line]
      }
    }
    report.screen.drawdown(answer, view)
    if let words = course?.doubt(answer.equity) { report.screen.line(Cell(words, .warning)) }
    if answer.context.isRunning == true, let words = answer.distanceText { report.screen.line(Cell(words)) }
    for words in answer.basisWords { report.screen.line(Cell(words, .warning)) }
    report.notes += answer.missing
    return report
  }

  /// Columns of the labels.
  private static let label = 10

  private static let fields: [Field<EquityPaneView>] =
    [
      Field("equity", "Equity", "see equity_basis (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.answer.equity.shown
      } cell: {
        Cell.equity($0.answer.equity)
      }
    ] + MoneyFields.dayPnL { $0.day } + [
      Field(
        "drawdown_pct", "Drawdown %", "live; null when it contradicts itself", .decimal, priority: 1, unit: .percent
      ) {
        $0.answer.drawdown.value
      } cell: {
        Cell.percent($0.answer.drawdown)
      }
    ]
}

/// Equity over time, for a line of characters.
struct EquityCourse: Sendable {
  /// USDT, oldest first; `nil` where none is known.
  var values: [Double?]
  /// Whether it is the engine's own equity, as its history is.
  var isEnginesOwn: Bool
}

extension EquityCourse {
  /// - Returns: `nil` for a history without a figure.
  init?(_ history: EquityHistory?) {
    guard let history, history.points.contains(where: { $0.equity != nil }) else { return nil }
    self.init(values: history.points.map { $0.equity?.double }, isEnginesOwn: true)
  }
}

extension Sparkline {
  /// With so many characters at most: of neighbours that share one, the latest that is known.
  func fitted(to columns: Int) -> Sparkline {
    guard columns > 0, values.count > columns else { return self }
    var line = self
    line.values = (0..<columns).map { column in
      let part = values[(column * values.count / columns)..<((column + 1) * values.count / columns)]
      return part.last { $0 != nil } ?? nil
    }
    return line
  }
}

extension EquityCourse {
  /// As a line of characters in so many columns; `nil` where nothing has room.
  func line(_ columns: Int, _ glyphs: BlockGlyphs) -> String? {
    let line = Sparkline(values: values, isUnicode: glyphs.isUnicode).fitted(to: columns).text
    return line.isEmpty ? nil : line
  }

  /// The engine's history is its own equity, which can be false (docs/engine.md 4.7); `nil` where nothing speaks against it.
  func doubt(_ truth: EquityTruth) -> String? {
    guard isEnginesOwn else { return nil }
    return truth.derived(truth.internalEquity).doubt.map { "The course is the engine's own equity: \($0)." }
  }
}

extension Screen {
  /// Draws the engine's equity as one line as wide as the screen, with what speaks against it.
  mutating func course(_ history: EquityHistory?, _ truth: EquityTruth, _ view: Viewpoint) {
    let lead = "Course  "
    guard let course = EquityCourse(history), let line = course.line((view.width ?? 80) - lead.count, view.glyphs)
    else {
      return
    }
    let known = course.values.compactMap(\.self)
    let rise = Decimal(shown: (known.last ?? 0) - (known.first ?? 0))
    picture(holdsAmounts: false) { palette, _ in
      [palette.paint(lead, .faint) + palette.paint(line, .ofProfit(rise))]
    }
    if let doubt = course.doubt(truth) { self.line(Cell(doubt, .warning)) }
  }
}
