import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What the engine's log tells of closes that did not come about.
struct CloseFailureTests {
  private static let now = GateTableTests.now

  private func log(_ records: [(String, String)]) throws -> EngineLog {
    let events = records.map { time, message in
      #"{"timestamp":"2026-11-21T\#(time)+00:00","level":"CRITICAL","logger":"hean.main","message":"\#(message)"}"#
    }
    return try EngineLog.read(Data(#"{"count":1,"events":[\#(events.joined(separator: ","))]}"#.utf8))
  }

  private static func refused(_ id: String) -> String {
    "FAILED TO CLOSE POSITION ON BYBIT: \(id) (BTCUSDT) - Bybit API error: ab not enough. Position remains open on exchange! Manual intervention required."
  }

  private static let position =
    #"{"position_id":"p-1","symbol":"BTCUSDT","side":"long","size":1,"entry_price":1,"current_price":1}"#

  private func positions(_ body: String) throws -> [Position] {
    try Listing<Position>.read(Data("[\(body)]".utf8)).elements
  }

  @Test func `a recorded refusal is read`() throws {
    let body = try Recording.load("closing/live_refused_08_log_entry").response.body
    let failure = try #require(
      try EngineLog.read(Data(body.utf8)).records.first.flatMap { CloseFailure($0, now: Self.now) })
    #expect(failure.symbol == "BTCUSDT" && failure.positionID == "5d76a9f5-77b8-4f51-b88e-2e3fefc5f5c8")
    #expect(failure.message == "the engine could not close BTCUSDT: Bybit API error: ab not enough for new order")
  }

  @Test func `one that is still open is told for a day, one that is not for an hour, and each once`() throws {
    let log = try log([
      ("01:40:00", Self.refused("p-1")), ("01:30:00", Self.refused("p-1")), ("01:20:00", Self.refused("p-2")),
      ("00:40:00", Self.refused("p-3")), ("01:25:00", "[ORPHAN CLEANUP] Failed to close orphan ETHUSDT: no answer"),
      ("01:24:00", "failed to close the file"),
    ])
    let open = try positions(Self.position)
    let pending = CloseFailure.pending(log, listed: open, now: Self.now)
    #expect(pending.map(\.positionID) == ["p-1", nil, "p-2"])
    #expect(pending[1].message.contains("what the exchange holds of ETHUSDT and the engine does not know: no answer"))
    #expect(CloseFailure.pending(log, listed: nil, now: Self.now).count == 4, "an unknown list proves no close")
    #expect(CloseFailure.pending(log, listed: open, now: Self.now + 86_400).isEmpty)
    #expect(CloseFailure.pending(log, listed: open, now: Self.now + 80_000).map(\.positionID) == ["p-1"])
    #expect(CloseFailure.pending(nil, listed: open, now: Self.now).isEmpty)
  }
}
