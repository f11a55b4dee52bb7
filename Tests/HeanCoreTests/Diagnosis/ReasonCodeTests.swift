import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The one list of reason codes, and what is kept of codes that are not on it.
struct ReasonCodeTests {
  /// The document names nothing else in the engine's spelling there.
  private static let otherWords: Set<String> = ["CREATE", "reason"]

  @Test func `the codes are those that the page about the engine describes`() throws {
    let page = try String(
      contentsOf: Fixtures.root.deletingLastPathComponent().appending(path: "docs/engine.md"), encoding: .utf8)
    let begin = try #require(page.range(of: "## 4.3 ")).lowerBound
    let end = try #require(page.range(of: "## 4.7 ")).lowerBound
    // A stop's code stands before a colon and the rest of the engine's words.
    let named = page[begin..<end].matches(of: /`([A-Za-z_]+)[`:]/).map { String($0.output.1) }
    #expect(Set(named).subtracting(Self.otherWords) == Set(ReasonCode.allCases.map(\.rawValue)))
  }

  @Test(arguments: ReasonCode.allCases)
  func `each code has one reason, found by the engine's word`(code: ReasonCode) {
    #expect(Reason(code).code == code && Reason.of(code.rawValue) == Reason(code))
    #expect(Reason.all.count { $0.code == code } == 1)
  }

  @Test func `a code that is not on the list is kept as the engine wrote it`() throws {
    let body = #"{"decision":"SKIP","reason_codes":["MOON_PHASE","COOLDOWN"],"strategy_id":"a"}"#
    let decision = try Decision(from: WireDocument(Data(body.utf8)).root)
    #expect(decision.reasonCodes == ["MOON_PHASE", "COOLDOWN"])
    #expect(decision.firstCode == nil && decision.names(.cooldown) && !decision.names(.accepted))
    let other = body.replacing("MOON_PHASE", with: "LIMIT_REACHED")
    let known = try Decision(from: WireDocument(Data(other.utf8)).root)
    #expect(known.firstCode == .limitReached)
    #expect(ReasonCount(code: "MOON_PHASE", count: 1).known == nil)
    #expect(ReasonCount(code: "regime_reject", count: 1).known == .regimeReject)
  }

  @Test func `the words of a stop begin with its code and a colon`() {
    #expect(ReasonCode.hardStop.begins("HARD_STOP: Equity drop 80.37%") && !ReasonCode.hardStop.begins("HARD_STOP"))
    #expect(!ReasonCode.hardStop.begins("hard_stop: x") && !ReasonCode.dailyPause.begins("HARD_STOP: x"))
  }
}
