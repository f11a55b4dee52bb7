import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// The portfolio with its course and latest trades, and strategies with what became of their signals.
struct PortfolioScreensTests {
  private func data(_ words: String...) async throws -> JSONValue {
    let ran = await Console().run(["--practice"] + words + ["--json"])
    return try #require(try JSONValue(reading: Data(ran.output.utf8))["data"], "\(ran)")
  }

  private func rows(_ value: JSONValue?) -> [JSONValue] {
    guard case .array(let rows)? = value else { return [] }
    return rows
  }

  @Test(arguments: [80, 140])
  func `course, exposure and latest trades`(columns: Int) async throws {
    let ran = await Console(columns: columns).run("--practice", "portfolio")
    #expect(ran.code == .ok && ran.output.contains("\nCourse  ") && ran.output.contains("\nLATEST TRADES\n"), "\(ran)")
    try Expected.compare(ran.output, with: "money/portfolio-\(columns).txt")
  }

  @Test func `a filter is of positions and trades, not of the account`() async throws {
    let (all, one) = (try await data("portfolio"), try await data("portfolio", "--strategy", "momentum"))
    #expect(one["strategy"] == "momentum_trader" && all["strategy"] == .null)
    #expect(all["equity"] == one["equity"] && all["day_pnl_pct"] != .null)
    #expect(rows(all["trades"]).count > rows(one["trades"]).count && !rows(one["trades"]).isEmpty)
    #expect(rows(one["trades"]).allSatisfy { $0["strategy_id"] == "momentum_trader" })
    let unknown = await Console().run("--practice", "portfolio", "--symbol", "nosuch")
    #expect(unknown.code == .notFound && unknown.errors.contains("nosuch"), "\(unknown)")
  }

  @Test func `strategies tell how many signals they sent and how many were accepted`() async throws {
    let listed = rows(try await data("strategies"))
    let history = rows(try await data("decisions", "--limit", "500"))
    #expect(!listed.isEmpty && !history.isEmpty)
    for row in listed {
      let own = history.filter { $0["strategy_id"] == row["strategy_id"] }
      #expect(row["signals"] == .number(Decimal(own.count)), "\(row)")
      #expect(
        row["accepted"] == .number(Decimal(own.count { $0["decision"] == "CREATE" || $0["outcome"] == "CREATE" })))
    }
    let shown = await Console(columns: 140).run("--practice", "strategies", "show", "momentum")
    #expect(shown.output.contains("analytics equity --strategy momentum_trader"), "\(shown)")
  }

  @Test func `status tells win rate, profit factor and the funnel`() async throws {
    let data = try await data("status")
    let closed = rows(try await self.data("trades", "--limit", "500"))
    #expect(data["win_rate"] != .null && data["profit_factor"] != .null && data["funnel"]?["signals"] != .null)
    #expect((data["closed_trades"]?.number ?? 0) <= Decimal(closed.count))
    let stopped = try await self.data("--scenario", "stopped", "status")
    #expect(stopped["win_rate"] == .null && stopped["funnel"] == .null)
  }
}
