import Foundation
import Testing

@testable import HeanCore

/// What is remembered, as it is kept in a file.
struct RememberedCodingTests {
  private static func position() -> RememberedPosition {
    var position = RememberedPosition(symbol: "BTCUSDT")
    position.id = "p1"
    position.side = "short"
    position.size = 0.5
    position.notional = 50.25
    position.unrealizedPnL = -3.125
    return position
  }

  /// With a value in every field, no two alike.
  private static func full() -> RememberedEngine {
    var engine = RememberedEngine()
    for (index, kind) in StopMoment.Kind.allCases.enumerated() {
      engine.add(
        StopMoment(
          kind, at: Seen.now - 90.25 + Double(index), source: "/s\(index)", cause: "c\(index)", isSeenLate: index == 2,
          ordersMade: index == 3 ? nil : index))
    }
    var look = RememberedLook(at: Seen.now - 1.5)
    look.ordersMade = 11
    look.accepted = 12
    engine.look = look
    var books = RememberedBooks(
      at: Seen.now - 2.5, isPaper: true, positions: [position(), RememberedPosition(symbol: "X")])
    books.realizedPnL = 1.1
    books.exchangeEquity = 10_000.01
    engine.books = books
    var dropped = RememberedBooks(at: Seen.now - 3.5, isPaper: false, positions: [position()])
    dropped.realizedPnL = 1.1
    engine.dropped = DroppedRows(dropped)
    engine.dropped?.isConfirmed = true
    engine.missedStop = MissedStop("SOLUSDT", at: Seen.now - 5.5)
    engine.exitedAt = Seen.now - 6.5
    engine.clockOffset = -7.25
    engine.forgotten = ForgottenBooks(books, endedAt: Seen.now - 4.5, by: .start)
    engine.world = "w"
    return engine
  }

  private static func again(_ engine: RememberedEngine) throws -> RememberedEngine {
    try #require(RememberedEngine(try JSONValue(reading: JSONEncoder().encode(engine.json))))
  }

  @Test func `everything is written and read again`() throws {
    let full = Self.full()
    #expect(full.stops.count == StopMoment.Kind.allCases.count)
    #expect(try Self.again(full) == full)
    #expect(try Self.again(RememberedEngine()) == RememberedEngine())
    var stopped = full
    stopped.forgotten = ForgottenBooks(
      RememberedBooks(at: Seen.now, isPaper: false, positions: []), endedAt: Seen.now, by: .stop)
    #expect(try Self.again(stopped) == stopped)
  }

  @Test func `what one look compares is not kept`() throws {
    var engine = Self.full()
    engine.earlier = engine.look
    engine.earlierBooks = engine.books
    #expect(try Self.again(engine) == Self.full())
    #expect(!engine.differs(from: Self.full()))
  }

  @Test(
    arguments: [
      #"{"schema":"hean.remembered/1"}"#, #"{"schema":"hean.remembered/1","clock_offset":1e30,"lamp_at":7}"#,
      #"{"schema":"hean.remembered/1","stops":7,"look":[],"books":{"at":"soon"},"dropped":{"at":"2026-11-21T01:00:00Z"}}"#,
      #"{"schema":"hean.remembered/1","forgotten":{"books":null,"ended_at":"2026-11-21T01:00:00Z","end":"stop"}}"#,
      #"{"schema":"hean.remembered/1","look":{"at":7},"stops":[7,{"kind":"flood","at":"2026-11-21T01:00:00Z"},{"kind":"pause"}]}"#,
    ])
  func `what cannot be read is an empty memory`(json: String) throws {
    #expect(RememberedEngine(try JSONValue(reading: Data(json.utf8))) == RememberedEngine())
  }

  @Test(arguments: ["null", "[]", "7", "{}", #"{"schema":"hean.remembered/2","world":"w"}"#])
  func `another document is no memory, and not an empty one`(json: String) throws {
    #expect(RememberedEngine(try JSONValue(reading: Data(json.utf8))) == nil)
  }

  @Test func `of too much only a part is read`() throws {
    let stops = (0..<30).map { #"{"kind":"latch","at":"2026-11-21T01:00:\#(10 + $0)Z"}"# }.joined(separator: ",")
    let rows = (0..<70).map { #"{"id":"\#($0)","symbol":"X"}"# }.joined(separator: ",")
    let json =
      #"{"schema":"hean.remembered/1","stops":[\#(stops)],"books":{"at":"2026-11-21T01:00:00Z","positions":[\#(rows)]}}"#
    let engine = try #require(RememberedEngine(try JSONValue(reading: Data(json.utf8))))
    #expect(engine.stops.count == 12 && engine.books?.positions.count == 50)
    #expect(engine.stops.last?.at == EngineTime.parse("2026-11-21T01:00:39Z"))
  }

  @Test func `one stop that cannot be read costs no other`() throws {
    let json =
      #"{"schema":"hean.remembered/1","stops":[{"kind":"flood"},{"kind":"pause","at":"2026-11-21T01:00:00Z"}],"world":"w"}"#
    let engine = try #require(RememberedEngine(try JSONValue(reading: Data(json.utf8))))
    #expect(engine.stops.map(\.kind) == [.pause] && engine.world == "w")
    #expect(engine.stops.map(\.isSeenLate) == [false] && engine.stops.map(\.source) == [""])
  }

  @Test func `the same rows at other prices are worth keeping only now and then`() {
    let kept = Self.full()
    func moved(_ seconds: TimeInterval, size: Decimal = 0.5, side: String = "short") -> RememberedEngine {
      var engine = kept
      engine.books?.at = Seen.now - 2.5 + seconds
      engine.books?.positions[0].unrealizedPnL = 7
      engine.books?.positions[0].size = size
      engine.books?.positions[0].side = side
      return engine
    }
    #expect(!moved(29).differs(from: kept) && moved(30).differs(from: kept) && moved(-1).differs(from: kept))
    #expect(moved(1, size: 0.6).differs(from: kept) && moved(1, side: "long").differs(from: kept))
    var stopped = kept
    stopped.add(StopMoment(.pause, at: Seen.now, source: ""))
    #expect(stopped.differs(from: kept))
  }
}
