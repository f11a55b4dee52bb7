import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The way of a panic through what it is shown: moments in, calls out.
struct PanicCourseTests {
  private static let position = PanicBench.positions(PanicBench.row)
  private static let live = PanicBench.live
  private static let halted = PanicBench.halted
  private static let stopped = PanicBench.engine("STOPPED")

  // MARK: On paper

  @Test func `a dry run is halted, closed and killed, each once, and is flat then`() async {
    let open = await PanicBench.look(Self.position)
    var course = PanicCourse(open)
    #expect(course.next(open, at: 0) == "send halt")
    let halted = await PanicBench.look(Self.position, Self.halted)
    #expect(course.next(halted, at: 0.1) == "send closeAll(1)")
    let closed = await PanicBench.look(Self.halted, PanicBench.closed("p1", realized: "-4"))
    #expect(course.next(closed, at: 0.2) == "send kill")
    #expect(course.next(closed, at: 0.3) == "look 0.5")
    let end = await PanicBench.look(Self.halted, Self.stopped)
    #expect(
      course.next(end, at: 5)
        == "finish flat: closed: BTCUSDT long; realized -4.00 USDT; the engine is stopped, and a dry run's positions "
        + "exist in it only")
    #expect(course.proofs.isEmpty)
  }

  @Test func `with nothing open nothing is closed`() async {
    let look = await PanicBench.look(Self.halted)
    var course = PanicCourse(look, hasHalted: true)
    #expect(course.next(look, at: 0) == "send kill")
    var ordered = PanicCourse(look, hasHalted: true)
    #expect(await ordered.next(PanicBench.look(Self.halted, PanicBench.orders("o1")), at: 0) == "send closeAll(1)")
  }

  @Test func `a dry run that stays up is left after as long as a stop takes`() async {
    let look = await PanicBench.look(Self.position, Self.halted)
    var course = PanicCourse(look, hasHalted: true)
    #expect(course.next(look, at: 0) == "send closeAll(1)" && course.next(look, at: 1) == "send kill")
    #expect(course.next(look, at: 20.9) == "look 0.5")
    #expect(
      course.next(look, at: 21)
        == "finish left: position BTCUSDT long 0.5 | the engine still runs: unfilled orders can be sent again, and fill"
    )
    let advice = course.panic.advice(look, isAnswered: true)
    #expect(
      advice == "\(.operation(.engineStop)), or end the engine's process: a stopped dry run holds nothing")
    #expect(course.panic.advice(look, isAnswered: false) != advice)
  }

  @Test func `one that is stopped is flat without a call`() async {
    let look = await PanicBench.look(Self.stopped)
    var course = PanicCourse(look)
    #expect(
      course.next(look, at: 0)
        == "finish flat: the engine is stopped, and a dry run's positions exist in it only")
  }

  /// Once more after 1, 2, 4, 8 and 8 seconds.
  @Test func `what did not go out goes out again, ever later`() async {
    let look = await PanicBench.look(Self.position)
    var course = PanicCourse(look)
    var now = 0.0
    for pause in [1.0, 2, 4, 8, 8] {
      #expect(course.next(look, at: now) == "send halt")
      course.panic.heard(.halt, .nobody)
      // What else there is goes out meanwhile.
      if now == 0 { #expect(course.next(look, at: 0.5) == "send closeAll(1)") }
      #expect(course.next(look, at: now + pause - 0.01) != "send halt")
      now += pause
    }
    #expect(course.next(look, at: now) == "send halt")
    course.panic.heard(.halt, .tooMany)
    #expect(course.next(look, at: now + 0.1) != "send halt")
  }

  @Test(arguments: [ControlReply.taken, .no, .gone, .wrongKey])
  func `what the engine may have had is not sent again`(reply: ControlReply) async {
    let look = await PanicBench.look(Self.position)
    var course = PanicCourse(look)
    #expect(course.next(look, at: 0) == "send halt")
    course.panic.heard(.halt, reply)
    #expect(course.next(look, at: 100) == "send closeAll(1)")
  }

  // MARK: At an exchange

  private static let restarted = PanicBench.memory("01:47:30")

  @Test func `an empty one is halted, restarted in a quiet moment, halted anew and watched`() async {
    let first = await PanicBench.look(Self.live)
    var course = PanicCourse(first)
    #expect(course.next(first, at: 0) == "send halt")
    let halted = await PanicBench.look(Self.live, Self.halted)
    #expect(course.next(halted, at: 0.1) == "look 0.25", "the echo of a close comes late")
    #expect(course.next(halted, at: 1.4) == "look 0.25")
    #expect(course.next(halted, at: 1.5) == "look 0.0")
    let old = await PanicBench.look(Self.live, Self.halted, PanicBench.memory("01:40:00"), parts: course.panic.parts)
    #expect(course.next(old, at: 1.6) == "send restart, haltAgain")
    course.panic.heard(.restart, .taken)
    let new = await PanicBench.look(Self.live, Self.halted, Self.restarted, parts: course.panic.parts)
    #expect(course.next(new, at: 6) == "look 1.5")
    #expect(
      course.proofs == ["quiet moment for the restart seen: no order was made in the second before it, nor during it"])
    #expect(course.next(new, at: 15.9) == "look 1.5")
    #expect(course.next(new, at: 35.9) == "look 1.5")
    #expect(
      course.next(new, at: 36)
        == "finish unproved: flat in the engine's books; not proved at the exchange: equity stood still at 9000.00 USDT, "
        + "but the engine does not say that it reaches the exchange (rest_ok of /trading/why). Seen: no position is listed; "
        + "no order was made in the 34s since the restart")
    #expect(
      course.proofs.dropFirst() == [
        "orders stand still seen: 3 made, and no more since the restart, 34s ago",
        "equity not_known: stood still at 9000.00 USDT, but the engine does not say that it reaches the exchange "
          + "(rest_ok of /trading/why)",
        "orders resting at the exchange not_known: no call shows or cancels them; look there, and cancel what rests",
      ])
  }

  /// Brought to where the new engine is watched, at 10 s.
  private func watched(_ changes: OperationBench.Bodies = [:]) async -> PanicCourse {
    let halted = await PanicBench.look(Self.live, Self.halted)
    var course = PanicCourse(halted, hasHalted: true)
    #expect(course.next(halted, at: 1.5) == "look 0.0")
    let old = await PanicBench.look(Self.live, Self.halted, PanicBench.memory("01:40:00"), parts: course.panic.parts)
    #expect(course.next(old, at: 2) == "send restart, haltAgain")
    course.panic.heard(.restart, .taken)
    let new = await look(course, changes)
    #expect(course.next(new, at: 10) == "look 1.5")
    return course
  }

  private func look(_ course: PanicCourse, _ changes: OperationBench.Bodies = [:]) async -> EngineSnapshot {
    await PanicBench.look(
      Self.live, Self.halted, Self.restarted,
      ["/trading/why": #"{"engine_state":"RUNNING","execution_quality":{"rest_ok":true}}"#], changes,
      parts: course.panic.parts)
  }

  private static func price(_ price: String) -> OperationBench.Bodies {
    ["/market/ticker?symbol=BTCUSDT": #"{"symbol":"BTCUSDT","price":\#(price)}"#]
  }

  @Test func `once orders and equity stand still it is flat`() async {
    var course = await watched(Self.price("90"))
    _ = await course.next(look(course, Self.price("91")), at: 12)
    let last = await look(course, Self.price("92"))
    #expect(course.next(last, at: 19.9) == "look 1.5")
    #expect(
      course.next(last, at: 20)
        == "finish flat: no position is listed; no order was made in the 18s since the restart; equity stood still at "
        + "9000.00 USDT for 10s while prices moved")
  }

  @Test func `an order after the restart starts the watch anew, and is told`() async {
    var course = await watched()
    let made = await look(course, PanicBench.metrics(made: 5))
    #expect(course.next(made, at: 15) == "look 1.5" && course.next(made, at: 39.9) == "look 1.5")
    let end = course.next(made, at: 40)
    #expect(
      end.contains(
        "2 orders made after the restart, and none for 25s: such an order may have filled, or rest at the exchange"),
      "\(end)")
    #expect(course.proofs.contains("orders stand still seen: 5 made, and no more for 25s"), "\(course.proofs)")
  }

  @Test func `orders without end are told after so long`() async {
    var course = await watched()
    for second in stride(from: 12, to: 85, by: 3) {
      let look = await look(course, PanicBench.metrics(made: 3 + second))
      #expect(course.next(look, at: Double(second)) == "look 1.5", "\(second)")
    }
    let end = await course.next(look(course, PanicBench.metrics(made: 103)), at: 85)
    #expect(end.contains("orders are still being made: 100 in 1m15s"), "\(end)")
    #expect(course.proofs.contains("orders stand still not_seen: 100 made in 1m15s"), "\(course.proofs)")
  }

  @Test func `signals that the new engine took before it was halted are told`() async {
    var course = await watched(PanicBench.metrics(accepted: 4))
    let end = await course.next(look(course, PanicBench.metrics(accepted: 4)), at: 40)
    #expect(
      end.contains("2 signals accepted before the new engine was halted; its orders may have filled"), "\(end)")
    #expect(course.proofs.contains("new engine halted in time not_seen: 2 signals accepted before it was"))
  }

  @Test func `what appears in the new engine is closed`() async {
    var course = await watched()
    let open = await look(course, Self.position)
    #expect(course.next(open, at: 11) == "send closeAll(1)")
    #expect(course.next(open, at: 12) == "look 1.5", "asked for once")
  }

  @Test func `a new engine that loses its halt is halted once more, and stopped where that is of no use`() async {
    var course = await watched()
    let free = await look(course, PanicBench.stop(lamp: true, flag: false))
    #expect(course.next(free, at: 12) == "send haltAgain")
    #expect(course.next(free, at: 12.5) == "look 0.5" && course.next(free, at: 13) == "send haltAgain")
    #expect(course.next(free, at: 19.9) == "send haltAgain")
    #expect(course.next(free, at: 20) == "send stop")
    let end = await course.next(look(course, PanicBench.engine("STOPPED", isDryRun: false)), at: 22)
    #expect(
      end.hasSuffix("the engine was stopped, as no emergency stop showed: what its last orders did is not known"))
  }

  @Test func `a restart that is not seen to come about is told`() async {
    let halted = await PanicBench.look(Self.live, Self.halted)
    for (reply, patience) in [(ControlReply.taken, 5.0), (.no, 5), (.gone, 45)] {
      var course = PanicCourse(halted, hasHalted: true)
      #expect(course.next(halted, at: 1.5) == "look 0.0")
      let old = await PanicBench.look(Self.live, Self.halted, PanicBench.memory("01:40:00"), parts: course.panic.parts)
      #expect(course.next(old, at: 2) == "send restart, haltAgain")
      course.panic.heard(.restart, reply)
      let same = await PanicBench.look(Self.live, Self.halted, PanicBench.memory("01:40:00"), parts: course.panic.parts)
      #expect(course.next(same, at: 2 + patience - 0.1) == "look 0.5")
      let end = course.next(same, at: 2 + patience)
      #expect(
        end
          == "finish left: unfilled orders may be sent again, and fill: the restart was asked for, and was not seen to come "
          + "about")
      #expect(
        course.proofs.contains(
          "queue of unfilled orders not_seen: not ended: the restart was asked for, and was not seen to come about"))
    }
  }

  @Test func `a restart that did not go out is tried again`() async {
    let halted = await PanicBench.look(Self.live, Self.halted)
    var course = PanicCourse(halted, hasHalted: true)
    #expect(course.next(halted, at: 1.5) == "look 0.0" && course.next(halted, at: 2) == "send restart, haltAgain")
    course.panic.heard(.restart, .nobody)
    #expect(course.next(halted, at: 2.5) == "look 0.5", "not before a second has gone")
    #expect(course.next(halted, at: 3.1) == "look 0.0" && course.next(halted, at: 3.2) == "send restart, haltAgain")
  }

  @Test func `where the answer was lost a new memory tells that it has restarted`() async {
    let halted = await PanicBench.look(Self.live, Self.halted)
    var course = PanicCourse(halted, hasHalted: true)
    #expect(course.next(halted, at: 1.5) == "look 0.0")
    let old = await PanicBench.look(Self.live, Self.halted, PanicBench.memory("01:40:00"), parts: course.panic.parts)
    #expect(course.next(old, at: 2) == "send restart, haltAgain")
    course.panic.heard(.restart, .gone)
    #expect(await course.next(look(course), at: 5) == "look 1.5")
    #expect(course.proofs.last == "restart seen: the engine's memory is new")
  }
}
