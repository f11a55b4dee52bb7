import Foundation
import Testing

@testable import HeanCore

/// What equity shows of positions that nobody lists, and when no order is alive.
struct PanicProofTests {
  private typealias Bodies = OperationBench.Bodies

  /// One look: when, the equity, the price, and what is otherwise.
  struct Sample: Sendable {
    var at: Double
    var equity: String
    var price: String
    var changes: OperationBench.Bodies

    init(_ at: Double, _ equity: String = "9000", _ price: String = "90", _ changes: OperationBench.Bodies = [:]) {
      (self.at, self.equity, self.price, self.changes) = (at, equity, price, changes)
    }
  }

  private static let up = ["/trading/why": #"{"engine_state":"RUNNING","execution_quality":{"rest_ok":true}}"#]

  private func proof(_ samples: [Sample], of symbols: Set<String> = ["BTCUSDT"]) async -> PanicProof {
    var test = EquityTest()
    for sample in samples {
      let look = await PanicBench.look(
        PanicBench.engine(isDryRun: false, equity: sample.equity), Self.up,
        ["/market/ticker?symbol=BTCUSDT": #"{"symbol":"BTCUSDT","price":\#(sample.price)}"#], sample.changes,
        parts: Panic.parts.union([.why, .ticker("BTCUSDT")]))
      test.note(look, at: .seconds(sample.at))
    }
    return test.proof(of: symbols)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var samples: [Sample]
    var verdict: PanicProof.Verdict
    var says: String

    init(_ name: String, _ samples: [Sample], _ verdict: PanicProof.Verdict, _ says: String) {
      (self.name, self.samples, self.verdict, self.says) = (name, samples, verdict, says)
    }

    var testDescription: String { name }
  }

  private static let short = "not seen for long enough to tell whether it moves with prices"
  private static let still = "stood still at 9000.00 USDT, but "
  private static let down = ["/trading/why": #"{"engine_state":"RUNNING","execution_quality":{"rest_ok":null}}"#]
  private static let unread = "the engine does not say that it reaches the exchange (rest_ok of /trading/why)"

  private static let rows: [Row] = [
    Row("nothing seen", [], .notKnown, short),
    Row("too short", [Sample(0), Sample(5.9, "9000", "91")], .notKnown, short),
    Row(
      "long enough", [Sample(0), Sample(6, "9000", "91")], .seen,
      "stood still at 9000.00 USDT for 6.0s while prices moved"),
    Row(
      "less than a cent", [Sample(0, "9000.009"), Sample(3), Sample(12, "9000", "91")], .seen,
      "stood still at 9000.00 USDT for 12s while prices moved"),
    Row(
      "a cent", [Sample(0, "9000.01"), Sample(3), Sample(6, "9000", "91")], .notSeen,
      "moves between 9000.00 and 9000.01 USDT while no position is listed: the exchange holds some"),
    Row(
      "still after it has moved", [Sample(0, "8000"), Sample(1), Sample(7, "9000", "91")], .seen,
      "stood still at 9000.00 USDT for 6.0s while prices moved"),
    Row(
      "still for too short after it has moved", [Sample(0, "8000"), Sample(1), Sample(6.9, "9000", "91")], .notSeen,
      "moves between 8000.00 and 9000.00 USDT while no position is listed: the exchange holds some"),
    Row(
      "prices stood still", [Sample(0), Sample(6)], .notKnown, "stood still, and so did prices, which shows nothing"),
    Row(
      "the exchange is not reached", [Sample(0, "9000", "90", down), Sample(6, "9000", "91", down)], .notKnown,
      still + unread),
    Row(
      "reached again for long enough", [Sample(0, "9000", "90", down), Sample(1), Sample(7, "9000", "91")], .seen,
      "stood still at 9000.00 USDT for 6.0s while prices moved"),
    Row(
      "reached again for too short", [Sample(0, "9000", "90", down), Sample(1), Sample(6.9, "9000", "91")], .notKnown,
      still + unread),
    Row(
      "an unrealized PnL", [Sample(0), Sample(6, "9000", "91", bent)], .notKnown,
      still + "/engine/status tells of an unrealized PnL although nothing is listed: it is not of this moment"),
    Row(
      "the engine's own figure is not told", [Sample(0), Sample(6, "9000", "91", ["/risk/status": "no JSON"])],
      .notKnown,
      still + "/risk/status did not tell the engine's own figure, from which the exchange's has to differ"),
    Row(
      "the engine's own figure", [Sample(0, "10000"), Sample(6, "10000", "91")], .notKnown,
      "stood still at 10000.00 USDT, but it is the engine's own figure, too, and nothing shows that the exchange told it"
    ),
    Row(
      "a position is listed in between",
      [Sample(0), Sample(1, "9000", "90", PanicBench.positions(PanicBench.row)), Sample(2), Sample(6, "9000", "91")],
      .notKnown, short),
    Row(
      "stopped in between",
      [Sample(0), Sample(1, "9000", "90", PanicBench.engine("STOPPED")), Sample(6, "9000", "91")], .notKnown, short),
    Row(
      "a figure that is not told is left out",
      [Sample(0), Sample(3, "null"), Sample(6, "9000", "91")], .seen,
      "stood still at 9000.00 USDT for 6.0s while prices moved"),
  ]
  private static let bent = PanicBench.engine(isDryRun: false, unrealized: "3")

  @Test(arguments: rows)
  func `equity that stands still while prices move speaks for flat`(row: Row) async {
    #expect(await proof(row.samples) == PanicProof("equity", row.verdict, row.says))
  }

  @Test func `the prices are those of what was held`() async {
    let samples = [Sample(0), Sample(6, "9000", "91")]
    #expect(await proof(samples, of: []).verdict == .seen, "any will do")
    #expect(await proof(samples, of: ["BTCUSDT", "ETHUSDT"]).verdict == .notKnown)
    #expect(await proof([Sample(0), Sample(6)], of: []).verdict == .notKnown)
  }

  @Test func `a proof is kept as it is said`() throws {
    let proof = PanicProof("equity", .notSeen, "moves")
    let coded = try JSONEncoder().encode(proof)
    #expect(try JSONDecoder().decode(PanicProof.self, from: coded) == proof)
    #expect(try JSONDecoder().decode(JSONValue.self, from: coded)["verdict"] == "not_seen")
    #expect(PanicProof.resting.verdict == .notKnown)
  }

  // MARK: Orders

  private func pace(_ changes: Bodies..., at elapsed: Double = 0) async -> OrderPace {
    var pace = OrderPace()
    pace.note(await PanicBench.look(changes.reduce([:]) { $0.merging($1) { $1 } }), at: .seconds(elapsed))
    return pace
  }

  /// The engine's clock shows 01:47:30 at first.
  @Test(arguments: [
    ("01:47:30", 0.0, 0.0, false), ("01:47:29.01", 0, 0.99, false), ("01:47:29", 0, 1, true), ("01:47:29", 3, 4, true),
    ("01:47:29", 3.01, 4.01, false), ("01:46:20", 0, 70, false), ("01:46:19", 0, 71, true),
    ("01:46:20", 0.5, 70.5, true),
    ("01:47:40", 0, 0, false),
  ])
  func `between one and four seconds after an order none is alive`(
    last: String, elapsed: Double, age: Double, isQuiet: Bool
  ) async throws {
    let pace = await pace(PanicBench.metrics(last: last))
    let found = try #require(pace.age(at: .seconds(elapsed)))
    #expect(abs(found - age) < 0.001 && pace.isQuiet(at: .seconds(elapsed)) == isQuiet)
    #expect(pace.made == 3 && pace.accepted == 2)
  }

  @Test func `an age that cannot be told is none`() async {
    let none = ["/trading/metrics": #"{"counters":{"session":{"orders_created":0}}}"#]
    let some = ["/trading/metrics": #"{"counters":{"session":{"orders_created":1}}}"#]
    let (first, later) = (await pace(none), await pace(some))
    #expect(first.age(at: .zero) == .infinity && first.isQuiet(at: .zero) == true)
    #expect(later.age(at: .zero) == nil && later.isQuiet(at: .zero) == nil)
    #expect(await pace(["/trading/metrics": "no JSON"]).age(at: .zero) == nil)
    #expect(await pace(PanicBench.engine("STOPPED")).age(at: .zero) == nil, "frozen counters")
    #expect(await pace(["/health": "no JSON"]).age(at: .zero) == nil, "no clock to go by")
    #expect(await pace(["/health": "no JSON"], none).age(at: .zero) == .infinity)
  }

  @Test func `what was not asked for stays as it was`() async {
    var pace = await pace(PanicBench.metrics(made: 7, last: "01:47:29"))
    pace.note(await PanicBench.look(parts: [.engine]), at: .seconds(2))
    #expect(pace.made == 7 && pace.isQuiet(at: .seconds(2)) == true)
    pace.note(await PanicBench.look(["/trading/metrics": "no JSON"]), at: .seconds(2))
    #expect(pace.made == nil && pace.isQuiet(at: .seconds(2)) == nil)
  }
}
