import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// Help for newcomers, as data, and as pages of the manual.
struct HelpTests {
  @Test(arguments: [[], ["--help"], ["-h"], ["help"]])
  func `what hean tells first has room in 24 rows with the prompt`(words: [String]) async {
    let ran = await Console().run(words)
    let lines = ran.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(ran.code == .ok && lines.count <= 23 && lines.allSatisfy { $0.count <= 80 }, "\(lines.count)")
    #expect(HelpGroups.everyday.count == 12)
    for (name, _) in HelpGroups.everyday {
      #expect(CommandTable.root.subcommand(name)?.name == name && lines.contains { $0.hasPrefix("  \(name) ") })
    }
  }

  @Test func `every command stands in one group`() {
    let names = HelpGroups.all(CommandTable.root).flatMap { $0.commands.map(\.name) }
    #expect(names.sorted() == CommandTable.root.subcommands.map(\.name).sorted())
  }

  @Test func `a group tells its commands, and what is meant by its bare name`() async {
    let ran = await Console().run("pnl")
    #expect(ran.code == .usage && ran.output.isEmpty)
    #expect(ran.errors.contains("\n  snapshot ") && ran.errors.contains("hean account"), "\(ran.errors)")
    let data = await Console().run("pnl", "--json")
    #expect(data.code == .usage && (try? JSONValue(reading: Data(data.errors.utf8)))?["error"]?["code"] == "usage")
  }

  @Test func `a field is explained by the name that data has`() async throws {
    let ran = await Console().run("explain", "positions.unrealized_pnl")
    #expect(ran.code == .ok && ran.output.contains("USDT") && ran.output.contains("hean.position"), "\(ran)")
    let inner = await Console().run("explain", "status.money.state", "--json")
    let data = try JSONValue(reading: Data(inner.output.utf8))["data"]
    #expect(data?["command"] == "hean status" && data?["field"] == "money.state", "\(inner)")
    let wrong = await Console().run("explain", "positions.unrealised_pnl")
    #expect(wrong.code == .notFound && wrong.errors.contains("'unrealized_pnl'"), "\(wrong)")
    #expect(wrong.errors.contains("next: hean help output positions"), "\(wrong)")
  }

  @Test func `the fields of a command are listed with types and units`() async {
    let ran = await Console().run("help", "output", "positions")
    #expect(ran.code == .ok && ran.output.contains("unrealized_pnl") && ran.output.contains("number, USDT, or null"))
    #expect(await Console().run("help", "output", "nothing").code == .usage)
    #expect(await Console().run("help", "output", "completions").code == .notFound)
    let all = await Console().run("help", "output").output
    #expect(all.split(separator: "\n").count < 200)
  }

  @Test func `help is there as data`() async throws {
    let ran = await Console().run("help", "--json")
    let data = try #require(JSONValue(reading: Data(ran.output.utf8))["data"])
    guard case .array(let commands)? = data["commands"] else {
      Issue.record("no commands")
      return
    }
    for path in CommandTable.entries.map({ $0.path.joined(separator: " ") }) {
      #expect(commands.contains { $0["command"]?.text == path }, "\(path)")
    }
    let close = try #require(commands.first { $0["command"] == "positions close" })
    #expect(close["effect"] == "changesEngine" && close["is_group"] == false)
    let one = await Console().run("help", "orders", "cancel", "--json")
    #expect(try JSONValue(reading: Data(one.output.utf8))["data"]?["commands"]?.text == nil)
    #expect(one.output.contains("orders cancel\"") && !one.output.contains("\"positions close\""))
    let page = await Console().run("help", "time", "--json")
    #expect(try JSONValue(reading: Data(page.output.utf8))["data"]?["text"]?.text?.hasPrefix("TIME") == true)
  }

  @Test func `the manual has a page for each command, the same bytes each time`() async throws {
    let folder = Console.freshHome()
    let ran = await Console(environment: ["SOURCE_DATE_EPOCH": "1700000000"]).run("help", "--man", "--to", folder)
    #expect(ran.code == .ok, "\(ran)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let commands = CommandTable.root.subcommands.map { "hean-\($0.name).1" }
    #expect(Set(files) == Set(commands + ["hean.1", "hean-conditions.7", "hean-exit-codes.7", "hean-output.5"]))
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      #expect(text.hasPrefix(Mdoc.start + ".Dd November 14, 2023\n"), "\(file)")
      // A command that can be copied, and a name with its meaning, stay on one line.
      for line in text.split(separator: "\n") where !line.hasPrefix("hean ") && !line.hasPrefix(".Nd ") {
        #expect(line.count <= 80 && line.last != " ", "\(file): \(line)")
      }
    }
    let again = await Console(environment: ["SOURCE_DATE_EPOCH": "1700000000"]).run("help", "--man", "--to", folder)
    #expect(again == ran)
    // A file of somebody else stays.
    try Data("mine".utf8).write(to: URL(filePath: folder + "/hean.1"))
    #expect(await Console().run("help", "--man", "--to", folder).code == .cannotWrite)
  }

  @Test(arguments: [
    ([], "HEAN"), (["positions"], "HEAN-POSITIONS"), (["hean-positions(1)"], "HEAN-POSITIONS"),
    (["pos"], "HEAN-POSITIONS"),
    (["conditions"], "HEAN-CONDITIONS"), (["exit-codes"], "HEAN-EXIT-CODES"), (["output"], "HEAN-OUTPUT"),
  ])
  func `a page is printed by its name`(words: [String], title: String) async {
    let ran = await Console().run(["help", "--man"] + words)
    #expect(ran.code == .ok && ran.output.contains(".Dt \"\(title)\""), "\(ran)")
  }

  @Test func `a page that is not there is named`() async {
    let ran = await Console().run("help", "--man", "postions")
    #expect(ran.code == .notFound && ran.errors.contains("'positions'"), "\(ran)")
    #expect(await Console().run("help", "orders", "--man", "--to", "x").code == .usage)
  }
}
