import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// A panic at an exchange: what is closed when, and why no restart follows.
struct PanicExchangeTests {
  private static let live = PanicBench.live
  private static let halted = PanicBench.halted
  private static let open = PanicBench.positions(PanicBench.row)
  /// An order was made this second.
  private static let busy = PanicBench.metrics(last: "01:47:30")
  private static let resting =
    "orders resting at the exchange not_known: no call shows or cancels them; look there, and cancel what rests"

  private func look(_ changes: OperationBench.Bodies...) async -> EngineSnapshot {
    await PanicBench.look(changes.reduce(Self.live.merging(Self.halted) { $1 }) { $0.merging($1) { $1 } })
  }

  @Test func `a close waits for a quiet moment, and not for ever`() async {
    let busy = await look(Self.open, Self.busy)
    var course = PanicCourse(busy, hasHalted: true)
    #expect(course.next(busy, at: 0) == "look 0.0" && course.panic.parts == [.engine, .metrics, .openOrders])
    #expect(course.next(busy, at: 0.5) == "look 0.5", "an order may be alive")
    #expect(course.next(busy, at: 9.9) == "look 0.5")
    #expect(course.next(busy, at: 10) == "send closeAll(1)")
    var quiet = PanicCourse(busy, hasHalted: true)
    #expect(quiet.next(busy, at: 0) == "look 0.0")
    #expect(await quiet.next(look(Self.open), at: 0.5) == "send closeAll(1)")
    var unknown = PanicCourse(busy, hasHalted: true)
    #expect(unknown.next(busy, at: 0) == "look 0.0")
    #expect(await unknown.next(look(Self.open, ["/trading/metrics": "no JSON"]), at: 0.5) == "send closeAll(1)")
  }

