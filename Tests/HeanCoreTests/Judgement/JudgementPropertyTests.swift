import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Over random engines: the first step protects what is at risk, and no step harms.
struct JudgementPropertyTests {
  private static let states = Sample.isFull ? 20_000 : 600

  /// A judge that is wrong on purpose, and the properties that have to find it out.
  private struct WrongJudge: Sendable {
    var name: String
    var properties: Set<JudgedProperty>
    var judge: @Sendable (StagedMoney, EngineSnapshot, Judgement) throws -> Judgement
    var found = 0
  }

  private static func only(_ step: NextStep, _ right: Judgement) -> Judgement {
    var judged = right
    judged.steps = [JudgedStep(.protect, step, why: "", effect: "does it")]
    return judged
  }

  private static func diagnosis(_ snapshot: EngineSnapshot, _ past: PastAttempts) -> Diagnosis {
    Diagnosis(snapshot, tried: past, now: Seen.now)
  }

  private static let wrongJudges: [WrongJudge] = [
    WrongJudge(name: "always panic", properties: [.protection]) { _, _, right in only(.operation(.panic), right) },
    WrongJudge(name: "always positions", properties: [.protection]) { _, _, right in only(.query(.positions), right) },
    WrongJudge(name: "always close all", properties: [.futile, .protection]) { _, _, right in
      only(.operation(.closeAllPositions), right)
    },
    WrongJudge(name: "always restart", properties: [.loss, .stop]) { _, _, right in
      only(.operation(.engineRestart), right)
    },
    WrongJudge(name: "never anything", properties: [.protection]) { _, _, right in
      var judged = right
      judged.steps = []
      return judged
    },
    WrongJudge(name: "what opens the gate that decides", properties: [.loss, .stop, .futile]) {
      truth, snapshot, right in
      diagnosis(snapshot, truth.past).decisive?.nextStep.map { only($0, right) } ?? right
    },
    WrongJudge(name: "the last step first", properties: [.protection, .stop]) { _, _, right in
      var judged = right
      judged.steps.reverse()
      return judged
    },
    WrongJudge(name: "nothing was tried before", properties: [.futile, .protection]) { truth, snapshot, _ in
      snapshot.judged()
    },
    WrongJudge(name: "what undoes a stop comes first", properties: [.stop]) { _, _, right in
      var judged = right
      judged.steps = right.steps.filter { $0.aim == .undo } + right.steps.filter { $0.aim != .undo }
      return judged
    },
    WrongJudge(name: "every stop is resumed", properties: [.stop, .opposite, .loss]) { _, _, right in
      var judged = right
      judged.steps.append(JudgedStep(.undo, .operation(.engineRestart), why: "", effect: "trades again"))
      return judged
    },
    WrongJudge(name: "only the first risk is told", properties: [.protection]) { _, _, right in
      var judged = right
      judged.steps = Array(right.steps.filter { $0.aim == .protect }.prefix(1))
      return judged
    },
    WrongJudge(name: "what is listed is calm", properties: [.money]) { _, _, right in
      var judged = right
      judged.money.state = right.money.openPositions == 0 ? .flat : .calm
      return judged
    },
    WrongJudge(name: "nothing is said of what a step does", properties: [.effect]) { _, _, right in
      var judged = right
      for index in judged.steps.indices { judged.steps[index].effect = nil }
      return judged
    },
  ]

  private struct Counts {
    var kinds: [String: Int] = [:]
    var broken: [JudgedProperty: Int] = [:]

    mutating func add(_ truth: StagedMoney, _ judged: Judgement) {
      var seen = truth.risks.map { "risk \($0.rawValue)" } + ["money \(judged.money.state.rawValue)"]
      if let stop = truth.stop { seen.append("stop \(stop.kind.rawValue)\(stop.isUndone ? " undone" : "")") }
      if truth.risks.count > 1 { seen.append("several risks") }
      if !truth.missing.isEmpty { seen.append("parts missing") }
      if truth.hasFailedClose { seen.append("close failed") }
      if judged.steps.contains(where: { $0.aim == .undo }) { seen.append("undoing offered") }
      if judged.steps.contains(where: { $0.aim == .trade }) { seen.append("trading offered") }
      for name in seen { kinds[name, default: 0] += 1 }
    }

    static let needed =
      StagedMoney.Risk.allCases.map { "risk \($0.rawValue)" }
      + StagedMoney.StopKind.allCases.map { "stop \($0.rawValue)" }
      + MoneyVerdict.State.allCases.map { "money \($0.rawValue)" }
      + [
        "stop emergency undone", "several risks", "parts missing", "close failed", "undoing offered", "trading offered",
      ]
  }

  @Test func `the first step protects, no step harms, and a wrong judge is found out`() throws {
    var counts = Counts()
    var judges = Self.wrongJudges
    var random = Dice(seed: 0x4A55_4447)
    for number in 0..<Self.states {
      let truth = StagedMoney(&random)
      let snapshot = try truth.snapshot
      let judged = snapshot.judged(truth.past)
      counts.add(truth, judged)
      let broken = JudgedProperty.broken(judged, of: truth)
      for property in JudgedProperty.allCases where broken.contains(property) {
        counts.broken[property, default: 0] += 1
        if counts.broken[property] ?? 0 <= 3 {
          let steps = judged.steps.map { "[\($0.aim)] \($0.step)" }
          Issue.record(
            "state \(number): \(property.rawValue) is broken of \(truth): \(judged.money.summary) \(judged.money.reasons.map(\.kind)) \(steps)"
          )
        }
      }
      for index in judges.indices {
        let wrong = JudgedProperty.broken(try judges[index].judge(truth, snapshot, judged), of: truth)
        if !wrong.subtracting(broken).isDisjoint(with: judges[index].properties) { judges[index].found += 1 }
      }
    }
    for property in JudgedProperty.allCases { #expect(counts.broken[property] == nil, "\(property)") }
    for kind in Counts.needed { #expect(counts.kinds[kind] ?? 0 > 0, "no state with \(kind)") }
    for judge in judges { #expect(judge.found > 0, "\(judge.name) is not found out") }
    let told = counts.kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print("judged engines: \(Self.states) states, \(told)")
    print("wrong judges found out: \(judges.map { "\($0.name) \($0.found)" }.joined(separator: ", "))")
  }
}
