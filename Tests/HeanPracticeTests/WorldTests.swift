import Foundation
import HeanCore
import Testing

@testable import HeanPractice

struct WorldTests {
  static let start = Date(timeIntervalSince1970: 1_795_225_650)
  /// Half an hour of history takes its time: a world for all who only need one.
  static let engine = PracticeEngine(configuration: PracticeConfiguration(), now: start)

  private func world(_ scenario: PracticeScenario, seed: UInt64 = 1) -> World {
    World(configuration: PracticeConfiguration(seed: seed, scenario: scenario), now: Self.start)
  }

  @Test(arguments: PracticeScenario.allCases)
  func `the same seed and clock give the same world`(scenario: PracticeScenario) throws {
    let configuration = PracticeConfiguration(seed: 7, scenario: scenario)
    var first = PracticeEngine(configuration: configuration, now: Self.start)
    var second = PracticeEngine(configuration: configuration, now: Self.start)
    first.advance(to: Self.start + 120)
    second.advance(to: Self.start + 45)
    // Saved, restored and moved on is the same as moved on.
    var third = try PracticeEngine(restoring: second.saved())
    third.advance(to: Self.start + 120)
    let request = PracticeRequest(method: "GET", path: "/api/v1/trading/state")
    let now = Self.start + 121
    #expect(first.respond(to: request, now: now).body == third.respond(to: request, now: now).body)
    let other = PracticeEngine(configuration: PracticeConfiguration(seed: 8, scenario: scenario), now: Self.start)
    #expect(try other.saved() != PracticeEngine(configuration: configuration, now: Self.start).saved())
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>, [PracticeScenario.calm, .trend, .crash])
  func `the books balance to the last digit at every second`(seed: UInt64, scenario: PracticeScenario) async {
    var world = world(scenario, seed: seed)
    for _ in 0..<300 {
      await Task.yield()
      world.step()
      let journal = world.journal.reduce(world.forgottenRealized) { $0 + $1.realized }
      #expect(journal == world.ledger.realized)
      let open = world.positions.reduce(Decimal()) { $0 + $1.profit(at: $1.mark) }
      #expect(world.equity == world.ledger.initial + world.ledger.realized - world.ledger.fees + open)
      #expect(world.ledger.fees >= 0)
      #expect(Set(world.positions.map(\.symbol)).count == world.positions.count, "one position a symbol")
      #expect(world.positions.allSatisfy { $0.size > 0 && $0.entry > 0 })
      #expect(world.orders.allSatisfy { $0.filled >= 0 && $0.filled <= $0.size })
      #expect(world.orders.allSatisfy { ($0.status == "filled") == ($0.filled == $0.size) })
      #expect(world.positions.count <= world.maxPositions)
      let closed = world.strategies.reduce(0) { $0 + $1.wins + $1.losses }
      #expect(closed == world.tally.total(.positionsClosed))
      #expect(
        world.tally.total(.signals)
          == world.tally.total(.created) + world.tally.total(.skipped) + world.tally.total(.blocked))
    }
    #expect(world.tally.total(.ordersFilled) > 0 && world.tally.total(.signals) > 0)
  }

  @Test func `every order walks through statuses that can follow each other`() {
    var world = world(.trend, seed: 3)
    for _ in 0..<600 { world.step() }
    let follows: [String: Set<String>] = [
      "pending": ["placed"], "placed": ["partially_filled", "filled", "cancelled"],
      "partially_filled": ["partially_filled", "filled", "cancelled"],
    ]
    for order in world.orders {
      for (earlier, later) in zip(order.timeline, order.timeline.dropFirst()) {
        #expect(follows[earlier.status]?.contains(later.status) == true, "\(earlier.status) to \(later.status)")
        #expect(earlier.second <= later.second)
      }
      #expect(order.timeline.last?.status == order.status)
    }
    #expect(Set(world.orders.map(\.status)).isSuperset(of: ["filled", "cancelled"]))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `the crash walks through every risk state`(seed: UInt64) async {
    var world = world(.crash, seed: seed)
    #expect(world.governor.level == .normal && !world.killSwitch.isTriggered)
    var seen: [String] = []
    var switches: [String] = []
    for _ in 0..<300 {
      await Task.yield()
      world.step()
      if seen.last != world.governor.level.name { seen.append(world.governor.level.name) }
      let reason = world.killSwitch.reasons.first?.prefix { $0 != ":" }
      if let reason, switches.last != String(reason) { switches.append(String(reason)) }
    }
    #expect(Set(seen) == ["NORMAL", "SOFT_BRAKE", "QUARANTINE", "HARD_STOP"])
    #expect(seen.first == "NORMAL" && seen.last == "HARD_STOP")
    #expect(switches == ["DAILY_PAUSE", "HARD_STOP"])
    #expect(world.killSwitch.latch && !world.isTradingAllowed)
    #expect(world.positions.contains { $0.mark < $0.stop }, "positions sail past their stops")
  }

  @Test func `each scenario shows what it planted`() {
    let stale = world(.staleFeed)
    #expect(stale.second - (stale.market.quotes["BTCUSDT"]?.lastTick ?? 0) > 200)
    let rejected = world(.allRejected)
    #expect(rejected.tally.total(.created) == 0 && rejected.tally.total(.blocked) > 20)
    #expect(rejected.decisions.contains { $0.codes == [.councilRejected] })
    let tripped = world(.killswitch)
    #expect(tripped.killSwitch.isTriggered && tripped.killSwitch.reasons[0].hasPrefix("DAILY_PAUSE: "))
    #expect(world(.trend).ledger.realized > 0)
    #expect(world(.calm).tally.total(.positionsClosed) > 3)
    let codes = Set((1...4).flatMap { world(.calm, seed: $0).decisions.flatMap(\.codes) })
    #expect(codes.isSuperset(of: [.accepted, .symbolBlocked, .councilRejected, .cooldown]), "\(codes)")
  }

  @Test func `a world that nobody watched stood still`() {
    var world = world(.calm)
    let before = world.second
    world.advance(to: Self.start + 86_400)
    #expect(world.second == before + 600)
    #expect(abs(world.date(world.second).timeIntervalSince(Self.start + 86_400)) < 1)
  }

  @Test func `speed makes the simulated clock run faster, and times stay in the past`() {
    var fast = World(configuration: PracticeConfiguration(seed: 1, scenario: .calm, speed: 10), now: Self.start)
    let before = fast.second
    fast.advance(to: Self.start + 6)
    #expect(fast.second == before + 60)
    #expect(fast.decisions.allSatisfy { fast.date($0.second) <= Self.start + 6 })
  }
}
