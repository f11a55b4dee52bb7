public import Foundation

/// A panic in the operator's own audit log that nothing has undone since.
public struct RecordedPanic: Sendable, Equatable {
  /// Id of its run in the audit log.
  public var id: String
  /// When its last step was recorded.
  public var at: Date
  /// Who ran it; `nil` when that was not recorded.
  public var user: String?
  /// Whether it ended with proof that nothing is open.
  public var isFlat: Bool

  /// A panic from its parts.
  public init(id: String, at: Date, user: String?, isFlat: Bool) {
    self.isFlat = isFlat
    self.id = id
    self.at = at
    self.user = user
  }
}

extension Diagnosis {
  /// Gates that a panic closes.
  private static let closedByPanic: Set<Gate.ID> = [.engine, .killSwitch, .latch]

  /// After a panic the first step is to look. Steps that would start the engine again are marked as undoing the panic.
  mutating func explainPanic(_ tried: PastAttempts, on snapshot: EngineSnapshot, now: Date) {
    guard verdict == .blocked, let decisive, Self.closedByPanic.contains(decisive.id), let panic = tried.panic() else {
      return
    }
    // What began after the panic has another cause. A difference of up to 5 s can come from two clocks.
    guard
      [snapshot.stops.startedAt, decisive.since].allSatisfy({ $0.map { $0.timeIntervalSince(panic.at) < 5 } ?? true })
    else { return }
    let age = DiagnosisFormat.seconds(from: panic.at, to: now)
    let who = panic.user.map { " (\($0))" } ?? ""
    let end = panic.isFlat ? "" : ", which did not end flat"
    summary = "Stopped on purpose, by a panic \(DiagnosisFormat.span(age)) ago\(who)\(end). \(summary)"
    let record = NextStep.query(.auditRecord, panic.id)
    let exchange = "look at the exchange itself, for positions and for orders that rest there"
    firstSteps =
      snapshot.mode.reachesExchange
      ? ["\(snapshot.isRunning == true ? .query(.positions) : record), and \(exchange)"] : [record]
    for index in gates.indices {
      guard let step = gates[index].nextStep,
        Self.closedByPanic.contains(gates[index].id) || step.operation?.name.isEngines == true
      else { continue }
      gates[index].nextStep = "to trade again: \(step)"
    }
  }
}
