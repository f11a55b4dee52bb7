import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// `--since`, `--until`, `--symbol`, `--strategy` and `--limit` mean the same in every list of the past.
struct TimeFilterTests {
  private func rows(_ line: String) async throws -> [[String: JSONValue]] {
    let ran = await Console().run(["--practice"] + line.split(separator: " ").map(String.init) + ["--json"])
    #expect(ran.code == .ok, "\(ran)")
    let document = try JSONValue(reading: Data(ran.output.utf8))
    guard case .array(let rows)? = document["data"] else { return [] }
    return rows.compactMap { if case .object(let row) = $0 { row } else { nil } }
  }

  private func moment(_ row: [String: JSONValue]) -> Date? {
    (row["at"] ?? row["created_at"] ?? row["closed_at"])?.text.flatMap { EngineTime.parse($0) }
  }

  @Test(arguments: ["signals", "decisions", "events", "orders --status all", "trades"])
  func `rows lie between the two times`(command: String) async throws {
    let limit = " --limit 500"
    let all = try await rows(command + limit)
    let since = Console.now.addingTimeInterval(-600)
    let until = Console.now.addingTimeInterval(-120)
    let expected = all.filter { row in moment(row).map { $0 >= since && $0 <= until } ?? false }
    let narrowed = try await rows("\(command) --since 10m --until 2m\(limit)")
    #expect(narrowed.count == expected.count && !narrowed.isEmpty && narrowed.count < all.count)
    #expect(narrowed.allSatisfy { row in moment(row).map { $0 >= since && $0 <= until } ?? false })
  }

  @Test func `the newest orders are shown when they are limited`() async throws {
    let all = try await rows("orders --status all").compactMap(moment).sorted(by: >)
    let three = try await rows("orders --status all --limit 3").compactMap(moment).sorted(by: >)
    #expect(three == Array(all.prefix(3)) && three.count == 3)
  }

  @Test func `a funnel counts what its names and times take`() async throws {
    let all = try await rows("funnel --since 1h")
    let one = try await rows("funnel --since 1h --symbol eth")
    func signals(_ rows: [[String: JSONValue]], _ name: String) -> Decimal? {
      rows.first { $0["name"]?.text == name }?["signals"]?.number
    }
    #expect(signals(one, "all") == signals(all, "ETHUSDT") && signals(one, "all") != signals(all, "all"))
    let older = try await rows("funnel --since 1h --until 10m")
    let newer = try await rows("funnel --since 10m")
    let parts = (signals(older, "all") ?? 0) + (signals(newer, "all") ?? 0)
    #expect(parts == signals(all, "all"))
  }

  @Test func `the last signal is the last one of those that are meant`() async throws {
    let ran = await Console().run(["--practice", "trace", "last", "--symbol", "sol", "--json"])
    #expect(ran.code == .ok && ran.output.contains("\"symbol\":\"SOLUSDT\""), "\(ran)")
    let id = await Console().run(["--practice", "trace", "smart_limit_1", "--symbol", "sol"])
    #expect(id.code == .usage && id.errors.contains("an id names one signal"), "\(id)")
  }

  @Test(arguments: ["signals --since 1m --until 10m", "orders --since 1m --until 10m", "funnel --since 1m --until 10m"])
  func `an end before the start is refused`(line: String) async {
    let ran = await Console().run(["--practice"] + line.split(separator: " ").map(String.init))
    #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains("--until cannot be '10m'"), "\(ran)")
  }

  @Test func `the audit log is narrowed by what was sent, and when`() async throws {
    var console = Console()
    for symbol in ["BTCUSDT", "ETHUSDT"] {
      // A run is known by its moment.
      console.clock += 1
      _ = await console.run(["--practice", "risk", "quarantine", symbol, "--yes"])
    }
    let later = console
    func count(_ options: String...) async throws -> Int {
      let ran = await later.run(["audit", "--json"] + options)
      guard case .array(let rows)? = try JSONValue(reading: Data(ran.output.utf8))["data"] else { return -1 }
      return rows.count
    }
    #expect(try await count() == 2)
    #expect(try await count("--since", "1h") == 2)
    #expect(try await count("--symbol", "eth") == 1)
    #expect(try await count("--symbol", "sol") == 0)
    #expect(try await count("--until", "1h") == 0)
    #expect(try await count("--since", "1h", "--strategy", "grid") == 0)
  }
}
