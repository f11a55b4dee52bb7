import Foundation
import HeanTestSupport
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
  func `what died in a shorter span has died in a longer one as well`(window: Decimal, rejections: Int) throws {
    let diagnosis = Diagnosis(try .staged([Self.rejected]), scope: DiagnosisScope(window: window), now: Seen.now)
    let gate = try #require(diagnosis.gates.first { $0.id == .rejects })
    #expect(diagnosis.rejections(at: gate, within: window) == rejections)
    #expect(gate.state == .closed && diagnosis.decisive == gate)
    let words =
      rejections == 0
      ? "No signal has got as far as this gate in the last \(diagnosis.scope.span)."
      : "Without this gate \(rejections) of \(max(rejections, diagnosis.judged ?? 0)) signals in the last \(diagnosis.scope.span) would have gone on."
    #expect(diagnosis.counterfactual == words)
  }

  @Test func `the list and the counter are of one engine, and the larger of them is nearer the truth`() throws {
    let row = #"{"decision":"SKIP","reason_code":"COUNCIL_REJECTED","timestamp":"\#(ago(5))","symbol":"BTCUSDT"}"#
    let diagnosis = Diagnosis(
      try .staged([
        .state([row]),
        .says(.metrics, Told.metricsBody(signals: 9, created: 0, reasons: ["COUNCIL_REJECTED": 9])),
      ]), now: Seen.now)
    let council = try #require(diagnosis.gates.first { $0.id == .council })
    #expect([60, 90, 300, 600, 3600].map { diagnosis.rejections(at: council, within: $0) } == [1, 1, 9, 9, 9])
    let open = try #require(diagnosis.gates.first { $0.id == .mode })
    #expect(diagnosis.rejections(at: open, within: 600) == nil, "nothing can die there")
  }

  private static let filtered = Told.says(
    .rejections(minutes: 5), #"{"total_rejections":3,"by_reason":{"regime_reject":3}}"#)

  /// The filters' own counts name no symbol: what they turned down may have been of any.
  @Test(
    arguments: [
      (DiagnosisScope(), 0, Gate.State.closed), (DiagnosisScope(), 4, .narrowed),
      (DiagnosisScope(symbol: "ETHUSDT"), 0, .closed), (DiagnosisScope(symbol: "ETHUSDT"), 4, .narrowed),
      (DiagnosisScope(strategy: "b"), 4, .narrowed), (DiagnosisScope(window: 60), 4, .narrowed),
    ])
  func `filters turn every idea down only where no signal came at all`(
    scope: DiagnosisScope, signals: Int, state: Gate.State
  ) throws {
    let metrics = Told.says(.metrics, Told.metricsBody(signals: signals, created: signals, orders: (0, 0, 0, 0)))
    let diagnosis = Diagnosis(try .staged([Self.filtered, metrics, .state()]), scope: scope, now: Seen.now)
    let gate = try #require(diagnosis.gates.first { $0.id == .filters })
    #expect(gate.state == state)
    let words =
      state == .closed ? "filters turn every idea down before it is a signal: " : "filters turn some ideas down: "
    #expect(gate.finding == words + "regime_reject, the strategy does not trade in this regime")
  }

  /// The engine's counters know neither symbols nor other spans.
  @Test(
    arguments: [
      (DiagnosisScope(), "/trading/metrics: no refusals in 5m"),
      (DiagnosisScope(symbol: "ETHUSDT"), "/trading/state: no refusals in 5m"),
      (DiagnosisScope(window: 3600), "/trading/state: no refusals in 1h"),
    ])
  func `that there were no refusals is told of the list in which they would be`(
    scope: DiagnosisScope, evidence: String
  ) throws {
    let diagnosis = Diagnosis(try .staged([.omits(.council)]), scope: scope, now: Seen.now)
    let gates = diagnosis.gates.filter { [.council, .filters].contains($0.id) }
    #expect(gates.map { $0.evidence.map { "\($0.source): \($0.message)" } } == [[evidence], [evidence]])
  }
}
