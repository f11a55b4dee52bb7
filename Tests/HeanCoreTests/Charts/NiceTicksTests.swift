import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The labels of an axis against mizani's, which `.ci/figures/ticks` records.
struct NiceTicksTests {
  private struct Case: Decodable {
    var low: Double
    var high: Double
    var count: Int
    var ticks: [Double]

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      low = try values.decode(Double.self)
      high = try values.decode(Double.self)
      count = try values.decode(Int.self)
      ticks = try values.decode([Double].self)
    }
  }

  @Test func `every recorded range has mizani's labels`() throws {
    let file = Fixtures.root.appending(path: "ticks/extended.json")
    let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
    #expect(cases.count == 924)
    for one in cases {
      let ticks = NiceTicks(count: one.count).ticks(from: one.low, to: one.high)
      let scale = max(abs(one.low), abs(one.high))
      let isSame =
        ticks.count == one.ticks.count && zip(ticks, one.ticks).allSatisfy { abs($0 - $1) <= 1e-12 * scale }
      #expect(isSame, "\(one.low) to \(one.high), \(one.count): \(ticks), not \(one.ticks)")
    }
  }

  @Test func `a range without width, or without end, ends as well`() {
    #expect(NiceTicks().ticks(from: 5, to: 5) == [5])
    #expect(NiceTicks().ticks(from: .nan, to: 5).isEmpty && NiceTicks().ticks(from: 0, to: .infinity).isEmpty)
    #expect(NiceTicks().ticks(from: -.greatestFiniteMagnitude, to: .greatestFiniteMagnitude).isEmpty)
    #expect(NiceTicks().ticks(from: 1e15, to: 1e15 + 0.125) == [1e15], "too narrow for its size")
    #expect(NiceTicks(count: -3).count == 2)
    #expect(NiceTicks().ticks(from: 9, to: 0) == NiceTicks().ticks(from: 0, to: 9), "the order does not matter")
  }
}
