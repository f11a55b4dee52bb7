import Foundation
import HeanTestSupport
import Testing

@testable import HeanPractice

/// What hean offers first, against what an experienced operator does first.
struct FirstStepTableTests {
  /// Whether `status` has to tell a verdict about the money; until then it is compared where it is told.
  private static let isMoneyVerdictToldYet = true

  /// Of a hundred rows.
  private static let leastAgreement = 95

  private struct Disagreement {
    var name: String
    var text: String
    var isHarmful: Bool
  }

  @Test func rowsAreWellFormed() throws {
    let rows = try Situation.all()
    #expect(rows.count >= 100)
    #expect(rows.map(\.name) == rows.map(\.name).sorted(), "the rows are sorted by name")
    #expect(Set(rows.map(\.name)).count == rows.count, "two rows have one name")
    #expect(rows.count(where: \.isCalm) * 3 >= rows.count, "a third is calm")
    #expect(Set(rows.map(\.scenario)) == Set(PracticeScenario.allCases))
    let quirks = Set(rows.flatMap(\.configuration.quirks))
    // A rehearsal changes the banner only.
    #expect(quirks == Set(PracticeQuirk.allCases).subtracting([.rehearseMainnet]), "a quirk has no situation")
    for row in rows {
      #expect(row.quirks.allSatisfy { PracticeQuirk(rawValue: $0) != nil }, "\(row.name) has an unknown quirk")
      #expect(!row.first.isEmpty && Set(row.first).isDisjoint(with: row.harmful), "\(row.name) contradicts itself")
      #expect(!row.money.isEmpty && Situation.moneyWords.isSuperset(of: row.money), "\(row.name) has no such verdict")
      #expect(!row.isCalm || StepClass.alarms.isDisjoint(with: row.first), "\(row.name) is calm and alarms")
      #expect(!row.because.isEmpty, "\(row.name) gives no reason")
    }
  }

  @Test(arguments: [
    ("hean positions close-all", StepClass.closeAll),
    ("hean positions close BTCUSDT --reason 'beyond its stop'", .close),
    ("hean positions show 1a", .look), ("hean --url http://127.0.0.1:9 engine restart", .restart), ("panic", .panic),
    ("wait a minute, then: hean why", .wait), ("look at the exchange itself: orders can rest there", .exchange),
    ("to undo it: hean engine start", .start),
    ("a restart forgets what stays at the exchange; close first: hean positions close-all", .closeAll),
    ("hean risk killswitch reset", .reset), ("hean engine reset-halt", .reset),
    ("read the engine's log", .process), ("hean positions close-all --dry-run", .look), ("", .none),
    ("hean risk governor clear --symbol BTCUSDT", .clear), ("hean config set max_open_positions=20", .limits),
  ])
  func stepsHaveTheirClass(_ step: String, _ expected: StepClass) {
    #expect(StepClass(of: step) == expected)
  }

  /// Caution alone is no judgement: whoever always says the same is far from passing.
  @Test(arguments: StepClass.allCases)
  func noAnswerIsAlwaysRight(_ answer: StepClass) throws {
    let rows = try Situation.all()
    #expect(rows.count { $0.first.contains(answer) } * 100 <= rows.count * 70)
  }

  @Test func firstStepsAreThoseOfAnOperator() async throws {
    var stages: [String] = []
    var disagreements: [Disagreement] = []
    var alarms: [String] = []
    var unproven: [String] = []
    let rows = Sample.of(try Situation.all(), every: 10)
    for (row, offer) in zip(rows, try await SituationStage.offers(rows)) {
      if Set(offer.facts) != Set(row.stage) {
        stages.append("\(row.name): it has \(offer.facts.map(\.rawValue))")
      }
      let step = StepClass(of: offer.step)
      let isMoneyRight = offer.money.map(row.money.contains) ?? !Self.isMoneyVerdictToldYet
      if !row.first.contains(step) || !isMoneyRight {
        let isHarmful = row.harmful.contains(step)
        disagreements.append(
          Disagreement(name: row.name, text: Self.tell(row, offer, step, isMoneyRight), isHarmful: isHarmful))
      }
      if row.isCalm, StepClass.alarms.contains(step) || offer.money.map({ $0 != "calm" && $0 != "flat" }) ?? false {
        alarms.append(row.name)
      }
      unproven += offer.failures.map { "\(row.name): \($0)" }
    }
    let agreeing = rows.count - disagreements.count
    let harmful = disagreements.count(where: \.isHarmful)
    let report = """
      \(agreeing) of \(rows.count) situations agree, \(harmful) disagreements are harmful, \
      \(alarms.count) of \(rows.count(where: \.isCalm)) calm situations alarm
      \(disagreements.sorted { $0.isHarmful && !$1.isHarmful }.map(\.text).joined(separator: "\n"))
      false alarms: \(alarms.joined(separator: ", "))
      verbs before that did not end confirmed:
      \(unproven.joined(separator: "\n"))
      """
    FileHandle.standardError.write(Data((report + "\n").utf8))
    #expect(stages.isEmpty, "stages are not as told:\n\(stages.joined(separator: "\n"))")
    #expect(
      agreeing * 100 >= rows.count * Self.leastAgreement && harmful == 0 && alarms.isEmpty, "\(report)")
  }

  private static func tell(
    _ row: Situation, _ offer: SituationStage.Offer, _ step: StepClass, _ isMoneyRight: Bool
  ) -> String {
    let words = row.first.map(\.rawValue).joined(separator: "|")
    let money = isMoneyRight ? "" : "; money \(offer.money ?? "not told"), expected \(row.money.joined(separator: "|"))"
    let harm = row.harmful.contains(step) ? " HARMFUL" : ""
    return "\(row.name):\(harm) \(step.rawValue) (\(offer.step ?? "no step")), expected \(words)\(money)"
  }
}
