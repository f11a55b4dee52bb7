import Foundation
import Testing

@testable import HeanCore

/// A step is a value: what it asks for can be told without reading words.
struct NextStepTests {
  private static let step: NextStep =
    "close first: \(.operation(.closeAllPositions)); then: \(.operation(.clearGovernor, options: .symbol("BTCUSDT"), .force))"

  @Test func `a sentence keeps its words and its calls apart`() {
    #expect(
      Self.step.parts == [
        .advice("close first: "), .operation(.init(.closeAllPositions)), .advice("; then: "),
        .operation(.init(.clearGovernor, [], [.symbol("BTCUSDT"), .force])),
      ])
    #expect(Self.step.beginsWithAdvice && Self.step.operation == nil)
    let restart = NextStep.operation(.engineRestart)
    #expect(restart.operation?.name == .engineRestart && !restart.beginsWithAdvice)
    #expect(NextStep.query(.health).operation == nil && !NextStep.query(.health).beginsWithAdvice)
  }

  @Test func `equal sentences are equal however they were put together`() {
    let whole: NextStep = "wait 5 s, then: \(.query(.why))"
    #expect("wait \(5) s, " + "then: \(NextStep.query(.why))" == whole)
    #expect("\(NextStep("wait 5 s"))\("")\(", then: ")\(.query(.why))" == whole)
    #expect(whole != "wait 5 s, then: \(.query(.health))" && NextStep("").isEmpty)
    #expect(NextStep.query(.why, options: .symbol("A")) != .query(.why, options: .symbol("B")))
  }

  @Test func `it survives being encoded`() throws {
    let all =
      OperationName.allCases.map { NextStep.operation($0, each: ["a", "b"]) }
      + NextStep.QueryName.allCases.map { NextStep.query($0, "x", options: .status("open"), .watch) } + [Self.step]
    #expect(try JSONDecoder().decode([NextStep].self, from: JSONEncoder().encode(all)) == all)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let coded = try encoder.encode(["wait" as NextStep, "or \(option: .force), then: \(.query(.why))"])
    #expect(
      String(decoding: coded, as: UTF8.self)
        == #"["wait",["or ",{"option":"force"},", then: ",{"query":{"name":"why","operands":[],"options":[]}}]]"#)
  }

  /// What a front end does with a step is its own affair.
  @Test func `no step, reason or term is written for a command line`() {
    let prose =
      Reason.all.flatMap { [$0.clearedBy, $0.nextStep] } + GlossaryTerm.all.map(\.here)
    for step in prose {
      for case .advice(let words) in step.parts {
        #expect(!words.contains("--") && !words.contains("'hean ") && !words.contains(": hean "), "\(words)")
      }
    }
  }
}
