import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

struct RetryQueueTests {
  private func metrics(_ name: String) throws -> TradingMetrics {
    try ResponseDecoder.read(
      TradingMetrics.self, from: try Recording.load("after-killswitch/\(name)").reply(), endpoint: .metrics)
  }

  @Test func `orders without signals are the sign`() throws {
    let queue = try #require(RetryQueue(metrics("20_live_metrics_under_hard_stop"), isRunning: true))
    #expect(queue.orders == 10)
    #expect(queue.message.hasPrefix("10 orders in the last minute without an accepted signal"))
  }

  /// An emergency stop, and the signals of the minute before: nothing tells them apart yet.
  @Test(arguments: ["01_metrics_before", "03_metrics_20s_after_emergency", "14_metrics_after_restart"])
  func `orders beside signals are none`(name: String) throws {
    #expect(try RetryQueue(metrics(name), isRunning: true) == nil)
  }

  @Test func `counters of an engine that does not run are frozen, and prove nothing`() throws {
    for isRunning in [false, nil] {
      #expect(try RetryQueue(metrics("26_live_metrics_after_kill"), isRunning: isRunning) == nil)
    }
  }

  @Test func `an order at the edge of the minute has its signal just outside`() throws {
    let body = #"""
      {"counters":{"last_1m":{"signals_total":0,"decisions_create":0,"orders_created":1}},
       "last_signal_ts":"2026-11-21T16:40:00.000000+00:00","last_order_ts":"2026-11-21T16:40:00.400000+00:00"}
      """#
    let answer = RESTResponse(status: 200, headers: [:], body: Data(body.utf8), receivedAt: Date())
    #expect(
      RetryQueue(try ResponseDecoder.read(TradingMetrics.self, from: answer, endpoint: .metrics), isRunning: true)
        == nil)
  }
}
