import Foundation
import Testing

@testable import HeanCore

/// What the lists of an engine in a panic prove, and what they do not.
struct PanicBooksTests {
  private typealias Bodies = OperationBench.Bodies
  private static let row = PanicBench.positions(PanicBench.row)

  /// What was seen before the close, and what after it.
  private func books(_ before: [Bodies], _ after: [Bodies] = [], asks: Bool = true) async -> PanicBooks {
    var books = PanicBooks()
    for bodies in before { books.note(await PanicBench.look(bodies), hasClosed: false) }
    if asks { books.ask() }
    for bodies in after { books.note(await PanicBench.look(bodies), hasClosed: true) }
    return books
  }

  private static func merged(_ bodies: Bodies...) -> Bodies { bodies.reduce([:]) { $0.merging($1) { $1 } } }

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var before: [OperationBench.Bodies]
    var after: [OperationBench.Bodies]
    var finding: StepFinding

    init(
      _ name: String, _ before: [OperationBench.Bodies], _ after: [OperationBench.Bodies], _ finding: StepFinding
    ) {
      (self.name, self.before, self.after, self.finding) = (name, before, after, finding)
    }

    var testDescription: String { name }
  }

  private static let paper: [Row] = [
    Row("nothing was open", [[:]], [[:]], .seen("no position is listed")),
    Row(
      "nothing is listed, and one is counted", [[:]], [OperationBench.risk(stop: false)],
      .pending("not known: 0 are listed, and /risk/status counts 1")),
    Row("still open", [row], [row], .pending("still open: BTCUSDT long")),
    Row(
      "recorded", [row], [PanicBench.closed("p1", realized: "-4.5")],
      .seen("closed: BTCUSDT long; realized -4.50 USDT")),
    Row(
      "recorded before, so not this close", [merged(row, PanicBench.closed("p1", realized: "-4.5"))],
      [PanicBench.closed("p1", realized: "-4.5")],
      .pending("gone from the list, and no record of their closing: BTCUSDT long")),
    Row(
      "not recorded", [row], [[:]], .pending("gone from the list, and no record of their closing: BTCUSDT long")),
    Row(
      "not recorded, and booked", [merged(row, PanicBench.engine(realized: "7"))], [PanicBench.engine(realized: "2")],
      .seen("closed: BTCUSDT long; the engine booked -5.00 USDT")),
    Row(
      "dropped", [row], [PanicBench.closed("p1", realized: "0")],
      .contrary("dropped with zero PnL, which is no close: BTCUSDT long")),
    Row(
      "the list did not come", [row], [["/orders/positions": "no JSON"]], .pending("the list of positions did not come")
    ),
    Row(
      "the list and the state did not come", [row], [["/orders/positions": "no JSON", "/engine/status": "no JSON"]],
      .pending("the list of positions did not come, or proves nothing")),
    Row(
      "one of two is left", [PanicBench.positions(PanicBench.row, PanicBench.position("p2", "ETHUSDT"))],
      [PanicBench.positions(PanicBench.position("p2", "ETHUSDT"))], .pending("still open: ETHUSDT long")),
  ]
  private static func live(_ bodies: Bodies...) -> Bodies { bodies.reduce(PanicBench.live) { $0.merging($1) { $1 } } }

  private static let exchange: [Row] = [
    Row(
      "filled", [live(row)], [live(PanicBench.metrics(filled: 2))], .seen("closed with 1 fill: BTCUSDT long")),
    Row(
      "filled and recorded", [live(row)],
      [live(PanicBench.metrics(filled: 2), PanicBench.closed("p1", realized: "-4"))],
      .seen("closed with 1 fill: BTCUSDT long; realized -4.00 USDT")),
    Row(
      "not filled", [live(row)], [live()],
      .pending("gone from the list, and only 0 fills of 1 came: BTCUSDT long")),
    Row(
      "counters that began anew", [live(row)], [live(PanicBench.metrics(filled: 0))],
      .pending("gone from the list, and only 0 fills of 1 came: BTCUSDT long")),
    Row(
      "fills not counted", [live(row)], [live(["/trading/metrics": "no JSON"])],
      .pending("gone from the list, and fills were not counted: BTCUSDT long")),
    Row(
      "filled, and drops are not told", [live(row)],
      [live(PanicBench.metrics(filled: 2), ["/trading/history?limit=500": "no JSON"])],
      .pending("1 fill came, and /trading/history did not tell whether any was dropped instead: BTCUSDT long")),
    Row(
      "opened meanwhile, so two fills are needed", [live(), live(row)], [live(PanicBench.metrics(filled: 2))],
      .pending("gone from the list, and only 1 fill of 2 came: BTCUSDT long")),
    Row(
      "with the echo of the close", [live(row)],
      [
        live(
          PanicBench.metrics(filled: 2),
          PanicBench.positions(PanicBench.position("e1", strategy: "unknown", pnl: "0")))
      ],
      .seen(
        "closed with 1 fill: BTCUSDT long; echoes of it, which the exchange does not hold: BTCUSDT long")),
    Row(
      "of a mode that is not known", [merged(PanicBench.engine(isDryRun: nil), row)],
      [PanicBench.engine(isDryRun: nil)],
      .pending("gone from the list, and only 0 fills of 1 came: BTCUSDT long")),
  ]

  @Test(arguments: paper + exchange)
  func `each says what is proved, and no more`(row: Row) async {
    let books = await books(row.before, row.after)
    #expect(books.closed() == row.finding)
    #expect(books.isOpen && books.unproved.isEmpty == (row.finding.verdict == .seen || row.name.hasPrefix("nothing")))
  }

  @Test func `before the first look nothing is known`() async {
    var books = PanicBooks()
    #expect(books.closed() == .pending("the list of positions did not come, or proves nothing"))
    #expect(books.mode == .unknown && books.isPaper == nil && books.symbols == ["BTCUSDT"])
    books.ask()
    books.note(await PanicBench.look(), hasClosed: true)
    #expect(
      books.closed()
        == .pending("not known: what was closed was never listed, so nothing shows whether it was filled"))
    #expect(books.isPaper == true && books.mode == .dryRun)
    books.note(await PanicBench.look(["/engine/status": "no JSON"]), hasClosed: true)
    #expect(books.isPaper == true && books.mode == .dryRun, "what was told once stays")
  }

  @Test func `only what was not asked for is asked for again`() async throws {
    let books = await books([Self.live(Self.row)], [Self.live(Self.row)])
    let open = try #require(
      await PanicBench.look(PanicBench.positions(PanicBench.row, PanicBench.position("n", "XUSDT"))).openPositions)
    #expect(books.unasked(open).map(\.id) == ["n"])
    #expect(books.unasked([]).isEmpty)
  }

  /// What closing echoes brings forth are echoes again, without end.
  @Test func `echoes are closed once`() async throws {
    let echo = PanicBench.position("e1", strategy: "unknown")
    let next = PanicBench.position("e2", strategy: "unknown")
    var books = await books([Self.live(Self.row)], [Self.live(PanicBench.positions(echo))])
    let first = try #require(await PanicBench.look(PanicBench.positions(echo)).openPositions)
    #expect(books.isEcho(first[0]) && books.unasked(first).map(\.id) == ["e1"])
    books.ask()
    books.note(await PanicBench.look(Self.live(PanicBench.positions(next))), hasClosed: true)
    let second = try #require(await PanicBench.look(PanicBench.positions(next)).openPositions)
    #expect(books.isEcho(second[0]) && books.unasked(second).isEmpty)
    let other = PanicBench.position("e3", size: "0.7", strategy: "unknown")
    books.note(await PanicBench.look(Self.live(PanicBench.positions(next, other))), hasClosed: true)
    let third = try #require(await PanicBench.look(PanicBench.positions(next, other)).openPositions)
    #expect(!books.isEcho(third[1]), "of another size it is a position")
    #expect(books.unasked(third).map(\.id) == ["e2", "e3"])
  }

  @Test func `an echo has no strategy, came after the close, and is another than what was closed`() async throws {
    let echo = PanicBench.position("e1", strategy: "unknown")
    let early = await books([Self.live(PanicBench.positions(PanicBench.row, echo))])
    let rows = try #require(await PanicBench.look(PanicBench.positions(PanicBench.row, echo)).openPositions)
    #expect(!early.isEcho(rows[1]) && !early.isEcho(rows[0]))
    let late = await books([Self.live(Self.row)], [Self.live(PanicBench.positions(PanicBench.position("n")))])
    let new = try #require(await PanicBench.look(PanicBench.positions(PanicBench.position("n"))).openPositions)
    #expect(!late.isEcho(new[0]), "of a strategy it is a position")
  }

  @Test func `what is listed, and what did not come, is left`() async {
    let echo = PanicBench.position("e1", strategy: "unknown")
    let books = await books(
      [Self.live(Self.row)], [Self.live(PanicBench.positions(PanicBench.row, echo), PanicBench.orders("o1"))])
    let look = await PanicBench.look()
    #expect(
      books.open(look) == [
        "position BTCUSDT long 0.5",
        "position BTCUSDT long 0.5, opened by the fill of a close: the exchange may not hold it",
        "order o1 BTCUSDT buy, placed",
      ])
    for (bodies, words) in [
      (["/orders/positions": "no JSON"], "not known: the engine did not list its positions"),
      (["/orders?status=open": "no JSON"], "not known: the engine did not list its orders"),
      (
        ["/orders/positions": "no JSON", "/orders?status=open": "no JSON"],
        "not known: the engine did not list its positions and orders"
      ),
      (
        ["/engine/status": "no JSON"],
        "not known: the engine lists no positions and no orders, but did not say that it runs, and a stopped one lists "
          + "none"
      ),
    ] {
      let silent = await self.books([Self.live(bodies)])
      #expect(silent.open(look) == [words])
    }
  }

  @Test func `what was judged when the engine ended stays judged`() async {
    var books = await books([Self.live(Self.row)], [Self.live(PanicBench.metrics(filled: 2))])
    books.conclude(when: "restarted")
    books.note(
      await PanicBench.look(Self.live(PanicBench.positions(PanicBench.position("n", "XUSDT")))), hasClosed: true)
    #expect(!books.isOpen && books.unproved.isEmpty, "the successor's list is another's")
    books.reopen()
    #expect(books.isOpen && books.unproved == ["BTCUSDT", "XUSDT"])
    #expect(books.symbols == ["BTCUSDT", "XUSDT"])
  }

  private static let still = PanicProof("equity", .seen, "stood still")
  private static let moving = PanicProof("equity", .notSeen, "moves")
  private static let unknown = PanicProof("equity", .notKnown, "not seen")
  private static let short = "gone from the list, and only 0 fills of 1 came: BTCUSDT long"

  @Test func `what the exchange may still hold is said with what equity shows`() async {
    var books = await books([Self.live(Self.row, PanicBench.orders("o1", "o2"))], [Self.live()])
    #expect(books.leftAtExchange(Self.unknown) == [Self.short])
    #expect(books.leftAtExchange(Self.still) == [Self.short + "; equity stood still, which speaks for flat"])
    #expect(books.leftAtExchange(Self.moving) == [Self.short, "the exchange is not flat: equity moves"])
    books.conclude(when: "restarted")
    #expect(books.leftAtExchange(Self.unknown) == ["when the engine was restarted: " + Self.short])
    #expect(books.exchangeWords(Self.still, "no order") == "\(Self.short); no order; equity stood still")
    #expect(
      books.exchangeWords(Self.unknown, "no order")
        == "flat in the engine's books; not proved at the exchange: equity not seen. Seen: \(Self.short); no order")
  }

  @Test func `orders that the engine forgot are counted`() async {
    var books = await books([Self.live(PanicBench.orders("o1", "o2"))])
    books.noteStanding()
    books.noteStanding()
    books.note(await PanicBench.look(Self.live(PanicBench.orders("o2"))), hasClosed: true)
    #expect(
      books.leftAtExchange(Self.still) == [
        "1 order is gone from the engine's books only; the exchange was not told"
      ])
    books.note(await PanicBench.look(Self.live()), hasClosed: true)
    #expect(
      books.leftAtExchange(Self.still) == [
        "2 orders are gone from the engine's books only; the exchange was not told"
      ])
  }

  @Test func `a stopped dry run is flat, and what was seen before is said`() async {
    let head = "the engine is stopped, and a dry run's positions exist in it only"
    #expect(PanicBooks().paperWords == head)
    #expect(await books([[:]], [[:]]).paperWords == head, "nothing was wanted")
    let seen = await books([Self.row], [PanicBench.closed("p1", realized: "1")])
    #expect(seen.paperWords == "closed: BTCUSDT long; realized +1.00 USDT; \(head)")
    let open = await books([Self.row], [Self.row])
    #expect(open.paperWords == "\(head) (before that: still open: BTCUSDT long)")
  }
}
