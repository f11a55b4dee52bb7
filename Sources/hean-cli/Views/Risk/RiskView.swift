import HeanCore

/// Risk on one screen: money, the governor as a ladder, the drawdown on the way to each fall at which the engine acts, and
/// limits, latch and lamps apart.
struct RiskView {
  var judged: JudgedAnswer<RiskAnswer>
  /// Changes that a watch has seen, the latest first; `nil` where nothing is watched.
  var changes: [SeenChange]?

  /// A change between two looks.
  struct SeenChange: Sendable, Equatable {
    var at: Date
    var words: String
    var isWorse: Bool
  }

  func report(_ view: Viewpoint) -> Report {
    let answer = judged.answer
    let fields = RiskFields.status
    var report = view.report("risk", version: 2, on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(fields, answer)
    report.money = JudgementFields.money(view.commands).object(judged.judgement.money)
    report.isFitted = changes != nil
    // Amounts change with every price, and a line is to tell a change of state.
    let money = judged.judgement.money.state.rawValue.replacing("_", with: " ")
    report.summary = "Money \(money) · \(answer.stateWords)"
    report.screen.context(answer.context, view)
    report.screen.money(judged.judgement.money)
    report.warn(of: judged.judgement.money.reasons)
    report.screen.steps(judged.judgement.steps.filter { $0.aim == .protect })
    report.screen.gap()
    report.screen.ladder(answer, view)
    report.screen.record(Self.first, answer)
    if answer.context.isRunning == true, let next = answer.distanceText { report.screen.line(Cell(next)) }
    for words in answer.basisWords { report.screen.line(Cell(words, .warning)) }
    if let changes { tell(changes, view, &report) }
    picture(view, &report)
    sources(&report)
    if answer.killSwitch.verdict != .clear { report.screen.hint(.query(.killSwitch)) }
    if answer.governorState?.rawValue != RiskState.normal.rawValue { report.screen.hint(.query(.governor)) }
    report.notes += answer.missing
    report.screen = report.screen.with(view.ages)
    return report
  }

  private static let first = fields(
    "risk_state", "kill_switch", "kill_switch_reasons", "latch", "drawdown_pct", "equity", "day_pnl")

  private static func fields(_ names: String...) -> [Field<RiskAnswer>] {
    names.flatMap { name in RiskFields.status.filter { $0.name == name } }
  }

  private func tell(_ changes: [SeenChange], _ view: Viewpoint, _ report: inout Report) {
    for change in changes.prefix(5) {
      report.screen.line(Cell("\(view.timestamp(change.at))  \(change.words)", change.isWorse ? .bad : .good))
    }
    if changes.isEmpty { report.screen.line(Cell("No change since the watch began.", .faint)) }
  }

  private func picture(_ view: Viewpoint, _ report: inout Report) {
    let answer = judged.answer
    guard answer.context.isRunning == true else { return }
    title("DRAWDOWN", &report)
    report.screen.drawdown(answer, view)
    report.screen.table(
      Table(fields: RiskPictureFields.thresholds, rows: answer.thresholds),
      cut: Screen.Cut(rows: "thresholds", least: 2))
    if answer.takesOtherDailyLimit {
      report.screen.line(
        Cell(
          "D: below the initial capital the limit of the daily pause counts, above it that of the kill switch; AT % is where the "
            + "first of them begins.", .faint))
    }
    if answer.drawdown.value == nil, answer.drawdown.doubt != nil {
      report.screen.line(Cell("The distances are by the engine's own figures, by which it acts.", .faint))
    }
    title("GOVERNOR", &report)
    report.screen.table(
      Table(fields: RiskPictureFields.rungs, rows: answer.rungs), cut: Screen.Cut(rows: "states", least: 1))
    if let factor = answer.sizeFactor, let further = GovernorBand.furtherFactor(at: answer.drawdownPercent) {
      let cut = further < 1 ? ": that of the state, and x \(further) for a drawdown of this depth in any state" : ""
      report.screen.line(Cell("Sizes are multiplied with \(factor) now\(cut).").leftByRedaction)
    }
  }

  private func sources(_ report: inout Report) {
    let answer = judged.answer
    title("LIMITS", &report)
    report.screen.table(
      Table(fields: RiskPictureFields.limits, rows: RiskPictureFields.Limit.all(answer)),
      cut: Screen.Cut(rows: "limits", command: .query(.limits), least: 1))
    title("LATCH", &report)
    if let latch = answer.latch {
      for evidence in latch.evidence { report.screen.item("\(evidence.source):", Cell(evidence.message)) }
      report.screen.line(Cell(latch.finding.sentenceStart + ".", latch.state.style))
    } else {
      report.screen.line(Cell("Nobody looked for it.", .warning))
    }
    title("LAMPS", &report)
    report.screen.table(
      Table(fields: RiskPictureFields.lamps, rows: answer.killSwitch.evidence),
      cut: Screen.Cut(rows: "lamps", command: .query(.killSwitch), least: 1))
    report.screen.record(Self.fields("stop_trading", "quarantined_symbols"), answer)
  }

  private func title(_ words: String, _ report: inout Report) {
    report.screen.gap()
    report.screen.line(Cell(words, .faint))
  }
}

extension RiskAnswer {
  /// Whether the daily pause begins at the limit of the other stop (docs/engine.md 5.2).
  fileprivate var takesOtherDailyLimit: Bool {
    guard let daily = thresholds.first(where: { $0.effect == .dailyPause }), daily.percent != nil, daily.isChecked,
      let fall = thresholds.first(where: { $0.effect == .killSwitch })?.fall
    else { return false }
    return fall < 0
  }

  /// What decides, in one line that changes only when a state does.
  var stateWords: String {
    let latch = latch.map { "latch \($0.state.rawValue)" } ?? "latch not known"
    let listed =
      governor?.quarantinedSymbols.map { $0.isEmpty ? "" : " · quarantined \($0.joined(separator: ", "))" } ?? ""
    return
      "\(context.engineState ?? "engine not known") · governor \(governorState?.rawValue ?? "not known") · kill switch "
      + "\(killSwitch.message) · \(latch)\(listed)"
  }

  /// What has changed since an earlier look.
  func changes(since before: RiskAnswer, at now: Date) -> [RiskView.SeenChange] {
    var changes: [RiskView.SeenChange] = []
    func add(_ what: String, _ old: String, _ new: String, _ isWorse: Bool) {
      if old != new {
        changes.append(RiskView.SeenChange(at: now, words: "\(what): \(old) to \(new)", isWorse: isWorse))
      }
    }
    let (old, new) = (before.governorState, governorState)
    let rank = { (state: RiskState?) in state.flatMap { RiskState.known.firstIndex(of: $0) } ?? RiskState.known.count }
    add("governor", old?.rawValue ?? "not known", new?.rawValue ?? "not known", rank(new) > rank(old))
    add("kill switch", before.killSwitch.message, killSwitch.message, killSwitch.verdict != .clear)
    add(
      "latch", before.latch?.state.rawValue ?? "not known", latch?.state.rawValue ?? "not known",
      latch?.state != .open)
    add(
      "engine", before.context.engineState ?? "not known", context.engineState ?? "not known",
      context.isRunning != true)
    let lists = [before, self].map { $0.governor?.quarantinedSymbols.map { $0.joined(separator: ", ") } ?? "not known" }
    add("quarantine", lists[0].isEmpty ? "none" : lists[0], lists[1].isEmpty ? "none" : lists[1], !lists[1].isEmpty)
    return changes
  }
}
