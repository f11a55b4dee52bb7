import Foundation
import Testing

@testable import HeanCore

/// Questions about other spans and about one symbol: what is said of them has to be about them.
struct WindowTests {
  private static let rejected = Told.says(
    .metrics,
    #"{"counters":{"last_1m":{"orders_rejected":1},"last_5m":{"signals_total":4,"decisions_create":4,"orders_created":4,"orders_filled":0,"orders_rejected":4}}}"#
  )

  @Test(
    arguments: [(30, 0), (60, 1), (90, 1), (299, 1), (300, 4), (600, 4), (3600, 4), (7200, 4)] as [(Decimal, Int)])
  func `what died in a shorter span has died in a longer one as well`(window: Decimal, died: Int) throws {
    let diagnosis = Diagnosis(try .staged([Self.rejected]), scope: DiagnosisScope(window: window), now: Seen.now)
    let gate = try #require(diagnosis.gates.first { $0.id == .rejects })
    #expect(diagnosis.died(at: gate, within: window) == died)
    #expect(gate.state == .closed && diagnosis.decisive == gate)
    let words =
      died == 0
      ? "No signal has got as far as this gate in the last \(diagnosis.scope.span)."
      : "Without this gate \(died) of \(max(died, diagnosis.judged ?? 0)) signals in the last \(diagnosis.scope.span) would have gone on."
    #expect(diagnosis.counterfactual == words)
  }

  @Test func `the list and the counter are of one engine, and the larger of them is nearer the truth`() throws {
    let row = #"{"decision":"SKIP","reason_code":"COUNCIL_REJECTED","timestamp":"\#(ago(5))","symbol":"BTCUSDT"}"#
    let diagnosis = Diagnosis(
      try .staged([
        .state([row]),
        .says(.metrics, GateTableTests.metrics(signals: 9, created: 0, reasons: ["COUNCIL_REJECTED": 9])),
      ]), now: Seen.now)
    let council = try #require(diagnosis.gates.first { $0.id == .council })
    #expect([60, 90, 300, 600, 3600].map { diagnosis.died(at: council, within: $0) } == [1, 1, 9, 9, 9])
    let open = try #require(diagnosis.gates.first { $0.id == .mode })
    #expect(diagnosis.died(at: open, within: 600) == nil, "nothing can die there")
  }
}
