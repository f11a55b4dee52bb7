public import Foundation

/// An answer to a question, with what it rests on.
public struct AskAnswer: Codable, Sendable {
  /// Mode, state of the engine and age of prices at that time.
  public var context: AnswerContext
  /// When the answer was made.
  public var receivedAt: Date
  /// What the question was about.
  public var intent: Intent
  /// Symbol that the question named; `nil` when it named none.
  public var symbol: String?
  /// The answer in sentences, some of which name an operation or a query.
  public var lines: [NextStep]
  /// What the answer rests on.
  public var evidence: [Gate.Evidence]
  /// Operations and queries that show more, or change something about it.
  public var commands: [NextStep]

  /// An answer from its parts; `symbol` stays `nil` when the question named none.
  public init(
    context: AnswerContext, receivedAt: Date, intent: Intent, symbol: String? = nil, lines: [NextStep],
    evidence: [Gate.Evidence], commands: [NextStep]
  ) {
    self.context = context
    self.receivedAt = receivedAt
    self.intent = intent
    self.symbol = symbol
    self.lines = lines
    self.evidence = evidence
    self.commands = commands
  }
}

/// Answers questions from one snapshot. It reads nothing from the engine itself.
public struct Answerer: Sendable {
  private let seen: EngineSnapshot
  private let positions: [Position]?
  /// Why an empty list of positions does not prove that nothing is open; `nil` when nothing speaks against it.
  private let doubt: EmptyDoubt?
  private let symbol: String?
  private let now: Date
  private let diagnosis: Diagnosis
  private let equity: EquityTruth

  /// - Parameters:
  ///   - symbol: the symbol that the question names; `nil` for none.
  ///   - tried: what was done before; a step that did not help is not offered again.
  public init(_ snapshot: EngineSnapshot, symbol: String?, tried: PastAttempts = PastAttempts(), now: Date) {
    seen = snapshot
    let positions = snapshot.positions.value?.elements
    let check = EmptyCheck(snapshot, before: now)
    doubt = positions?.isEmpty == true && snapshot.isRunning == true ? check.doubt(listed: 0) : nil
    self.positions = snapshot.isRunning == true && doubt == nil ? positions : nil
    equity = snapshot.equityTruth
    self.symbol = symbol
    self.now = now
    diagnosis = Diagnosis(snapshot, scope: DiagnosisScope(symbol: symbol), tried: tried, now: now)
  }

  /// The answer to a question about this.
  public func answer(_ intent: Intent) -> AskAnswer {
    var answer = AskAnswer(
      context: seen.context, receivedAt: now, intent: intent, symbol: symbol, lines: [], evidence: [], commands: [])
    switch intent {
    case .whyNotTrading, .whyNotSymbol, .isTrading: trading(&answer)
    case .whatToDo: whatToDo(&answer)
    case .whatChanged: whatChanged(&answer)
    case .amISafe: safety(&answer)
    case .distance: distance(&answer)
    case .worstStrategy, .bestStrategy: strategies(&answer, worst: intent == .worstStrategy)
    case .whyRejected: rejected(&answer)
    case .positions: held(&answer)
    case .profit: profit(&answer)
    case .killSwitch: killSwitch(&answer)
    case .mode: mode(&answer)
    case .prices: gate(.marketData, &answer, command: .query(.why))
    case .howToStop:
      answer.lines = [
        "\(.operation(.panic)) halts, closes everything, and proves it.",
        "Only new entries: \(.operation(.triggerKillSwitch)). Pause does not stop orders.",
      ]
      answer.commands = [.operation(.panic, options: .preview), .operation(.panic)]
      cite("/engine/status", "engine \(seen.engine?.state.rawValue ?? "not known")", &answer)
    }
    if answer.evidence.isEmpty {
      cite("/engine/status", "engine \(seen.engine?.state.rawValue ?? "not known")", &answer)
    }
    return answer
  }

  private func cite(_ source: String, _ says: String, _ answer: inout AskAnswer) {
    answer.evidence.append(Gate.Evidence(source, says))
  }

