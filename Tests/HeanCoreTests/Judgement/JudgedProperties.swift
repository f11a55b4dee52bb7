import Foundation
import HeanTestSupport

@testable import HeanCore

/// What has to hold of every judgement, told by the ledger alone.
enum JudgedProperty: String, CaseIterable {
  /// What is at risk is protected first, and all of it before anything else.
  case protection
  /// What is open is never forgotten, and no orders are let loose on old prices or wrong books.
  case loss
  /// A stop that somebody made on purpose is not undone by the first step, and one that was undone holds nothing back.
  case stop
  /// Nothing is offered that is known not to help.
  case futile
  /// No step is the opposite of another.
  case opposite
  /// The verdict on the money is that of the ledger.
  case money
  /// What an operation does is told before it is chosen.
  case effect

  static func broken(_ judged: Judgement, of truth: StagedMoney) -> Set<JudgedProperty> {
    let steps = judged.steps
    var broken: Set<JudgedProperty> = []
    if !isProtected(steps, truth) { broken.insert(.protection) }
    if steps.contains(where: { loses($0.step, truth) }) { broken.insert(.loss) }
    if undoes(judged, truth) { broken.insert(.stop) }
    if steps.contains(where: { isFutile($0.step, truth) }) { broken.insert(.futile) }
    if hasOpposites(steps) { broken.insert(.opposite) }
    if !isMoneyRight(judged.money, truth) { broken.insert(.money) }
    if steps.contains(where: { $0.aim != .look && !$0.step.names.isEmpty && $0.effect == nil }) {
      broken.insert(.effect)
    }
    return broken
  }

  // MARK: protection

  private static func isProtected(_ steps: [JudgedStep], _ truth: StagedMoney) -> Bool {
    let risks = truth.risks
    guard !risks.isEmpty else { return true }
    guard let first = steps.first, risks.contains(where: { protects(first.step, from: $0, truth) }) else {
      return false
    }
    // What loses money already comes first, but for what makes more of it.
    if risks.contains(.beyondStop), !risks.contains(.ordersAfterStop), !protects(first.step, from: .beyondStop, truth) {
      return false
    }
    let before = steps.prefix { $0.aim == .protect || $0.aim == .look }.map(\.step)
    return risks.allSatisfy { risk in before.contains { protects($0, from: risk, truth) } }
  }

  private static func protects(_ step: NextStep, from risk: StagedMoney.Risk, _ truth: StagedMoney) -> Bool {
    let names = step.names
    let isAtExchange = step.words.contains("exchange itself")
    let closesAll = names.contains(.closeAllPositions) || names.contains(.panic)
    func closes(_ rows: [StagedMoney.Row]) -> Bool {
      if closesAll { return true }
      let operands = Set(step.operations.filter { $0.name == .closePositions }.flatMap(\.operands))
      return !rows.isEmpty && rows.allSatisfy { operands.contains($0.symbol) || operands.contains($0.id) }
    }
    switch risk {
    case .beyondStop:
      // What was refused or has just failed is closed elsewhere, or its failure is looked at.
      let wasTried = truth.hasFailedClose || truth.risks.contains(.closeRefused)
      return wasTried
        ? isAtExchange || names.contains(.panic) || !truth.isLive && step.words.contains("learn why")
        : closes(truth.beyond)
    case .withoutStop: return closesAll || step.looksAtPositions
    case .frozenPrices:
      let rows = truth.listed.filter { truth.frozenSymbols.contains($0.symbol) }
      return closes(rows) || isAtExchange || step.words.contains("learn why")
    case .ordersAfterStop: return names.contains(.panic) || names.contains(.engineStop) && !truth.mayHold
    case .closeRefused, .booksDisagree, .forgotten: return isAtExchange
    }
  }

  // MARK: loss

