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
    if let line = courseLine(width, view.glyphs) {
      report.screen.picture(holdsAmounts: false) { palette, _ in
        [palette.paint(padded("Course", to: Self.label), .faint) + "  " + line]
      }
    }
    report.screen.drawdown(answer, view)
    if let words = courseDoubt { report.screen.line(Cell(words, .warning)) }
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

  private func courseLine(_ width: Int, _ glyphs: BlockGlyphs) -> String? {
    guard let course, width > Self.label + 2 + 4 else { return nil }
    let line = Sparkline(values: course.values, isUnicode: glyphs.isUnicode).fitted(to: width - Self.label - 2).text
    return line.isEmpty ? nil : line
  }

  /// The engine's history is its own equity, which can be false (docs/engine.md 4.7).
  private var courseDoubt: String? {
    guard let course, course.isEnginesOwn else { return nil }
    return answer.equity.derived(answer.equity.internalEquity).doubt.map {
      "The course is the engine's own equity: \($0)."
    }
  }
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

extension Screen {
  /// Draws the engine's equity as one line as wide as the screen.
  /// - Returns: whether there was something to draw.
  @discardableResult
  mutating func course(_ history: EquityHistory?, _ view: Viewpoint) -> Bool {
    guard let course = EquityCourse(history) else { return false }
    let (lead, width) = ("Course  ", view.width ?? 80)
    let line = Sparkline(values: course.values, isUnicode: view.glyphs.isUnicode).fitted(to: width - lead.count).text
    let known = course.values.compactMap(\.self)
    guard !line.isEmpty, let first = known.first, let last = known.last else { return false }
    let style = Style.ofProfit(last > first ? 1 : last < first ? -1 : 0)
    picture(holdsAmounts: false) { palette, _ in
      [palette.paint(lead, .faint) + palette.paint(line, style)]
    }
    return true
  }
}
