public import Foundation

/// A panic that the operator's own record of changes has, with nothing after it that ends it.
public struct StoppedOnPurpose: Sendable, Equatable {
  /// In the record.
  public var id: String
  public var at: Date
  public var user: String?
  /// Whether it proved that nothing was left open.
  public var isFlat: Bool

  public init(id: String, at: Date, user: String?, isFlat: Bool) {
    self.isFlat = isFlat
    self.id = id
    self.at = at
    self.user = user
  }
}

extension Diagnosis {
  private static let byPanic: Set<Gate.ID> = [.engine, .killSwitch, .latch]

  /// Who has just stopped everything is told to look first; what starts it again is told as what undoes that.
  /// - Parameter startedAt: of the engine that runs now; `nil` when it is not known.
  mutating func heedPanic(_ tried: Tried, on snapshot: EngineSnapshot, startedAt: Date?, now: Date) {
    guard verdict == .blocked, let decisive, Self.byPanic.contains(decisive.id), let panic = tried.panic() else {
      return
    }
    // What began after it has another cause; the clocks of two machines differ.
    guard [startedAt, decisive.since].allSatisfy({ $0.map { $0.timeIntervalSince(panic.at) < 5 } ?? true }) else {
      return
    }
    let age = Words.seconds(from: panic.at, to: now)
    let who = panic.user.map { " (\($0))" } ?? ""
    let end = panic.isFlat ? "" : ", which did not end flat"
    summary = "Stopped on purpose, by a panic \(Words.span(age)) ago\(who)\(end). \(summary)"
    let record = "hean audit show \(panic.id)"
    let exchange = "look at the exchange itself, for positions and for orders that rest there"
    firstSteps =
      snapshot.mode.reachesExchange
      ? [snapshot.isRunning == true ? "hean positions, and \(exchange)" : "\(record), and \(exchange)"]
      : [record]
    for index in gates.indices {
      guard let step = gates[index].nextStep, Self.byPanic.contains(gates[index].id) || step.hasPrefix("hean engine")
      else { continue }
      gates[index].nextStep = "to undo the panic: \(step)"
    }
    self.decisive = gates.first { $0.id == decisive.id }
  }
}
