import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Signals, orders and trades with their filters, and with what a screen on a terminal ends; compared whole.
struct FilterScreensTests {
  private static let commands: [[String]] = [
    ["signals"], ["signals", "--outcome", "reject", "--min-confidence", "medium", "-n", "5"],
    ["signals", "--code", "NO_SUCH_CODE"], ["orders", "--status", "cancelled", "-n", "4"],
    ["orders", "--status", "rejected"], ["trades", "-n", "5"], ["decisions", "-n", "5"], ["portfolio"],
    ["strategies"], ["risk", "limits"],
  ]

  @Test(arguments: commands, [80, 140])
  func `each at two widths`(command: [String], columns: Int) async throws {
    let ran = await Console(columns: columns).run(["--practice"] + command)
    #expect(ran.code == .ok, "\(ran)")
    // A command to paste is never broken.
    #expect(
      ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= columns || $0.contains("hean ") })
    let name = command.joined(separator: "_").replacing("--", with: "")
    try Expected.compare(ran.output, with: "filters/\(name).\(columns).txt")
  }

  @Test(arguments: commands)
  func `a pipe and a quiet terminal get no next command`(command: [String]) async {
    for ran in [
      await Console().run(["--practice"] + command),
      await Console(columns: 80).run(["--practice", "--quiet"] + command),
    ] {
      #expect(ran.code == .ok && !ran.output.contains("\n> "), "\(ran)")
    }
  }

  @Test(arguments: ["positions", "orders", "trades", "portfolio"])
  func `an empty list says why, and what next`(command: String) async {
    let ran = await Console(columns: 80).run("--practice", "--scenario", "all-rejected", command)
    #expect(ran.output.contains("COUNCIL_REJECTED") || ran.output.contains("o signal since"), "\(ran)")
    #expect(ran.output.split(separator: "\n").last?.hasPrefix("> ") == true || ran.output.contains("\n> "), "\(ran)")
  }

  @Test func `an order shows when each status came`() async throws {
    let console = Console(columns: 80)
    let listed = await console.run("--practice", "orders", "--status", "filled", "--json")
    let rows = try JSONValue(reading: Data(listed.output.utf8))["data"]
    guard case .array(let orders)? = rows, let id = orders.last?["order_id"]?.text else {
      Issue.record("no filled order: \(listed)")
      return
    }
    let shown = await console.run("--practice", "orders", "show", id)
    #expect(shown.code == .ok && shown.output.contains("WHEN") && shown.output.contains("filled"), "\(shown)")
    #expect(shown.output.contains(/20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9:]{8}.*filled/), "\(shown)")
  }

  @Test func `a signal is data with size, price, id and a word for its confidence`() async throws {
    let ran = await Console().run("--practice", "signals", "--json")
    let data = try JSONValue(reading: Data(ran.output.utf8))["data"]
    guard case .array(let rows)? = data else {
      Issue.record("no rows: \(ran)")
      return
    }
    #expect(!rows.isEmpty && rows.contains { $0["signal_id"]?.text != nil })
    for row in rows {
      guard let confidence = row["confidence"]?.number else {
        #expect(row["confidence_level"] == .null)
        continue
      }
      #expect(row["confidence_level"]?.text == ConfidenceLevel(confidence).rawValue)
    }
    let high = await Console().run("--practice", "signals", "--min-confidence", "2")
    #expect(high.code == .usage && high.errors.contains("0 to 1"), "\(high)")
  }

  @Test func `lists that are watched write each row once`() async {
    for command in ["signals", "trades"] {
      let ran = await Console().run("--practice", command, "--watch", "--count", "2", "--interval", "10ms")
      let lines = ran.output.split(separator: "\n")
      #expect(ran.code == .ok && !lines.isEmpty && Set(lines).count == lines.count, "\(ran)")
    }
    let both = await Console().run("trades", "--watch", "--from", "recorded")
    #expect(both.code == .usage && both.errors.contains("--watch"))
  }

  @Test func `an error about what was typed is told as it is, whatever is redacted`() async {
    let ran = await Console().run("chart", "btc", "--redact", "--size", "60x8")
    #expect(ran.code == .usage && ran.errors.contains("60x8") && ran.errors.contains("40x12"), "\(ran)")
  }

  @Test func `an engine that cannot be reached means something for the money`() async throws {
    let ran = await Console().run("--url", "http://127.0.0.1:1", "--timeout", "1s", "positions")
    #expect(
      ran.code == .unreachable && ran.errors.contains("\nso: nothing was seen of it and nothing was sent"), "\(ran)")
    let data = await Console().run("--url", "http://127.0.0.1:1", "--timeout", "1s", "positions", "--json")
    let error = try JSONValue(reading: Data(data.errors.utf8))["error"]
    #expect(error?["consequence"]?.text?.contains("trades on") == true, "\(data)")
  }
}
