import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The statistics against empyrical-reloaded and quantstats; `.ci/figures/analytics` makes the figures and names where the two
/// define one otherwise.
struct StatisticFixtureTests {
  private struct Fixture: Decodable {
    static let names = ["year", "short", "long"]

    let returns: [Double]
    let profits: [Double]
    let figures: [String: Double]

    init(_ name: String) throws {
      let file = Fixtures.root.appending(path: "analytics/\(name).json")
      self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }

    /// A curve with these daily returns, read at some time of each day.
    var curve: EquityCurve {
      var equity = 10_000.0
      var points = [EquityCurve.Point(at: Date(timeIntervalSince1970: 1_767_225_600), equity: equity)]
      for (day, value) in returns.enumerated() {
        equity *= 1 + value
        let at = 1_767_225_600 + Double(day + 1) * 86_400 + Double(day % 1000)
        points.append(EquityCurve.Point(at: Date(timeIntervalSince1970: at), equity: equity))
      }
      return EquityCurve(.snapshots, points)
    }

    var statistics: [Statistic] {
      TradeStatistics.all(profits.map { TradeResult(profit: $0) }, seed: 1) + ReturnStatistics.all(curve, seed: 1)
    }
  }

  @Test(arguments: Fixture.names)
  func `every figure is that of the fixture to a billionth`(name: String) throws {
    let fixture = try Fixture(name)
    let seen = Dictionary(uniqueKeysWithValues: fixture.statistics.map { ($0.name.rawValue, $0) })
    #expect(fixture.figures.count == 13, "every figure that either of the two has")
    for (figure, wanted) in fixture.figures {
      let value = try #require(seen[figure]?.value, "\(figure): \(seen[figure]?.refusal ?? "missing")")
      #expect(abs(value - wanted) <= 1e-9 * abs(wanted), "\(figure): \(value), not \(wanted)")
    }
  }

  @Test(arguments: Fixture.names)
  func `intervals hold the figure, and are those of the seed`(name: String) throws {
    let fixture = try Fixture(name)
    let statistics = fixture.statistics
    #expect(statistics == fixture.statistics)
    let known = statistics.filter { $0.interval != nil }
    #expect(known.count == 11, "\(known.map(\.name))")
    // A resample has deeper and shallower falls than the days in the order in which they came; the rest is near its own.
    for figure in known where ![.maxDrawdown, .calmar].contains(figure.name) {
      let (interval, value) = (try #require(figure.interval), try #require(figure.value))
      #expect(interval.low < value && value < interval.high ?? .infinity, "\(figure)")
    }
  }

  /// Where theory knows the answer: the mean of many trades moves by 1.96 standard errors.
  @Test func `the interval of a mean is that of theory`() throws {
    let profits = try Fixture("long").profits
    let mean = profits.reduce(0, +) / Double(profits.count)
    let error = (profits.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }).squareRoot() / Double(profits.count)
    let found = TradeStatistics.all(profits.map { TradeResult(profit: $0) }, seed: 3).first { $0.name == .expectancy }
    let interval = try #require(found?.interval)
    let half = (try #require(interval.high) - interval.low) / 2
    #expect(abs(half / (1.96 * error) - 1) < 0.15, "\(half), not \(1.96 * error)")
  }
}
