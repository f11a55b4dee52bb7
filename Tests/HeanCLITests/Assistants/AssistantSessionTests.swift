import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// `hean mcp` against an engine: what is read, what is sent, and after whose yes.
struct AssistantSessionTests {
  private static let yes: JSONValue = ["action": "accept", "content": ["answer": true]]

  private struct Stage {
    var engine: StagedEngine
    var client: AssistantClient
    var home: String
    var clock: TestClock

    var sent: [String] { engine.commands.map(\.target) }
    func audit() throws -> [AuditItem] { try AuditLog(environment: ["HOME": home]).runs().items }
  }

  private func stage(
    _ flags: [String], quirks: Set<PracticeQuirk> = [], isMarked: Bool = true
  ) throws -> Stage {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: quirks, clock: clock, isMarked: isMarked)
    engine.prepare()
    let home = Console.freshHome()
    return Stage(
      engine: engine, client: AssistantClient(["mcp", "--url", engine.url] + flags, home: home, clock: clock),
      home: home, clock: clock)
  }

  /// A stage whose engine is that of a profile.
  private func stage(profile members: String, _ flags: [String]) throws -> Stage {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    engine.prepare()
    let home = Console.freshHome()
    try configure(home, members.replacingOccurrences(of: "URL", with: engine.url))
    return Stage(
      engine: engine, client: AssistantClient(["-p", "main", "mcp"] + flags, home: home, clock: clock), home: home,
      clock: clock)
  }

  private func configure(_ home: String, _ members: String) throws {
    let folder = home + "/.config/hean"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let text = #"{"profiles": {"main": {\#(members)}}}"#
    #expect(
      FileManager.default.createFile(
        atPath: folder + "/config.json", contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
  }

  private func text(_ message: JSONValue) -> String { JSONText.compact(message) }

  @Test func `reads answer with the document of the command, and stand in the audit log`() async throws {
    let stage = try stage([])
    defer { stage.engine.stop() }
    let answer = await stage.client.call("status")
    let result = try #require(answer["result"])
    #expect(result["isError"] == false && result["structuredContent"]?["schema"] == "hean.status/1", "\(text(answer))")
    guard case .array(let content)? = result["content"] else { return #expect(Bool(false)) }
    #expect(content.first?["text"]?.text == ToolResult.notice)
    #expect(content.last?["text"]?.text == result["structuredContent"].map(JSONText.compact))
    let wrong = await stage.client.call("positions", ["symbol": "nonsense"])
    #expect(wrong["result"]?["isError"] == true, "\(text(wrong))")
    _ = await stage.client.call("status", ["yes": true])
    #expect(await stage.client.end() == .ok)
    #expect(stage.sent == [] && stage.client.errors.text == "")
    let called = try stage.audit().compactMap(\.remark)
    #expect(called.map(\.kind) == [.call, .call, .call] && called[0].reason == "tester 1")
    #expect(called[0].text == "status: answered")
    #expect(called[2].text?.contains("refused: there is no argument 'yes'") == true, "\(called[2])")
  }

  @Test func `without a flag no verb exists`() async throws {
    let stage = try stage([])
    defer { stage.engine.stop() }
    #expect(await stage.client.call("engine_pause", ["reason": "r"])["error"]?["code"] == -32_602)
    let list = await stage.client.ask("tools/list")
    #expect(!text(list).contains("engine_pause") && text(list).contains("\"status\""))
    #expect(await stage.client.end() == .ok && stage.sent == [])
  }

  @Test func `a verb is planned, and sent once after a person agreed in a form`() async throws {
    let stage = try stage(["--allow-stops"])
    defer { stage.engine.stop() }
    let arguments: [String: JSONValue] = ["reason": "feed \u{1B}[31mlooks wrong"]
    let plan = await stage.client.call("engine_pause", arguments)
    let result = try #require(plan["result"])
    let state = try #require(result["requestState"])
    #expect(result["resultType"] == "input_required" && stage.sent == [], "\(text(plan))")
    let message = result["inputRequests"]?["agreement"]?["params"]?["message"]?.text ?? ""
    #expect(message.contains("Pause") && message.contains("tester 1 says: feed [31mlooks wrong"), "\(message)")
    let answer = await stage.client.call("engine_pause", arguments, answering: (state, Self.yes))
    #expect(answer["result"]?["structuredContent"]?["data"]?["outcome"] == "confirmed", "\(text(answer))")
    #expect(stage.sent.count == 1 && stage.sent[0].hasSuffix("/engine/pause"))
    let again = await stage.client.call("engine_pause", arguments, answering: (state, Self.yes))
    #expect(again["error"]?["code"] == -32_602 && text(again).contains(SealProblem.used.rawValue))
    #expect(stage.sent.count == 1)
    _ = await stage.client.end()
    let items = try stage.audit()
    let ends = ["planned", "agreed to, and about to be sent", "refused: \(SealProblem.used.rawValue)"]
    let texts = items.compactMap(\.remark?.text)
    #expect(texts.count == 3 && zip(texts, ends).allSatisfy { $0.hasSuffix(": \($1)") }, "\(texts)")
    #expect(items.compactMap(\.run).count == 1)
  }

  @Test(
    arguments: [
      ["action": "decline"], ["action": "cancel"], ["action": "accept", "content": ["answer": false]],
      ["action": "accept", "content": ["answer": "yes"]], ["action": "accept"], [], .null,
    ] as [JSONValue])
  func `nothing but a yes sends`(response: JSONValue) async throws {
    let stage = try stage(["--allow-verbs"])
    defer { stage.engine.stop() }
    let state = try #require(await stage.client.call("engine_pause", ["reason": "r"])["result"]?["requestState"])
    let answer = await stage.client.call("engine_pause", ["reason": "r"], answering: (state, response))
    #expect(text(answer).contains("nothing was sent"), "\(text(answer))")
    _ = await stage.client.end()
    #expect(stage.sent == [])
  }

  @Test func `arguments say nothing about consent, and a plan is for its own arguments`() async throws {
    let stage = try stage(["--allow-verbs"])
    defer { stage.engine.stop() }
    for name in ["yes", "confirm", "plan", "answer", "requestState"] {
      let answer = await stage.client.call("engine_pause", ["reason": "r", name: true])
      #expect(answer["result"]?["isError"] == true, "\(text(answer))")
    }
    let state = try #require(await stage.client.call("engine_pause", ["reason": "r"])["result"]?["requestState"])
    let other = await stage.client.call("engine_pause", ["reason": "s"], answering: (state, Self.yes))
    #expect(text(other).contains(SealProblem.otherArguments.rawValue))
    let panic = await stage.client.call("panic", ["reason": "r"], answering: (state, Self.yes))
    #expect(text(panic).contains(SealProblem.otherArguments.rawValue))
    _ = await stage.client.end()
    #expect(stage.sent == [])
  }

  @Test func `where money is real the name is typed, and a wrong one sends nothing`() async throws {
    let stage = try stage(["--allow-stops"], quirks: [.mainnetRules], isMarked: false)
    defer { stage.engine.stop() }
    let plan = await stage.client.call("panic", ["reason": "r"])
    let form = plan["result"]?["inputRequests"]?["agreement"]?["params"]
    #expect(form?["requestedSchema"]?["properties"]?["answer"]?["type"] == "string", "\(text(plan))")
    #expect(form?["message"]?.text?.contains("Type '") == true)
    let state = try #require(plan["result"]?["requestState"])
    let answer = await stage.client.call(
      "panic", ["reason": "r"], answering: (state, ["action": "accept", "content": ["answer": "other"]]))
    #expect(answer["result"]?["isError"] == true, "\(text(answer))")
    #expect(stage.sent == [])
    let second = await stage.client.call("panic", ["reason": "r"])
    let shown = second["result"]?["inputRequests"]?["agreement"]?["params"]?["message"]?.text ?? ""
    let name = try #require(shown.split(separator: "Type '").last?.split(separator: "'").first.map(String.init))
    let typed: JSONValue = ["action": "accept", "content": ["answer": .string(name)]]
    let sent = await stage.client.call(
      "panic", ["reason": "r"], answering: (try #require(second["result"]?["requestState"]), typed))
    #expect(sent["result"]?["structuredContent"]?["data"]?["outcome"]?.text != nil, "\(text(sent))")
    _ = await stage.client.end()
    #expect(!stage.sent.isEmpty)
  }

  @Test func `a panic that was agreed to is sent, however the market has moved`() async throws {
    let stage = try stage(["--allow-stops"])
    defer { stage.engine.stop() }
    let state = try #require(await stage.client.call("panic", ["reason": "r"])["result"]?["requestState"])
    let rows = await stage.client.call("positions")["result"]?["structuredContent"]?["data"]
    guard case .array(let positions)? = rows, let id = positions.first?["position_id"] else {
      Issue.record("no position is open")
      return
    }
    let closing: [String: JSONValue] = ["reason": "r", "id": [id]]
    let plan = await stage.client.call("positions_close", closing)
    let other = try #require(plan["result"]?["requestState"], "\(text(plan))")
    await stage.clock.pass(.seconds(120))
    let close = await stage.client.call("positions_close", closing, answering: (other, Self.yes))
    #expect(stage.sent == [] && close["result"]?["isError"] == true, "\(text(close))")
    let answer = await stage.client.call("panic", ["reason": "r"], answering: (state, Self.yes))
    #expect(answer["result"]?["structuredContent"]?["data"]?["outcome"] == "flat", "\(text(answer))")
    _ = await stage.client.end()
    #expect(!stage.sent.isEmpty)
  }

  @Test func `a client without forms waits for the terminal, and what was typed there is used once`() async throws {
    let stage = try stage(["--allow-stops"])
    defer { stage.engine.stop() }
    func call() async -> JSONValue { await stage.client.call("engine_pause", ["reason": "r"], forms: false) }
    let plan = await call()
    #expect(plan["error"]?["code"] == -32_021, "\(text(plan))")
    let id = try #require(plan["error"]?["data"]?["approval"]?["id"]?.text)
    // Asking again is no yes, and makes no second plan.
    #expect(await call()["error"]?["data"]?["approval"]?["id"]?.text == id)
    #expect(stage.sent == [])
    func console(_ typed: String, isTerminal: Bool) -> Console {
      var console = Console(columns: 80, home: stage.home)
      console.sharedClock = stage.clock
      (console.isInputTerminal, console.standardInput) = (isTerminal, [typed])
      return console
    }
    let piped = await console("yes", isTerminal: false).run("approve", id)
    #expect(piped.code == .declined && piped.errors.contains("terminal"), "\(piped)")
    #expect(await console("", isTerminal: true).run("approve").output.hasPrefix("\(id)  engine_pause for tester 1"))
    let given = await console("yes", isTerminal: true).run("approve", id)
    #expect(given.code == .ok && given.errors.contains("tester 1 wants this") && stage.sent == [], "\(given)")
    let sent = await call()
    #expect(sent["result"]?["structuredContent"]?["data"]?["outcome"] == "confirmed", "\(text(sent))")
    #expect(stage.sent.count == 1)
    let next = await call()
    #expect(stage.sent.count == 1, "\(text(next))")
    _ = await stage.client.end()
  }

  @Test func `a no in the terminal takes the plan away`() async throws {
    let stage = try stage(["--allow-stops"])
    defer { stage.engine.stop() }
    let plan = await stage.client.call("engine_pause", ["reason": "r"], forms: false)
    let id = try #require(plan["error"]?["data"]?["approval"]?["id"]?.text)
    var console = Console(columns: 80, home: stage.home)
    console.sharedClock = stage.clock
    (console.isInputTerminal, console.standardInput) = (true, ["y"])
    #expect(await console.run("approve", id).code == .declined)
    #expect(await console.run("approve", id).code == .notFound)
    let next = await stage.client.call("engine_pause", ["reason": "r"], forms: false)
    #expect(next["error"]?["code"] == -32_021, "\(text(next))")
    _ = await stage.client.end()
    #expect(stage.sent == [])
  }

  @Test func `the profile is read anew at each step, and another engine is not that of the plan`() async throws {
    let stage = try stage(profile: #""url": "URL""#, ["--allow-stops"])
    defer { stage.engine.stop() }
    let state = try #require(await stage.client.call("engine_pause", ["reason": "r"])["result"]?["requestState"])
    try configure(stage.home, #""url": "http://127.0.0.1:1""#)
    let answer = await stage.client.call("engine_pause", ["reason": "r"], answering: (state, Self.yes))
    #expect(text(answer).contains(SealProblem.otherTarget.rawValue), "\(text(answer))")
    _ = await stage.client.end()
    #expect(stage.sent == [])
    #expect(try stage.audit().last?.remark != nil)
  }

  @Test func `a profile that is read-only stays so`() async throws {
    let stage = try stage(profile: #""url": "URL", "read_only": true"#, ["--allow-verbs"])
    defer { stage.engine.stop() }
    let answer = await stage.client.call("engine_pause", ["reason": "r"])
    #expect(answer["result"]?["isError"] == true && text(answer).contains("read-only"), "\(text(answer))")
    _ = await stage.client.end()
    #expect(stage.sent == [])
  }

  @Test func `what asks for a one-time code as well is not sent after a form`() async throws {
    let secret = Console.freshHome() + "/secret"
    #expect(
      FileManager.default.createFile(
        atPath: secret, contents: Data("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".utf8),
        attributes: [.posixPermissions: 0o600]))
    let stage = try stage(profile: #""url": "URL", "totp_file": "\#(secret)""#, ["--allow-verbs"])
    defer { stage.engine.stop() }
    stage.engine.call("/api/v1/engine/pause")
    let plan = await stage.client.call("engine_resume", ["reason": "r"])
    let state = try #require(plan["result"]?["requestState"], "\(text(plan))")
    let answer = await stage.client.call("engine_resume", ["reason": "r"], answering: (state, Self.yes))
    #expect(answer["result"]?["isError"] == true && text(answer).contains("code"), "\(text(answer))")
    _ = await stage.client.end()
    #expect(stage.sent == [])
  }

  @Test func `only so many verbs are sent on a day`() async throws {
    let stage = try stage(["--allow-verbs", "--verbs-a-day", "1"])
    defer { stage.engine.stop() }
    func carryOut(_ tool: String) async throws -> JSONValue {
      let state = try #require(await stage.client.call(tool, ["reason": "r"])["result"]?["requestState"])
      return await stage.client.call(tool, ["reason": "r"], answering: (state, Self.yes))
    }
    #expect(try await carryOut("engine_pause")["result"]?["isError"] == false)
    let second = try await carryOut("engine_resume")
    #expect(text(second).contains("as many as are allowed"), "\(text(second))")
    _ = await stage.client.end()
    #expect(stage.sent.count == 1)
  }

  @Test func `a client that calls again and again is told to wait`() async throws {
    let stage = try stage([])
    defer { stage.engine.stop() }
    var limited = 0
    for _ in 0..<(CallPace.burst + 5) {
      let answer = await stage.client.call("audit", ["limit": 1])
      if text(answer).contains("too many calls") { limited += 1 }
    }
    #expect(limited > 0)
    _ = await stage.client.end()
    let told = try stage.audit().compactMap(\.remark?.text).filter { $0.hasSuffix("too many calls") }
    #expect(told.count >= 1 && told.count <= limited)
  }

  @Test func `a call that cannot be recorded is not answered`() async throws {
    let stage = try stage([])
    defer { stage.engine.stop() }
    try "".write(toFile: stage.home + "/.local", atomically: true, encoding: .utf8)
    let answer = await stage.client.call("status")
    #expect(answer["result"]?["isError"] == true && answer["result"]?["structuredContent"] == nil, "\(text(answer))")
    _ = await stage.client.end()
  }

  @Test func `every resource can be read, and calls leave what was sent in sight`() async throws {
    let stage = try stage([])
    defer { stage.engine.stop() }
    _ = await stage.client.call("status")
    for resource in AssistantResource.all {
      let answer = await stage.client.ask("resources/read", ["uri": .string(resource.address)])
      guard case .array(let contents)? = answer["result"]?["contents"] else {
        Issue.record("\(resource.name): \(text(answer))")
        continue
      }
      #expect((contents.first?["text"]?.text?.count ?? 0) > 200, "\(resource.name): \(text(answer))")
    }
    _ = await stage.client.end()
  }

  @Test func `calls of assistants push nothing that was sent out of sight`() throws {
    let home = Console.freshHome()
    let log = try AuditLog(environment: ["HOME": home])
    try log.append(
      AuditRecord(
        id: "a", step: 1, time: Console.now, verb: "engine.pause", mode: "practice",
        content: .intent(.init(target: "engine", request: "POST /x"))))
    let call = AuditRecord(
      id: "b", step: 1, time: Console.now,
      content: .remark(.init(.call, text: String(repeating: "x", count: 20_000), reason: "c")))
    for _ in 0..<20 { try log.append(call) }
    #expect(try log.latest().map(\.id) == ["a"])
  }
}
