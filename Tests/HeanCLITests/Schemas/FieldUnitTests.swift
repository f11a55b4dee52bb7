import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// The unit of a number is the one that its name and its meaning tell, in every document.
struct FieldUnitTests {
  /// A number somewhere in a document.
  private struct Figure {
    var document: String
    var name: String
    var unit: String
    var meaning: String
  }

  /// One name in several units, because it stands for other things in other documents.
  private static let ambiguous: Set<String> = ["from", "to", "threshold", "least"]

  /// What is wrong with the unit; `nil` when nothing speaks against it.
  private static func problem(_ figure: Figure) -> String? {
    let name = figure.name.replacing("_reported", with: "")
    let isPercent =
      name.hasSuffix("_pct") || name.hasSuffix("_percent") || figure.meaning.contains(", percent;")
    let wanted: Set<String>
    if isPercent {
      wanted = ["percent"]
    } else if name.hasSuffix("_seconds") {
      wanted = ["seconds"]
    } else if name.hasSuffix("_price") || ["stop_loss", "take_profit", "bid", "ask"].contains(name) {
      wanted = ["price"]
    } else if ["size", "volume", "quantity"].contains(name) {
      wanted = ["size"]
    } else if name.hasSuffix("_pnl") || name.hasSuffix("notional") || name.hasSuffix("equity") || name == "fees" {
      wanted = ["USDT"]
    } else if name.hasSuffix("_rate") || name.hasSuffix("share") || figure.meaning.contains("0 to 1") {
      wanted = ["fraction"]
    } else if figure.meaning.contains("(USDT)") {
      wanted = ["USDT", "price"]
    } else {
      return nil
    }
    return wanted.contains(figure.unit)
      ? nil : "\(figure.document): \(figure.name) is in \(figure.unit), not in \(wanted.sorted())"
  }

  private static func unit(_ schema: JSONValue) -> String? {
    if let unit = schema["x-unit"]?.text { return unit }
    if case .array(let others)? = schema["anyOf"] { return others.lazy.compactMap(unit).first }
    return schema["items"].flatMap(unit)
  }

  private static func figures(_ value: JSONValue, in document: String) -> [Figure] {
    switch value {
    case .array(let parts): return parts.flatMap { figures($0, in: document) }
    case .object(let members):
      var found = members.flatMap { figures($0.value, in: document) }
      guard case .object(let properties)? = members["properties"] else { return found }
      for (name, schema) in properties {
        guard let unit = unit(schema) else { continue }
        found.append(
          Figure(document: document, name: name, unit: unit, meaning: schema["description"]?.text ?? ""))
      }
      return found
    default: return []
    }
  }

  private static let all: [Figure] = {
    guard case .object(let schemas)? = SchemaCatalogue(isRedacted: false).all["$defs"] else { return [] }
    return schemas.flatMap { figures($0.value, in: $0.key) }
  }()

  @Test func `no unit contradicts the name or the meaning of its field`() {
    #expect(Self.all.count > 400)
    #expect(Self.all.compactMap(Self.problem).sorted() == [])
  }

  @Test func `one name is one unit in all documents`() {
    let units = Dictionary(grouping: Self.all, by: \.name).mapValues { Set($0.map(\.unit)) }
    #expect(units.filter { $0.value.count > 1 && !Self.ambiguous.contains($0.key) } == [:])
    #expect(Self.ambiguous.isSubset(of: units.keys), "the list names what is there")
  }

  @Test(arguments: [
    Field<Decimal>.percent("notional", "", "of one", priority: 1) { $0 },
    .amount("drawdown_pct", "", "below the peak", priority: 1) { $0 },
    .amount("age_seconds", "", "since then", priority: 1) { $0 },
    .quantity("entry_price", "", "of the position", priority: 1) { $0 },
    .percent("win_rate", "", "won of all", priority: 1) { $0 },
    .percent("to_stops", "", "down to the stops (USDT)", priority: 1) { $0 },
  ])
  func `a unit that is wrong on purpose is found`(field: Field<Decimal>) throws {
    let schema = FieldSchema(isRedacted: false).row("wrong", [field].described())
    let figure = try #require(Self.figures(schema, in: "wrong").first { $0.name == field.name })
    #expect(Self.problem(figure) != nil)
  }
}
