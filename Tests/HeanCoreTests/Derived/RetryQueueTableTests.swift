import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// When orders without signals are a sign of the retry queue (docs/engine.md 4.8), and what an order would touch.
struct RetryQueueTableTests {
  @Test(
    arguments: [
      (#""orders_created":1,"decisions_create":0"#, nil, 1), (#""orders_created":3,"signals_total":0"#, nil, 3),
      (#""orders_created":3,"decisions_create":1,"signals_total":1"#, nil, nil),
      (#""orders_created":3,"decisions_create":1,"signals_total":0"#, nil, 3),
      (#""orders_created":0,"decisions_create":0"#, nil, nil), (#""decisions_create":0"#, nil, nil),
      (#""orders_created":3"#, nil, nil), (#""orders_created":1,"decisions_create":0"#, 4.9, nil),
      (#""orders_created":1,"decisions_create":0"#, 5, 1), (#""orders_created":1,"decisions_create":0"#, -3, nil),
    ] as [(String, Double?, Int?)])
  func `orders of a minute, and seconds from the last signal to the last order`(
    minute: String, gap: Double?, orders: Int?
  ) throws {
    let times = gap.map { #","last_signal_ts":"\#(ago(30))","last_order_ts":"\#(ago(30 - $0))""# } ?? ""
    let body = #"{"counters":{"last_1m":{\#(minute)}}\#(times)}"#
    let metrics = try TradingMetrics.read(Data(body.utf8))
    let queue = RetryQueue(metrics, isRunning: true)
    #expect(queue?.orders == orders)
    #expect(queue?.lastOrderAt == (orders == nil ? nil : gap.map { Seen.now - 30 + $0 }))
    #expect(RetryQueue(metrics, isRunning: false) == nil && RetryQueue(metrics, isRunning: nil) == nil)
  }

  @Test func `one order is one order`() throws {
    let one = try TradingMetrics.read(
      Data(#"{"counters":{"last_1m":{"orders_created":1,"decisions_create":0}}}"#.utf8))
    #expect(
      RetryQueue(one, isRunning: true)?.message
        == "1 order in the last minute without an accepted signal: unfilled maker orders are sent again, whatever stop is set, "
        + "until they fill or the engine ends")
  }

  private static let lost = #"{"engine_state":"running","execution_quality":{"rest_ok":null}}"#

  @Test(
    arguments: [
      (#"{"running":true,"dry_run":true}"#, lost, nil, OperatingMode.dryRun),
      (#"{"running":true,"dry_run":false}"#, lost, true, .paperFallback),
      (#"{"running":false,"dry_run":false}"#, lost, true, .testnet),
      (#"{"running":true,"dry_run":null}"#, lost, false, .unknown),
      (#"{"running":true,"dry_run":false}"#, nil, false, .mainnet),
      (#"{"running":true,"dry_run":false}"#, nil, nil, .unknown),
      (#"{"running":true,"dry_run":false}"#, #"{"engine_state":"running"}"#, true, .testnet),
      (
        #"{"running":true,"dry_run":false}"#, #"{"engine_state":"running","execution_quality":{"rest_ok":false}}"#,
        true,
        .testnet
      ),
      (#"{"running":true,"dry_run":false}"#, #"{"execution_quality":{"rest_ok":null}}"#, true, .testnet),
      (nil, lost, false, .unknown), (nil, nil, nil, .unknown),
    ] as [(String?, String?, Bool?, OperatingMode)])
  func `a mode by its evidence`(status: String?, why: String?, isTestnet: Bool?, mode: OperatingMode) throws {
    let engine = try status.map { try EngineStatus.read(Data($0.utf8)) }
    let diagnostics = try why.map { try WhyDiagnostics.read(Data($0.utf8)) }
    #expect(OperatingMode(isPractice: false, status: engine, isTestnet: isTestnet, why: diagnostics) == mode)
    let simulated: OperatingMode = engine?.isDryRun == false ? .practiceExchange : .practice
    #expect(OperatingMode(isPractice: true, status: engine, isTestnet: isTestnet, why: diagnostics) == simulated)
    for isPractice in [true, false] {
      let marked = OperatingMode(
        isPractice: isPractice, isRehearsal: true, status: engine, isTestnet: isTestnet, why: diagnostics)
      #expect(marked == (isPractice ? .rehearsal : mode), "without the mark of the practice engine it is none")
    }
  }

  @Test func `each mode has its banner and its meaning`() {
    #expect(
      OperatingMode.allCases.map { "\($0.label): \($0.meaning)" } == [
        "PRACTICE: simulated market, no engine, no money",
        "PRACTICE: simulated market and exchange, no engine, no money",
        "MAINNET REHEARSAL: simulated market, no money moves: confirmed as on mainnet",
        "DRY RUN: paper trading, orders stay on the engine's paper broker",
        "PAPER FALLBACK: meant to trade, but lost the exchange: fills are paper",
        "TESTNET: orders go to the exchange's test network", "MAINNET: orders move real money",
        "UNKNOWN MODE: the engine did not tell: treat it as real money",
      ])
    #expect(
      OperatingMode.allCases.map(\.rawValue) == [
        "practice", "practice_exchange", "rehearsal", "dry_run", "paper_fallback", "testnet", "mainnet", "unknown",
      ])
  }
}
