import Foundation
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanCore

/// Over random engines with a history: nothing reassuring is said that the history contradicts.
struct StopHistoryPropertyTests {
  private static let states = Sample.isFull ? 20_000 : 500

  /// What a judge says of an engine; only this is checked.
  private struct Answers {
    var summary = ""
    var verdict = Diagnosis.Verdict.unknown
    /// Whether it says that orders were made after a stop, and whether they go on.
    var orders: (told: Bool, areGoingOn: Bool) = (false, false)
    /// Whether it says that orders are sent again under a stop of which it does not know the time.
    var isSentAgain = false
    /// By the ids of the rows.
    var doubts: [String: PositionDoubt] = [:]
  }

  private enum Property: String, CaseIterable {
    /// Not trading, or stopped, is not said while orders go on.
    case silence
    /// Trading is not said under a latch that can be known of.
    case latch
    /// An echo has a close just before it.
    case echo
    /// A row without a stake was refused, or the account stood still.
    case void
    /// Orders after a stop were made after a stop.
    case orders
  }

  private static func broken(_ answers: Answers, of truth: StagedHistory) -> Set<Property> {
    var broken: Set<Property> = []
    let isReassuring = ["Not trading", "stopped", "Stopped", "none after that"].contains {
      answers.summary.contains($0)
    }
    if isReassuring, answers.verdict != .ordersAfterStop, truth.hasVisibleOrders { broken.insert(.silence) }
    if answers.verdict == .trading, truth.knownLatch != nil { broken.insert(.latch) }
    for row in truth.rows {
      switch answers.doubts[row.id] {
      case .echo:
        let isTold = truth.looks.last?.failed.contains("state") == false
        if isTold ? !truth.isEcho(row) : !truth.hasClose(like: row) { broken.insert(.echo) }
      case .notHeld: if !truth.isRefused(row) { broken.insert(.void) }
      case .noStake: if !truth.isUnmoved(row) { broken.insert(.void) }
      default: break
      }
    }
    if answers.isSentAgain, !truth.hasRetries(within: 71) { broken.insert(.orders) }
    if answers.orders.told, !truth.hasOrders(within: answers.orders.areGoingOn ? 71 : nil) { broken.insert(.orders) }
    return broken
  }

  private final class Memory: EngineMemory {
    private let kept = Mutex(RememberedEngine())
    private let clock = Mutex(GateTableTests.now)
    var now: Date { clock.withLock { $0 } }
    func recalled() -> RememberedEngine { kept.withLock { $0 } }
    func update(isUrgent: Bool, _ change: (inout RememberedEngine) -> Void) {
      kept.withLock { kept in
        change(&kept)
        // As it is written to a file.
        kept = RememberedEngine(kept.json) ?? RememberedEngine()
      }
    }
    func go(to moment: Date) { clock.withLock { $0 = moment } }
  }

  /// Looks and calls of the console in their order; the last look counts.
  private static func look(at truth: StagedHistory) async -> EngineSnapshot {
    let memory = truth.keepsMemory ? Memory() : nil
    var snapshot = EngineSnapshot(seenAt: GateTableTests.now)
    let calls = truth.stops.filter(\.isOwn).map(\.at)
    for moment in (calls + truth.looks.map(\.at)).sorted() {
      let now = GateTableTests.now + moment
      memory?.go(to: now)
      guard let look = truth.looks.first(where: { $0.at == moment }) else {
        // The answer of the call was lost, so its time is the console's.
        memory?.update(isUrgent: true) { $0.add(StopMoment(.emergency, at: now, source: StopMoment.here)) }
        continue
      }
      let reader = EngineReader(transport: StagedHistoryTransport(truth, at: look), memory: memory)
      snapshot = await reader.snapshot(of: SnapshotPart.diagnosis().union(PositionsQuery().parts), now: { now })
    }
    return snapshot
  }

  private static func answers(_ snapshot: EngineSnapshot) -> Answers {
    let diagnosis = Diagnosis(snapshot, now: GateTableTests.now)
    let orders = diagnosis.ordersAfterStop
    let doubts = (snapshot.doubtedPositions ?? []).compactMap { row in
      row.id.flatMap { id in row.doubt.map { (id, $0) } }
    }
    return Answers(
      summary: diagnosis.summary, verdict: diagnosis.verdict,
      orders: (orders?.isSince == true, orders?.isGoingOn == true), isSentAgain: orders?.isSince == false,
      doubts: Dictionary(doubts, uniquingKeysWith: { first, _ in first }))
  }

  /// A judge that is wrong on purpose, and the properties that have to find it out.
  private struct WrongJudge: Sendable {
    var name: String
    var properties: Set<Property>
    var answers: @Sendable (EngineSnapshot, Answers) -> Answers
    var isFound = false
  }

