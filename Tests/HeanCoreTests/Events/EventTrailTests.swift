import Foundation
import Testing

@testable import HeanCore

/// What the engine's memory of events told from one look to the next, and which fill closes which position.
struct EventTrailTests {
  private static let moment = Date(timeIntervalSince1970: 1_795_225_650)

  private func answer(_ seqs: [Int], last: Int?) throws -> Answered<EngineEvents> {
    let events = seqs.map { #"{"seq":\#($0),"type":"SIGNAL","payload":{"symbol":"S\#($0)"}}"# }.joined(separator: ",")
    let body = #"{"events":[\#(events)],"last_seq":\#(last.map { "\($0)" } ?? "null")}"#
    let told = try EngineEvents.read(Data(body.utf8))
    return .success(EndpointAnswer(told, endpoint: EventRing.path, receivedAt: Self.moment, isPractice: false))
  }

  private static let failure = Answered<EngineEvents>.failure(.transport(.unreachable(reason: "x")))

  private func begun(at seq: Int = 10) throws -> EventTrail {
    try #require(EventTrail(after: nil, try answer([seq], last: seq)))
  }

  @Test func `it begins with the newest number, and with no event of before`() throws {
    let trail = try begun()
    #expect(trail.lastSeq == 10 && trail.events.isEmpty && trail.isWhole)
    #expect(EventTrail(after: nil, Self.failure) == nil && EventTrail(after: nil, .notAsked) == nil)
    #expect(EventTrail(after: nil, try answer([1], last: nil)) == nil, "without a number there is no place to go on")
  }

  @Test func `it goes on from where it was, and takes nothing twice`() throws {
    let first = try #require(EventTrail(after: begun(), answer([9, 10, 11, 12], last: 12)))
    #expect(first.events.map(\.seq) == [11, 12] && first.lastSeq == 12 && first.isWhole)
    let second = try #require(EventTrail(after: first, answer([12, 13], last: 13)))
    #expect(second.events.map(\.seq) == [11, 12, 13] && second.isWhole)
    #expect(second.events(after: 11)?.map(\.seq) == [12, 13] && second.events(after: 99)?.isEmpty == true)
    #expect(second.events(after: nil) == nil)
  }

  @Test func `a look that did not answer is made up for by the next`() throws {
    let late = try #require(EventTrail(after: begun(), Self.failure))
    #expect(!late.isWhole && late.lastSeq == 10)
    let next = try #require(EventTrail(after: late, answer([11], last: 11)))
    #expect(next.isWhole && next.events.map(\.seq) == [11])
  }

  @Test func `numbers that go back, and a memory that is full, leave a hole for good`() throws {
    let restarted = try #require(EventTrail(after: begun(), answer([1, 2], last: 2)))
    #expect(!restarted.isWhole && restarted.lastSeq == 2)
    #expect(try #require(EventTrail(after: restarted, answer([3], last: 3))).isWhole == false)
    #expect(try #require(EventTrail(after: begun(), answer(Array(11...509), last: 509))).isWhole)
    #expect(try #require(EventTrail(after: begun(), answer(Array(11...510), last: 510))).isWhole == false)
  }

  // MARK: Closes

  private func envelope(_ type: String, _ payload: String, seq: Int = 1) throws -> EventEnvelope {
    let body =
      #"{"events":[{"seq":\#(seq),"type":"\#(type)","payload":\#(payload),"context":{"topic":"x"}}],"last_seq":1}"#
    return try #require(try EngineEvents.read(Data(body.utf8)).events.first)
  }

  private func closed(_ members: String) throws -> ClosedEvent? {
    ClosedEvent(try envelope("POSITION_CLOSED", #"{"positions":[{"symbol":"A"\#(members)}]}"#))
  }

  @Test(arguments: [
    (#","realized_pnl":0,"unrealized_pnl":4"#, true), (#","realized_pnl":0,"unrealized_pnl":0"#, false),
    (#","realized_pnl":0"#, false), (#","realized_pnl":0,"size":0"#, true),
    (#","realized_pnl":0,"entry_price":0"#, true),
    (#","realized_pnl":1,"unrealized_pnl":4,"size":0"#, false),
  ])
  func `what was dropped is told from what was closed`(members: String, isGhost: Bool) throws {
    let event = try #require(try closed(#","position_id":"p""# + members))
    #expect(event.isGhost == isGhost && event.id == "p" && event.symbol == "A" && event.strategy == nil)
  }

  @Test func `a close without a name, or without its PnL, is none`() throws {
    #expect(try closed(#","realized_pnl":1"#) == nil && closed(#","position_id":"p""#) == nil)
    #expect(
      ClosedEvent(try envelope("POSITION_OPENED", #"{"positions":[{"position_id":"p","realized_pnl":1}]}"#)) == nil)
  }

  // MARK: Fills

  private func fill(_ members: String, seq: Int = 1) throws -> EventEnvelope {
    try envelope("ORDER_FILLED", #"{"symbol":"A","side":"sell"\#(members)}"#, seq: seq)
  }

  private func position(_ side: String, size: String = "2", symbol: String = "A") throws -> Position {
    try Position.read(Data(#"{"symbol":"\#(symbol)","side":"\#(side)","size":\#(size)}"#.utf8))
  }

  @Test(
    arguments: [
      (#","quantity":3,"filled_qty":2"#, 2, nil), (#","quantity":3"#, 3, nil), (#","quantity":3,"price":7"#, 3, 7),
      (#","quantity":3,"price":7,"avg_fill_price":8"#, 3, 8),
    ] as [(String, Decimal, Decimal?)])
  func `a fill has its size and its price`(members: String, size: Decimal, price: Decimal?) throws {
    let fill = try #require(FillEvent(fill(members)))
    #expect(fill.size == size && fill.price == price && fill.symbol == "A" && fill.side == .sell)
  }

  @Test func `what has no size, or is no fill, is none`() throws {
    #expect(FillEvent(try fill("")) == nil)
    #expect(FillEvent(try envelope("ORDER_PLACED", #"{"symbol":"A","quantity":1}"#)) == nil)
  }

  @Test(arguments: [
    ("", "long", "2", "A", true), ("", "short", "2", "A", true),
    (#","strategy_id":"unknown""#, "short", "2", "A", true),
    (#","strategy_id":"""#, "short", "2", "A", true), (#","strategy_id":"grid""#, "long", "2", "A", true),
    (#","strategy_id":"grid""#, "short", "2", "A", false), (#","strategy_id":"grid""#, "both", "2", "A", false),
    (#","strategy_id":"grid","side":"buy""#, "short", "2", "A", false), ("", "long", "2.1", "A", false),
    ("", "long", "2.000001", "A", true), ("", "long", "null", "A", false), ("", "long", "2", "B", false),
  ])
  func `a fill closes the position that it fits`(
    members: String, side: String, size: String, symbol: String, closes: Bool
  ) throws {
    let fill = try #require(FillEvent(fill(#","quantity":2"# + members)))
    #expect(fill.closes(try position(side, size: size, symbol: symbol)) == closes)
  }

  @Test func `a buy of a strategy closes a short, and no long`() throws {
    let buy = try #require(
      FillEvent(
        try envelope("ORDER_FILLED", #"{"symbol":"A","side":"buy","quantity":2,"strategy_id":"grid"}"#)))
    #expect(try [position("short"), position("long")].map(buy.closes) == [true, false])
  }

  @Test func `a fill that is told twice is one, and parts of one order are several`() throws {
    let whole = #","order_id":"o","quantity":3,"filled_qty":3"#
    let part = #","order_id":"o","quantity":3,"filled_qty":1"#
    let nameless = #","quantity":3"#
    let events = try [
      fill(part, seq: 1), fill(whole, seq: 2), fill(whole, seq: 3), fill(nameless, seq: 4), fill(nameless, seq: 5),
    ]
    #expect(FillEvent.all(events, notIn: []).map(\.size) == [1, 3, 3, 3])
    #expect(FillEvent.all(events, notIn: [events[1]]).map(\.size) == [1, 3, 3])
    #expect(FillEvent.all([], notIn: events).isEmpty)
  }

  @Test(
    arguments: [
      (1_000_000, 1_000_001, true), (1_000_000, 1_000_002, false), (0, 0, true), (0, 1, false), (-2, 2, false),
    ] as [(Decimal, Decimal, Bool)])
  func `sizes are the same but for what floating point does`(size: Decimal, other: Decimal, isSame: Bool) {
    #expect(FillEvent.isSame(size, other) == isSame && FillEvent.isSame(other, size) == isSame)
  }
}
