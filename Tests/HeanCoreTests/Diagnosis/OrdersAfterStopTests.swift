import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Orders that are made although trading is stopped: each sign alone, and what is no sign (docs/engine.md 4.8).
struct OrdersAfterStopTests {
  private typealias Case = OrdersAfterStopCase
  private typealias Found = OrdersAfterStopCase.Found

  private static func stop(_ kind: StopMoment.Kind, _ age: TimeInterval) -> StopMoment {
    RememberedStopTests.stop(kind, age)
  }

  private static func last(order age: TimeInterval, _ more: String = "") -> Told {
    .says(.metrics, #"{"last_order_ts":"\#(ago(age))"\#(more)}"#)
  }

  private static func order(_ age: TimeInterval, _ strategy: String = "a") -> String {
    #"{"symbol":"BTCUSDT","side":"buy","size":2,"price":100,"strategy_id":"\#(strategy)","timestamp":"\#(ago(age))"}"#
  }

  private static func all(_ rows: String...) -> Told { .says(.orders(.all), "[\(rows.joined(separator: ","))]") }

  private static func held(_ age: TimeInterval, _ strategy: String = "a") -> [Told] {
    let row = #""position_id":"p","symbol":"BTCUSDT","side":"long","strategy_id":"\#(strategy)""#
    return [
      .positions(#"{\#(row),"size":0.5,"entry_price":1,"current_price":1}"#),
      .state(positions: [#"{\#(row),"qty":0.5,"opened_at":"\#(ago(age))"}"#]),
    ]
  }

  private static let fill = Told.says(.metrics, #"{"last_fill_ts":"\#(ago(30))"}"#)
  private static let live: [Told] = [.engine(isLive: true), .says(.settings, #"{"bybit_testnet":true}"#)]
  private static let echo =
    live + held(30, "unknown") + [.history([EmptyCheckTests.closed("BTCUSDT", age: 30.5, size: "0.5")], limit: 500)]
  private static let refused = Told.says(
    .closeFailures,
    #"{"events":[{"timestamp":"\#(ago(9))","message":"FAILED TO CLOSE POSITION ON BYBIT: p (BTCUSDT) - current position is zero"}]}"#
  )

  private static let signs: [Case] = [
    Case("no sign"), Case("an order of the second after the stop", [last(order: 39)]),
    Case("a later one", [last(order: 38.5)], Found(stop: .emergency, age: 38.5)),
    Case("a fill can be a close, in a dry run", [fill]), Case("and at the exchange", live + [fill]),
    Case(
      "a position of which nobody tells an order", held(38.5), Found(stop: .emergency, opened: ["BTCUSDT"])),
    Case("a position from before", held(39)), Case("an echo is no order", echo),
    Case("nor is one that could not be closed", echo + [refused]),
    Case(
      "an unrecognised fill is one", live + held(30, "unknown"), Found(stop: .emergency, opened: ["BTCUSDT"])),
    Case(
      "a list of orders", [all(order(41), order(30), order(20))],
      Found(stop: .emergency, orders: 2, age: 20, notional: 400)),
    Case("of which all are from before", [all(order(41), order(39))]),
    Case("of which the later ones clear orphans", [all(order(41), order(30, "orphan_cleanup"))]),
    Case(
      "a fill in the state", [.state(fills: [order(30)])],
      Found(stop: .emergency, orders: 1, age: 30, notional: 200)),
    Case(
      "70 s later the next one can be due", [last(order: 70)], stops: [stop(.emergency, 200)],
      Found(stop: .emergency, age: 70)),
    Case(
      "after that it has ended", [last(order: 70.5)], stops: [stop(.emergency, 200)],
      Found(stop: .emergency, isGoingOn: false, age: 70.5)),
  ]

  @Test(arguments: signs) func `one sign`(item: OrdersAfterStopCase) throws { try item.check() }

  private static func session(_ orders: Int, _ accepted: Int) -> String {
    #","counters":{"session":{"orders_created":\#(orders),"decisions_create":\#(accepted)}}"#
  }
  private static let minute = #","counters":{"last_1m":{"orders_created":3,"decisions_create":0}}"#
  private static let look: RememberedLook = {
    var look = RememberedLook(at: Seen.now - 10)
    look.ordersMade = 5
    look.accepted = 2
    return look
  }()

  private static func governor(_ age: TimeInterval) -> Told {
    .says(.governor, #"{"risk_state":"HARD_STOP","blocked_at":"\#(ago(age))"}"#)
  }

  private static func tripped(_ age: TimeInterval? = nil) -> [Told] {
    let at = age.map { #","triggered_at":"\#(ago($0))""# } ?? ""
    return [.says(.killSwitch, #"{"triggered":true\#(at)}"#), .risk(isTripped: true)]
  }

  private static func accepted(_ age: TimeInterval) -> Told {
    .state([#"{"decision":"CREATE","reason_code":"ACCEPTED","timestamp":"\#(ago(age))","symbol":"BTCUSDT"}"#])
  }

  private static let paused = Told.engine(state: "PAUSED")

  private static let moments: [Case] = [
    Case(
      "of several stops the first that is broken", [governor(300), last(order: 50)],
      stops: [stop(.latch, 100), stop(.emergency, 40)], Found(stop: .governor, age: 50)),
    Case("the later stops alone are not", [last(order: 50)], stops: [stop(.latch, 49), stop(.emergency, 40)]),
    Case(
      "counters that move between two looks, under a stop without a time",
      tripped() + [last(order: 3, session(7, 2))], stops: [], earlier: look,
      Found(stop: .killSwitch, orders: 2, age: 3)),
    Case("without the time of an order", [.says(.metrics, #"{"x":1\#(session(7, 2))}"#)], earlier: look),
    Case(
      "with a time before the stop they show none", [last(order: 3, session(7, 2))], stops: [stop(.emergency, 2.5)],
      earlier: look),
    Case("a minute of orders before the stop shows none", [last(order: 5, minute)], stops: [stop(.emergency, 3)]),
    Case(
      "nor does one of the engine object before",
      [.says(.health, #"{"components":{"killswitch":{"triggered":true}}}"#), .started(20), last(order: 25, minute)],
      stops: [stop(.emergency, 19)]),
    Case(
      "a switch that has tripped holds, whatever passed since", tripped(30) + [accepted(10), last(order: 5)],
      stops: [], Found(stop: .killSwitch, age: 5)),
    Case("a pause", [paused, last(order: 30)], stops: [stop(.pause, 40)], Found(stop: .pause, age: 30)),
    Case(
      "a pause in which signals are accepted", [paused, accepted(10), last(order: 9)], stops: [stop(.pause, 40)]),
    Case(
      "and are not any more", [paused, accepted(50), last(order: 9)], stops: [stop(.pause, 40)],
      Found(stop: .pause, age: 9)),
    Case("a pause that is over", [last(order: 30)], stops: [stop(.pause, 40)]),
    Case("no stop", [last(order: 3, minute)], stops: []),
    Case("a stop from before the start", [last(order: 3), .started(20)]),
    Case("a stopped engine", [.stopped, last(order: 3)]),
    Case("one that is stopping", [.engine(state: "BUSY"), last(order: 3)], Found(stop: .emergency, age: 3)),
    Case(
      "one that is starting, after a stop that was seen", [.engine(state: "BUSY"), last(order: 3)],
      stops: [stop(.emergency, 40), stop(.engineStop, 10)]),
    Case("one that does not say whether it runs", [.fails(.engineStatus), last(order: 3)]),
  ]

  @Test(arguments: moments) func `stops and orders in their order`(item: OrdersAfterStopCase) throws {
    try item.check()
  }
}
