import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Orders without accepted signals between two looks, which show the retry queue whatever signals do.
struct RetryQueueLookTests {
  /// Two looks; times in seconds before now.
  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: TimeInterval = 6
    var orders: (then: Int?, now: Int?) = (5, 7)
    var accepted: (then: Int?, now: Int?) = (3, 3)
    var last: TimeInterval? = 2
    var told: [Told] = []
    var found: Int?
  }

  private static let cases: [Case] = [
    Case(testDescription: "6 s apart", found: 2),
    Case(testDescription: "less than 6 s apart", before: 5.9),
    Case(testDescription: "an hour apart", before: 3600, found: 2),
    Case(testDescription: "a signal was accepted", accepted: (3, 4)),
    Case(testDescription: "acceptances are not counted now", accepted: (3, nil)),
    Case(testDescription: "they were not counted then", accepted: (nil, 3)),
    Case(testDescription: "no order was made", orders: (5, 5)),
    Case(testDescription: "the counter went back", orders: (5, 4)),
    Case(testDescription: "orders were not counted then", orders: (nil, 4)),
    Case(testDescription: "the last order is not yet 70 s old", last: 69.5, found: 2),
    Case(testDescription: "it is", last: 70),
    Case(testDescription: "it has no time", last: nil),
    Case(testDescription: "a stopped engine", told: [.stopped]),
    Case(testDescription: "one that does not say whether it runs", told: [.fails(.engineStatus)]),
    Case(
      testDescription: "an engine whose clock is a minute ahead", last: -50,
      told: [.says(.health, #"{"timestamp":"\#(ago(-60))","components":{"killswitch":{"triggered":false}}}"#)], found: 2
    ),
    Case(
      testDescription: "by that clock it is 71 s old", last: 11,
      told: [.says(.health, #"{"timestamp":"\#(ago(-60))","components":{"killswitch":{"triggered":false}}}"#)]),
  ]

  private static func member(_ name: String, _ value: Int?) -> String {
    value.map { #""\#(name)":\#($0)"# } ?? #""x":1"#
  }

  @Test(arguments: cases)
  private func `orders between two looks`(item: Case) throws {
    let session =
      Self.member("orders_created", item.orders.now) + "," + Self.member("decisions_create", item.accepted.now)
    let last = item.last.map { #","last_order_ts":"\#(ago($0))""# } ?? ""
    var snapshot = try EngineSnapshot.staged(
      [.says(.metrics, #"{"counters":{"session":{\#(session)}}\#(last)}"#)] + item.told)
    var look = RememberedLook(at: Seen.now - item.before)
    look.ordersMade = item.orders.then
    look.accepted = item.accepted.then
    #expect(RetryQueue(snapshot) == nil, "one look shows none")
    snapshot.remembered.earlier = look
    let queue = RetryQueue(snapshot)
    #expect(queue?.orders == item.found)
    #expect(queue?.span == (item.found == nil ? nil : Decimal(item.before)))
    #expect(queue?.lastOrderAt == (item.found == nil ? nil : item.last.map { Seen.now - $0 }))
  }

  @Test func `the last minute goes before an earlier look, and the span is told`() throws {
    let counters =
      #""session":{"orders_created":9,"decisions_create":3},"last_1m":{"orders_created":3,"decisions_create":0}"#
    let minute = #"{"counters":{\#(counters)},"last_order_ts":"\#(ago(2))"}"#
    var snapshot = try EngineSnapshot.staged([.says(.metrics, minute)])
    var look = RememberedLook(at: Seen.now - 90)
    look.ordersMade = 1
    look.accepted = 3
    snapshot.remembered.earlier = look
    #expect(RetryQueue(snapshot)?.orders == 3 && RetryQueue(snapshot)?.span == 60)
    snapshot = try EngineSnapshot.staged([.says(.metrics, minute.replacing("last_1m", with: "last_9m"))])
    snapshot.remembered.earlier = look
    #expect(RetryQueue(snapshot)?.message.hasPrefix("8 orders in the last 1m30s without an accepted signal") == true)
  }
}
