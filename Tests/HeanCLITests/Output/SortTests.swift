import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// `--sort FIELD` is one thing for every list.
struct SortTests {
  @Test func `numbers by value, text by text, and what is not known last either way`() throws {
    let values: [JSONValue] = [10, .null, 9, .number(.nan), 10, -1]
    let up = try #require(SortOrder("x"))
    let down = try #require(SortOrder("x:desc"))
    #expect(up.indices(of: [values]) == [5, 2, 0, 4, 1, 3] && down.indices(of: [values]) == [0, 4, 2, 5, 1, 3])
    #expect(up.indices(of: [["b", "a", "B"]]) == [2, 1, 0] && up.indices(of: [[true, false]]) == [1, 0])
    #expect(SortOrder("x:asc") == up && SortOrder("") == nil && SortOrder(":desc") == nil)
    #expect(SortOrder("x:down") == nil && SortOrder("x:desc:y") == nil)
    #expect(SortOrder("-x") == down && SortOrder("-x:desc") == nil && SortOrder("-") == nil)
    #expect(
      SortOrder("x,") == nil && SortOrder("a, -b")?.text == "a,b:desc" && SortOrder("a,b:desc")?.fields == ["a", "b"])
  }

  @Test func `a later key decides where all before it are equal`() throws {
    let first: [JSONValue] = ["b", "a", "b", .null, "a"]
    let second: [JSONValue] = [1, 2, .null, 0, 3]
    #expect(try #require(SortOrder("x,-y")).indices(of: [first, second]) == [4, 1, 0, 2, 3])
    #expect(try #require(SortOrder("-x,y")).indices(of: [first, second]) == [0, 2, 1, 4, 3])
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
    #expect(sorted == order.indices(of: [plain]).map { plain[$0] } && sorted != plain, "\(plain)")
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

  @Test func `a title of the screen names a field as well, and what is written has the name of the field`() async throws
  {
    for (title, name) in [("PNL", "unrealized_pnl"), ("pnl %", "unrealized_pnl_percent"), ("Lev", "leverage")] {
      let order = try #require(SortOrder(name + ":desc"))
      let plain = try await values("positions", name)
      let ran = await Console().run("--practice", "positions", "--sort", title + ":desc", "--json")
      guard case .array(let rows)? = try JSONValue(reading: Data(ran.output.utf8))["data"] else {
        Issue.record("\(ran)")
        continue
      }
      #expect(rows.map { $0[name] ?? .null } == order.indices(of: [plain]).map { plain[$0] }, "\(title)")
      let byTitle = await Console(columns: 140).run("--practice", "positions", "--sort", title)
      let byName = await Console(columns: 140).run("--practice", "positions", "--sort", name)
      #expect(byTitle == byName && byTitle.code == .ok)
    }
    let fields = await Console().run("--practice", "positions", "--fields", "SL,tp,Symbol,stop_loss,PNL %", "-o", "csv")
    #expect(fields.output.hasPrefix("stop_loss,take_profit,symbol,unrealized_pnl_percent\n"), "\(fields)")
    let codes = await Console().run("--practice", "decisions", "--fields", "CODE", "-o", "csv")
    #expect(codes.code == .ok && codes.output.hasPrefix("reason_code"), "\(codes)")
  }

  @Test func `a title of several fields names them, and the name of a field comes first`() throws {
    let fields: [Field<Int>] = [
      Field("price", "PRICE", "", priority: 1) { $0 },
      Field("entry", "Price", "", priority: 1) { -$0 },
    ]
    let table = Table(fields: fields, rows: [1, 2])
    #expect(try table.selecting(["price", "ENTRY"]).columns.map(\.name) == ["price", "entry"])
    #expect(throws: UsageError.ambiguousField("PRICE", ["price", "entry"])) { try table.selecting(["PRICE"]) }
    let order = try #require(SortOrder("pRice"))
    #expect(throws: UsageError.ambiguousField("pRice", ["price", "entry"])) { try table.sorted(by: order) }
    #expect(UsageError.ambiguousField("PRICE", ["price", "entry"]).message.contains("price, entry"))
  }

  @Test func `what cannot be sorted is refused`() async {
    for (line, words) in [
      ("positions --sort bogus", "no field 'bogus'; valid: position_id"),
      ("account --sort equity", "--sort is for lists"),
      ("positions --sort x:y", "--sort cannot be 'x:y'"), ("positions --sort=symbol,bogus", "no field 'bogus'"),
      ("watch --sort symbol", "does not apply to a stream"),
      ("account --sort equity --json", "--sort is for lists"),
    ] {
      let ran = await Console(columns: 140).run(["--practice"] + line.split(separator: " ").map(String.init))
      #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains(words), "\(line): \(ran)")
    }
  }
}
