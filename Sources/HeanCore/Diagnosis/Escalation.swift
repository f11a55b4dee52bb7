public import Foundation

/// A change that was sent to this engine, as the operator's own record of changes has it.
public struct Attempt: Sendable, Equatable {
  /// As in the record: `engine.restart`.
  public var verb: String
  /// What it was done to: strategies, symbols, "engine".
  public var targets: Set<String>
  public var at: Date
  /// Whether the engine was seen to have done it.
  public var worked: Bool

  public init(verb: String, targets: Set<String> = [], at: Date, worked: Bool) {
    self.verb = verb
    self.targets = targets
    self.at = at
    self.worked = worked
  }
}

/// What was tried on this engine lately.
public struct Tried: Sendable {
  /// In any order. Asked for only where a step could be one of them.
  var attempts: @Sendable () -> [Attempt]
  /// What starts the engine's process anew.
  public var lastResort: String
  /// `nil` when there was none, or it was ended since.
  public var panic: @Sendable () -> StoppedOnPurpose? = { nil }

  public init(
    lastResort: String = "restart the engine's process, then: hean status",
    _ attempts: @escaping @Sendable () -> [Attempt] = { [] }
  ) {
    self.attempts = attempts
    self.lastResort = lastResort
  }
}

extension Diagnosis {
  /// At the exchange a restart leaves behind what is open there: that is closed first.
  mutating func sparePositions(_ open: Int) {
    guard open > 0 else { return }
    for index in gates.indices where gates[index].nextStep == "hean engine restart" {
      gates[index].nextStep =
        "a restart forgets \(Figures.counted(open, "open position")), which stay at the exchange without stops; close first: "
        + "hean positions close-all; then: hean engine restart"
    }
    if let id = decisive?.id { decisive = gates.first { $0.id == id } }
  }

  /// What somebody else has to do, nobody does for a practice engine.
  mutating func offerNewPractice(_ tried: Tried) {
    for index in gates.indices {
      guard let step = gates[index].nextStep, gates[index].state == .closed, !step.hasPrefix("hean ") else { continue }
      gates[index].nextStep = "\(step); in practice: \(tried.lastResort)"
    }
    if let id = decisive?.id { decisive = gates.first { $0.id == id } }
  }

  /// A step that was taken and did not open its gate is not offered again: the next that can open it is.
  mutating func escalate(past tried: Tried, now: Date) {
    let places = gates.indices.filter { index in
      (gates[index].state == .closed || gates[index].state == .unknown)
        && gates[index].nextStep.map(Remedy.isOne) == true
    }
    let attempts = places.isEmpty ? [] : tried.attempts()
    for index in places {
      let gate = gates[index]
      guard let first = gate.nextStep, let last = Remedy.failed(first, at: gate, attempts, now: now) else { continue }
      let step = Remedy.after(first, last) { Remedy.failed($0, at: gate, attempts, now: now) != nil }
      gates[index].nextStep = step ?? tried.lastResort
      let age = Words.seconds(from: last.at, to: now)
      let found = last.worked ? "was done" : "was tried and not seen to work"
      let now = last.worked ? "again \(gate.state.rawValue)" : "as it was"
      let said = "\(Remedy.name(last.verb)) \(found) \(Words.span(age)) ago, and the \(gate.id.words) is \(now)"
      gates[index].evidence.append(.init("audit log", said, age: age))
      if decisive?.id == gate.id {
        decisive = gates[index]
        summary += " \(said.sentenceStart)."
      }
    }
  }
}

/// Changes that open gates, each with what is left to do where it does not.
enum Remedy {
  private struct Rung {
    var command: String
    var verb: String
    /// `nil`: only a new process is left.
    var next: String?
  }

  private static let rungs = [
    Rung(command: "hean risk killswitch reset", verb: "risk.killswitch.reset", next: "hean engine restart"),
    Rung(command: "hean risk governor clear", verb: "risk.governor.clear", next: "hean engine restart"),
    Rung(command: "hean strategies enable", verb: "strategies.enable", next: "hean engine restart"),
    Rung(command: "hean engine start", verb: "engine.start"),
    Rung(command: "hean engine restart", verb: "engine.restart"),
    Rung(
      command: "hean positions close-all", verb: "positions.close-all",
      next: "close the positions at the exchange (of a dry run, none are there), then: hean engine restart"),
  ]
  /// A stop that comes again after each book that was closed rests on what is opened.
  private static let smallerBook =
    "lower max_open_positions, so that less is held at once, then: hean engine restart"

  private static func rung(_ step: String) -> Rung? { rungs.first { step.hasPrefix($0.command) } }

  static func isOne(_ step: String) -> Bool { rung(step) != nil }

  static func name(_ verb: String) -> String { verb.replacing(".", with: " ") }

  /// The next step that was not taken yet; `nil` when none is left.
  static func after(_ step: String, _ last: Attempt, isSpent: (String) -> Bool) -> String? {
    if last.verb == "positions.close-all", last.worked { return smallerBook }
    var next = rung(step)?.next
    while let step = next, isSpent(step) { next = rung(step)?.next }
    return next
  }

  /// The latest attempt at a step that shows that it does not help here.
  static func failed(_ step: String, at gate: Gate, _ attempts: [Attempt], now: Date) -> Attempt? {
    guard let rung = rung(step) else { return nil }
    // Of these each does only what it is asked for.
    let operands = step.dropFirst(rung.command.count).split(separator: " ").filter { !$0.hasPrefix("-") }.map(
      String.init)
    let isSelective = ["strategies.enable", "risk.governor.clear"].contains(rung.verb)
    let mine = attempts.filter { attempt in
      attempt.verb == rung.verb && Words.isWithin(3600, attempt.at, now)
        && (!isSelective || attempt.targets.isSuperset(of: operands.isEmpty ? ["governor"] : operands))
    }.sorted { $0.at < $1.at }
    guard let last = mine.last else { return nil }
    // Who has ended the engine since has undone it.
    let ends = ["engine.stop", "engine.kill", "panic"]
    if rung.verb.hasPrefix("engine."), attempts.contains(where: { ends.contains($0.verb) && $0.at > last.at }) {
      return nil
    }
    // Of before what closed the gate it says nothing about it.
    if let since = gate.since, last.at < since { return worksEachTime(mine) ? last : nil }
    if !last.worked { return Words.isWithin(900, last.at, now) ? last : nil }
    return gate.since != nil && gate.state == .closed || worksEachTime(mine) ? last : nil
  }

  /// Done twice within the hour, and here it is again.
  private static func worksEachTime(_ attempts: [Attempt]) -> Bool {
    // Who starts an engine twice has stopped it in between.
    attempts.count { $0.worked && $0.verb != "engine.start" } >= 2
  }
}
