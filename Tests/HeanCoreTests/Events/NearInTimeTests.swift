import Foundation
import Testing

@testable import HeanCore

struct NearInTimeTests {
  private struct Thing: Equatable {
    var key = "BTC"
    var second: TimeInterval?
    var number = 0
  }

  private func index(_ things: [Thing]) -> NearInTime<String, Thing> {
    NearInTime(things, by: \.key) { $0.second.map { Date(timeIntervalSince1970: $0) } }
  }

  @Test func `the latest that is near is found, and of the same time the first`() {
    let things = [
      Thing(second: 100), Thing(second: 108, number: 1), Thing(second: 108, number: 2), Thing(second: 130),
      Thing(key: "ETH", second: 109), Thing(),
    ]
    let found = index(things).first("BTC", near: Date(timeIntervalSince1970: 100), within: 10)
    #expect(found == Thing(second: 108, number: 1))
    #expect(index(things).first("BTC", near: Date(timeIntervalSince1970: 119), within: 10) == nil)
    #expect(index(things).first("BTC", near: nil, within: 10) == nil)
    #expect(index(things).first("SOL", near: Date(timeIntervalSince1970: 100), within: 10) == nil)
  }

  @Test func `each is taken once, in the order in which they are found, and the rest is told`() {
    let things = (0..<5000).map { Thing(second: 100, number: $0) } + [Thing(second: 300)]
    var left = index(things)
    let moment = Date(timeIntervalSince1970: 95)
    let taken = (0..<5001).compactMap { _ in left.take("BTC", near: moment, within: 10)?.number }
    #expect(taken == Array(0..<5000))
    #expect(left.rest(of: things) == [Thing(second: 300)])
  }
}
