import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// A schema says of every option and operand what the parser takes.
struct CommandSchemaTests {
  private static let entries = CommandTable.entries.map(\.path)

  private func spec(_ path: [String]) throws -> CommandSpec {
    var spec = CommandTable.root
    for word in path { spec = try #require(spec.subcommand(word)) }
    return spec
  }

  /// As another program would read it.
  private func document(_ schema: CommandSchema) throws -> [String: Any] {
    let text = JSONText.compact(schema.json)
    return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(arguments: entries)
  func `every option and operand has a property, and the words that may stand there`(path: [String]) throws {
    let spec = try spec(path)
    let schema = CommandSchema(spec, path: path)
    let document = try document(schema)
    let properties = try #require(document["properties"] as? [String: [String: Any]])
    #expect(document["type"] as? String == "object" && document["additionalProperties"] as? Bool == false)
    #expect(properties.count == spec.options.count + spec.operands.count, "no two of one name")
    #expect(document["required"] as? [String] == schema.arguments.filter(\.isRequired).map(\.name))
    for option in spec.options {
      let property = try #require(properties[option.name], "\(option.name)")
      let value = option.isRepeatable ? property["items"] as? [String: Any] ?? [:] : property
      #expect(property["type"] as? String == "array" || !option.isRepeatable)
      #expect((value["type"] as? String == "boolean") == !option.takesValue)
      #expect(value["enum"] as? [String] ?? [] == option.shape.choices)
      #expect((property["description"] as? String)?.isEmpty == false)
      #expect((property["default"] != nil) == (option.defaultText != nil))
      // What the schema takes by its pattern, the default is.
      if let pattern = option.shape.pattern, let text = option.defaultText {
        #expect(text.range(of: pattern, options: .regularExpression) != nil, "\(option.name): \(text)")
      }
    }
  }

  @Test func `an operand that is required is so in the schema, and one that repeats is a list`() throws {
    let place = try document(CommandSchema(spec(["orders", "place"]), path: ["orders", "place"]))
    #expect(place["required"] as? [String] == ["side", "symbol"])
    let close = CommandSchema(try spec(["positions", "close"]), path: ["positions", "close"])
    #expect(close.arguments[0].shape.names == .position && close.arguments[0].isRepeated)
    #expect(close.json["properties"]?["id"]?["minItems"]?.number == 1)
    let list = CommandSchema(
      try spec(["signals", "list"]), path: ["signals", "list"], globals: GlobalOptions.all)
    #expect(list.json["properties"]?["limit"]?["default"]?.number == 20)
    #expect(list.json["properties"]?["limit"]?["maximum"]?.number == 500)
    #expect(list.json["properties"]?["max-age"]?["pattern"]?.text != nil)
  }

  /// What a command refuses to do without, beside its operands.
  private let needed = [
    "wait": ["--for", "equity>1"], "orders place": ["--notional", "1"],
    "risk killswitch reset": ["--reason", "feed repaired"], "alert add": ["--check", "stops"],
    "pnl summary": ["--file", "x"], "pnl schema": ["--sql"],
  ]

  /// A default that the parser would not take, or take for another value, would be a lie in help and in the schema.
  @Test(arguments: entries)
  func `a default that is typed gives what is meant without it`(path: [String]) throws {
    let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
    let spec = try spec(path)
    let type = try #require(CommandTable.command(at: path))
    let words = spec.operands.map { $0.shape.choices.first ?? ($0.name.contains("=") ? "a=1" : "x") }
    let needed = needed[path.joined(separator: " ")] ?? []
    for option in spec.options {
      guard let text = option.defaultText else { continue }
      let extra = option.name == "interval" && spec.options.contains { $0.name == "watch" } ? ["--watch"] : []
      let bare = try type.init(parser.parse(path + words + needed + extra))
      let typed = try type.init(parser.parse(path + words + needed + extra + ["--\(option.name)", text]))
      #expect("\(bare)" == "\(typed)", "\(path) --\(option.name) \(text)")
      #expect(option.help.contains(text) || !option.showsDefault, "\(option.help)")
    }
  }

  @Test func `a span, a size and a number are read as their patterns say`() throws {
    for (pattern, good, bad) in [
      (ValueType<Duration>.span().shape.pattern, ["90s", "5", "1h30m", "1.5s", "500ms"], ["", "h", "5x", "-5s"]),
      (ValueType<Int>.bytes(in: 1...Int.max).shape.pattern, ["64KiB", "1gib", "4096"], ["64KB", "x"]),
    ] {
      let pattern = try #require(pattern)
      for text in good { #expect(text.range(of: pattern, options: .regularExpression) != nil, "\(text)") }
      for text in bad { #expect(text.range(of: pattern, options: .regularExpression) == nil, "\(text)") }
    }
    #expect(ValueType<Int>.bytes(in: 1...Int.max).text(16 << 20) == "16MiB")
  }
}
