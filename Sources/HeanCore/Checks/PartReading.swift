/// Reads the checks and verdicts of one moment for what a monitoring system is told.
struct PartReading {
  private let snapshot: EngineSnapshot
  private let diagnosis: Diagnosis
  private let judgement: Judgement
  private let checks: [EngineCheck]
  private let now: Date

  init(_ snapshot: EngineSnapshot, _ diagnosis: Diagnosis, _ judgement: Judgement, now: Date) {
    self.snapshot = snapshot
    self.diagnosis = diagnosis
    self.judgement = judgement
    self.now = now
    // One look knows no positions that came and went; and whether this machine can record is no matter of the engine.
    checks = EngineCheck.all(snapshot, diagnosis, judgement, positions: PositionWatch(), unrecordable: nil)
  }

  func engine() -> PartFinding {
    let failed = failures([.engine, .ordersAfterStop, .trading])
    let state = snapshot.engineState.map { "\($0.rawValue), \(snapshot.mode.label): " } ?? ""
    var finding = PartFinding(.engine, .ok, state + Self.clause(diagnosis.summary))
    finding.details = stops.map { "on purpose: \($0.message(now: now))" }
    // What the engine cannot tell of itself is not known; that it stays so is told by the verdict alone.
    if diagnosis.verdict == .unknown { finding.state = .unknown }
    // That it was stopped on purpose is as it should be, and nobody should forget it.
    if !stops.isEmpty { finding.state = .worst([finding.state, .warning]) }
    if snapshot.engineState == .error { finding.state = .critical }
    return finding.worse(failed, lead: state)
  }

  func data() -> PartFinding {
    let age = snapshot.marketAge
    let old = age.map { ", the oldest \(DiagnosisFormat.span($0)) old" } ?? ""
    var finding = PartFinding(.data, .ok, "prices are fresh\(old)")
    finding.figures = [PluginFigure("data_price_age", age, .seconds, least: 0)]
    if let gate = gate(.marketData), gate.state == .narrowed { finding.details = [gate.finding] }
    return finding.worse(failures([.prices]))
  }

  func money() -> PartFinding {
    let money = judgement.money
    let state: PluginState =
      switch money.state {
      case .flat, .calm: .ok
      case .atRisk: .critical
      case .unknown: .unknown
      }
    let summary = Self.clause(money.summary)
    // The line names the part already.
    let lead = "Money: "
    var finding = PartFinding(.money, state, summary.hasPrefix(lead) ? String(summary.dropFirst(lead.count)) : summary)
    finding.details = money.reasons.map(\.message)
    finding.details += money.unseen.filter { !summary.contains($0) }.map { "not known: \($0)" }
    if state != .ok { finding.nextStep = judgement.steps.first?.step }
    let held = money.openPositions == nil ? nil : snapshot.doubtedPositions?.filter { $0.doubt?.isVoid != true } ?? []
    let levels = held?.map(\.checkedLevels)
    finding.figures = [
      PluginFigure("money_at_risk", money.atRisk, least: 0, isAmount: true),
      PluginFigure("money_notional", money.notional, least: 0, isAmount: true),
      PluginFigure("money_positions", money.openPositions.map { Decimal($0) }, least: 0),
      PluginFigure(
        "money_beyond_stop",
        levels.flatMap { all in
          all.contains(nil) ? nil : Decimal(all.count { $0?.contains(.stopLoss) == true })
        }, least: 0),
      PluginFigure(
        "money_without_stop", held.map { rows in Decimal(rows.count { $0.stopLoss == nil && $0.doubt == nil }) },
        least: 0),
    ]
    return finding
  }

