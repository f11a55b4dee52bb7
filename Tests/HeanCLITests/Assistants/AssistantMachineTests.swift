import HeanCore
import Testing

@testable import HeanConsole

/// The protocol of `hean mcp`, a line at a time, without streams and without an engine.
struct AssistantMachineTests {
  private typealias Action = AssistantMachine.Action

  static func machine(_ verbs: AssistantCatalogue.Verbs = .all) -> AssistantMachine {
    AssistantMachine(
      AssistantCatalogue(verbs: verbs, tools: AssistantTools.offered(verbs, isRedacted: false), version: "1.0"))
  }

  static func meta(_ capabilities: JSONValue = [:], version: String = "2026-07-28") -> JSONValue {
    [
      ProtocolRevision.versionKey: .string(version), ProtocolRevision.capabilitiesKey: capabilities,
      ProtocolRevision.clientKey: ["name": "tester", "version": "1"],
    ]
  }

  static func line(_ id: JSONValue, _ method: String, _ params: [String: JSONValue] = [:], _ meta: JSONValue? = meta())
    -> String
  {
    var params = params
    params["_meta"] = meta
    return JSONText.compact(.rpcRequest(id, method, params))
  }

  private func sent(_ actions: [Action]) -> JSONValue? {
    if case .send(let message)? = actions.first, actions.count == 1 { message } else { nil }
  }

  private func code(_ actions: [Action]) -> Int? { sent(actions)?["error"]?["code"]?.number?.wholePart }

  private func initialized(_ revision: String = "2025-11-25", _ capabilities: JSONValue = ["elicitation": [:]])
    -> AssistantMachine
  {
    var machine = Self.machine()
    _ = machine.take(
      Self.line(
        0, "initialize",
        [
          "protocolVersion": .string(revision), "capabilities": capabilities,
          "clientInfo": ["name": "old", "version": "2"],
        ], nil))
    return machine
  }

  @Test func `a stateless client is told revisions, capabilities and instructions`() throws {
    var machine = Self.machine(.none)
    let result = try #require(sent(machine.take(Self.line("a", "server/discover")))?["result"])
    #expect(result["supportedVersions"] == ["2026-07-28", "2025-11-25", "2025-06-18"])
    #expect(result["resultType"] == "complete" && result["cacheScope"] == "private" && result["ttlMs"]?.number != nil)
    #expect(result["instructions"]?.text?.contains("only reads") == true)
    #expect(result["_meta"]?[ProtocolRevision.serverKey]?["name"] == "hean")
    #expect(result["capabilities"]?["logging"] == nil)
  }

  @Test(arguments: ["2025-11-25", "2025-06-18"])
  func `a client that initializes gets its own revision, and no member of the other era`(revision: String) throws {
    var machine = initialized(revision)
    #expect(machine.handshake?.revision == revision)
    let list = try #require(sent(machine.take(Self.line(1, "tools/list", [:], nil)))?["result"])
    #expect(list["resultType"] == nil && list["ttlMs"] == nil)
    #expect(sent(machine.take(Self.line(2, "ping", [:], nil)))?["result"] == [:])
    #expect(code(machine.take(Self.line(3, "server/discover", [:], nil))) == -32_601)
  }

  @Test func `an unknown revision of a client that initializes is answered with the newest`() {
    #expect(initialized("2024-11-05").handshake?.revision == "2025-11-25")
  }

