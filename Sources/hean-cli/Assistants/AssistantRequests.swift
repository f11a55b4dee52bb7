import HeanCore

/// The requests of a client.
extension AssistantMachine {
  /// What a request tells of its client.
  private struct Origin {
    var era: ProtocolEra
    var capabilities: JSONValue
    var client: String
    var progressToken: JSONValue?
  }

  /// How long (milliseconds) a list may be kept.
  private static let life = 3_600_000

  mutating func answer(
    _ id: JSONValue, _ method: String, _ params: [String: JSONValue]
  ) throws(RPCError) -> [Action] {
    if method == "initialize", params["_meta"]?[ProtocolRevision.versionKey] == nil {
      return try initialize(id, params)
    }
    let origin = try origin(method, params)
    func reply(_ members: [String: JSONValue], life: Int? = nil) -> [Action] {
      [.send(.rpcResult(id, complete(members, origin.era, life: life)))]
    }
    func list(_ name: String, _ rows: [JSONValue]) throws(RPCError) -> [Action] {
      // Every list is one page.
      guard params["cursor"] == nil else {
        throw RPCError(.invalidParams, "there is no such cursor: a list is one page")
      }
      return reply([name: .array(rows)], life: Self.life)
    }
    switch (method, origin.era) {
    case ("server/discover", .stateless):
      return reply(
        [
          "supportedVersions": .array(ProtocolRevision.all.map { .string($0) }), "capabilities": catalogue.capabilities,
          "instructions": .string(catalogue.instructions),
          "_meta": [ProtocolRevision.serverKey: catalogue.introduction],
        ], life: Self.life)
    case ("subscriptions/listen", .stateless): return try listen(id, params)
    case ("ping", .session): return reply([:])
    case ("tools/list", _): return try list("tools", catalogue.tools.map(\.listed))
    case ("resources/list", _): return try list("resources", AssistantResource.all.map(\.listed))
    case ("resources/templates/list", _): return try list("resourceTemplates", [])
    case ("prompts/list", _): return try list("prompts", AssistantPrompt.all.map(\.listed))
    case ("prompts/get", _):
      guard let prompt = AssistantPrompt.all.first(where: { $0.name == params["name"]?.text }) else {
        throw RPCError(.invalidParams, "there is no such prompt")
      }
      return reply(["description": .string(prompt.summary), "messages": [prompt.message]])
    case ("resources/read", _): return try read(id, params, origin)
    case ("tools/call", _): return try call(id, params, origin)
    default: throw RPCError(.methodNotFound, "there is no method '\(Self.short(method))'")
    }
  }

  private mutating func initialize(_ id: JSONValue, _ params: [String: JSONValue]) throws(RPCError) -> [Action] {
    guard let asked = params["protocolVersion"]?.text, case .object? = params["capabilities"] else {
      throw RPCError(.invalidParams, "protocolVersion or capabilities is missing")
    }
    let revision = ProtocolRevision.handshakes.contains(asked) ? asked : ProtocolRevision.handshakes[0]
    settle(
      Handshake(
        revision: revision, capabilities: params["capabilities"] ?? .null, client: Self.client(params["clientInfo"])))
    var server = catalogue.introduction.members
    // Icons and descriptions came with 2025-11-25.
    if revision != ProtocolRevision.handshakes[0] { (server["icons"], server["description"]) = (nil, nil) }
    return [
      .send(
        .rpcResult(
          id,
          [
            "protocolVersion": .string(revision), "capabilities": catalogue.capabilities, "serverInfo": .object(server),
            "instructions": .string(catalogue.instructions),
          ]))
    ]
  }

  private func origin(_ method: String, _ params: [String: JSONValue]) throws(RPCError) -> Origin {
    let meta = params["_meta"]
    if let given = meta?[ProtocolRevision.versionKey] {
      guard let version = given.text else { throw RPCError(.invalidParams, "the protocol version is a text") }
      guard version == ProtocolRevision.stateless else {
        throw RPCError(
          .unsupportedRevision, "this revision of the protocol is not spoken",
          data: [
            "supported": .array(ProtocolRevision.all.map { .string($0) }), "requested": .string(Self.short(version)),
          ])
      }
      guard case .object? = meta?[ProtocolRevision.capabilitiesKey] else {
        throw RPCError(.invalidParams, "_meta has no \(ProtocolRevision.capabilitiesKey)")
      }
      return Origin(
        era: .stateless, capabilities: meta?[ProtocolRevision.capabilitiesKey] ?? .null,
        client: Self.client(meta?[ProtocolRevision.clientKey]), progressToken: Self.token(meta))
    }
    guard let handshake else {
      if method == "ping" {
        return Origin(
          era: .session(ProtocolRevision.handshakes[0]), capabilities: .null, client: "", progressToken: nil)
      }
      throw RPCError(
        .invalidParams, "_meta has no \(ProtocolRevision.versionKey), and nothing was initialized before")
    }
    return Origin(
      era: .session(handshake.revision), capabilities: handshake.capabilities, client: handshake.client,
      progressToken: Self.token(meta))
  }