  private func trading(_ answer: inout AskAnswer) {
    answer.lines = ["\(diagnosis.summary)"]
    if let words = diagnosis.counterfactual { answer.lines.append("\(words)") }
    if let symbol, answer.intent == .whyNotSymbol {
      if let held = positions?.first(where: { $0.symbol == symbol }) {
        answer.lines.append("It holds \(Operation.name(held)) already, and one position a symbol is the rule.")
      } else if let refused = diagnosis.log.decisions.first(where: { $0.outcome != .create }) {
        let code = refused.reasonCodes.first ?? "?"
        answer.lines.append(
          "The latest refusal for it: \(refused.strategyID ?? "?"), \(code), \(Reason.meaning(code)).")
      }
    }
    answer.evidence = Array(
      (diagnosis.decisive?.evidence ?? diagnosis.gates.first { $0.id == .signals }?.evidence ?? []).prefix(4))
    let why = symbol.map { NextStep.query(.why, options: .symbol($0)) } ?? .query(.why)
    answer.commands = Array(diagnosis.nextSteps.prefix(2)) + [why]
  }

  private func whatToDo(_ answer: inout AskAnswer) {
    let steps = diagnosis.nextSteps
    answer.lines =
      diagnosis.verdict == .blocked
      ? ["\(diagnosis.summary)", "First: \(steps.first ?? .query(.why))"]
      : [steps.first.map { "No gate is closed. Worth a look: \($0)" } ?? "Nothing: \(diagnosis.summary)"]
    answer.evidence = Array((diagnosis.decisive?.evidence ?? []).prefix(3))
    answer.commands = Array(steps.prefix(3))
  }

  private func whatChanged(_ answer: inout AskAnswer) {
    let hour = diagnosis.log.last(3600)
    guard let all = seen.closedPositions else {
      answer.lines = ["What changed is not known: \(seen.history.error?.shortText ?? "the history was not read")."]
      cite("/trading/history", "did not answer", &answer)
      answer.commands = [.query(.health)]
      return
    }
    let closed = all.filter { DiagnosisFormat.isWithin(3600, $0.closedAt, now) }
    let total = closed.compactMap(\.realizedPnL).reduce(0, +)
    let untold = closed.count { $0.realizedPnL == nil }
    let created = hour.count { $0.outcome == .create }
    answer.lines = [
      "\(closed.count) positions closed for \(Figures.signed(total)) USDT, \(created) of \(hour.count) signals accepted."
    ]
    if untold > 0 { answer.lines.append("\(untold) of them without a PnL, which is not in that sum.") }
    cite("/trading/history", "\(closed.count) closed positions and \(hour.count) decisions of the last hour", &answer)
    for (name, moment) in [
      ("the kill switch tripped", seen.killSwitchTruth.triggeredAt),
      ("the governor changed to \(governor?.state?.rawValue ?? "?")", governor?.changedAt),
    ] {
      guard let moment, DiagnosisFormat.isWithin(3600, moment, now) else { continue }
      answer.lines.append("\(DiagnosisFormat.span(DiagnosisFormat.seconds(from: moment, to: now))) ago \(name).")
    }
    let ghosts = closed.filter(\.isGhost)
    if !ghosts.isEmpty { answer.lines.append("\(ghosts.count) of them were dropped with zero PnL, which is no fill.") }
    answer.commands = [.query(.funnel), .query(.audit)]
  }

  private var governor: GovernorStatus? { seen.isRunning == true ? seen.governor.value : nil }

  private func safety(_ answer: inout AskAnswer) {
    let worries = diagnosis.gates.filter {
      [.killSwitch, .governor, .marketData, .mode, .engine].contains($0.id) && $0.state != .open
    }
    let breached = (positions ?? []).filter { !$0.breachedLevels.isEmpty }
    var lines = worries.map { NextStep(advice: "\($0.finding.sentenceStart).") }
    if !breached.isEmpty {
      lines.append("Price beyond stop or target and still open: \(breached.map(\.symbol).joined(separator: ", ")).")
    }
    if seen.isRunning != true {
      lines.append("What is open is not known: a stopped engine lists nothing.")
    } else if let doubt {
      lines.append("What is open is not known: \(doubt.message).")
    }
    if equity.verdict == .booksDisagree {
      lines.append("The engine's books and the exchange disagree: \(equity.because).")
    }
    let drawdown = "drawdown " + drawdownWords
    answer.lines =
      lines.isEmpty
      ? ["Nothing that hean can see is wrong: \(drawdown), \(seen.mode.label)."] : lines + ["Now: \(drawdown)."]
    answer.evidence = Array(worries.flatMap(\.evidence).prefix(3))
    cite(
      "/orders/positions", positions.map { "\($0.count) open, \(breached.count) beyond an exit level" } ?? "not known",
      &answer)
    answer.commands = [.query(.risk), breached.isEmpty ? .query(.positions) : .query(.position, breached[0].symbol)]
  }