  @Test(
    arguments: [
      (line(1, "tools/list", [:], meta(version: "2030-01-01")), -32_022), (line(1, "tools/list", [:], nil), -32_602),
      (line(1, "tools/list", [:], [ProtocolRevision.versionKey: "2026-07-28"]), -32_602),
      (line(1, "ping"), -32_601), (line(1, "no/method"), -32_601), (line(1, "logging/setLevel"), -32_601),
      (line(1, "resources/read", ["uri": "hean://nothing"]), -32_602), (line(1, "resources/read"), -32_602),
      (line(1, "tools/call", ["name": "nothing"]), -32_602), (line(1, "tools/list", ["cursor": "x"]), -32_602),
      (line(1, "tools/call", ["name": "status", "arguments": []]), -32_602), (line(1, "prompts/get"), -32_602),
      (line(1, "tools/call", ["name": "engine_pause", "requestState": "x"]), -32_602),
      ("{", -32_700), ("[]", -32_600), ("[\(line(1, "ping"))]", -32_600), ("7", -32_600),
      (#"{"id":1,"method":"ping"}"#, -32_600), (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32_600), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32_602), (#"{"jsonrpc":"2.0","id":1}"#, -32_600),
    ] as [(String, Int)])
  func `what is wrong has its code`(line: String, expected: Int) {
    var machine = Self.machine()
    #expect(code(machine.take(line)) == expected)
  }

  @Test func `what is not spoken is told with what is`() {
    var machine = Self.machine()
    let error = sent(machine.take(Self.line(1, "tools/list", [:], Self.meta(version: "x"))))?["error"]
    #expect(error?["data"]?["requested"] == "x" && error?["data"]?["supported"]?.text == nil)
    var old = initialized()
    #expect(code(old.take(Self.line(1, "resources/read", ["uri": "hean://nothing"], nil))) == -32_002)
  }

  @Test(arguments: [1, "1", -7, "", 9_007_199_254_740_993] as [JSONValue])
  func `an id comes back as it came`(id: JSONValue) {
    var machine = Self.machine()
    #expect(sent(machine.take(Self.line(id, "tools/list")))?["id"] == id)
  }

  @Test func `lists are the same each time, and short enough to be read by a model`() throws {
    var (machine, other) = (Self.machine(), Self.machine())
    for method in ["tools/list", "resources/list", "prompts/list", "resources/templates/list"] {
      #expect(machine.take(Self.line(1, method)) == other.take(Self.line(1, method)))
    }
    let tools = machine.catalogue.tools.map(\.listed)
    let plain = tools.map { tool in JSONValue.object(tool.members.filter { $0.key != "outputSchema" }) }
    #expect(tools.count <= 25)
    #expect(JSONText.compact(.array(plain)).utf8.count <= 20_000)
    #expect(JSONText.compact(.array(tools)).utf8.count <= 60_000)
  }

  @Test func `a notification and an empty line are never answered`() {
    var machine = Self.machine()
    for line in [
      "", "  ", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","method":"x"}"#,
    ] {
      #expect(machine.take(line) == [])
    }
  }

  @Test func `a call that was cancelled is given up, and its outcome is told to nobody`() throws {
    var machine = Self.machine()
    let begun = machine.take(Self.line(1, "tools/call", ["name": "status"]))
    guard case .call(1, let call)? = begun.first else { throw Problem() }
    #expect(call.client == "tester 1" && call.answer == nil)
    let cancel = JSONText.compact(.rpcNotification("notifications/cancelled", ["requestId": 1]))
    #expect(machine.take(cancel) == [.cancel(id: 1)])
    #expect(machine.ended(1, .result(ToolResult())) == [])
    #expect(machine.take(cancel) == [])
  }

  @Test func `two requests under way have two ids, and their number is limited`() {
    var machine = Self.machine()
    for id in 0..<AssistantMachine.mostAtOnce {
      #expect(machine.take(Self.line(.number(Decimal(id)), "tools/call", ["name": "status"])).count == 1)
    }
    #expect(code(machine.take(Self.line(0, "tools/call", ["name": "status"]))) == -32_600)
    #expect(code(machine.take(Self.line(99, "tools/call", ["name": "status"]))) == -32_603)
  }

  @Test func `progress is told to who asked for it`() {
    var machine = Self.machine()
    var meta = Self.meta().members
    meta["progressToken"] = "t"
    _ = machine.take(Self.line(1, "tools/call", ["name": "status"], .object(meta)))
    _ = machine.take(Self.line(2, "tools/call", ["name": "status"]))
    let told = sent(machine.progress(1, "waiting"))?["params"]
    #expect(told?["progressToken"] == "t" && told?["progress"] == 1 && told?["message"] == "waiting")
    #expect(sent(machine.progress(1, "still"))?["params"]?["progress"] == 2)
    #expect(machine.progress(2, "waiting") == [])
  }

  @Test func `who listens for changes is acknowledged, and told when the server ends`() {
    var machine = Self.machine()
    let acknowledged = sent(
      machine.take(
        Self.line("s", "subscriptions/listen", ["notifications": ["toolsListChanged": true, "other": true]])))
    #expect(acknowledged?["method"] == "notifications/subscriptions/acknowledged")
    #expect(acknowledged?["params"]?["notifications"] == ["toolsListChanged": true])
    #expect(sent(machine.close())?["id"] == "s")
  }

  // MARK: Consent

  private static let form = ConsentForm(message: "plan", question: PlanQuestion(text: "Type yes to send: "), state: "S")

  @Test func `a stateless client gets the form with the sealed plan, and brings both back`() {
    var machine = Self.machine()
    let capabilities = Self.meta(["elicitation": ["form": [:]]])
    let arguments: JSONValue = ["reason": "r"]
    let begun = machine.take(
      Self.line(1, "tools/call", ["name": "engine_pause", "arguments": arguments], capabilities))
    guard case .call(_, let call)? = begun.first else { return #expect(Bool(false), "\(begun)") }
    #expect(call.consent == .form)
    let result = sent(machine.ended(1, .form(Self.form)))?["result"]
    #expect(result?["resultType"] == "input_required" && result?["requestState"] == "S")
    let request = result?["inputRequests"]?["agreement"]
    #expect(request?["method"] == "elicitation/create" && request?["params"]?["mode"] == "form")
    #expect(request?["params"]?["requestedSchema"]?["required"] == ["answer"])
    let again = machine.take(
      Self.line(
        2, "tools/call",
        [
          "name": "engine_pause", "arguments": arguments, "requestState": "S",
          "inputResponses": ["agreement": ["action": "accept", "content": ["answer": true]]],
        ], capabilities))
    guard case .call(2, let second)? = again.first else { return #expect(Bool(false), "\(again)") }
    #expect(second.answer?.state == "S" && Self.form.question.reply(to: second.answer?.response) == "yes")
  }

  @Test func `a client that initialized is asked while its call waits`() {
    var machine = initialized()
    _ = machine.take(Self.line(1, "tools/call", ["name": "engine_pause"], nil))
    let asked = sent(machine.ended(1, .form(Self.form)))
    #expect(asked?["method"] == "elicitation/create" && asked?["id"] == "hean-1")
    let answer = JSONText.compact(
      ["jsonrpc": "2.0", "id": "hean-1", "result": ["action": "accept", "content": ["answer": true]]])
    guard case .call(1, let call)? = machine.take(answer).first else { return #expect(Bool(false)) }
    #expect(call.answer?.state == "S")
    // The same answer again is an answer to nothing.
    #expect(machine.take(answer) == [])
  }

  @Test func `a call that is cancelled while its form is open takes the form away`() {
    var machine = initialized()
    _ = machine.take(Self.line(1, "tools/call", ["name": "engine_pause"], nil))
    _ = machine.ended(1, .form(Self.form))
    let actions = machine.take(JSONText.compact(.rpcNotification("notifications/cancelled", ["requestId": 1])))
    #expect(sent(actions)?["method"] == "notifications/cancelled")
    #expect(
      machine.take(#"{"jsonrpc":"2.0","id":"hean-1","result":{"action":"accept","content":{"answer":true}}}"#) == [])
  }

  @Test func `what a person agreed to is not given up by a cancellation`() {
    var machine = initialized()
    _ = machine.take(Self.line(1, "tools/call", ["name": "engine_pause"], nil))
    _ = machine.ended(1, .form(Self.form))
    _ = machine.take(#"{"jsonrpc":"2.0","id":"hean-1","result":{"action":"accept","content":{"answer":true}}}"#)
    #expect(machine.take(JSONText.compact(.rpcNotification("notifications/cancelled", ["requestId": 1]))) == [])
    #expect(sent(machine.ended(1, .result(ToolResult())))?["id"] == 1)
  }

  @Test func `a client without forms is told how a person agrees in a terminal`() {
    let plan = PendingPlan(
      id: "abc123", tool: "engine_pause", client: "c", engine: "e", text: "the plan",
      question: PlanQuestion(text: "Type yes to send: "), expires: Console.now)
    var machine = Self.machine()
    _ = machine.take(Self.line(1, "tools/call", ["name": "engine_pause"]))
    let error = sent(machine.ended(1, .terminal(plan)))?["error"]
    #expect(error?["code"] == -32_021 && error?["data"]?["requiredCapabilities"]?["elicitation"]?["form"] == [:])
    #expect(error?["data"]?["approval"]?["command"] == "hean approve abc123")
    var old = initialized("2025-06-18", [:])
    _ = old.take(Self.line(1, "tools/call", ["name": "engine_pause"], nil))
    let result = sent(old.ended(1, .terminal(plan)))?["result"]
    #expect(result?["isError"] == true && "\(result ?? .null)".contains("hean approve abc123"))
  }

  @Test(
    arguments: [
      ("Type yes to send: ", ["action": "accept", "content": ["answer": true]], "yes"),
      ("Type yes to send: ", ["action": "accept", "content": ["answer": false]], nil),
      ("Type yes to send: ", ["action": "accept", "content": ["answer": "yes"]], nil),
      ("Type yes to send: ", ["action": "accept"], nil), ("Type yes to send: ", ["action": "decline"], nil),
      ("Type yes to send: ", ["action": "cancel", "content": ["answer": true]], nil), ("Type yes to send: ", [], nil),
      ("Type 'main' to send: ", ["action": "accept", "content": ["answer": "main"]], "main"),
      ("Type 'main' to send: ", ["action": "accept", "content": ["answer": true]], nil),
      ("Type 'main' to send: ", ["action": "decline", "content": ["answer": "main"]], nil),
    ] as [(String, JSONValue, String?)])
  func `only an accepted form that was filled in is an answer`(question: String, response: JSONValue, reply: String?) {
    #expect(PlanQuestion(text: question).reply(to: response) == reply)
  }

  @Test func `ten thousand damaged lines are answered or ignored, and the next one is served`() {
    var machine = Self.machine()
    var dice = SeededGenerator(seed: 7)
    let whole = [
      Self.line(1, "tools/list"), Self.line("x", "tools/call", ["name": "status", "arguments": ["a": 1]]),
      Self.line(3, "resources/read", ["uri": "hean://runbook"]), Self.line(4, "server/discover"),
    ]
    let known: Set = [-32_700, -32_600, -32_601, -32_602, -32_603, -32_022]
    for _ in 0..<10_000 {
      var bytes = Array(whole[Int.random(in: 0..<whole.count, using: &dice)].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &dice) {
        let place = Int.random(in: 0..<bytes.count, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: bytes[place] = UInt8.random(in: 32...126, using: &dice)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 32...126, using: &dice), at: place)
        }
      }
      for action in machine.take(String(decoding: bytes, as: UTF8.self)) {
        switch action {
        case .send(let message):
          guard let error = message["error"] else { continue }
          #expect(error["code"]?.number?.wholePart.map(known.contains) == true, "\(message)")
        case .call(let id, _), .read(let id, _, _): _ = machine.ended(id, .result(ToolResult()))
        case .cancel: break
        }
      }
    }
    #expect(sent(machine.take(Self.line("last", "tools/list")))?["result"]?["tools"] != nil)
  }

  private struct Problem: Error {}
}
