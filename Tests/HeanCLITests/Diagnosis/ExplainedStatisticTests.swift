import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `explain sharpe`: the formula with the engine's numbers, or without them.
struct ExplainedStatisticTests {
  private static let unreachable = "http://127.0.0.1:1"

  @Test(arguments: [
    "sharpe", "sortino", "calmar", "profit_factor", "expectancy", "win_rate", "max_drawdown", "var", "cvar",
    "volatility", "payoff", "exposure_time",
  ])
  func `each figure has its formula, whether or not an engine answers`(word: String) async throws {
    let ran = await Console().run("explain", word, "--url", Self.unreachable)
    #expect(ran.code == .ok && ran.output.contains("\nFormula  "), "\(ran)")
    #expect(ran.output.contains("no numbers: no engine answers at http://127.0.0.1:1"))
    let json = await Console().run("explain", word, "--json", "--url", Self.unreachable)
    let document = try JSONValue(reading: Data(json.output.utf8))
    #expect(json.code == .ok && document["schema"] == "hean.statistic/1" && document["data"]?["value"] == .null)
    #expect(document["data"]?["formula"]?.text?.isEmpty == false && document["data"]?["term"] != .null)
    let answered = await Console(columns: 80).run("--practice", "explain", word)
    #expect(answered.code == .ok && answered.output.contains("PRACTICE") && answered.output.contains("\nYours"))
    #expect(answered.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 })
  }

  @Test(arguments: [80, 140])
  func `with numbers, and refused where there are too few`(columns: Int) async throws {
    for word in ["profit_factor", "sharpe"] {
      let ran = await Console(columns: columns).run("--practice", "explain", word)
      try Expected.compare(ran.output, with: "diagnosis/explain.\(word).\(columns).txt")
    }
    let down = await Console(columns: columns).run("explain", "sharpe", "--url", Self.unreachable)
    try Expected.compare(down.output, with: "diagnosis/explain.unreachable.\(columns).txt")
  }

  @Test func `its figure is that of analytics`() async throws {
    let home = Console.freshHome()
    var console = Console(home: home)
    console.sharedClock = TestClock(Console.now)
    let all = try JSONValue(reading: Data(await console.run("--practice", "analytics", "--json").output.utf8))
    guard case .array(let rows)? = all["data"] else {
      Issue.record("no rows")
      return
    }
    for name in Statistic.Name.allCases {
      let ran = await console.run("--practice", "explain", name.rawValue, "--json")
      let data = try JSONValue(reading: Data(ran.output.utf8))["data"]
      let row = try #require(rows.first { $0["name"]?.text == name.rawValue })
      for field in ["value", "n", "least", "unit", "engine", "definition"] {
        #expect(data?[field] == row[field], "\(name) \(field)")
      }
    }
  }

  @Test func `a formula with numbers can be computed again`() async throws {
    let ran = await Console(columns: 200).run("--practice", "explain", "pf")
    let line = try #require(ran.output.split(separator: "\n").first { $0.hasPrefix("Yours") })
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    #expect(numbers.count == 3 && abs(numbers[0] / numbers[1] - numbers[2]) < 0.006, "\(line)")
  }

  @Test func `other terms stay as they were and ask nothing, and --from is for figures`() async throws {
    let server = try Recording.server("running")
    defer { server.stop() }
    let term = await Console().run("explain", "drawdown", "--url", server.url)
    #expect(term.code == .ok && term.output.split(separator: "\n").count == 2 && server.targets.isEmpty)
    let all = await Console().run("explain", "--json", "--url", server.url)
    #expect(all.output.contains("hean.terms/1") && server.targets.isEmpty)
    let from = await Console().run("explain", "drawdown", "--from", "x.csv")
    #expect(from.code == .usage && from.errors.contains("'drawdown' is none"))
    let lost = await Console().run("explain", "sharpe", "--from", "/nonexistent/x.csv", "--url", server.url)
    #expect(lost.code != .ok && lost.output.isEmpty, "\(lost)")
  }

  @Test func `when the configuration cannot be read no engine is asked`() async throws {
    let home = Console.freshHome()
    try FileManager.default.createDirectory(atPath: home + "/.config/hean", withIntermediateDirectories: true)
    try "{".write(toFile: home + "/.config/hean/config.json", atomically: true, encoding: .utf8)
    let ran = await Console(home: home).run("explain", "sharpe")
    #expect(ran.code == .ok && ran.output.contains("it is not known which engine is meant"), "\(ran)")
    let chosen = await Console(home: home).run("--practice", "explain", "win_rate")
    #expect(chosen.code == .ok && chosen.output.contains("trades won / trades"), "\(chosen)")
  }
}
