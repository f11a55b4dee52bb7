import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// Commands as tools.
struct AssistantToolTests {
  private static let all = AssistantTools.offered(.all, isRedacted: false)

  private static func tool(_ name: String) throws -> AssistantTool { try #require(all.first { $0.name == name }) }

  @Test func `without a flag there are only reads, and with --allow-stops nothing that starts anything`() {
    let names = { (verbs: AssistantCatalogue.Verbs) in
      AssistantTools.offered(verbs, isRedacted: false).filter { $0.kind != .read }.map(\.name)
    }
    #expect(names(.none) == [])
    #expect(
      names(.stops) == ["panic", "engine_pause", "strategies_disable", "positions_close", "risk_killswitch_trigger"])
    #expect(Set(names(.all)).isSuperset(of: ["engine_resume", "strategies_enable", "risk_killswitch_reset"]))
    #expect(Self.all.filter { $0.kind == .read }.count == 16)
  }

  @Test func `a tool that reads is a line that reads, and one that does not is a verb`() throws {
    let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
    for tool in Self.all {
      let given = tool.arguments.filter(\.isRequired).map { argument -> (String, JSONValue) in
        (argument.name, argument.isRepeated ? ["btc"] : "btc")
      }
      let line = try parser.parse(["--json"] + (try tool.words(Dictionary(uniqueKeysWithValues: given))))
      let type = try #require(CommandTable.command(at: line.path))
      #expect(try type.init(line).effect == (tool.kind == .read ? .reads : .changesEngine), "\(tool.name)")
    }
  }

  @Test func `no argument answers in advance, waives the record or touches a file`() {
    for argument in Self.all.flatMap(\.arguments) {
      #expect(
        !["yes", "confirm", "plan", "dry-run", "no-audit", "force", "watch", "html", "from"].contains(argument.name))
    }
    for tool in Self.all where tool.kind != .read {
      #expect(tool.arguments.contains { $0.name == "reason" && $0.isRequired }, "\(tool.name)")
    }
  }

  @Test func `arguments become words that cannot be taken for options`() throws {
    let close = try Self.tool("positions_close")
    let name = try #require(close.arguments.first { $0.isOperand }).name
    #expect(
      try close.words([name: ["--yes", "btc"], "reason": "--plan x"])
        == ["positions", "close", "--reason=--plan x", "--", "--yes", "btc"])
    #expect(try Self.tool("changes").words([:]) == ["changes", "--peek"])
    #expect(try Self.tool("trades").words(["limit": 5]) == ["trades", "list", "--limit=5"])
  }

  @Test(
    arguments: [
      ("status", ["yes": true], "no argument 'yes'"), ("positions_close", [:], "is missing"),
      ("positions", ["symbol": 5], "is no string"), ("positions", ["symbol": ["a"]], "is no string"),
      ("trades", ["limit": true], "is no integer"),
      ("positions", ["symbol": .string(String(repeating: "x", count: 3_000))], "too long"),
    ] as [(String, [String: JSONValue], String)])
  func `what is wrong with arguments is told in a sentence`(
    name: String, arguments: [String: JSONValue], words: String
  ) throws {
    let tool = try Self.tool(name)
    let problem = #expect(throws: ArgumentProblem.self) { try tool.words(arguments) }
    #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "")")
  }

  @Test func `every tool tells what it does, what it takes and what it gives`() throws {
    #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    for tool in Self.all {
      let listed = tool.listed
      #expect(listed["description"]?.text?.isEmpty == false && listed["title"]?.text?.isEmpty == false)
      #expect(listed["annotations"]?["readOnlyHint"] == .bool(tool.kind == .read))
      #expect(listed["inputSchema"]?["additionalProperties"] == false)
      #expect(listed["outputSchema"]?["properties"]?["data"] != nil, "\(tool.name)")
    }
  }

  /// Where the prompts and instructions name a tool, there is one.
  @Test func `prompts name tools that exist`() {
    let reads = Set(AssistantTools.offered(.none, isRedacted: false).map(\.name))
    for word in ["why", "trace", "funnel", "status", "positions", "reconcile", "changes", "report", "audit"] {
      #expect(reads.contains(word))
    }
    #expect(AssistantPrompt.all.count == 4)
  }
}

/// The folder runs what commands do. It decides nothing about an engine, and sends it nothing.
struct AssistantRulesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  private static let foreign = [
    "Diagnosis(", "Judgement(", "StepJudge", "StepCost", "MoneyVerdict(", "EngineOperation", "OperationExecutor",
    "OperationPlan", "ControlRequest", "Endpoint<", ".post", "URLSession", "HTTPTransport", "withControl", "withEngine",
    "isYes", "\"--yes\"",
  ]

  @Test func `it holds no judgement, no call and no yes`() throws {
    let folder = Self.root.appending(path: "Sources/hean-cli/Assistants")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "RunbookText.swift" }
    #expect(files.count > 12)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in Self.foreign { #expect(!text.contains(word), "\(file.lastPathComponent): \(word)") }
      for line in text.split(separator: "\n") where line.hasPrefix("import ") {
        #expect(["import HeanCore", "import Synchronization"].contains(line))
      }
    }
  }

  @Test func `the runbook is that of the documentation`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "docs/operations.md"), encoding: .utf8)
    #expect(RunbookText.text == text, "make it anew: .ci/assistants --runbook")
  }
}
