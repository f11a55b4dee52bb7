import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Books and counters of earlier looks: what is kept, and what a later look shows by them.
struct RememberedBooksTests {
  private static let row =
    #"{"position_id":"p1","symbol":"BTCUSDT","side":"long","size":0.5,"entry_price":100,"current_price":90,"unrealized_pnl":-5}"#
  private static let other = #"{"position_id":"p2","symbol":"ETHUSDT","side":"short","size":2}"#
  private static let nameless = #"{"symbol":"BTCUSDT","side":"long","size":0.5}"#

  /// A look of so many seconds ago.
  private static func look(_ told: [Told], age: TimeInterval = 0, world: String? = nil) throws -> EngineSnapshot {
    var snapshot = try EngineSnapshot.staged(told)
    snapshot.seenAt = Seen.now - age
    snapshot.world = world
    return snapshot
  }

  private static func noted(_ looks: EngineSnapshot..., from stops: [StopMoment] = []) -> RememberedEngine {
    var engine = RememberedStopTests.engine(stops)
    for one in looks { engine.note(one) }
    return engine
  }

  @Test func `books are forgotten when the engine is stopped`() throws {
    let held = try Self.look([.positions(Self.row), .risk(open: 1)], age: 40)
    let stopped = try Self.look([.stopped, .omits(.equityHistory)])
    let engine = Self.noted(held, stopped)
    #expect(engine.books == nil && engine.forgotten?.end == .stop && engine.forgotten?.endedAt == Seen.now)
    #expect(engine.forgotten?.books.positions.map(\.message) == ["BTCUSDT long 0.5"])
    #expect(engine.forgotten?.books.isPaper == true && engine.forgotten?.books.at == Seen.now - 40)
    #expect(engine.stops.map(\.kind) == [.engineStop] && engine.stops.map(\.isSeenLate) == [true])
    let told = Self.noted(held, try Self.look([.stopped], age: 5), from: [])
    #expect(told.forgotten?.books == engine.forgotten?.books)
    var known = RememberedEngine()
    known.note(held)
    known.add(RememberedStopTests.stop(.engineKill, 20))
    known.note(stopped)
    #expect(known.forgotten?.endedAt == Seen.now - 20 && known.stops.map(\.kind) == [.engineKill])
    let flat = Self.noted(try Self.look([], age: 40), stopped)
    #expect(flat.forgotten == nil && flat.books == nil, "empty books are nothing to forget")
  }

  @Test func `books are forgotten when another engine object runs`() throws {
    let held = try Self.look([.positions(Self.row), .engine(isLive: true)], age: 40)
    let next = Self.noted(held, try Self.look([.started(10), .engine(isLive: true)]))
    #expect(next.forgotten?.end == .start && next.forgotten?.endedAt == Seen.now - 10)
    #expect(next.forgotten?.books.isPaper == false && next.books?.positions.isEmpty == true)
    let same = Self.noted(held, try Self.look([.started(41), .positions(Self.row)]))
    #expect(same.forgotten == nil && same.books?.positions.map(\.id) == ["p1"])
  }

  @Test(
    arguments: [
      ([row, other], [other], "5", ["p1"]), ([row, other], [other], "4.5", []), ([row], [row], "5", []),
      ([nameless], [], "5", []), ([row, other], [], "5", ["p1", "p2"]),
    ] as [([String], [String], String, [String])])
  func `rows that leave without a booked PnL were dropped`(
    before: [String], after: [String], booked: String, dropped: [String]
  ) throws {
    func told(_ rows: [String], _ realized: String) -> [Told] {
      [
        .says(.positions, "[\(rows.joined(separator: ","))]"),
        .says(.engineStatus, Seen.running.replacing("\"equity\"", with: #""realized_pnl":\#(realized),"equity""#)),
      ]
    }
    let engine = Self.noted(try Self.look(told(before, "5"), age: 40), try Self.look(told(after, booked)))
    #expect((engine.dropped?.books.positions ?? []).compactMap(\.id) == dropped)
    #expect(engine.earlierBooks?.positions.count == before.count && engine.books?.positions.count == after.count)
  }

  @Test func `another practice world is another engine`() throws {
    var engine = RememberedStopTests.engine([RememberedStopTests.stop(.emergency, 20)])
    engine.world = "a"
    engine.note(try Self.look([.state()], world: "a"))
    #expect(engine.stops.count == 1 && engine.world == "a")
    engine.note(try Self.look([.state()], world: "b"))
    #expect(engine.stops.isEmpty && engine.world == "b")
    engine.note(try Self.look([.state()]))
    #expect(engine.world == nil, "nor is a real engine one")
  }

  private static func counted(_ orders: Int, _ accepted: Int, age: TimeInterval) -> Told {
    .says(
      .metrics, #"{"counters":{"session":{"orders_created":\#(orders),"decisions_create":\#(accepted)}}}"#, age: age)
  }

  @Test(
    arguments: [
      (29.9, 20, 20, 20), (30, 22, 20, 22), (30, 19, nil, 19), (1, 19, nil, 19),
    ] as [(TimeInterval, Int, Int?, Int)])
  func `counters are kept for 30 s, and those of another process are not compared`(
    later: Double, orders: Int, earlier: Int?, kept: Int
  ) throws {
    let engine = Self.noted(
      try Self.look([Self.counted(20, 3, age: later)], age: later), try Self.look([Self.counted(orders, 4, age: 0)]))
    #expect(engine.earlier?.ordersMade == earlier && engine.look?.ordersMade == kept)
    #expect(engine.look?.accepted == (kept == 20 ? 3 : 4))
  }

  @Test func `counters of an engine object that has ended are not compared`() throws {
    let engine = Self.noted(
      try Self.look([Self.counted(20, 3, age: 40)], age: 40),
      try Self.look([Self.counted(22, 3, age: 0), .started(20)]))
    #expect(engine.earlier == nil && engine.look?.ordersMade == 22)
  }

  /// It counts until the exits are seen to act, or another engine object runs.
  @Test func `a stop on which the engine did not act is remembered`() throws {
    let beyond =
      #"{"position_id":"p1","symbol":"BTCUSDT","side":"long","size":1,"entry_price":100,"current_price":80,"stop_loss":90}"#
    let later = beyond.replacing("BTCUSDT", with: "ETHUSDT")
    let seen = try Self.look([.positions(beyond), .state()], age: 40)
    let engine = Self.noted(seen, try Self.look([.positions(later), .state()], age: 30), try Self.look([.state()]))
    #expect(engine.missedStop == MissedStop("BTCUSDT", at: Seen.now - 40), "the first of them")
    #expect(Self.noted(seen, try Self.look([.started(20), .state()])).missedStop == nil, "another engine object")
    func exit(_ age: TimeInterval, _ code: String = "SL_HIT") -> Told {
      .says(
        .state,
        #"{"recent_decisions":[{"type":"ORDER_EXIT_DECISION","decision":"CLOSE","reason_code":"\#(code)","symbol":"SOLUSDT","timestamp":"\#(ago(age))"}]}"#
      )
    }
    #expect(Self.noted(seen, try Self.look([exit(10, "RISK_EXIT")])).missedStop != nil, "a call to close it")
    #expect(Self.noted(seen, try Self.look([exit(10)])).exitedAt == Seen.now - 10)
    #expect(Self.noted(seen, try Self.look([exit(50)])).missedStop != nil, "an exit before it")
    #expect(Self.noted(seen, try Self.look([exit(10)])).missedStop == nil, "the exits act again")
    #expect(Self.noted(try Self.look([.positions(Self.row), .state()])).missedStop == nil, "no stop is passed")
  }
}
