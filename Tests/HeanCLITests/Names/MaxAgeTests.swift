import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `--max-age` holds, or is refused; it is never taken and forgotten.
struct MaxAgeTests {
  /// Prices of half a second to some seconds.
  private func old(_ arguments: String...) async throws -> (Consequences, [LoopbackServer.Request]) {
    let server = try Recording.server("running")
    defer { server.stop() }
    var console = Console()
    console.isClockReal = arguments.first == "wait"
    let ran = await console.run(["--url", server.url] + arguments)
    return (ran, server.commands)
  }

  @Test(arguments: ["table", "json", "ndjson", "csv"])
  func `every format of a list, and each look of a watch`(format: String) async throws {
    for line in [["positions"], ["positions", "--watch", "--count", "2"], ["status", "--watch", "--count", "1"]] {
      let server = try Recording.server("running")
      defer { server.stop() }
      let ran = await Console().run(["--url", server.url, "-o", format, "--max-age", "1ms"] + line)
      #expect(ran.code == .staleOrUnconfirmed && ran.output.isEmpty, "\(line) \(ran)")
      #expect(ran.errors.contains("older than --max-age"), "\(ran.errors)")
      // A stream of events makes the clock of a test run: a watch is about days.
      let age = line.contains("--watch") ? "9999d" : "1h"
      let fresh = await Console().run(["--url", server.url, "-o", format, "--max-age", age] + line)
      #expect(fresh.code == .ok && !fresh.output.isEmpty, "\(line) \(fresh)")
    }
  }

  @Test func `a verb sends nothing at prices that are too old`() async throws {
    let (ran, sent) = try await old("positions", "close", "BTCUSDT", "--yes", "--max-age", "1ms")
    #expect(ran.code == .staleOrUnconfirmed && sent.isEmpty && ran.errors.contains("Nothing was sent"), "\(ran)")
    let (fresh, _) = try await old("positions", "close", "BTCUSDT", "--dry-run", "--max-age", "1h")
    #expect(fresh.code == .ok, "\(fresh)")
  }

  @Test func `a wait does not believe values of old prices`() async throws {
    let (ran, _) = try await old("wait", "--for", "equity>1", "--timeout", "300ms", "--max-age", "1ms")
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("equity is not known (prices "), "\(ran)")
    let (fresh, _) = try await old("wait", "--for", "equity>1", "--timeout", "1m", "--max-age", "3650d", "--json")
    #expect(fresh.code == .ok && !fresh.output.contains(#""age_seconds":null"#), "\(fresh)")
    let (state, _) = try await old(
      "wait", "--for", "engine.state==RUNNING || equity>1", "--timeout", "1m", "--max-age", "1ms")
    #expect(state.code == .ok, "what rests on no price is believed: \(state)")
  }

  @Test(arguments: [
    "engine stop --yes", "panic --yes", "risk quarantine BTCUSDT --yes", "strategies disable hf_scalping --yes",
    "orders cancel-all --yes", "config get", "config set max_open_positions=5 --yes", "funnel", "trace last", "watch",
    "signals watch", "audit", "explain drawdown", "strategies params hf_scalping", "version", "profile list",
    "wait --for engine.state==RUNNING", "practice scenarios",
  ])
  func `where no price plays a part it is refused, and nothing is done`(line: String) async throws {
    let server = try Recording.server("running")
    defer { server.stop() }
    let ran = await Console().run(
      ["--url", server.url] + line.split(separator: " ").map(String.init) + ["--max-age", "5s"])
    #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains("--max-age does not apply to"), "\(ran)")
    #expect(server.targets.isEmpty)
  }
}