  private static let wrongJudges: [WrongJudge] = [
    WrongJudge(name: "an accepted signal means trading", properties: [.latch]) { snapshot, right in
      var answers = right
      if snapshot.decisions?.contains(where: { $0.outcome == .create }) == true { answers.verdict = .trading }
      return answers
    },
    WrongJudge(name: "nothing is remembered", properties: [.latch, .silence]) { snapshot, _ in
      var forgetful = snapshot
      forgetful.remembered = RememberedEngine()
      return Self.answers(forgetful)
    },
    WrongJudge(name: "every row of nobody is an echo", properties: [.echo]) { _, right in
      var answers = right
      for (id, doubt) in right.doubts where doubt == .unrecognised { answers.doubts[id] = .echo }
      return answers
    },
    WrongJudge(name: "what could not be closed is not held", properties: [.void]) { snapshot, right in
      var answers = right
      let records = (snapshot.closeFailures.value?.records ?? []).compactMap(\.message)
      for row in snapshot.openPositions ?? [] where records.contains(where: { $0.contains("(\(row.symbol))") }) {
        if let id = row.id { answers.doubts[id] = .notHeld }
      }
      return answers
    },
    WrongJudge(name: "what moves is not held", properties: [.void]) { snapshot, right in
      var answers = right
      for id in (snapshot.openPositions ?? []).compactMap(\.id) where right.doubts[id] == nil {
        answers.doubts[id] = .noStake
      }
      return answers
    },
    WrongJudge(name: "a stop stops orders", properties: [.silence]) { _, right in
      var answers = right
      if right.verdict == .ordersAfterStop { (answers.verdict, answers.summary) = (.blocked, "Not trading.") }
      return answers
    },
    WrongJudge(name: "any order under a stop was made after it", properties: [.orders]) { snapshot, right in
      var answers = right
      let last = snapshot.metrics.value?.lastOrderAt ?? .distantPast
      if snapshot.isTradingStopped, last > GateTableTests.now - 70 { answers.orders = (true, true) }
      return answers
    },
  ]

  private struct Counts {
    var kinds: [String: Int] = [:]
    var broken: [Property: Int] = [:]

    static let kinds = [
      "orders after a stop", "orders that can be seen", "orders told", "sent again", "latch known",
      "latch not knowable", "trading",
      "echo", "echo told", "real unknown", "real unknown told", "void by refusal", "void by the account",
    ]

    mutating func add(_ truth: StagedHistory, _ answers: Answers) {
      let listed = truth.isRunning ? truth.rows.filter { $0.isListed(at: 0) } : []
      let doubts = answers.doubts.values
      let unknown = listed.filter { $0.strategy == "unknown" }
      let seen = [
        truth.hasOrders(within: 71), truth.hasVisibleOrders, truth.hasVisibleOrders && answers.orders.areGoingOn,
        answers.isSentAgain,
        truth.knownLatch != nil, truth.hasLatch && truth.knownLatch == nil, answers.verdict == .trading,
        unknown.contains { truth.isEcho($0) }, doubts.contains(.echo), unknown.contains { !truth.isEcho($0) },
        doubts.contains(.unrecognised), doubts.contains(.notHeld), doubts.contains(.noStake),
      ]
      for (name, isSo) in zip(Self.kinds, seen) where isSo { kinds[name, default: 0] += 1 }
      // Not a property: an account can stand still because what is held cancels out.
      for row in listed where row.isHeld && answers.doubts[row.id]?.isVoid == true {
        kinds["rows void and held", default: 0] += 1
      }
    }
  }

  @Test func `what is said of an engine agrees with its history, and a wrong judge is found out`() async {
    var counts = Counts()
    var judges = Self.wrongJudges
    var random = Dice(seed: 0x5354_4F50)
    for number in 0..<Self.states {
      let truth = StagedHistory(&random)
      let snapshot = await Self.look(at: truth)
      let answers = Self.answers(snapshot)
      counts.add(truth, answers)
      let broken = Self.broken(answers, of: truth)
      for property in Property.allCases where broken.contains(property) {
        counts.broken[property, default: 0] += 1
        if counts.broken[property] ?? 0 <= 3 {
          Issue.record("state \(number): \(property.rawValue) is broken of \(truth): \(answers)")
        }
      }
      for index in judges.indices where !judges[index].isFound {
        let wrong = Self.broken(judges[index].answers(snapshot, answers), of: truth).subtracting(broken)
        judges[index].isFound = !wrong.isDisjoint(with: judges[index].properties)
      }
    }
    for property in Property.allCases { #expect(counts.broken[property] == nil, "\(property)") }
    for kind in Counts.kinds { #expect(counts.kinds[kind] ?? 0 > 0, "no state with \(kind)") }
    for judge in judges { #expect(judge.isFound, "\(judge.name) is not found out") }
    let told = counts.kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print("engines with a history: \(Self.states) states, \(told)")
  }
}
