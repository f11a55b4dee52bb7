import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// A document that is not as its schema says is refused.
struct SchemaStrictnessTests {
  private struct Row: Sendable {
    var symbol: String
    var size: Decimal?
    var side: PositionDoubt?
  }

  private static let fields: [Field<Row>] = [
    Field("symbol", "SYMBOL", "traded instrument", priority: 1) { $0.symbol },
    .quantity("size", "SIZE", "base units", priority: 1) { $0.size },
    Field("doubt", "DOUBT", "", priority: 1) { $0.side },
  ]

  private static let row = Row(symbol: "BTCUSDT", size: 1.5, side: .echo)

  /// A document of these fields against the schema of others.
  private func problems(_ fields: [Field<Row>], against declared: [Field<Row>] = Self.fields) throws -> [String] {
    var report = Report(schema: "hean.test/1", asOf: Console.now)
    report.payload = .list(fields, [Self.row])
    let renderer = ReportRenderer(
      format: .json, palette: Palette(isEnabled: false), zone: .utc, isTerminal: false, commands: CommandLines())
    var text = ""
    try renderer.render(report) { text += $0 }
    let document = OutputDocument(.console, "test", declared)
    let schema = FieldSchema().document(document, source: .never, money: [])
    return SchemaValidator.problems(try JSONValue(reading: Data(text.utf8)), schema)
  }

  private func replacing(_ name: String, with field: Field<Row>?) -> [Field<Row>] {
    Self.fields.compactMap { $0.name == name ? field : $0 }
  }

  @Test func `a field with a wrong type is caught`() throws {
    #expect(try problems(Self.fields) == [])
    let wrong = Field<Row>("size", "", "", priority: 1, type: FieldType(.decimal)) { _ in "1.5" }
    #expect(try problems(replacing("size", with: wrong), against: replacing("size", with: wrong)) != [])
    let whole = Field<Row>("size", "", "", priority: 1, type: FieldType(.integer)) { .optional($0.size) }
    #expect(try problems(replacing("size", with: whole), against: replacing("size", with: whole)) != [])
    let missing = Field<Row>("size", "", "", priority: 1, type: FieldType(.decimal)) { _ in .null }
    #expect(try problems(replacing("size", with: missing), against: replacing("size", with: missing)) != [])
    let moment = Field<Row>("size", "", "", priority: 1, type: FieldType(.moment)) { .string($0.symbol) }
    #expect(try problems(replacing("size", with: moment), against: replacing("size", with: moment)) != [])
  }

  @Test func `a field that is missing or not declared is caught, and so is a word that is none`() throws {
    #expect(try problems(replacing("size", with: nil)) == ["$.data[0]: size is missing"])
    #expect(try problems(Self.fields, against: replacing("size", with: nil)) == ["$.data[0]: size is not known"])
    let word = Field<Row>("doubt", "", "", priority: 1) { _ in "no doubt" }
    #expect(try problems(replacing("doubt", with: word)).contains { $0.hasPrefix("$.data[0].doubt") })
  }

  @Test func `the type of a value in Swift is its type in the schema`() {
    #expect(FieldSchema().schema([String]?.type) == ["type": ["array", "null"], "items": ["type": "string"]])
    #expect(FieldSchema().schema(Int.type) == ["type": "integer", "x-unit": "count"])
    #expect(FieldSchema().schema(Date?.type) == ["type": ["string", "null"], "format": "date-time"])
    #expect(FieldSchema().schema(OrderSide.type) == ["type": "string", "x-known": ["buy", "sell"]])
    #expect(FieldSchema().schema(ExitLevel?.type)["enum"] == ["stop_loss", "take_profit", nil])
    let hidden = FieldSchema(isRedacted: true).schema(Decimal?.type.measured(in: .usdt))
    #expect(
      hidden == ["anyOf": [["type": "number"], ["const": "****"], ["type": "null"]], "x-unit": "USDT"])
  }

  @Test func `what has no schema is told`() async {
    for (words, told) in [
      (["schema"], "needs COMMAND"), (["schema", "positons"], "Did you mean 'positions'"),
      (["schema", "positions", "fly"], "expected one of: list, show"), (["schema", "completions"], "writes no JSON"),
      (["schema", "practice"], "needs one of: serve"), (["schema", "why", "--all"], "--all is every schema"),
    ] {
      let ran = await Console().run(words)
      #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains(told), "\(ran)")
    }
  }

  @Test func `a group stands for the command that runs without another word`() async throws {
    let group = await Console().run("schema", "positions")
    let list = await Console().run("schema", "positions", "list")
    #expect(group.code == .ok && group == list)
    let close = try JSONValue(reading: Data(await Console().run("schema", "positions", "close").output.utf8))
    #expect(close["title"] == "hean.mutation/1")
    let rows = try JSONValue(reading: Data(group.output.utf8))["properties"]?["data"]?["items"]
    #expect(rows?["properties"]?["unrealized_pnl"]?["x-unit"] == "USDT")
    #expect(rows?["properties"]?["unrealized_pnl_percent"]?["x-unit"] == "percent")
  }
}
