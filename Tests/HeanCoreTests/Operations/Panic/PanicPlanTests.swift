import Foundation
import Testing

@testable import HeanCore

/// What a panic says it will do, before it does it.
struct PanicPlanTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var bodies: OperationBench.Bodies
    var seconds = 120
    var changes: [String]
    var consequences: [String] = []
    var caveats: [NextStep]
    var facts: [String] = []
    var prices: [Decimal] = []

    var testDescription: String { name }
  }

  private static let halt = "1. POST /api/v1/emergency/killswitch: signals make no orders any more"
  private static let paper = [
    halt, "2. POST /api/v1/orders/close-all-positions: positions are closed and orders cancelled, on paper",
    "3. POST /api/v1/engine/kill: ends what sends unfilled orders again; a stopped dry run holds nothing",
  ]
  private static let quiet = ", in a quiet moment (waited for up to 10 s)"
  private static func close(_ quiet: String) -> String {
    "2. POST /api/v1/orders/close-all-positions\(quiet), and again for what appears after it, 3 times at most"
  }
  private static func exchange(_ quiet: String) -> [String] {
    [
      halt, close(quiet), "3. POST /api/v1/engine/restart\(quiet): ends what sends unfilled maker orders again",
      "4. at once POST /api/v1/emergency/killswitch once more: the new engine is not halted",
      "5. looks for 10 s and more: no order is made, and equity stands still while prices move",
    ]
  }
  private static let resting: NextStep =
    "orders that rest at the exchange can neither be seen nor cancelled from here: look there afterwards"
  private static let caveats: [NextStep] = [
    "the restarted engine begins with empty books, and stays halted until it is restarted again",
    "no order is cancelled: the exchange would not be told, and the engine would forget to cancel it there", resting,
  ]
  private static let stays: NextStep = "the engine stays stopped: nothing trades until \(.operation(.engineStart))"
  private static let signals = "new signals: not stopped as far as is known > refused"
  private static let row = "  BTCUSDT: BTCUSDT long 0.5 at 90.00 > closed at market"
  private static let open = PanicBench.positions(PanicBench.row)

  private static func merged(_ bodies: OperationBench.Bodies...) -> OperationBench.Bodies {
    bodies.reduce([:]) { $0.merging($1) { $1 } }
  }

  private static let queue = [
    "/trading/metrics":
      #"{"counters":{"last_1m":{"orders_created":4,"decisions_create":0}},"last_order_ts":"2026-11-21T01:47:00"}"#
  ]

  private static let rows: [Row] = [
    Row(
      name: "on paper, with all there is", bodies: merged(open, PanicBench.orders("o1"), queue),
      changes: [signals, "orders: 1 > 0", "positions: 1 > 0", row, "engine: RUNNING > STOPPED"],
      consequences: [
        "4 orders in the last minute without an accepted signal: unfilled maker orders are sent again, whatever stop is "
          + "set, until they fill or the engine ends"
      ] + paper, caveats: [stays], facts: ["p1 long 0.5", "o1", "engine=RUNNING"], prices: [90]),
    Row(
      name: "on paper, halted and empty", bodies: PanicBench.halted,
      changes: ["new signals: stopped > refused", "orders: 0 > 0", "positions: 0 > 0", "engine: RUNNING > STOPPED"],
      consequences: paper, caveats: [stays], facts: ["engine=RUNNING"]),
    Row(
      name: "on paper, in little time", bodies: [:], seconds: 5,
      changes: [signals, "orders: 0 > 0", "positions: 0 > 0", "engine: RUNNING > STOPPED"], consequences: paper,
      caveats: [stays], facts: ["engine=RUNNING"]),
    Row(
      name: "on paper, stopped", bodies: PanicBench.engine("STOPPED"),
      changes: ["new signals: stopped > refused", "orders: ? > 0", "positions: ? > 0"],
      caveats: ["the engine is stopped, and its paper positions existed in it only: nothing is sent"]),
    Row(
      name: "at the exchange, stopped", bodies: PanicBench.engine("STOPPED", isDryRun: false),
      changes: ["new signals: stopped > refused", "orders: ? > out of the books", "positions: ? > 0"],
      caveats: ["the engine is not running: nothing can be closed through it, and its lists prove nothing"]),
    Row(
      name: "at the exchange", bodies: merged(PanicBench.live, open),
      changes: [signals, "orders: 0 > out of the books", "positions: 1 > 0", row], consequences: exchange(quiet),
      caveats: caveats, facts: ["p1 long 0.5"], prices: [90]),
    Row(
      name: "where nobody knows", bodies: merged(PanicBench.engine(isDryRun: nil)), seconds: 35,
      changes: [signals, "orders: 0 > out of the books", "positions: 0 > 0"], consequences: exchange(quiet),
      caveats: caveats),
    Row(
      name: "at the exchange, in little time", bodies: PanicBench.live, seconds: 34,
      changes: [signals, "orders: 0 > out of the books", "positions: 0 > 0"], consequences: exchange(""),
      caveats: ["the time is short: nothing waits for a quiet moment"] + caveats),
    Row(
      name: "at the exchange, with just the time for a restart", bodies: PanicBench.live, seconds: 20,
      changes: [signals, "orders: 0 > out of the books", "positions: 0 > 0"], consequences: exchange(""),
      caveats: ["the time is short: nothing waits for a quiet moment"] + caveats),
    Row(
      name: "at the exchange, without the time for a restart", bodies: PanicBench.live, seconds: 19,
      changes: [signals, "orders: 0 > out of the books", "positions: 0 > 0"],
      consequences: [
        halt, close(""), "no restart, which can take 13 s: unfilled maker orders go on being sent again",
      ], caveats: [resting]),
    Row(
      name: "of an engine that is silent", bodies: ["/engine/status": "no JSON", "/orders/positions": "no JSON"],
      changes: [signals, "orders: ? > out of the books", "positions: ? > 0"], consequences: exchange(quiet),
      caveats: caveats),
  ]

  @Test(arguments: rows)
  func `it says each call, and what it cannot do`(row: Row) async {
    let plan = Panic.plan(await PanicBench.look(row.bodies), within: .seconds(row.seconds))
    #expect(plan.title == "panic: halt, close everything, and stay flat")
    #expect(plan.changes.map { "\($0.what): \($0.before) > \($0.after)" } == row.changes)
    #expect(plan.consequences == row.consequences && plan.caveats == row.caveats)
    #expect(plan.facts == row.facts && plan.prices == row.prices)
    #expect(plan.refusal == nil && plan.unchanged.isEmpty && plan.steps.isEmpty)
  }

  @Test func `what it sends is known as far as the mode is`() async {
    let both = ["halt", "close positions"]
    #expect(Panic.targets(nil) == both)
    #expect(Panic.targets(await PanicBench.look()) == both + ["kill the engine"])
    #expect(
      Panic.targets(await PanicBench.look(PanicBench.live)) == both + ["restart the engine", "halt the new engine"])
    #expect(Panic.targets(await PanicBench.look(["/engine/status": "no JSON"])) == both)
  }

  @Test func `its first call needs no look`() async throws {
    #expect(Panic.halt.request.line == "POST /api/v1/emergency/killswitch" && Panic.halt.request.body == nil)
    #expect(Panic.halt.target == "halt" && Panic.halt.lookup == .query(.killSwitch))
    let look = await PanicBench.look(PanicBench.halted)
    #expect(
      Panic.halt.finding(before: look, after: look)
        == .seen("stop_trading is set, and the emergency stop shows in /health"))
  }
}
