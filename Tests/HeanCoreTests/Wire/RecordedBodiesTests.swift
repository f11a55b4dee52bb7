import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Every recorded body that the console reads decodes, running and stopped.
struct RecordedBodiesTests {
  private static let now = Date(timeIntervalSince1970: 1_795_225_650)

  @Test(arguments: ["running", "stopped"])
  func `each endpoint reads its recording`(folder: String) async throws {
    let reader = EngineReader(transport: try TableTransport.recorded(folder))
    let isRunning = folder == "running"
    #expect(try await reader.read(.engineStatus).value.isRunning == isRunning)
    #expect(try await reader.read(.settings).value.isTestnet == true)
    #expect(try await reader.read(.health).value.components.count == 6)
    #expect(try await reader.read(.readiness).value.isReady == isRunning)
    #expect(try await reader.read(.positions).value.elements.count == (isRunning ? 2 : 0))
    #expect(try await reader.read(.orders(.open)).value.elements.count == (isRunning ? 2 : 0))
    #expect(try await reader.read(.orders(.filled)).value.elements.allSatisfy { $0.status == .filled })
    #expect(try await reader.read(.why).value.oldestTickAge == (isRunning ? Decimal(exactly: "0.137528") : nil))
    #expect(try await reader.read(.metrics).value.lastFiveMinutes?.signals == (isRunning ? 4 : 9))
    #expect(try await reader.read(.state).value.decisions.isEmpty == false)
    #expect(try await reader.read(.strategies).value.elements.isEmpty != isRunning)
    #expect(try await reader.read(.portfolio).value.isAvailable == isRunning)
    #expect(try await reader.read(.riskStatus).value.equity == (isRunning ? Decimal(exactly: "9996.960139292") : nil))
    #expect(try await reader.read(.riskLimits).value.maxOpenPositions == 10)
    #expect(try await reader.read(.governor).value.state == .normal)
    #expect(try await reader.read(.killSwitch).value.isTriggered == false)
    #expect(try await reader.read(.decisionMemory).value.elements.isEmpty)
    #expect(try await reader.read(.filterBlocks).value.reasons.map(\.count) == (isRunning ? [] : [2]))
    _ = try await reader.read(.council)
  }

  @Test func `the recorded positions stand beyond their stops`() async throws {
    let recorded = try TableTransport.recorded("running")
    // The price of the other position was not recorded.
    let other = "/api/v1/market/ticker?symbol=ETHUSDT"
    let reader = EngineReader(transport: recorded.with(other, #"{"symbol":"ETHUSDT","price":null}"#))
    let answer = try PositionsQuery().answer(
      await reader.snapshot(of: PositionsQuery().parts, now: { Self.now }), now: Self.now)
    #expect(answer.positions.map(\.breachedLevels) == [[.stopLoss], [.stopLoss]])
    #expect(answer.positions.allSatisfy { $0.openedAt != nil && $0.leverage == 1 })
    #expect(answer.context.mode == .dryRun)
    // The engine looked at every price 0.14 s ago; the price it saw was older.
    let why = await reader.answer(to: .why).value
    #expect(why?.oldestTickAge == Decimal(exactly: "0.137528"))
    #expect(answer.context.priceAge == Decimal(exactly: "4.015"))
    // An answer that fails hides a price that may be old.
    for (status, age) in [(500, nil), (404, Decimal(exactly: "4.015"))] as [(Int, Decimal?)] {
      let failing = EngineReader(transport: recorded.with(other, status: status, #"{"detail":"Not Found"}"#))
      let answer = try PositionsQuery().answer(
        await failing.snapshot(of: PositionsQuery().parts, now: { Self.now }), now: Self.now)
      #expect(answer.context.priceAge == age)
    }
  }
}
