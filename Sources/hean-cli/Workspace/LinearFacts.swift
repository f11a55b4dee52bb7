import HeanCore

/// What the panes tell, as labelled lines for people who hear them, and for terminals that know only lines.
struct LinearFact: Sendable, Equatable {
  /// How much attention it wants.
  enum Grade: Int, Sendable, Comparable {
    case good, plain, warning, bad

    static func < (left: Grade, right: Grade) -> Bool { left.rawValue < right.rawValue }
  }

  var label: String
  /// What tells it from others with the same label.
  var id = ""
  var text: String
  /// What it tells without figures that move all the time: told again only when this is another.
  var key: String
  var grade = Grade.plain

  /// Whether it is about the same, whatever it tells.
  func isSame(as other: LinearFact) -> Bool { label == other.label && id == other.id }

  /// One line, without control characters.
  var line: String { sanitized("\(label): \(text)") }
}

/// The facts of one moment, and what has changed since another.
struct LinearFacts: Sendable {
  var facts: [LinearFact]

  /// - Parameter connection: how the engine is heard, in words, and whether that is bad.
  init(_ answer: StatusAnswer, connection: LinearFact, _ commands: CommandLines) {
    let (money, diagnosis) = (answer.judgement.money, answer.diagnosis)
    facts = [
      LinearFact(
        label: "Mode", text: "\(answer.context.mode.label), \(answer.context.mode.meaning)",
        key: answer.context.mode.rawValue),
      connection,
      LinearFact(
        label: "Money", text: money.summary.droppingLabel, key: money.state.rawValue,
        grade: money.state == .atRisk ? .bad : money.state == .unknown ? .warning : .good),
    ]
    for hazard in money.reasons {
      facts.append(
        // Without figures, which grow, what is left of the sentence names what it is about.
        LinearFact(
          label: "Hazard", id: hazard.kind.rawValue + hazard.message.filter(\.isLetter), text: hazard.message,
          key: hazard.kind.rawValue, grade: .bad))
    }
    let isBlocked = [.blocked, .ordersAfterStop].contains(diagnosis.verdict)
    facts.append(
      LinearFact(
        label: "Trading", text: diagnosis.summary.droppingLabel,
        key: "\(diagnosis.verdict.rawValue) \(diagnosis.decisive?.id.rawValue ?? "")",
        grade: isBlocked ? .bad : diagnosis.verdict == .unknown ? .warning : .good))
    if let step = answer.judgement.steps.first {
      facts.append(LinearFact(label: "Next", text: commands(step.step), key: commands(step.step)))
    }
    facts += Self.state(answer)
    for position in answer.livePositions ?? [] { facts.append(Self.fact(position)) }
  }

  private static func state(_ answer: StatusAnswer) -> [LinearFact] {
    let governor = Cell.riskState(answer.governor?.state).text(in: .utc)
    let killSwitch = answer.killSwitch
    let isCalm = answer.governor?.state == .normal
    return [
      LinearFact(
        label: "Engine", text: Cell.engine(answer.engine).text(in: .utc),
        key: answer.context.engineState ?? "not known",
        grade: answer.context.isRunning == true ? .good : .bad),
      LinearFact(
        label: "Equity", text: Cell.equity(answer.equity, isSummed: true).text(in: .utc),
        key: answer.equity.verdict.rawValue),
      LinearFact(
        label: "Day PnL", text: answer.day.shown.map { "\(Figures.signed($0)) USDT" } ?? "not known",
        key: answer.day.shown == nil ? "not known" : "known"),
      LinearFact(label: "Risk", text: governor, key: governor, grade: isCalm ? .good : .bad),
      LinearFact(
        label: "Kill switch", text: killSwitch.message(answer.killSwitchBasis), key: "\(killSwitch.verdict)",
        grade: killSwitch.verdict == .clear ? .good : .bad),
      LinearFact(
        label: "Orders", text: answer.openOrders.map { "\($0) open" } ?? "not known",
        key: answer.openOrders.map { "\($0)" } ?? "not known"),
      LinearFact(
        label: "Strategies", text: Cell.enabled(answer.strategies).text(in: .utc),
        key: Cell.enabled(answer.strategies).text(in: .utc)),
    ]
  }

  private static func fact(_ position: Position) -> LinearFact {
    let stop = position.stopLoss.map { ", stop \(Figures.price($0))" } ?? ", no stop"
    let breached = position.breachedLevels.first
    return LinearFact(
      label: "Position \(position.symbol)", id: position.id ?? "",
      text:
        "\(position.sideText) \(position.sizeText), PnL \(position.unrealizedPnL.map { Figures.signed($0) } ?? "not known")"
        + stop + (breached.map { ", \($0.alert)" } ?? ""),
      key: "\(position.sideText) \(position.sizeText)\(stop) \(breached?.alert ?? "")",
      grade: breached == nil ? .plain : .bad)
  }

  /// What to say after earlier facts: what has become worse first, then what is gone, then the rest that has changed.
  func changes(since earlier: LinearFacts) -> [String] {
    let before = Dictionary(grouping: earlier.facts, by: Self.identity)
    let now = Set(facts.map(Self.identity))
    let changed = facts.filter { before[Self.identity($0)]?.first?.key != $0.key }
    let worse = worse(since: earlier)
    let rest = changed.filter { !worse.contains($0) }
    let gone = earlier.facts.filter { !now.contains(Self.identity($0)) && $0.label != "Next" }
    return worse.map { "Worse. " + $0.line } + gone.map { "No more: \($0.line)" } + rest.map(\.line)
  }

  /// What has become worse, in the order of the facts.
  func worse(since earlier: LinearFacts) -> [LinearFact] {
    let before = Dictionary(grouping: earlier.facts, by: Self.identity)
    return facts.filter { fact in
      let known = before[Self.identity(fact)]?.first
      return known?.key != fact.key && fact.grade > .plain && fact.grade > known?.grade ?? .good
    }
  }

  private static func identity(_ fact: LinearFact) -> String { "\(fact.label) \(fact.id)" }
}

extension String {
  /// Without the label that the sentence of a verdict begins with: the line has its own.
  fileprivate var droppingLabel: String {
    for label in ["Money: ", "Trading: "] where hasPrefix(label) { return String(dropFirst(label.count)) }
    return self
  }
}
