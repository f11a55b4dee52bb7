import Foundation
import HeanCore
import Testing

@testable import HeanConsole

struct DocumentTests {
  private struct Row: Sendable {
    var symbol: String
    var price: Decimal?
    var tags: [String]
  }

  private let fields: [Field<Row>] = [
    Field("symbol", "SYMBOL", "s", priority: 1) { $0.symbol },
    Field("price", "PRICE", "p", priority: 1) { $0.price },
    Field("tags", "TAGS", "t", priority: 1) { $0.tags },
  ]

  @Test func `help names every format`() {
    let names = OutputFormat.words.replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
    #expect(names == OutputFormat.allCases.map(\.rawValue))
  }

  private func render(_ format: OutputFormat, fields names: [String]? = nil, _ rows: [Row]) throws -> String {
    var report = Report(
      schema: "hean.test/1",
      source: SourceLabel(profile: "main", url: "http://e/x", mode: "dry_run", engineState: "RUNNING"),
      asOf: Date(timeIntervalSince1970: 1_795_225_650.25), age: Decimal(string: "0.5"))
    report.payload = .list(fields, rows)
    let renderer = ReportRenderer(
      format: format, fields: names, width: nil, palette: Palette(isEnabled: false), zone: .utc, isTerminal: false,
      commands: CommandLines())
    var text = ""
    try renderer.render(report) { text += $0 }
    return text
  }

  private let rows = [
    Row(symbol: "BTC", price: Decimal(string: "0.022000000000000002"), tags: ["a", "b"]),
    Row(symbol: "=SUM(A1)", price: nil, tags: []),
    Row(symbol: #"a,"b""#, price: Decimal.nan, tags: ["x,y"]),
  ]

  @Test func `JSON is whole, sorted and exact`() throws {
    #expect(
      try render(.json, rows) == #"""
        {"age_seconds":0.5,"as_of":"2026-11-21T01:47:30.250000Z","data":[{"price":0.022000000000000002,"symbol":"BTC","tags":["a","b"]},{"price":null,"symbol":"=SUM(A1)","tags":[]},{"price":null,"symbol":"a,\"b\"","tags":["x,y"]}],"schema":"hean.test/1","source":{"engine_state":"RUNNING","mode":"dry_run","profile":"main","url":"http://e/x"}}

        """#)
  }

  @Test func `each NDJSON line stands alone`() throws {
    #expect(
      try render(.ndjson, fields: ["price"], Array(rows.prefix(1))) == #"""
        {"as_of":"2026-11-21T01:47:30.250000Z","mode":"dry_run","price":0.022000000000000002,"schema":"hean.test/1"}

        """#)
  }

  @Test func `CSV quotes, defuses formulas and leaves missing figures empty`() throws {
    #expect(
      try render(.csv, fields: ["symbol", "price", "tags"], rows) == #"""
        symbol,price,tags
        BTC,0.022000000000000002,a;b
        '=SUM(A1),,
        "a,""b""",,"x,y"

        """#)
    #expect(try render(.csv, []).hasPrefix("symbol,price,tags,mode,as_of\n"))
  }

  @Test func `an unknown field names the valid ones`() {
    let error = #expect(throws: UsageError.self) { try render(.json, fields: ["symbol", "nope"], rows) }
    #expect(error?.message == "no field 'nope'; valid: symbol, price, tags")
  }
}
