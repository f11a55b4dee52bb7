import Foundation
import HeanCore
import Testing

@testable import HeanPractice

/// The quirk `false-equity`: what the engine takes for its equity is bent by what it holds (docs/engine.md 4.7).
struct FalseEquityTests {
  private func world(_ scenario: PracticeScenario, _ quirks: Set<PracticeQuirk>) -> World {
    World(configuration: PracticeConfiguration(scenario: scenario, quirks: quirks), now: WorldTests.start)
  }

  private func offset(_ world: World) -> Decimal {
    world.positions.reduce(0) { $0 + ($1.isLong ? -1 : 1) * $1.size * $1.entry }
  }

  @Test(arguments: [PracticeScenario.calm, .trend])
  func `longs lower it and shorts raise it`(scenario: PracticeScenario) {
    var world = world(scenario, [.falseEquity])
    for _ in 0..<200 {
      world.step()
      #expect(world.equity == world.trueEquity + offset(world))
      #expect(world.trueEquity == world.ledger.initial + world.ledger.realized - world.ledger.fees + world.unrealized)
    }
    let stock = self.world(scenario, [])
    #expect(stock.equity == stock.trueEquity && !stock.positions.isEmpty && stock.residue == nil)
  }

  @Test func `kill switch and governor trip on it`() {
    let world = world(.trend, [.falseEquity])
    #expect(world.killSwitch.reasons.first?.hasPrefix("HARD_STOP: Equity drop ") == true, "\(world.killSwitch.reasons)")
    #expect(world.governor.level == .hardStop && world.trueEquity > world.ledger.initial)
    let sound = self.world(.trend, [])
    #expect(!sound.killSwitch.isTriggered && sound.governor.level == .normal)
  }

  @Test func `what is dropped bends it for good, until the engine starts anew`() {
    var world = world(.trend, [.falseEquity, .ghostDrop])
    let bent = offset(world)
    world.positions.forEach { world.drop($0) }
    #expect(world.positions.isEmpty && bent < 0 && world.residue == bent)
    #expect(world.equity == world.trueEquity + bent)
    world.startFresh()
    #expect(world.equity == world.trueEquity)
  }

  @Test func `in live the engine tells the exchange's equity and no fees`() {
    let world = world(.trend, [.falseEquity, .mainnetRules])
    let status = AccountResponses.engineStatus(world)
    #expect(status["equity"]?.number == world.trueEquity && status["total_fees"] == .number(0))
    #expect(status["available_balance"]?.number == world.ledger.balance)
    #expect(status["daily_pnl"]?.number == world.equity - world.dayStart, "the engine's own all the same")
    #expect(RiskResponses.status(world)["equity"]?.number == world.equity && world.equity < world.trueEquity)
    #expect(!world.killSwitch.isTriggered, "it looks at the exchange's")
    #expect(world.governor.level == .hardStop, "and the governor at the engine's own")
  }
}
