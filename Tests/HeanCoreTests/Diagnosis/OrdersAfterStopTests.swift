import Foundation
import Testing

@testable import HeanCore

/// Orders that are made although trading is stopped: each sign alone, and what is no sign (docs/engine.md 4.8).
struct OrdersAfterStopTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: [Told] = []
    var stops: [StopMoment] = [stop(.emergency, 40)]
    var earlier: RememberedLook?
    /// `nil` when nothing is to be found.
    var found: Found?
  }

  private struct Found: Sendable, Equatable {
    var stop: StopMoment.Kind?
    var isGoingOn = true
    var orders: Int?
    var opened: [String] = []
    var age: Decimal?
    var notional: Decimal?
  }

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

  private static let live: [Told] = [.engine(isLive: true), .says(.settings, #"{"bybit_testnet":true}"#)]
  private static let paused: [Told] = [.engine(state: "PAUSED"), .state()]
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

  private static let cases: [Case] = [
    Case(testDescription: "no sign"),
    Case(testDescription: "an order of the second after the stop", told: [last(order: 39)]),
    Case(
      testDescription: "a later one", told: [last(order: 38.9)],
      found: Found(stop: .emergency, age: Decimal(38.9).rounded)),
    Case(
      testDescription: "a fill in a dry run", told: [.says(.metrics, #"{"last_fill_ts":"\#(ago(30))"}"#)],
      found: Found(stop: .emergency)),
    Case(
      testDescription: "a fill at the exchange is a close as well",
      told: live + [.says(.metrics, #"{"last_fill_ts":"\#(ago(30))"}"#)]),
    Case(
      testDescription: "a position of which nobody tells an order", told: held(38.9),
      found: Found(stop: .emergency, opened: ["BTCUSDT"])),
    Case(testDescription: "a position from before", told: held(39)),
    Case(
      testDescription: "an echo is no order",
      told: live + held(30, "unknown") + [
        .history([EmptyCheckTests.closed("BTCUSDT", age: 30.5, size: "0.5")], limit: 500)
      ]),
    Case(
      testDescription: "an unrecognised fill is one", told: live + held(30, "unknown"),
      found: Found(stop: .emergency, opened: ["BTCUSDT"])),
    Case(
      testDescription: "a list of orders", told: [all(order(41), order(30), order(20))],
      found: Found(stop: .emergency, orders: 2, age: 20, notional: 400)),
    Case(testDescription: "of which all are from before", told: [all(order(41), order(39))]),
    Case(testDescription: "of which the later ones clear orphans", told: [all(order(41), order(30, "orphan_cleanup"))]),
    Case(
      testDescription: "a fill in the state", told: [.state(fills: [order(30)])],
      found: Found(stop: .emergency, orders: 1, age: 30, notional: 200)),
    Case(
      testDescription: "70 s later the next one can be due", told: [last(order: 70)], stops: [stop(.emergency, 200)],
      found: Found(stop: .emergency, age: 70)),
    Case(
      testDescription: "after that it has ended", told: [last(order: 70.1)], stops: [stop(.emergency, 200)],
      found: Found(stop: .emergency, isGoingOn: false, age: Decimal(70.1).rounded)),
    Case(
      testDescription: "of several stops the first that is broken", told: [governor(300), last(order: 50)],
      stops: [stop(.latch, 100), stop(.emergency, 40)], found: Found(stop: .governor, age: 50)),
    Case(
      testDescription: "the later stop alone is not", told: [last(order: 50)],
      stops: [stop(.latch, 49), stop(.emergency, 40)]),
    Case(
      testDescription: "counters that move between two looks", told: [.says(.metrics, #"{"x":1\#(session(7, 2))}"#)],
      earlier: look),
    Case(
      testDescription: "with a time before the stop they show none",
      told: [last(order: 3, session(7, 2))], stops: [stop(.emergency, 2.5)], earlier: look),
    Case(
      testDescription: "a minute of orders before the stop shows none", told: [last(order: 5, minute)],
      stops: [stop(.emergency, 3)]),
    Case(
      testDescription: "a pause", told: paused + [last(order: 30)], stops: [stop(.pause, 40)],
      found: Found(stop: .pause, age: 30)),
    Case(
      testDescription: "a pause in which signals are accepted",
      told: [.engine(state: "PAUSED"), accepted(10), last(order: 9)], stops: [stop(.pause, 40)]),
    Case(
      testDescription: "and are not any more", told: [.engine(state: "PAUSED"), accepted(50), last(order: 9)],
      stops: [stop(.pause, 40)], found: Found(stop: .pause, age: 9)),
    Case(testDescription: "a pause that is over", told: [last(order: 30)], stops: [stop(.pause, 40)]),
    Case(testDescription: "no stop", told: [last(order: 3, minute)], stops: []),
    Case(testDescription: "a stop from before the start", told: [last(order: 3), .started(20)]),
    Case(testDescription: "a stopped engine", told: [.stopped, last(order: 3)]),
    Case(testDescription: "one that does not say whether it runs", told: [.fails(.engineStatus), last(order: 3)]),
  ]

  private static func accepted(_ age: TimeInterval) -> Told {
    .state([#"{"decision":"CREATE","reason_code":"ACCEPTED","timestamp":"\#(ago(age))","symbol":"BTCUSDT"}"#])
  }

  private static func governor(_ age: TimeInterval) -> Told {
    .says(.governor, #"{"risk_state":"HARD_STOP","blocked_at":"\#(ago(age))"}"#)
  }

  @Test(arguments: cases)
  private func `orders after a stop`(item: Case) throws {
    var snapshot = try EngineSnapshot.staged([.state(), .omits(.orders(.all)), .says(.metrics, "{}")] + item.told)
    snapshot.remembered = RememberedStopTests.engine(item.stops)
    snapshot.remembered.earlier = item.earlier
    let orders = OrdersAfterStop(snapshot)
    let found = orders.map { orders in
      Found(
        stop: orders.stop?.kind, isGoingOn: orders.isGoingOn, orders: orders.orders,
        opened: orders.opened.map(\.symbol), age: orders.age, notional: orders.orderedNotional)
    }
    #expect(found == item.found)
  }
}

extension Decimal {
  fileprivate var rounded: Decimal { Figures.rounded(self, 3) }
}