  private mutating func listen(_ id: JSONValue, _ params: [String: JSONValue]) throws(RPCError) -> [Action] {
    guard case .object(let wanted)? = params["notifications"] else {
      throw RPCError(.invalidParams, "notifications is missing")
    }
    let known = ["toolsListChanged", "resourcesListChanged", "promptsListChanged"]
    listen(id)
    return [
      .send(
        .rpcNotification(
          "notifications/subscriptions/acknowledged",
          [
            "_meta": [ProtocolRevision.subscriptionKey: id],
            "notifications": .object(wanted.filter { known.contains($0.key) && $0.value == true }),
          ]))
    ]
  }

  private mutating func read(
    _ id: JSONValue, _ params: [String: JSONValue], _ origin: Origin
  ) throws(RPCError) -> [Action] {
    guard let address = params["uri"]?.text else { throw RPCError(.invalidParams, "uri is missing") }
    guard let resource = AssistantResource.all.first(where: { $0.address == address }) else {
      throw RPCError(
        origin.era == .stateless ? .invalidParams : .resourceNotFound, "there is no such resource",
        data: ["uri": .string(Self.short(address))])
    }
    try requireRoom()
    begin(id, Running(era: origin.era, progressToken: origin.progressToken))
    return [.read(id: id, resource, client: origin.client)]
  }

  private mutating func call(
    _ id: JSONValue, _ params: [String: JSONValue], _ origin: Origin
  ) throws(RPCError) -> [Action] {
    guard let name = params["name"]?.text, let tool = catalogue.tool(name) else {
      throw RPCError(.invalidParams, "there is no tool '\(Self.short(params["name"]?.text ?? ""))'")
    }
    let arguments: [String: JSONValue]
    switch params["arguments"] {
    case .object(let given): arguments = given
    case nil, .null?: arguments = [:]
    default: throw RPCError(.invalidParams, "arguments is no object")
    }
    var call = ToolCall(
      tool: tool, arguments: arguments, client: origin.client, consent: Self.consent(origin.capabilities))
    if origin.era == .stateless, tool.kind != .read {
      call.answer = try Self.answer(params)
    }
    try requireRoom()
    return start(id, call, Running(era: origin.era, progressToken: origin.progressToken))
  }

  private static func answer(_ params: [String: JSONValue]) throws(RPCError) -> ToolCall.Answer? {
    switch (params["requestState"], params["inputResponses"]) {
    case (nil, nil): return nil
    case (.string(let state)?, .object(let responses)?):
      return ToolCall.Answer(state: state, response: responses[ConsentForm.key])
    default: throw RPCError(.invalidParams, "requestState and inputResponses come together, as they were asked for")
    }
  }

  private func requireRoom() throws(RPCError) {
    guard running.count < Self.mostAtOnce else {
      throw RPCError(.internalError, "\(running.count) calls are under way: wait for one of them")
    }
  }

  /// A client that names no kind of form has that of fields.
  private static func consent(_ capabilities: JSONValue) -> ToolCall.Consent {
    guard case .object(let kinds)? = capabilities["elicitation"] else { return .terminal }
    return kinds.isEmpty || kinds["form"] != nil ? .form : .terminal
  }

  private static func token(_ meta: JSONValue?) -> JSONValue? {
    switch meta?["progressToken"] {
    case .string(let text): .string(text)
    case .number(let number): .number(number)
    default: nil
    }
  }

  private static func client(_ told: JSONValue?) -> String {
    let words = [told?["name"]?.text, told?["version"]?.text].compactMap(\.self).map { short($0) }
    return words.isEmpty ? "a client without a name" : words.joined(separator: " ")
  }

  /// A text of a client, for messages and the audit log.
  private static func short(_ text: String) -> String {
    String(String.UnicodeScalarView(sanitized(text).unicodeScalars.prefix(60)))
  }
}
