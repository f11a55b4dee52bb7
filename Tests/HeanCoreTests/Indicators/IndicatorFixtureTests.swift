import Testing

@testable import HeanCore

/// The indicators against the figures of TA-Lib, and of the definitions where TA-Lib has none.
struct IndicatorFixtureTests {
  @Test(arguments: IndicatorFixture.names)
  func `every line is that of the fixture`(name: String) throws {
    let fixture = try IndicatorFixture(name)
    let lines = try AllIndicators.lines(of: fixture.bars(), fixture.parameters)
    #expect(lines.keys.sorted() == fixture.figures.keys.sorted())
    for (line, wanted) in fixture.figures {
      #expect(wanted.contains { $0 != nil }, "\(line) tests nothing")
      let seen = try #require(lines[line])
      let wrong = differences(seen, wanted).prefix(3)
      #expect(wrong.isEmpty, "\(line)")
    }
  }

  /// TA-Lib does the same (`.ci/figures/indicators`), so that a short series has TA-Lib's figures too.
  @Test(arguments: IndicatorFixture.names)
  func `no figure looks ahead, and a short series has the first figures of a long one`(name: String) throws {
    let fixture = try IndicatorFixture(name)
    let long = try AllIndicators.lines(of: fixture.bars(), fixture.parameters)
    for count in 0...60 {
      let short = try AllIndicators.lines(of: fixture.bars(first: count), fixture.parameters)
      for (line, seen) in short where line != "ichimoku.lagging" {
        #expect(seen == long[line].map { Array($0.prefix(count)) }, "\(line) of \(count) bars")
      }
      // The only line that is drawn from later bars.
      #expect(short["ichimoku.lagging"]?.count == count)
    }
  }

  @Test func `the series have what they are meant to have`() throws {
    let market = try IndicatorFixture("market").bars()
    #expect(market.count == 500)
    for bar in 120..<165 {
      #expect(market.high[bar] == market.low[bar])
      #expect(market.close[bar] == market.close[bar - 1])
    }
    #expect(market.volume[130..<155].allSatisfy { $0 == 0 })
    #expect(market.volume[0] == 0)
    #expect(market.open[230] > market.close[229] * 1.3)
    #expect(market.open[330] < market.close[329] * 0.7)
    #expect(try IndicatorFixture("cheap").bars().close.allSatisfy { $0 < 0.001 })
    #expect(try IndicatorFixture("coarse").bars().close.allSatisfy { $0 == $0.rounded() })
    // Bars whose typical prices differ by their rounding only.
    let prices: [Double] = (0..<500).map { market.typicalPrice($0) }
    let changes: [Double] = zip(prices.dropFirst(), prices).map { abs($0 - $1) }
    #expect(changes.count { $0 > 0 && $0 < 1e-12 } > 5)
  }

  /// The comparison itself has to see a difference.
  @Test func `a figure that differs is told`() {
    #expect(differences([nil, 1, 2], [nil, 1, 2]).isEmpty && differences([1 + 5e-10], [1]).isEmpty)
    #expect(differences([1], [1, 2]) == ["1 bars, not 2"] && differences([nil], [1]) == ["bar 0: nil, not 1.0"])
    #expect(differences([0.0], [nil]).count == 1 && differences([1 + 2e-9], [1]).count == 1)
    #expect(differences([1e-13, 1], [0, 1]).isEmpty && differences([1e-11, 1], [0, 1]).count == 1)
  }
}