  private static func loses(_ step: NextStep, _ truth: StagedMoney) -> Bool {
    let names = step.names
    let letsLoose = names.contains { $0.letsOrdersLoose }
    if letsLoose, !truth.risks.isEmpty { return true }
    if letsLoose, truth.prices == .allFrozen, !truth.isStopped, !truth.missing.contains("tickers") { return true }
    guard let start = names.firstIndex(where: { $0 == .engineStart || $0 == .engineRestart || $0 == .engineStop }),
      truth.mayHold
    else { return false }
    // What cannot be seen may be told in words; what is listed has to be closed first.
    guard truth.areRowsTold else { return start == 0 && step.words.isEmpty }
    return !names.prefix(start).contains(.closeAllPositions)
  }

  // MARK: stops

  private static func undoes(_ judged: Judgement, _ truth: StagedMoney) -> Bool {
    guard let stop = truth.stop else { return false }
    if stop.isUndone { return judged.stops.contains { $0.kind == .emergency || $0.kind == .panic } }
    guard truth.deliberate != nil else { return false }
    return judged.steps.first?.step.names.contains { $0.letsOrdersLoose } ?? false
  }

  // MARK: futile steps

  private static func isFutile(_ step: NextStep, _ truth: StagedMoney) -> Bool {
    let names = step.names
    if truth.isLatched, names.contains(.resetKillSwitch) { return true }
    let isClose = names.contains(.closeAllPositions) || names.contains(.closePositions)
    // Behind words that say what to do about it, a close is no more than the second half.
    guard isClose, step.words.isEmpty else { return false }
    return truth.hasFailedClose && truth.areRowsTold || truth.risks.contains(.closeRefused)
  }

  private static func hasOpposites(_ steps: [JudgedStep]) -> Bool {
    let names = Set(steps.flatMap(\.step.names))
    let pairs: [(OperationName, OperationName)] = [
      (.engineStop, .engineStart), (.engineStop, .engineRestart), (.enginePause, .engineResume),
      (.triggerKillSwitch, .resetKillSwitch), (.panic, .engineStart), (.panic, .engineRestart),
      (.triggerKillSwitch, .engineRestart), (.disableStrategies, .enableStrategies),
    ]
    return pairs.contains { names.contains($0.0) && names.contains($0.1) }
  }

  // MARK: money

  private static func isMoneyRight(_ money: MoneyVerdict, _ truth: StagedMoney) -> Bool {
    // Without the list of positions the two equities can be apart so far that no list would explain it.
    let isOpen = truth.booksDisagree && !truth.areRowsTold
    guard isOpen || (money.state == .atRisk) == !truth.risks.isEmpty else { return false }
    switch money.state {
    case .flat:
      // Paper positions end with the engine object, whatever is listed.
      let isGone = truth.isStopped && !truth.isLive
      if !isGone, !truth.areRowsTold || !truth.listed.isEmpty { return false }
    case .calm:
      let sum = truth.listed.compactMap(\.toStop).reduce(0, +)
      if !truth.areRowsTold || truth.listed.isEmpty || money.toStops != Decimal(sum) || money.atRisk != money.toStops {
        return false
      }
    case .atRisk, .unknown: break
    }
    guard truth.areRowsTold, !truth.isStopped else { return true }
    // An empty list that proves nothing has no figures.
    if money.state == .unknown, truth.rows.isEmpty { return money.openPositions == nil && money.notional == nil }
    let lost = truth.beyond.compactMap(\.toStop).reduce(0) { $0 - $1 }
    return money.openPositions == truth.rows.count && money.beyondPlan == Decimal(lost)
      && money.notional == Decimal(truth.rows.map(\.notional).reduce(0, +))
  }
}

extension NextStep {
  fileprivate var names: [OperationName] { operations.map(\.name) }

  /// The words of it, without its commands.
  fileprivate var words: String {
    parts.map { if case .advice(let words) = $0 { words } else { "" } }.joined()
  }

  fileprivate var looksAtPositions: Bool {
    parts.contains { part in
      if case .query(let call) = part { call.name == .positions || call.name == .position } else { false }
    }
  }
}

extension OperationName {
  /// Whether orders can be made after it that could not before.
  fileprivate var letsOrdersLoose: Bool {
    [
      .engineStart, .engineRestart, .engineResume, .resetKillSwitch, .clearGovernor, .enableStrategies,
      .engineResetHalt,
      .setLimits, .setConfiguration,
    ].contains(self)
  }
}