  @Test(arguments: [(100.0, 10.0), (36, 6), (30, 0), (5, 0)])
  func `the wait leaves the time for what has to follow`(left: Double, wait: Double) async {
    let busy = await look(Self.open, Self.busy)
    var course = PanicCourse(busy, hasHalted: true)
    #expect(course.next(busy, at: 0, left: left) == "look 0.0")
    if wait > 0 { #expect(course.next(busy, at: wait - 0.1, left: left) == "look 0.5") }
    #expect(course.next(busy, at: wait, left: left) == "send closeAll(1)")
  }

  @Test func `what is refused is asked for once more by itself, and a restart would forget it`() async {
    let open = await look(Self.open)
    var course = PanicCourse(open, hasHalted: true)
    #expect(course.next(open, at: 0) == "look 0.0" && course.next(open, at: 0) == "send closeAll(1)")
    #expect(course.next(open, at: 1.4) == "look 0.25")
    #expect(course.next(open, at: 1.5) == #"send close("p1")"#)
    #expect(course.next(open, at: 2.9) == "look 0.25")
    #expect(
      course.next(open, at: 3)
        == "finish left: position BTCUSDT long 0.5 | unfilled orders may be sent again, and fill: a restart would forget "
        + "what is still open: BTCUSDT long")
    #expect(
      course.proofs == [
        "quiet moment for the close seen: no order was made in the second before it, nor during it",
        "queue of unfilled orders not_seen: not ended: a restart would forget what is still open: BTCUSDT long",
        Self.resting,
      ])
    #expect(
      course.panic.advice(open, isAnswered: true)
        == "look at the exchange itself, then: \(.query(.positions)), \(.query(.orders))")
  }

  @Test func `the close of one is judged by the list, by its id or its symbol`() async throws {
    let rows = PanicBench.positions(PanicBench.row, #"{"symbol":"XUSDT","side":"long","size":1}"#)
    let open = await look(rows)
    var panic = Panic(before: [open], hasHalted: true)
    func moves(_ seconds: Double) -> [Panic.Move] {
      guard case .send(let moves) = panic.next(open, at: Panic.Moment(elapsed: .seconds(seconds), left: .seconds(100)))
      else { return [] }
      return moves
    }
    _ = moves(0)
    let all = try #require(moves(0).first)
    #expect(all.step.target == "close positions" && all.patience == .milliseconds(1_500) && !all.isSlow)
    #expect(all.step.finding(before: open, after: open) == .pending("still open: BTCUSDT long, XUSDT long"))
    let one = try #require(moves(1.5).first)
    #expect(one.step.target == "close BTCUSDT long 0.5" && one.patience == .milliseconds(500))
    #expect(one.step.request.recordedBody == ["position_id": "p1"])
    #expect(one.step.finding(before: open, after: open) == .pending("BTCUSDT is still open"))
    #expect(
      await one.step.finding(before: open, after: look()) == .seen("BTCUSDT is not listed any more"))
    #expect(
      await one.step.finding(before: open, after: look(["/orders/positions": "no JSON"]))
        == .pending("the list of positions did not come"))
    let other = try #require(moves(3).first)
    #expect(other.step.request.line == "POST /api/v1/orders/close-position-by-symbol")
    #expect(other.step.request.recordedBody == ["symbol": "XUSDT"] && other.call == .close("XUSDT"))
  }

  @Test func `what appears is closed with it, three times at most`() async {
    func appeared(_ id: String) async -> EngineSnapshot { await look(PanicBench.positions(PanicBench.position(id))) }
    let first = await appeared("a")
    var course = PanicCourse(first, hasHalted: true)
    #expect(course.next(first, at: 0) == "look 0.0" && course.next(first, at: 0) == "send closeAll(1)")
    let second = await appeared("b")
    #expect(course.next(second, at: 2) == "look 0.0" && course.next(second, at: 2) == "send closeAll(2)")
    let third = await appeared("c")
    #expect(course.next(third, at: 4) == "look 0.0" && course.next(third, at: 4) == "send closeAll(3)")
    let fourth = await appeared("d")
    #expect(course.next(fourth, at: 6) == #"send close("d")"#)
    #expect(course.next(fourth, at: 8).hasPrefix("finish left: position BTCUSDT long 0.5"))
  }

  @Test func `a close that did not go out is no round`() async {
    let open = await look(Self.open)
    var course = PanicCourse(open, hasHalted: true)
    #expect(course.next(open, at: 0) == "look 0.0" && course.next(open, at: 0) == "send closeAll(1)")
    course.panic.heard(.closeAll(1), .nobody)
    #expect(course.next(open, at: 0.5) == "look 0.0")
    #expect(course.next(open, at: 0.6) == "look 0.25", "not before a second has gone")
    #expect(course.next(open, at: 1) == "send closeAll(1)")
  }

  @Test func `a list that does not come is closed unseen`() async {
    let blind = await look(["/orders/positions": "no JSON"])
    var course = PanicCourse(blind, hasHalted: true)
    #expect(course.next(blind, at: 0) == "send closeAll(1)")
    #expect(course.next(blind, at: 4.9) == "look 0.25" && course.next(blind, at: 5) == "look 0.5")
    #expect(
      course.next(blind, at: 8)
        == "finish left: not known: the engine did not list its positions | unfilled orders may be sent again, and fill: "
        + "the engine does not list its positions, and a restart would forget them")
  }

  @Test func `an engine that tells nothing is given half a minute`() async {
    let silent = ["/engine/status": "no JSON"]
    let blind = await look(silent)
    var course = PanicCourse(blind, hasHalted: true)
    #expect(course.next(blind, at: 0) == "send closeAll(1)")
    #expect(course.panic.advice(blind, isAnswered: false) == NextStep(advice: Panic.exchange))
    var late = PanicCourse(blind, hasHalted: true)
    #expect(late.next(blind, at: 0) == "send closeAll(1)")
    late.panic.heard(.closeAll(1), .gone)
    let told = late.next(blind, at: 30)
    #expect(
      told.hasPrefix(
        "finish left: not known: the engine lists no positions and no orders, but did not say that it runs"))
    #expect(told.contains("unfilled orders may be sent again, and fill: the engine tells nothing"), "\(told)")
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var changes: OperationBench.Bodies
    var left = 100.0
    var isWaitedFor = true
    var reason: String

    var testDescription: String { name }
  }

  @Test(arguments: [
    Row(
      name: "no time", changes: [:], left: 14.9, isWaitedFor: false,
      reason: "there was no time for a restart, which can take 13 s"),
    Row(
      name: "tripped, and the lamp is out",
      changes: ["/risk/killswitch/status": #"{"triggered":true}"#].merging(
        PanicBench.stop(lamp: false, flag: true).merging(OperationBench.risk(stop: true, tripped: true)) { $1 }
      ) { $1 },
      reason: "the emergency stop does not show in /health, and a new engine would trade"),
  ])
  func `without a restart it is said why`(row: Row) async {
    let look = await look(row.changes)
    var course = PanicCourse(look, hasHalted: true)
    if row.isWaitedFor {
      #expect(course.next(look, at: 1.5, left: row.left) == "look 0.5")
      #expect(course.next(look, at: 4.4, left: row.left) == "look 0.5")
    }
    let end = course.next(look, at: 4.5, left: row.left)
    #expect(end.hasSuffix("unfilled orders may be sent again, and fill: \(row.reason)"), "\(end)")
    #expect(course.proofs == ["queue of unfilled orders not_seen: not ended: \(row.reason)", Self.resting])
    let again: NextStep =
      "\(.operation(.panic, options: .approved, .deadline("2m"))); and look at the exchange itself, then: \(.query(.positions)), \(.query(.orders))"
    #expect((course.panic.advice(look, isAnswered: true) == again) == (row.left < 15))
  }

  /// The next signal would open something again, and a restart would not change that.
  @Test func `an engine that no stop halts is stopped`() async {
    let free = await look(PanicBench.stop(lamp: false, flag: false))
    var course = PanicCourse(free, hasHalted: true)
    #expect(course.next(free, at: 1.5) == "look 0.5" && course.next(free, at: 4.4) == "look 0.5")
    #expect(course.next(free, at: 4.5) == "send stop")
    course.panic.heard(.stop, .nobody)
    #expect(course.next(free, at: 5) == "look 0.5" && course.next(free, at: 5.5) == "send stop")
    #expect(course.next(free, at: 21.4) == "look 0.5")
    let end = course.next(free, at: 21.5)
    #expect(
      end
        == "finish left: unfilled orders may be sent again, and fill: no halt is to be seen, and a new engine would trade; "
        + "it was to be stopped instead | no halt is to be seen: stop_trading is not set, so new positions can come")
    #expect(course.panic.advice(free, isAnswered: true) == NextStep(advice: Panic.exchange))
    var stopped = PanicCourse(free, hasHalted: true)
    _ = [1.5, 4.5].map { stopped.next(free, at: $0) }
    #expect(
      await stopped.next(look(PanicBench.engine("STOPPED", isDryRun: false)), at: 6)
        == "finish left: the engine was stopped, as no emergency stop showed: what its last orders did is not known")
  }

  @Test func `one that is stopped already proves nothing`() async {
    let look = await look(PanicBench.engine("STOPPED", isDryRun: false))
    var course = PanicCourse(look)
    #expect(
      course.next(look, at: 0)
        == "finish left: not known: the engine is not running, lists nothing and closes nothing; look at the exchange "
        + "itself")
    #expect(course.proofs == [Self.resting])
  }

  // MARK: Calm

  /// What the counter of orders shows of a close, and of the moment before it.
  @Test(
    arguments: [
      (
        PanicBench.metrics(last: "01:47:28"), PanicBench.metrics(last: "01:47:28"),
        "quiet moment for the close seen: no order was made in the second before it, nor during it", nil
      ),
      (
        PanicBench.metrics(last: "01:47:28"), PanicBench.metrics(made: 5),
        "quiet moment for the close not_seen: 2 orders made meanwhile: such an order may rest at the exchange",
        "not known: whether orders rest at the exchange; 2 orders made meanwhile, at the close"
      ),
      (
        PanicBench.metrics(last: "01:47:28"), PanicBench.metrics(made: 1),
        "quiet moment for the close not_seen: the counter of orders began anew: such an order may rest at the exchange",
        "not known: whether orders rest at the exchange; the counter of orders began anew, at the close"
      ),
      (
        PanicBench.metrics(last: "01:47:30"), PanicBench.metrics(last: "01:47:30"),
        "quiet moment for the close not_seen: an order was made in the second before it, and may rest at the exchange",
        "not known: whether an order rests at the exchange that was made just before the close"
      ),
      (
        ["/trading/metrics": "no JSON"], PanicBench.metrics(),
        "quiet moment for the close not_known: the engine did not tell when it made its last order",
        "not known: whether orders made just before the close rest at the exchange"
      ),
    ] as [(OperationBench.Bodies, OperationBench.Bodies, String, String?)])
  func `whether an order was alive at the close is told`(
    before: OperationBench.Bodies, after: OperationBench.Bodies, proof: String, left: String?
  ) async {
    let open = await look(Self.open, before)
    var course = PanicCourse(open, hasHalted: true)
    // Without the time for it nothing waits for a quiet moment.
    #expect(course.next(open, at: 0, left: 14) == "look 0.0")
    #expect(course.next(open, at: 0, left: 14) == "send closeAll(1)")
    let end = await course.next(look(after), at: 2, left: 14)
    #expect(course.proofs.first == proof)
    if let left {
      #expect(end.contains(left), "\(end)")
    } else {
      #expect(!end.contains("rest at") && !end.contains("rests at"))
    }
  }

  /// The books have it long.
  @Test func `what the exchange held before the last call had settled is told in its own words`() async throws {
    var snapshot = await look(Self.open)
    let row = try ExchangePosition.read(
      Data(#"{"symbol":"BTCUSDT","side":"Sell","size":"0.5","markPrice":"60000"}"#.utf8))
    let asked = snapshot.seenAt
    snapshot.exchange = ExchangeLook(positions: .success([row]), orders: .success([]), mode: .mainnet, at: asked)
    var exchange = PanicExchange()
    exchange.note(snapshot)
    #expect(exchange.held?.verdict == .notSeen && !exchange.isAwaited, "nothing was called yet")
    exchange.called()
    exchange.note(snapshot)
    #expect(exchange.held == nil && exchange.isAwaited)
    #expect(
      exchange.left == [
        "the exchange held BTCUSDT short 0.5 at \(EngineTime.clock(asked)), before the last call had settled: look there again"
      ])
    snapshot.exchange = ExchangeLook(positions: .success([]), orders: .success([]), mode: .mainnet, at: asked + 3)
    exchange.note(snapshot)
    #expect(exchange.held?.verdict == .seen && exchange.left == [] && !exchange.isAwaited)
  }
}
