import HeanCore

/// The governor's states as rungs of a ladder with the present one marked, the kill switch, and the latch behind it. A state
/// that is not known marks no rung.
struct RiskLadderView {
  var answer: RiskAnswer

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("risk", version: 2, on: answer.context, receivedAt: answer.receivedAt)
    report.isFitted = true
    report.screen.context(answer.context, view)
    let (rungs, mark) = (rungs, view.glyphs.isUnicode ? "›" : ">")
    let link = view.glyphs.isUnicode ? "──" : "--"
    let across = rungs.reduce(4 * (rungs.count - 1)) { $0 + $1.text.count + ($1.isPresent ? 2 : 0) }
    let isAcross = view.width.map { across <= $0 } ?? false
    report.screen.picture(holdsAmounts: false) { palette, _ in
      let drawn = rungs.map { rung in
        palette.paint((rung.isPresent ? "\(mark) " : isAcross ? "" : "  ") + rung.text, rung.style)
      }
      return isAcross ? [drawn.joined(separator: palette.paint(" \(link) ", .faint))] : drawn
    }
    if let words = doubt { report.screen.line(Cell(words, .warning)) }
    report.screen.record(Self.fields, answer)
    if answer.context.isRunning == true, let words = answer.distanceText { report.screen.line(Cell(words)) }
    for words in answer.basisWords { report.screen.line(Cell(words, .warning)) }
    report.notes += answer.missing
    return report
  }

  private struct Rung: Sendable {
    var text: String
    var style: Style
    var isPresent: Bool
  }

  private var rungs: [Rung] {
    RiskState.known.map { state in
      let begin = answer.thresholds.first { $0.effect == state.effect }?.percent.map { " \($0) %" } ?? ""
      let isPresent = answer.governorState == state
      return Rung(
        text: state.rawValue + begin, style: isPresent ? Cell.riskState(state).style : .faint, isPresent: isPresent)
    }
  }

  /// Why no rung is marked; `nil` when one is.
  private var doubt: String? {
    guard let state = answer.governorState else {
      let why =
        answer.context.isRunning == true
        ? ""
        : ": the engine \(answer.context.isRunning == nil ? "did not tell whether it runs" : "does not run"), and says "
          + "NORMAL then whatever is true"
      return "Governor not known\(why)."
    }
    guard case .unknown = state else { return nil }
    return "Governor \(Cell.riskState(state).text(in: .utc))."
  }

  private static let fields = RiskFields.status.filter {
    ["kill_switch", "latch", "kill_switch_reasons", "quarantined_symbols"].contains($0.name)
  }
}

extension RiskState {
  fileprivate var effect: DrawdownThreshold.Effect? {
    switch self {
    case .softBrake: .softBrake
    case .quarantine: .quarantine
    case .hardStop: .hardStop
    case .normal, .unknown: nil
    }
  }
}
