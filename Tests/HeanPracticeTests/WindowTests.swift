import Foundation
import HeanCore
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanPractice

/// Windows, times and speed: a window means the same to a counter and to the times in a list.
struct WindowTests {
  @Test(
    arguments: Sample.of(
      [(1, .crash), (1, .calm), (20, .calm), (20, .crash)] as [(Double, PracticeScenario)], every: 2))
  func `a window counts what the times of the decisions say`(speed: Double, scenario: PracticeScenario) throws {
    var asked = Asked([], in: scenario, speed: speed)
    var compared = 0
    for _ in 0..<8 {
      asked.wait(1.5)
      let now = asked.engine.world.date(asked.engine.world.second)
      let decisions = try asked.rows("/api/v1/trading/history", "history", ["limit": "500"]).filter {
        $0["event_kind"] == "decision"
      }
      for (name, seconds) in [("last_1m", 60.0), ("last_5m", 300)] {
        let recent = try decisions.filter { try #require($0["timestamp"]?.time) > now - seconds }
        // With more decisions than the engine keeps, the list is shorter than the count may be.
        guard recent.count < 200 else { continue }
        compared += recent.isEmpty ? 0 : 1
        let created = recent.count { $0["decision"] == "CREATE" }
        #expect(try asked.counter("decisions_create", name) == Decimal(created))
        let skipped = recent.count { $0["decision"] == "SKIP" }
        #expect(try asked.counter("decisions_skip", name) == Decimal(skipped))
        let orders = try asked.rows("/api/v1/orders", "orders").filter {
          try #require($0["timestamp"]?.time) > now - seconds
        }
        #expect(try asked.counter("orders_created", name) ?? 0 >= Decimal(orders.count))
      }
    }
    #expect(compared >= 8)
    let minute = try asked.counter("signals_total", "last_1m") ?? 0
    #expect(minute > 0, "a minute of the wall clock is never empty here")
  }

  @Test func `minutes of rejections are minutes of the wall clock`() throws {
    var asked = Asked([], in: .trend, speed: 20)
    asked.wait(20)
    let world = asked.engine.world
    for minutes in [1, 2, 60] {
      let answer = try asked.get("/api/v1/telemetry/signal-rejections", ["minutes": "\(minutes)"])
      let since = world.date(world.second) - Double(minutes) * 60
      let counted = world.tally.rejections.count { world.date($0.second) > since }
      #expect(answer["total_rejections"]?.number == Decimal(counted))
    }
    let all = try asked.get("/api/v1/telemetry/signal-rejections", ["minutes": "9223372036854775807"])
    #expect(all["total_rejections"]?.number == Decimal(world.tally.rejections.count) && !world.tally.rejections.isEmpty)
  }

  /// At twenty times the speed, the ten minutes after which a world stands still are half a minute.
  @Test(arguments: [true, false])
  func `a server that keeps time moves no time of the past`(keepsTime: Bool) async throws {
    let clock = Mutex(WorldTests.start)
    let configuration = PracticeConfiguration(speed: 20)
    let server = PracticeServer(
      engine: PracticeEngine(configuration: configuration, now: WorldTests.start), now: { clock.withLock { $0 } })
    let port = try await server.start(port: 0, keepsTime: keepsTime)
    func seen() async throws -> (anchor: Double, second: Int) {
      let world = try PracticeEngine(restoring: await server.engineState()).world
      return (world.anchor, world.second)
    }
    let before = try await seen()
    for _ in 0..<3 {
      let reached = try await seen().second
      clock.withLock { $0 += 20 }
      for _ in 0..<100 where keepsTime {
        if try await seen().second > reached { break }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    let client = try RawClient(port: port)
    client.send("GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    #expect(try client.rest().hasPrefix("HTTP/1.1 200 OK"))
    let after = try await seen()
    await server.stop()
    #expect(after.second - before.second == (keepsTime ? 1200 : 600))
    #expect((after.anchor == before.anchor) == keepsTime)
  }

  @Test func `uptime and waits are told in seconds of the wall clock`() throws {
    var asked = Asked([.memoryLock], speed: 20)
    let began = asked.engine.world.date(0)
    let up = try #require(try asked.get("/api/v1/trading/metrics")["uptime_sec"]?.number)
    #expect(abs(NSDecimalNumber(decimal: up).doubleValue - asked.now.timeIntervalSince(began)) < 0.1)
    let block = try #require(try asked.rows("/api/v1/risk/decision-memory/blocks", "blocked").first)
    let left = try #require(block["block_until"]?.time).timeIntervalSince(asked.now)
    #expect(abs(NSDecimalNumber(decimal: block["seconds_remaining"]?.number ?? 0).doubleValue - left) < 1)
  }

  @Test func `a frozen feed freezes prices, ages and equity, with positions open`() throws {
    var asked = Asked([.frozenFeed])
    asked.wait(12)
    let equity = try #require(try asked.equity())
    let stamp = try asked.get("/api/v1/market/ticker")["timestamp"]
    var ages: [Double] = []
    for _ in 0..<5 {
      asked.wait(20)
      #expect(try asked.equity() == equity && !asked.positions().isEmpty)
      #expect(try asked.get("/api/v1/engine/status")["engine_state"] == "RUNNING")
      for instrument in Instrument.all {
        let ticker = try asked.get("/api/v1/market/ticker", ["symbol": instrument.symbol])
        #expect(ticker["timestamp"] == stamp, "\(instrument.symbol)")
      }
      let age = try asked.get("/api/v1/trading/why")["last_tick_age_sec"]?.number
      ages.append(NSDecimalNumber(decimal: age ?? 0).doubleValue)
    }
    #expect(zip(ages, ages.dropFirst()).allSatisfy { abs($1 - $0 - 20) < 0.001 }, "\(ages)")
    let date = try #require(stamp?.time)
    #expect(try abs(#require(ages.last) - asked.now.timeIntervalSince(date)) < 0.001)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `a frozen feed always has positions`(seed: UInt64) throws {
    var asked = Asked([.frozenFeed], seed: seed)
    try asked.post("/api/v1/orders/close-all-positions")
    asked.wait(60)
    #expect(try !asked.positions().isEmpty)
    try asked.post("/api/v1/orders/close-all-positions")
    asked.wait(60)
    #expect(try asked.positions().isEmpty, "what is closed stays closed")
  }

  @Test func `two frozen symbols stand still, and the age is that of the older one`() throws {
    var asked = Asked([.partFrozen])
    func stamps(_ asked: inout Asked) throws -> [String: Date] {
      var found: [String: Date] = [:]
      for instrument in Instrument.all {
        found[instrument.symbol] =
          try asked.get("/api/v1/market/ticker", ["symbol": instrument.symbol])["timestamp"]?.time
      }
      return found
    }
    let before = try stamps(&asked)
    asked.wait(7)
    let after = try stamps(&asked)
    #expect(Set(before.filter { after[$0.key] == $0.value }.keys) == ["ETHUSDT", "SOLUSDT"])
    #expect(after.count == Instrument.all.count)
    let age = try #require(try asked.get("/api/v1/trading/why")["last_tick_age_sec"]?.number)
    let oldest = try #require(after.values.min())
    #expect(abs(NSDecimalNumber(decimal: age).doubleValue - asked.now.timeIntervalSince(oldest)) < 0.001)
    #expect(age > 240)
  }
}
