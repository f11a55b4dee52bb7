import HeanCore

extension Screen {
  /// Adds the governor's states as rungs of a ladder with the present one marked: in one line where there is room. A state
  /// that is not known marks no rung.
  mutating func ladder(_ answer: RiskAnswer, _ view: Viewpoint) {
    let (rungs, mark) = (answer.rungs.map(Rung.init), view.glyphs.isUnicode ? "›" : ">")
    let link = view.glyphs.isUnicode ? "──" : "--"
    let across = rungs.reduce(4 * (rungs.count - 1)) { $0 + $1.text.count + ($1.isPresent ? 2 : 0) }
    let isAcross = view.width.map { across <= $0 } ?? false
    picture(holdsAmounts: false) { palette, _ in
      let drawn = rungs.map { rung in
        palette.paint((rung.isPresent ? "\(mark) " : isAcross ? "" : "  ") + rung.text, rung.style)
      }
      return isAcross ? [drawn.joined(separator: palette.paint(" \(link) ", .faint))] : drawn
    }
    if let words = answer.governorDoubt { line(Cell(words, .warning)) }
  }

  /// Adds the drawdown as a bar with a mark for each fall at which the engine brakes or stops, and which cannot be drawn.
  mutating func drawdown(_ answer: RiskAnswer, _ view: Viewpoint) {
    let shown = answer.thresholds.filter { $0.percent != nil && $0.isChecked }
    let bar = DrawdownBar(drawdown: answer.drawdown.value, thresholds: shown, glyphs: view.glyphs)
    let (style, width) = (Cell.riskState(answer.governorState).style, view.width ?? 80)
    picture(holdsAmounts: false) { palette, _ in bar.lines(width: width, style, palette) }
    line(Cell(DrawdownBar.legend(shown), .faint))
    for words in answer.undrawnThresholds { line(Cell(words, .warning)) }
  }
}

private struct Rung: Sendable {
  var text: String
  var style: Style
  var isPresent: Bool

  init(_ rung: GovernorRung) {
    isPresent = rung.isPresent == true
    text = rung.state.rawValue + (rung.begins.map { " \($0) %" } ?? "")
    style = isPresent ? Cell.riskState(rung.state).style : .faint
  }
}

extension RiskAnswer {
  /// Why no rung is marked; `nil` when one is.
  fileprivate var governorDoubt: String? {
    guard let state = governorState else {
      let why =
        context.isRunning == true
        ? ""
        : ": the engine \(context.isRunning == nil ? "did not tell whether it runs" : "does not run"), and says "
          + "NORMAL then whatever is true"
      return "Governor not known\(why)."
    }
    guard case .unknown = state else { return nil }
    return "Governor \(Cell.riskState(state).text(in: .utc))."
  }

  /// Which thresholds are not drawn, and why.
  fileprivate var undrawnThresholds: [String] {
    let told = thresholds.filter { $0.percent != nil }.map(\.effect)
    let untold = DrawdownThreshold.Effect.allCases.filter { !told.contains($0) }.map(\.words)
    let unchecked = thresholds.filter { $0.percent != nil && !$0.isChecked }.map(\.effect.words)
    return [
      untold.isEmpty
        ? nil : "Not drawn, because the engine does not tell at which fall: \(untold.joined(separator: ", ")).",
      unchecked.isEmpty
        ? nil
        : "Not drawn, because equity is so far above the initial capital that the engine does not look at it: "
          + "\(unchecked.joined(separator: ", ")).",
    ].compactMap(\.self)
  }
}