  /// The current drawdown, with what speaks against the figure.
  private var drawdownWords: String {
    let figure = equity.drawdown(percent: governor?.drawdownPercent)
    guard let reported = figure.reported else { return "not known" }
    return DiagnosisFormat.percent(reported) + (figure.doubt.map { " by the engine's books, \($0)" } ?? "")
  }

  private func distance(_ answer: inout AskAnswer) {
    guard let governor, let drawdown = governor.drawdownPercent else {
      answer.lines = ["The drawdown is not known."]
      return
    }
    let points = max(0, 20 - drawdown)
    answer.lines = [
      points > 0
        ? "\(Figures.rounded(points, 2).description) points of drawdown to HARD_STOP at 20 %; it is \(drawdownWords) now."
        : "Drawdown is \(drawdownWords): past HARD_STOP, which begins at 20 %."
    ]
    if let words = StopBasis.governor(governor, equity)?.message { answer.lines.append("The governor \(words).") }
    cite("/risk/governor/status", "current_drawdown_pct \(DiagnosisFormat.percent(drawdown))", &answer)
    if let drop = EquityDrop(seen.killSwitch.value, seen.engine) {
      answer.lines.append(
        "The kill switch stops hard at \(Figures.money(drop.floor)) USDT; \(equityWords(drop.equity)).")
      cite(
        "/risk/killswitch/status",
        "equity_drop \(DiagnosisFormat.percent(drop.limit)) of \(Figures.money(drop.initial)) USDT",
        &answer)
    }
    answer.commands = [.query(.risk)]
  }

  private func strategies(_ answer: inout AskAnswer, worst: Bool) {
    guard let all = seen.strategies.value?.elements, !all.isEmpty else {
      answer.lines = ["The engine lists no strategy; it does so only while it runs."]
      answer.commands = [.query(.strategies)]
      return
    }
    let sorted = all.sorted { ($0.totalPnL ?? 0) < ($1.totalPnL ?? 0) }
    guard let chosen = worst ? sorted.first : sorted.last else { return }
    let pnl = chosen.totalPnL ?? 0
    let record = "\(DiagnosisFormat.count(chosen.wins)) wins, \(DiagnosisFormat.count(chosen.losses)) losses"
    let id = chosen.id ?? "?"
    if worst ? pnl >= 0 : pnl <= 0 {
      answer.lines = [
        worst
          ? "No strategy shows a loss: the least is \(id) with \(Figures.signed(pnl)) USDT."
          : "None earns: the best is \(id) with \(Figures.signed(pnl)) USDT."
      ]
      // The results of strategies leave out open positions and fees, so the account's result is told as well.
      if worst { answer.lines.append("\(outcome)") }
    } else {
      answer.lines = ["\(id): \(Figures.signed(pnl)) USDT, \(record)."]
    }
    cite("/strategies", "\(id) total_pnl \(Figures.signed(pnl)), \(record)", &answer)
    answer.commands = [.query(.compareStrategies)] + (worst && pnl < 0 ? [.operation(.disableStrategies, id)] : [])
  }

  private func rejected(_ answer: inout AskAnswer) {
    let mine = diagnosis.log.decisions.first { $0.outcome != .create }
    guard let mine else {
      answer.lines = ["No refused signal is on the engine's list\(symbol.map { " for \($0)" } ?? "")."]
      answer.commands = [.query(.orders, options: .status("all"))]
      return
    }
    let code = mine.reasonCodes.first ?? "?"
    let age =
      mine.at.map { DiagnosisFormat.span(DiagnosisFormat.seconds(from: $0, to: now)) + " ago" } ?? "at an unknown time"
    answer.lines = [
      "The latest refusal, \(age): \(mine.strategyID ?? "?") \(mine.side?.rawValue ?? "?") \(mine.symbol ?? "?") was turned down as "
        + "\(code), \(Reason.meaning(code))."
    ]
    if let reason = Reason.of(code) { answer.lines.append("It clears by: \(reason.clearedBy).") }
    cite("/trading/state", "\(mine.outcomeText) \(mine.reasonCodes.joined(separator: "+"))", &answer)
    answer.commands = [.query(.trace, "last-blocked"), .query(.reasons, code)]
  }

