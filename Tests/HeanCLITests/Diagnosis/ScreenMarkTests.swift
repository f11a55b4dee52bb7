import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// Every mark that a screen prints can be pasted after `hean explain`.
struct ScreenMarkTests {
  private static let words = ScreenMark.allCases.map(\.rawValue) + OperatingMode.allCases.map(\.label)

  @Test(arguments: words)
  func `a mark is explained as it is printed, with a step or why there is none`(word: String) async {
    for spelling in [word, word.lowercased(), word.capitalized] {
      let ran = await Console().run(["explain"] + spelling.split(separator: " ").map(String.init))
      #expect(ran.code == .ok && ran.output.hasPrefix("\(word): "), "\(spelling): \(ran)")
      #expect(ran.output.contains("hean ") || ran.output.contains("No step"), "\(ran)")
    }
  }

  @Test func `no two marks are one word`() {
    let plain = ScreenMark.allCases.map { $0.rawValue.filter(\.isLetter) }
    #expect(Set(plain).count == plain.count)
  }

  @Test func `whatever a screen can mark has a mark`() {
    for outcome in OperationOutcome.allCases { #expect(outcome.label == ScreenMark(outcome).rawValue) }
    for doubt in [PositionDoubt.echo, .residue, .unrecognised, .notHeld, .noStake, .otherSide] {
      #expect(doubt.alert == ScreenMark(doubt).rawValue)
    }
  }
}
