import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Books of an engine beside those of its exchange.
struct BookJoinTests {
  private static let symbols = ["BTCUSDT", "ETHUSDT", "SOLUSDT"]

  private static func row(_ symbol: String, _ side: PositionSide?, _ size: Decimal?) -> Position {
    var row = Position(symbol: symbol, side: side)
    row.size = size
    row.markPrice = 10
    return row
  }

  private static func held(_ symbol: String, _ side: String, _ size: Decimal, index: Int = 0) throws -> ExchangePosition
  {
    try ExchangePosition.read(
      Data(
        #"{"symbol":"\#(symbol)","side":"\#(side)","size":"\#(size)","markPrice":"10","positionIdx":\#(index)}"#.utf8))
  }

  private static let at = Date(timeIntervalSince1970: 1_795_225_650)

  /// What a pair of books has to give, by integers of the smallest unit.
  private static func expected(_ books: [Int], _ exchange: Int) -> BookJoin.Verdict? {
    let sum = books.reduce(0, +)
    switch (books.isEmpty, exchange) {
    case (true, 0): return nil
    case (true, _): return .onlyThere
    case (false, 0): return BookJoin.Verdict.none
    default: break
    }
    if sum == exchange { return .same }
    if sum == 0 { return .larger }
    if sum.signum() != exchange.signum() { return .opposite }
    return abs(exchange) > abs(sum) ? .larger : .smaller
  }

  @Test func `no "same" that is not, no row lost, and the differences add up to the last digit`() throws {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<(Sample.isFull ? 20_000 : 600) {
      var (rows, there, expectations): ([Position], [ExchangePosition], [String: (BookJoin.Verdict, Int)]) = (
        [], [], [:]
      )
      for symbol in Self.symbols {
        let books = (0..<Int.random(in: 0...3, using: &dice)).map { _ in
          Int.random(in: 1...999, using: &dice) * (Bool.random(using: &dice) ? 1 : -1)
        }
        // As often the same as not.
        let exchange =
          Bool.random(using: &dice)
          ? books.reduce(0, +) : Int.random(in: -999...999, using: &dice) * (Bool.random(using: &dice) ? 1 : 0)
        rows += books.map { Self.row(symbol, $0 > 0 ? .long : .short, abs(Decimal($0)) / 1000) }
        if exchange != 0 {
          there.append(try Self.held(symbol, exchange > 0 ? "Buy" : "Sell", abs(Decimal(exchange)) / 1000))
        }
        if let verdict = Self.expected(books, exchange) {
          expectations[symbol] = (verdict, exchange - books.reduce(0, +))
        }
      }
      rows.shuffle(using: &dice)
      let join = BookJoin(books: rows, exchange: there.shuffled(using: &dice), at: Self.at)
      #expect(join.entries.count == expectations.count)
      for entry in join.entries {
        let (verdict, difference) = try #require(expectations[entry.symbol])
        #expect(entry.verdict == verdict, "\(rows) \(there)")
        #expect(entry.difference == Decimal(difference) / 1000 && entry.worth == abs(Decimal(difference)) / 100)
      }
      #expect(join.entries.map(\.rows).reduce(0, +) == rows.count)
      #expect(rows.allSatisfy { join.entry(of: $0) != nil })
      let all = join.entries.compactMap(\.atExchange).reduce(0, +)
      #expect(
        all == join.entries.compactMap(\.inBooks).reduce(0, +) + join.entries.compactMap(\.difference).reduce(0, +))
      #expect(join.all.count == there.count)
    }
  }

  @Test func `sums of floating-point numbers are the same size`() throws {
    let rows = ["0.1", "0.20000000000000001", "0.000000000000000004"].map {
      Self.row("BTCUSDT", .long, Decimal(string: $0))
    }
    let join = try BookJoin(
      books: rows, exchange: [Self.held("BTCUSDT", "Buy", Decimal(string: "0.3") ?? 0)], at: Self.at)
    #expect(join.agrees && join.entries.first?.difference == 0)
    let other = try BookJoin(
      books: rows, exchange: [Self.held("BTCUSDT", "Buy", Decimal(string: "0.300001") ?? 0)], at: Self.at)
    #expect(other.entries.first?.verdict == .larger)
  }

  @Test func `a row without a side or size leaves its symbol open, and no other`() throws {
    let rows = [Self.row("BTCUSDT", nil, 1), Self.row("ETHUSDT", .long, nil), Self.row("SOLUSDT", .long, 2)]
    let join = try BookJoin(
      books: rows,
      exchange: [Self.held("BTCUSDT", "Buy", 1), Self.held("ETHUSDT", "Buy", 1), Self.held("SOLUSDT", "Buy", 2)],
      at: Self.at)
    #expect(join.entries.map(\.verdict) == [.unknown, .unknown, .same] && !join.agrees)
  }

  @Test func `in hedge mode each side is compared by itself`() throws {
    let rows = [Self.row("BTCUSDT", .long, 3), Self.row("BTCUSDT", .short, 1), Self.row("BTCUSDT", .short, 1)]
    let join = try BookJoin(
      books: rows,
      exchange: [Self.held("BTCUSDT", "Buy", 3, index: 1), Self.held("BTCUSDT", "Sell", 5, index: 2)], at: Self.at)
    #expect(join.entries.map(\.verdict) == [.same, .larger])
    #expect(join.entry(of: rows[0])?.verdict == .same && join.entry(of: rows[2])?.verdict == .larger)
  }

  @Test func `books that are not known are compared with nothing`() throws {
    let join = try BookJoin(books: nil, exchange: [Self.held("BTCUSDT", "Buy", 3)], at: Self.at)
    #expect(join.entries.map(\.verdict) == [.unknown] && join.onlyThere.isEmpty && join.all.count == 1)
  }

  @Test func `orders are told apart by the exchange's id and by the link id`() throws {
    func order(_ id: String, _ link: String, _ size: String) throws -> ExchangeOrder {
      try ExchangeOrder.read(
        Data(
          #"{"orderId":"\#(id)","orderLinkId":"\#(link)","symbol":"BTCUSDT","side":"Buy","qty":"\#(size)","cumExecQty":"1","price":"10"}"#
            .utf8))
    }
    func own(_ id: String, _ size: Decimal, filled: Decimal) -> Order {
      var order = Order(symbol: "BTCUSDT", side: .buy, status: .placed, timeline: [])
      (order.id, order.size, order.filledSize) = (id, size, filled)
      return order
    }
    let join = try OrderJoin(
      books: [own("a", 3, filled: 1), own("b", 3, filled: 0), own("gone", 1, filled: 0)],
      exchange: [order("a", "", "3"), order("x", "b", "3"), order("y", "stray", "2")], at: Self.at)
    #expect(join.verdicts == ["a": .same, "b": .smaller, "gone": BookJoin.Verdict.none, "y": .onlyThere])
    #expect(join.onlyThere.map(\.id) == ["y"] && join.resting.count == 3)
    #expect(join.restingText == "3 orders rest" && join.onlyThere.first?.nameText == "BTCUSDT buy 1 at 10.00")
  }

  @Test func `an exchange that has nothing of the books may be that of another account`() throws {
    let rows = [Self.row("BTCUSDT", .long, 1), Self.row("ETHUSDT", .short, 2)]
    #expect(BookJoin(books: rows, exchange: [], at: Self.at).isOfAnother)
    #expect(try BookJoin(books: rows, exchange: [Self.held("SOLUSDT", "Buy", 1)], at: Self.at).isOfAnother)
    #expect(try !BookJoin(books: rows, exchange: [Self.held("ETHUSDT", "Sell", 2)], at: Self.at).isOfAnother)
    #expect(!BookJoin(books: [], exchange: [], at: Self.at).isOfAnother)
  }

  @Test func `orders that have ended do not rest, and what can open a position is no exit`() throws {
    func order(_ id: String, _ more: String) throws -> ExchangeOrder {
      try ExchangeOrder.read(
        Data(#"{"orderId":"\#(id)","symbol":"BTCUSDT","side":"Buy","qty":"1","price":"10",\#(more)}"#.utf8))
    }
    let join = try OrderJoin(
      books: [],
      exchange: [
        order("done", #""orderStatus":"Filled""#), order("gone", #""orderStatus":"Cancelled""#),
        order("entry", #""orderStatus":"Untriggered","stopOrderType":"Stop","triggerPrice":"9""#),
        order("stop", #""orderStatus":"Untriggered","stopOrderType":"StopLoss","triggerPrice":"9""#),
        order("reduce", #""orderStatus":"New","reduceOnly":true"#),
      ], at: Self.at)
    #expect(join.onlyThere.filter { !$0.isExit }.map(\.id) == ["entry"])
    #expect(join.resting.map(\.id) == ["entry", "stop", "reduce"])
  }

  /// A close of one side, by what the exchange has before and after it.
  private func proof(
    _ wanted: [Position], _ before: [ExchangePosition], _ after: [ExchangePosition], left: [Position] = []
  ) -> ClosingProof.AtExchange? {
    func snapshot(_ held: [ExchangePosition], _ seconds: TimeInterval) -> EngineSnapshot {
      var snapshot = EngineSnapshot(seenAt: Self.at + seconds)
      snapshot.exchange = ExchangeLook(
        positions: .success(held), orders: .success([]), mode: .testnet, at: Self.at + seconds)
      return snapshot
    }
    return ClosingProof(
      wanted: wanted, before: snapshot(before, 0), after: snapshot(after, 5), stillOpen: left, elapsed: .seconds(5)
    ).atExchange(wanted)
  }

  @Test func `a close is proved by its own side only`() throws {
    let long = [Self.row("BTCUSDT", .long, 1)]
    if case .flat? = try proof(long, [Self.held("BTCUSDT", "Buy", 1)], []) {} else { Issue.record("flat") }
    if case .held? = try proof(long, [Self.held("BTCUSDT", "Buy", 1)], [Self.held("BTCUSDT", "Buy", 1)]) {
    } else {
      Issue.record("held")
    }
    // Both sides are held, and their sum is nothing.
    let both = try [Self.held("BTCUSDT", "Buy", 1, index: 1), Self.held("BTCUSDT", "Sell", 1, index: 2)]
    if case .held? = try proof(long, [Self.held("BTCUSDT", "Buy", 1, index: 1)], both) {} else { Issue.record("hedge") }
    // The wrong side has become more.
    let short = [Self.row("BTCUSDT", .short, 1)]
    if case .moved? = try proof(short, [Self.held("BTCUSDT", "Buy", 1)], [Self.held("BTCUSDT", "Buy", 2)]) {
    } else {
      Issue.record("doubled")
    }
    // What is left is of no row of the books.
    if case .moved? = try proof(long, [Self.held("BTCUSDT", "Buy", 3)], [Self.held("BTCUSDT", "Buy", 2)]) {
    } else {
      Issue.record("rest")
    }
    if case .flat? = try proof(
      long, [Self.held("BTCUSDT", "Buy", 3)], [Self.held("BTCUSDT", "Buy", 2)], left: [Self.row("BTCUSDT", .long, 2)])
    {
    } else {
      Issue.record("others")
    }
  }
}
