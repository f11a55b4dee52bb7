import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The numbers that a figure is computed from give the figure, by the formula that is shown.
struct StatisticQueryTests {
  private static let told: [Told] = [
    .engine(equity: 10_100, realized: 100, unrealized: 5, fees: 4),
    .says(
      .journal,
      "{\"trades\":["
        + (0..<30).map { place in
          let pnl = place.isMultiple(of: 4) ? -3 : 2
          return #"{"position_id":"p\#(place)","symbol":"BTCUSDT","side":"long","qty":1,"entry_price":100,"#
            + #""realized_pnl":\#(pnl),"opened_at":"\#(ago(4060 - Double(place) * 100))","#
            + #""closed_at":"\#(ago(4000 - Double(place) * 100))","exit_plan":{"fee":0.1}}"#
        }.joined(separator: ",") + "]}"),
    .history([], limit: 500), .says(.analyticsSummary, #"{"total_trades":4,"win_rate":25,"profit_factor":0}"#),
  ]

  private static let curve: EquityCurve = {
    var equity = 1000.0
    let points = (0..<61).map { day -> EquityCurve.Point in
      equity *= 1 + Double((day * 7) % 11 - 5) / 400
      return EquityCurve.Point(at: Date(timeIntervalSince1970: Double(day) * 86_400 + 3600), equity: equity)
    }
    return EquityCurve(.snapshots, points)
  }()

  private func answer(_ name: Statistic.Name, recorded: EquityCurve? = Self.curve) throws -> StatisticAnswer {
    try StatisticQuery(name, AnalyticsQuery(recorded: recorded)).answer(.staged(Self.told), now: Seen.now)
  }

  /// The formulas again, by hand.
  private func computed(_ name: Statistic.Name, _ input: [String: Double]) throws -> Double? {
    func value(_ word: String) throws -> Double { try #require(input[word], "\(name): \(word)") }
    switch name {
    case .winRate: return try value("trades won") / value("trades")
    case .profitFactor: return try value("sum of profits") / value("sum of losses")
    case .expectancy: return try (value("sum of profits") - value("sum of losses")) / value("trades")
    case .payoff:
      return try (value("sum of profits") / value("trades won")) / (value("sum of losses") / value("trades lost"))
    case .averageHeld: return try value("sum of times held") / value("trades")
    case .exposureTime: return try value("time with a position") / value("time in all")
    case .feeShare: return try value("fees of entry") / value("sum of profits")
    case .sharpe: return try value("mean(r)") / value("deviation(r)") * 365.0.squareRoot()
    case .sortino: return try value("mean(r)") / value("downside(r)") * 365.0.squareRoot()
    case .volatility: return try value("deviation(r)") * 365.0.squareRoot()
    case .maxDrawdown: return try (value("peak") - value("trough")) / value("peak")
    case .calmar:
      return try (pow(value("last equity") / value("first equity"), 365 / value("days")) - 1) / value("max drawdown")
    case .valueAtRisk: return try value("r[k]") + (value("r[k+1]") - value("r[k]")) * value("p")
    case .expectedShortfall: return try value("sum of the worst") / value("count of the worst")
    case .longestWins, .longestLosses: return nil
    }
  }

  @Test(arguments: Statistic.Name.allCases)
  func `its inputs give the figure, and each of them stands in the formula`(name: Statistic.Name) throws {
    let answer = try answer(name)
    let value = try #require(answer.statistic.value, "\(answer.statistic.refusal ?? "")")
    for input in answer.inputs { #expect(name.formula.contains(input.name), "\(input.name)") }
    let inputs = Dictionary(answer.inputs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    guard let computed = try computed(name, inputs) else { return #expect(answer.inputs.isEmpty) }
    #expect(abs(computed - value) < 1e-9, "\(name): \(computed) and \(value)")
  }

  @Test func `too few observations have no inputs, which would look like a figure`() throws {
    let few = try answer(.sharpe, recorded: nil)
    #expect(few.statistic.value == nil && few.inputs.isEmpty && few.basis == .realized)
    #expect(few.statistic.refusal?.contains("it takes 30") == true)
  }

  @Test func `the engine's own figure stands beside it where it has one`() throws {
    #expect(try answer(.winRate).comparison?.engine == 0.25)
    #expect(try answer(.sharpe).comparison == nil && answer(.sharpe).basis == .snapshots)
    #expect(try answer(.winRate).basis == nil)
  }
}
