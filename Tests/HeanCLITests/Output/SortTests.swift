import Foundation
import HeanCore
import Testing

@testable import hean

/// `--sort FIELD` is one thing for every list.
struct SortTests {
  @Test func `numbers by value, text by text, and what is not known last either way`() throws {
    let values: [JSONValue] = [10, .null, 9, .number(.nan), 10, -1]
    let up = try #require(SortOrder("x"))
    let down = try #require(SortOrder("x:desc"))
    #expect(up.indices(of: values) == [5, 2, 0, 4, 1, 3] && down.indices(of: values) == [0, 4, 2, 5, 1, 3])
    #expect(up.indices(of: ["b", "a", "B"]) == [2, 1, 0] && up.indices(of: [true, false]) == [1, 0])
    #expect(SortOrder("x:asc") == up && SortOrder("") == nil && SortOrder(":desc") == nil)
    #expect(SortOrder("x:down") == nil && SortOrder("x:desc:y") == nil)
  }

  private func values(_ line: String, _ field: String) async throws -> [JSONValue] {
    let ran = await Console().run(["--practice"] + line.split(separator: " ").map(String.init) + ["--json"])
    #expect(ran.code == .ok, "\(ran)")
    guard case .array(let rows)? = try JSONValue(reading: Data(ran.output.utf8))["data"] else { return [] }
    return rows.map { $0[field] ?? .null }
  }

  @Test(arguments: [
    ("positions", "unrealized_pnl"), ("orders --status all", "price"), ("strategies", "total_pnl"),
    ("trades --limit 500", "held_seconds"), ("signals", "symbol"), ("funnel", "signals"),
  ])
  func `every list sorts`(line: String, field: String) async throws {
    let plain = try await values(line, field)
    let order = try #require(SortOrder(field + ":desc"))
    let sorted = try await values("\(line) --sort \(field):desc", field)
    #expect(sorted == order.indices(of: plain).map { plain[$0] } && sorted != plain, "\(plain)")
  }

  @Test func `the table and CSV have the same order, also by a field that is not shown`() async throws {
    let csv = await Console().run(
      "--practice", "trades", "--sort", "realized_pnl", "--fields", "position_id", "-o", "csv")
    let json = try await values("trades --sort realized_pnl", "position_id").compactMap(\.text)
    #expect(csv.output == "position_id\n" + json.map { $0 + "\n" }.joined())
    let table = await Console(columns: 140).run("--practice", "trades", "--sort", "symbol", "--limit", "500")
    let symbols = table.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasSuffix("USDT") && $0.count > 4 }
    }
    #expect(symbols == symbols.sorted() && symbols.count > 5)
  }

  @Test func `what cannot be sorted is refused`() async {
    for (line, words) in [
      ("positions --sort bogus", "no field 'bogus'; valid: position_id"),
      ("account --sort equity", "--sort is for lists"),
      ("positions --sort x:y", "--sort cannot be 'x:y'"), ("watch --sort symbol", "does not apply to a stream"),
      ("account --sort equity --json", "--sort is for lists"),
    ] {
      let ran = await Console(columns: 140).run(["--practice"] + line.split(separator: " ").map(String.init))
      #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains(words), "\(line): \(ran)")
    }
  }
}
