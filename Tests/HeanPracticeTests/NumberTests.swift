import Foundation
import HeanCore
import Testing

@testable import HeanPractice

/// No number of a request, a file or a clock may end the process.
struct NumberTests {
  private static let numbers = [
    "", "0", "-0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "NaN", "Infinity",
    "1e400", "-1e400", "1e-400", "0x10", "+5", "１", " 1", String(repeating: "9", count: 5000),
  ]

  @Test(arguments: [
    ("/api/v1/telemetry/signal-rejections", "minutes"), ("/api/v1/blackbox/events", "limit"),
    ("/api/v1/blackbox/events", "since_seq"), ("/api/v1/trading/history", "limit"), ("/api/v1/journal/trades", "limit"),
    ("/api/v1/trading/equity-history", "limit"), ("/api/v1/council/trade/verdicts", "limit"),
    ("/api/v1/market/candles", "limit"), ("/api/v1/market/snapshot", "limit"),
  ])
  func `any number in a query is answered, with 200 or 422`(path: String, name: String) throws {
    var engine = WorldTests.engine
    for number in Self.numbers {
      let answer = engine.respond(
        to: PracticeRequest(method: "GET", path: path, query: [name: number]), now: WorldTests.start)
      #expect(
        answer.status == (Int(number).map { name != "limit" || $0 == 1 || $0 == 5 } == true ? 200 : 422), "\(number)")
      let body = try JSONDecoder().decode(JSONValue.self, from: answer.body)
      if answer.status == 422, case .array(let details)? = body["detail"] {
        #expect(details.first?["loc"] == ["query", .string(name)])
      }
    }
  }

  @Test(arguments: [
    ("/api/v1/orders/test", #"{"symbol":"BTCUSDT","side":"buy","size":N,"price":P}"#),
    ("/api/v1/orders/test", #"{"symbol":"DOGEUSDT","side":"sell","size":P,"price":N}"#),
    ("/api/v1/orders/test_roundtrip", #"{"symbol":"ETHUSDT","side":"sell","size":N}"#),
    (
      "/api/v1/risk/limits",
      #"{"max_open_positions":N,"max_daily_attempts":N,"max_exposure_usd":N,"min_notional_usd":N,"cooldown_seconds":N}"#
    ),
    (
      "/api/v1/config/update",
      #"{"updates":{"max_open_positions":N,"max_daily_drawdown_pct":N,"killswitch_drawdown_pct":N}}"#
    ),
  ])
  func `any number in a body is answered, and the account can still be reckoned`(path: String, body: String) throws {
    let more = ["1e308", "1e127", "5e-324", "1000000000", "0.000000001"]
    for (place, number) in (Self.numbers + more).enumerated() {
      // Written as a number and as a text, with the other one tiny and huge, in turn.
      let word = place % 3 == 0 ? "\"\(number)\"" : number
      let price = place % 2 == 0 ? "0.000000001" : "1000000000"
      let text = body.replacingOccurrences(of: "N", with: word).replacingOccurrences(of: "P", with: price)
      var engine = WorldTests.engine
      let answer = engine.respond(
        to: PracticeRequest(method: "POST", path: path, body: Data(text.utf8)), now: WorldTests.start)
      #expect([200, 422].contains(answer.status), "\(text.prefix(80)) \(answer.status)")
      // Long enough for an order to be filled.
      if answer.status == 200 { try Self.expectSound(&engine, WorldTests.start + 60) }
    }
  }

  private static let pages = [
    "/api/v1/engine/status", "/api/v1/system/v1/dashboard", "/api/v1/trading/history", "/api/v1/journal/trades",
    "/api/v1/trading/metrics", "/api/v1/strategies", "/api/v1/risk/killswitch/status",
    "/api/v1/risk/decision-memory/blocks", "/api/v1/market/candles", "/settings",
  ]

  private static func expectSound(_ engine: inout PracticeEngine, _ now: Date) throws {
    for page in pages {
      let answer = engine.respond(to: PracticeRequest(method: "GET", path: page), now: now)
      #expect(answer.status == 200, "\(page)")
      if page == pages[0] {
        #expect(try JSONDecoder().decode(JSONValue.self, from: answer.body)["equity"]?.number != nil)
      }
    }
  }

  @Test func `a saved world with a number that no world has is refused, or lives on`() throws {
    let bytes = [UInt8](try WorldTests.engine.saved())
    let hostile = ["99999999999", "-99999999999", "0", "-1"]
    var outcomes = [true: 0, false: 0]
    var seen: Set<String> = []
    for range in Self.numbers(in: bytes) {
      guard seen.insert(Self.name(before: range.lowerBound, bytes)).inserted else { continue }
      let number = hostile[seen.count % hostile.count]
      let damaged = Data(bytes[..<range.lowerBound] + Array(number.utf8) + bytes[range.upperBound...])
      let restored = try? PracticeEngine(restoring: damaged)
      outcomes[restored != nil, default: 0] += 1
      guard var engine = restored else { continue }
      for page in Self.pages {
        _ = engine.respond(to: PracticeRequest(method: "GET", path: page), now: WorldTests.start + 11)
      }
    }
    #expect(seen.count > 60 && outcomes.values.allSatisfy { $0 > 5 }, "\(outcomes)")
  }

  @Test(
    arguments: [
      (#"{"second":99999999999,"state":18446744073709551615,"seed":18446744073709551615,"price":1.25e-17}"#, true),
      (#"{"name":"100000000000","odd\"state":1}"#, true), (#"{"rate":0.1234567890123456789012345678901234567}"#, true),
      (#"{"second":100000000000}"#, false), (#"{"second":-100000000000}"#, false), (#"{"price":1e300}"#, false),
      (#"{"price":1E+3}"#, false), (#"{"state":1,"second":18446744073709551615}"#, false), (#"{"price":1e"#, false),
      (#"{"state\\":1,"second":[1,100000000000]}"#, false), (#"{"open"#, true), ("", true), ("1e400", false),
    ] as [(String, Bool)])
  func `numbers are looked at wherever they stand`(document: String, isSound: Bool) {
    #expect(((try? SavedWorld.checkNumbers(Data(document.utf8))) != nil) == isSound)
  }

  @Test func `a world is refused when what it reckons with is missing or worth nothing`() throws {
    let sound = World(configuration: PracticeConfiguration(), now: WorldTests.start)
    try SavedWorld.check(sound)
    let damages: [(inout World) -> Void] = [
      { $0.strategies = [] }, { $0.strategies[0].copies = 1_000_000 }, { $0.configuration.speed = 0 },
      { $0.configuration.speed = 1e9 }, { $0.second = -1 }, { $0.anchor = -1 }, { $0.ledger.initial = 0 },
      { $0.governor.initial = -1 }, { $0.killSwitch.dayHigh = 0 }, { $0.market.quotes = [:] },
      { $0.market.quotes["BTCUSDT"]?.price = 0 }, { $0.market.quotes["BTCUSDT"]?.recent[0] = -5 },
      { $0.market.quotes["BTCUSDT"]?.centre = 1e10 },
      { $0.control.quarantined = Array(repeating: "X", count: 10_001) },
      { $0.flood = LogFlood(first: 9, last: 8) }, { $0.flood = LogFlood(first: 0, last: $0.second + 1) },
    ]
    for (place, damage) in damages.enumerated() {
      var world = sound
      damage(&world)
      #expect(throws: SavedWorld.Damage.self, "damage \(place)") { try SavedWorld.check(world) }
    }
  }

  /// Where numbers stand, outside of texts.
  private static func numbers(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var isText = false
    var start: Int?
    for (at, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isText.toggle() }
      let isPart = !isText && (byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || (48...57).contains(byte))
      if isPart {
        start = start ?? at
      } else if let begun = start {
        found.append(begun..<at)
        start = nil
      }
    }
    return found
  }

  /// The last two texts in front of it, which name it well enough.
  private static func name(before end: Int, _ bytes: [UInt8]) -> String {
    String(decoding: bytes[max(0, end - 200)..<end], as: UTF8.self).split(separator: "\"").filter {
      $0.allSatisfy { $0.isLetter || $0 == "_" }
    }.suffix(1).joined()
  }

  @Test func `a clock that jumps in either direction leaves a world that goes on`() throws {
    let fresh = PracticeEngine(configuration: PracticeConfiguration(speed: 1000), now: WorldTests.start)
    for jump in [-1e12, -86_400, -700, 86_400, 4e9, 1e12] as [Double] {
      var engine = fresh
      engine.advance(to: WorldTests.start + jump)
      let before = engine.world.second
      engine.advance(to: WorldTests.start + jump + 0.5)
      // So far away a date is not exact to the millisecond.
      #expect(abs(engine.world.second - before - 500) <= 1, "\(jump)")
      try Self.expectSound(&engine, WorldTests.start + jump + 1)
    }
  }

  @Test(arguments: [0.02, 50])
  func `prices that have run to the end of the market come back`(factor: Double) throws {
    var world = World(configuration: PracticeConfiguration(seed: 3, scenario: .trend), now: WorldTests.start)
    for instrument in Instrument.all {
      world.market.quotes[instrument.symbol]?.price = instrument.startPrice * factor
      world.market.quotes[instrument.symbol]?.regimeUntil = 0
    }
    world.ledger.realized = 10_000_000_000
    for _ in 0..<120 { world.step() }
    for instrument in Instrument.all {
      let quote = try #require(world.market.quotes[instrument.symbol])
      #expect(quote.price > instrument.lowest * 0.95 && quote.price < instrument.highest * 1.05)
      #expect(quote.regime == (factor > 1 ? .down : .up))
    }
    #expect(world.positions.allSatisfy { $0.entry * $0.size < 11_000_000 })
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -5, 0])
  func `a speed is one that a world can have`(speed: Double) {
    #expect((0.1...1000).contains(PracticeConfiguration(speed: speed).speed))
  }
}
