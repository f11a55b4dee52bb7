import HeanCore

/// The verdict on money, the one on trading, and the first step, in as many lines as there are: the money and the step are
/// the last to be shortened.
struct VerdictsView {
  var answer: StatusAnswer

  /// The painted lines, exactly so many, all equally wide.
  func lines(height: Int, _ view: Viewpoint, by renderer: ReportRenderer) -> [String] {
    let pane = Pane(width: view.width ?? renderer.width ?? 80)
    func drawn(_ build: (inout Screen) -> Void) -> [String] {
      var report = view.report("status", on: answer.context, receivedAt: answer.receivedAt)
      build(&report.screen)
      report.screen = report.screen.with(view.ages)
      return pane.lines(report, by: renderer)
    }
    let (judgement, diagnosis) = (answer.judgement, answer.diagnosis)
    let first = judgement.steps.first
    let step = typed(first, pane, renderer)
    let reason = drawn { screen in
      if let first, !first.reason.isEmpty { screen.line(Cell("     " + first.reason, .faint)) }
    }
    let money = drawn { $0.money(judgement.money) }
    let trading = drawn { $0.line(Cell(diagnosis.summary, diagnosis.style)) }
    let hazards = judgement.money.reasons
      .filter { !($0.kind == .ordersAfterStop && diagnosis.tellsOrdersAfterStop) }
      .map { hazard in drawn { $0.line(hazard.line) } }
    // Each part takes what the ones before it leave.
    var rest = max(0, height)
    func take(_ lines: [String], leaving: Int = 0) -> [String] {
      let most = min(lines.count, max(0, rest - leaving))
      rest -= most
      return most < lines.count ? cut(lines, to: most, pane.width) : lines
    }
    // A line each for money, trading and step before one of them gets more; in two lines the step counts more than why
    // nothing trades.
    let least = height < 3 && !step.isEmpty ? 0 : 1
    let heldMoney = take(money, leaving: least + min(step.count, max(0, rest - 1 - least)))
    let heldTrading = least == 0 ? [] : take(trading, leaving: min(step.count, max(0, rest - 1)))
    let heldStep = take(step)
    var heldHazards: [String] = []
    for (number, hazard) in hazards.enumerated() where rest > 0 {
      // Only the first one is worth being told in part.
      guard number == 0 || hazard.count <= rest else { break }
      heldHazards += take(hazard)
    }
    let heldReason = reason.count <= rest ? take(reason) : []
    let lines = heldMoney + heldHazards + heldTrading + heldStep + heldReason
    return (lines + Array(repeating: "", count: max(0, height - lines.count))).map { Pane.filled($0, to: pane.width) }
  }

  /// What each command begins with for a shell.
  private static let program = ["hean", ""].joined(separator: " ")

  /// The step as it is typed in the console, which is about this engine: behind a colon, without the flags that choose one.
  private func typed(_ first: JudgedStep?, _ pane: Pane, _ renderer: ReportRenderer) -> [String] {
    guard let first else { return [] }
    var renderer = renderer
    renderer.commands = CommandLines()
    var report = Report(schema: "", asOf: answer.receivedAt)
    report.screen.offer(first.step.beginsWithAdvice ? "·" : "1.", Guidance(first.step))
    return pane.lines(report, by: renderer).map { line in
      Pane.filled(line.replacing(Self.program, with: ":"), to: pane.width)
    }
  }

  /// The first lines, the last of which ends in the mark of a cut.
  private func cut(_ lines: [String], to count: Int, _ width: Int) -> [String] {
    guard count > 0 else { return [] }
    let last = lines[count - 1]
    let begin = last.first == "\u{1B}" ? String(last.prefix { $0 != "m" }) + "m" : ""
    let words = lines[(count - 1)...].map { Palette.unpainted($0).split(separator: " ").joined(separator: " ") }
    let text = truncated(words.joined(separator: " "), to: width)
    return lines[..<(count - 1)] + [begin.isEmpty ? text : begin + text + "\u{1B}[0m"]
  }
}
