import Foundation
import Testing

@testable import HeanCore

struct ChartIndicatorTests {
  @Test func `an indicator is read with and without parameters`() throws {
    #expect(try ChartIndicator("rsi").parameters == [14])
    #expect(try ChartIndicator("BB:50").parameters == [50, 2])
    #expect(try ChartIndicator("bollinger:50:1.5").label == "Bollinger 50 1.5")
    #expect(try ChartIndicator("stoch:5:3:3").text == "stochastic:5:3:3")
    #expect(try ChartIndicator("sar:0.01").parameters == [0.01, 0.2])
  }

  @Test(arguments: [
    ("", "one of sma"), ("what", "one of sma"), ("sma:0", "a whole number from 1 to 1000"), ("sma:1001", "to 1000"),
    ("sma:2.5", "whole number"), ("sma:", "whole number"), ("sma:5:5", "at most sma:period"), ("sma:nan", "whole"),
    ("obv:1", "obv without parameters"), ("bollinger:20:-1", "from 0 to 100"), ("sar:0.3:0.2", "not above"),
    ("sma:inf", "whole"), ("sma:1e400", "whole"),
  ])
  func `what is no indicator is refused in words`(text: String, words: String) {
    let error = #expect(throws: ChartIndicator.Invalid.self) { try ChartIndicator(text) }
    #expect(error?.expected.contains(words) == true, "\(error?.expected ?? "")")
  }

  @Test(arguments: ChartIndicator.Kind.allCases)
  func `every indicator has a figure for each bar, within its bounds`(kind: ChartIndicator.Kind) throws {
    let indicator = ChartIndicator(kind)
    let candles = try IndicatorFixture("market").bars()
    let lines = indicator.lines(of: candles)
    #expect(!lines.isEmpty && Set(lines.map(\.name)).count == lines.count)
    #expect(lines.allSatisfy { $0.values.count == candles.count && $0.last != nil })
    #expect(try ChartIndicator(indicator.text) == indicator)
    if let bounds = indicator.bounds {
      #expect(lines.allSatisfy { $0.values.allSatisfy { $0.map(bounds.contains) ?? true } })
    }
  }
}
