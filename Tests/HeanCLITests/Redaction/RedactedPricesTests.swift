import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `--redact`, `--ascii` and themes over explained figures, lists of symbols, and pictures of charts.
struct RedactedPricesTests {
  private static let outputs = [
    [], ["-o", "json"], ["-o", "ndjson"], ["-o", "csv"], ["--fields", "inputs,value,engine"],
  ]

  /// What `explain` tells about money: its inputs, and the figure where that is one.
  private func secrets(_ data: JSONValue) -> Set<String> {
    var amounts: [Decimal] = []
    func add(_ value: JSONValue?) { if case .number(let amount)? = value { amounts.append(abs(amount)) } }
    if case .array(let inputs)? = data["inputs"] {
      for input in inputs where input["unit"] == "usdt" { add(input["value"]) }
    }
    if data["unit"] == "usdt" {
      for field in ["value", "interval_low", "interval_high", "engine"] { add(data[field]) }
    }
    return Set(amounts.flatMap { [$0.exactText, Figures.money($0)] }.filter { $0.count >= 4 })
  }

  private func numbers(_ text: String) -> Set<String> {
    Set(text.matches(of: #/[0-9]+(\.[0-9]+)?/#).map { String($0.output.0) })
  }

  @Test(arguments: Sample.of(Statistic.Name.allCases, every: 4))
  func `an explained figure hides the money in its formula, and keeps ratios`(name: Statistic.Name) async throws {
    var console = Console(columns: 200)
    console.sharedClock = TestClock(Console.now)
    let words = ["--practice", "explain", name.rawValue]
    let document = try JSONValue(reading: Data(await console.run(words + ["--json"]).output.utf8))
    let data = try #require(document["data"])
    let secrets = secrets(data)
    for more in Self.outputs {
      let open = await console.run(words + more)
      let ran = await console.run(words + more + ["--redact"])
      #expect(ran.code == open.code, "\(ran)")
      #expect(numbers(ran.output + ran.errors).isDisjoint(with: secrets), "\(more): \(secrets)\n\(ran)")
      if more.isEmpty, !secrets.isEmpty, data["value"] != .null {
        #expect(!numbers(open.output).isDisjoint(with: secrets) && ran.output.contains("••••"), "\(open)\(ran)")
      }
    }
    // Without these no figure would have anything to hide.
    if [.profitFactor, .expectancy, .payoff, .feeShare].contains(name) { #expect(secrets.count > 1, "\(data)") }
    if name == .profitFactor, case .number(let value)? = data["value"] {
      let ran = await console.run(words + ["--redact"])
      #expect(ran.output.contains("•••• / •••• = \(name.unit.text(value.double))"), "\(ran)")
    }
  }

  private static func withoutAccount(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Account: ") }.joined(
      separator: "\n")
  }

  @Test func `prices of lists stay, and what is about hean itself is left`() async throws {
    let home = Console.freshHome()
    var console = Console(columns: 140, home: home)
    console.sharedClock = TestClock(Console.now)
    _ = await console.run("watchlist", "add", "main", "btc", "eth")
    for command in [
      ["watchlist", "add", "main", "btc"], ["watchlist", "columns", "main"], ["watchlist", "list"],
      ["watchlist", "show"], ["market", "ticker"], ["explain"], ["explain", "drawdown"],
    ] {
      for more in [[], ["-o", "csv"]] {
        let words = ["--practice"] + command + more
        var (hidden, open) = (await console.run(words + ["--redact"]).output, await console.run(words).output)
        // Above a watchlist stands the account.
        if command == ["watchlist", "show"], more.isEmpty {
          #expect(hidden.contains("\nAccount: ••••") && !open.contains("••••"), "\(hidden)")
          (hidden, open) = (Self.withoutAccount(hidden), Self.withoutAccount(open))
        }
        #expect(hidden == open, "\(words)")
      }
    }
    let json = try JSONValue(
      reading: Data(await console.run("--practice", "watchlist", "show", "--json", "--redact").output.utf8))
    guard case .array(let rows)? = json["data"], case .array(let closes)? = rows.first?["closes"] else {
      Issue.record("no rows: \(json)")
      return
    }
    #expect(!closes.isEmpty && closes.allSatisfy { if case .string = $0 { false } else { true } }, "\(closes)")
  }

  @Test(arguments: [["--ascii"], []])
  func `screens in ASCII have nothing else`(more: [String]) async {
    let home = Console.freshHome()
    let environment = more.isEmpty ? ["LC_ALL": "C"] : [:]
    var console = Console(columns: 80, home: home, environment: environment)
    console.isClockReal = true
    for command in [
      ["watchlist", "add", "main", "btc", "eth"], ["watchlist", "list"], ["watchlist", "show"],
      ["watchlist", "show", "--watch", "--count", "1"], ["watchlist", "show", "none"],
      ["market", "ticker", "--watch", "--count", "1"], ["explain", "profit_factor"], ["explain", "sharpe", "--redact"],
      ["chart", "btc", "--png", home + "/chart.png", "--png-scale", "1"],
    ] {
      let ran = await console.run(["--practice"] + command + more)
      #expect(!(ran.output + ran.errors).isEmpty && (ran.output + ran.errors).utf8.allSatisfy { $0 < 128 }, "\(ran)")
    }
  }

  @Test func `pictures of a chart hold prices only, and are the same`() async throws {
    var console = Console()
    console.sharedClock = TestClock(Console.now)
    let home = Console.freshHome()
    for (kind, more) in [("svg", []), ("png", ["--png-scale", "1"])] {
      let words = ["--practice", "chart", "btc"] + more + ["--\(kind)"]
      let open = await console.run(words + ["\(home)/open.\(kind)"])
      let ran = await console.run(words + ["\(home)/hidden.\(kind)", "--redact", "--ascii"])
      #expect(open.code == .ok && ran.code == .ok, "\(open)\(ran)")
      let bytes = FileManager.default.contents(atPath: "\(home)/open.\(kind)")
      #expect(bytes != nil && bytes == FileManager.default.contents(atPath: "\(home)/hidden.\(kind)"))
    }
  }

  @Test func `a line of changes is redacted unless it holds prices only`() {
    var price = SymbolPrice("BTCUSDT")
    price.price = 98_234.5
    let look = LivePrice.Look(isASCII: true, isColoured: true)
    #expect(LivePrice(price).line(look).isLeftByRedaction)
    #expect(!Report.Change(key: "", text: "").isLeftByRedaction)
  }
}