  func risk() -> PartFinding {
    let governor = snapshot.isRunning == true ? snapshot.governor.value : nil
    let drawdown = snapshot.equityTruth.drawdown(
      percent: governor?.drawdownPercent ?? (snapshot.isRunning == true ? snapshot.risk.value?.drawdownPercent : nil))
    let depth = drawdown.value.map { "drawdown \(DiagnosisFormat.percent($0))" } ?? "drawdown not known"
    var finding = PartFinding(
      .risk, .ok, "governor \(governor?.state?.rawValue ?? "not known"), \(depth), kill switch clear")
    if let doubt = drawdown.doubt { finding.details.append("drawdown: \(doubt)") }
    finding.details += judgement.money.reasons.filter { $0.kind == .nearBrake || $0.kind == .overLimit }.map(\.message)
    let ladder = governor?.state.flatMap { state in RiskState.known.firstIndex(of: state) }
    finding.figures = [
      PluginFigure("risk_drawdown", drawdown.value, .percent, least: 0, most: 100),
      PluginFigure("risk_state", ladder.map { Decimal($0) }, least: 0, most: Decimal(RiskState.known.count - 1)),
    ]
    let isStopped = stops.contains { !$0.kind.gates.isDisjoint(with: [.killSwitch, .latch]) }
    if isStopped { finding.details += stops.map { "on purpose: \($0.message(now: now))" } }
    finding = finding.worse(failures([.killSwitch, .risk, .limits]), isDeliberate: { $0 == .killSwitch && isStopped })
    // The last step of the ladder stops trading, and the ones before it only brake.
    if gate(.governor)?.state == .closed { finding.state = .critical }
    return finding
  }

  func pnl() -> PartFinding {
    let day = DayPnL(snapshot.equityTruth, startedAt: snapshot.equityHistory.value?.startedAt, now: now)
    var finding: PartFinding
    if let shown = day.shown {
      let note = day.note.map { " (\($0))" } ?? ""
      finding = PartFinding(.pnl, .ok, "PnL of the UTC day \(Figures.signed(shown)) USDT\(note)")
    } else {
      let why = snapshot.status.error?.shortText ?? day.note ?? "the engine tells no figure that can be believed"
      finding = PartFinding(.pnl, .unknown, "PnL of the day is not known: \(why)")
    }
    finding.figures = [PluginFigure("pnl_day", day.shown, isAmount: true)]
    return finding
  }

  /// Stops of everything that somebody made on purpose; those of single strategies and symbols are the usual state of many
  /// engines.
  private var stops: [DeliberateStop] {
    judgement.stops.filter { !$0.kind.gates.isDisjoint(with: [.engine, .killSwitch, .latch]) }
  }

  private func gate(_ id: Gate.ID) -> Gate? { diagnosis.gates.first { $0.id == id } }

  private func failures(_ ids: [EngineCheck.ID]) -> [EngineCheck] {
    ids.compactMap { id in checks.first { $0.id == id && $0.isMet != true } }
  }

  /// A sentence without its full stop.
  private static func clause(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}

extension PartFinding {
  /// The same with what checks that are not met say of it.
  /// - Parameters:
  ///   - lead: stands before them.
  ///   - isDeliberate: whether somebody on purpose made it so that a check is not met.
  fileprivate func worse(
    _ failures: [EngineCheck], lead: String = "", isDeliberate: (EngineCheck.ID) -> Bool = { _ in false }
  ) -> PartFinding {
    var finding = self
    var words: [String] = []
    let isKnown = failures.contains { $0.isMet == false }
    for check in failures {
      // What is not known is told with the money, or follows from what is.
      if check.isMet == nil, isKnown || check.id == .ordersAfterStop { continue }
      let state: PluginState =
        check.isMet == nil
        ? .unknown : check.id.tier == .critical && !isDeliberate(check.id) ? .critical : .warning
      finding.state = .worst([finding.state, state])
      words.append(check.finding)
      if check.isMet == false, finding.nextStep == nil { finding.nextStep = check.nextStep }
    }
    if !words.isEmpty { finding.message = lead + words.withoutDuplicates.joined(separator: "; ") }
    return finding
  }
}