  private func held(_ answer: inout AskAnswer) {
    guard let positions else {
      let reason = doubt?.message ?? "the engine is not running or did not list its positions"
      answer.lines = ["Not known: \(reason). That is no proof of being flat."]
      answer.commands = [.query(.status)]
      return
    }
    let chosen = positions.filter { symbol == nil || $0.symbol == symbol }
    if let symbol, chosen.isEmpty {
      answer.lines = ["No position in \(symbol)."]
    } else if chosen.isEmpty {
      answer.lines = ["No open position."]
    }
    answer.lines += chosen.prefix(8).map { position in
      let profit = position.unrealizedPnL.map { Figures.signed($0) } ?? "?"
      return NextStep(advice: "\(Operation.name(position)), \(profit) USDT")
    }
    if chosen.count > 8 { answer.lines.append("… and \(chosen.count - 8) more") }
    cite("/orders/positions", "\(positions.count) open", &answer)
    answer.commands = [.query(.positions)]
  }

  /// - Parameter told: the equity that the kill switch looks at.
  private func equityWords(_ told: Decimal) -> String {
    guard let shown = equity.shown else {
      return "it looks at an equity of \(Figures.money(told)), which cannot be checked"
    }
    if equity.verdict == .asIs { return "equity is \(Figures.money(told))" }
    // In live the kill switch looks at the exchange's equity.
    if equity.isExchange == true { return "equity is \(Figures.money(shown)) at the exchange" }
    return "it looks at an equity of \(Figures.money(told)), and about \(Figures.money(shown)) is computed"
  }

  private func profit(_ answer: inout AskAnswer) {
    guard let engine = seen.engine, seen.isRunning == true else {
      answer.lines = ["Not known: a stopped engine sends no money figures."]
      answer.commands = [.query(.status)]
      return
    }
    func money(_ value: Decimal?) -> String { value.map { Figures.signed($0) + " USDT" } ?? "not known" }
    let day = equity.dayPnL
    let shown = equity.shown.map { Figures.money($0) + " USDT" } ?? "not known"
    answer.lines = [
      "\(outcome)",
      "Today \(money(day.value)); realized \(money(engine.realizedPnL)), unrealized \(money(engine.unrealizedPnL)); "
        + "equity \(shown)\(equity.verdict.label.isEmpty || equity.shown == nil ? "" : ", " + equity.verdict.label).",
    ]
    if ![.asIs, .exchange].contains(equity.verdict) { answer.lines.append("Equity: \(equity.because).") }
    if let doubt = day.doubt { answer.lines.append("Today: the engine says \(money(day.reported)), \(doubt).") }
    cite("/engine/status", "daily_pnl \(money(engine.dailyPnL))", &answer)
    answer.commands = [.query(.account), .query(.compareStrategies)]
  }

  /// Whether the account gains or loses, from figures that nothing distorts.
  private var outcome: String {
    guard let fair = equity.computedEquity, let initial = equity.initial, equity.verdict != .booksDisagree else {
      return "Whether the account loses is not known: \(equity.because)."
    }
    let total = Figures.rounded(fair - initial, 2)
    // In live the engine books at its own prices, not at the fills.
    if equity.isExchange == true, let told = equity.reported, (told - initial) * total <= 0 {
      return "Whether the account loses is not known: the engine's books come to \(Figures.signed(total)) USDT, "
        + "the exchange's equity to \(Figures.signed(told - initial))."
    }
    let word = total < 0 ? "The account loses" : total > 0 ? "The account gains" : "The account neither gains nor loses"
    let fees = equity.fees == nil ? ", fees not known" : " - fees"
    return "\(word): \(Figures.signed(total)) USDT since the engine's start = realized + unrealized\(fees)"
      + (equity.verdict == .estimate ? ", an estimate: positions were dropped or booked twice." : ".")
  }

  private func killSwitch(_ answer: inout AskAnswer) {
    gate(.killSwitch, &answer, command: .query(.killSwitch))
    guard let step = diagnosis.gates.first(where: { $0.id == .killSwitch })?.nextStep else { return }
    if !answer.commands.contains(step) { answer.commands.insert(step, at: 0) }
  }

  private func mode(_ answer: inout AskAnswer) {
    answer.lines = ["\(seen.mode.label): \(seen.mode.meaning)."]
    answer.evidence = diagnosis.gates.first { $0.id == .mode }?.evidence ?? []
    answer.commands = [.query(.settings)]
  }

  private func gate(_ id: Gate.ID, _ answer: inout AskAnswer, command: NextStep) {
    guard let gate = diagnosis.gates.first(where: { $0.id == id }) else { return }
    let age = gate.age.map { " (\(Spans.text($0)))" } ?? ""
    answer.lines = ["\(gate.finding.sentenceStart)\(age)."]
    answer.evidence = Array(gate.evidence.prefix(4))
    answer.commands = [command]
  }
}
