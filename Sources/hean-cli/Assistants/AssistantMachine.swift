import HeanCore

/// The protocol of a server, without streams, clock and engine: takes lines and outcomes, and gives what is to be done.
struct AssistantMachine: Sendable {
  enum Action: Sendable, Equatable {
    /// A message for the client.
    case send(JSONValue)
    /// Carry out a call; its outcome comes back under this id.
    case call(id: JSONValue, ToolCall)
    case read(id: JSONValue, AssistantResource, client: String)
    /// Nobody waits for this call any more.
    case cancel(id: JSONValue)
  }

  /// What `initialize` settled.
  struct Handshake: Sendable {
    var revision: String
    var capabilities: JSONValue
    var client: String
  }

  /// A request that is carried out.
  struct Running: Sendable {
    var era: ProtocolEra
    var call: ToolCall?
    var progressToken: JSONValue?
    var told = 0
  }

  /// A call that waits for a form.
  struct Asking: Sendable {
    var id: JSONValue
    var running: Running
    var state: String
  }

  let catalogue: AssistantCatalogue
  private(set) var handshake: Handshake?
  private(set) var running: [JSONValue: Running] = [:]
  private(set) var asking: [String: Asking] = [:]
  private(set) var listening: Set<JSONValue> = []
  private var questions = 0

  /// How many calls are carried out at once.
  static let mostAtOnce = 16

  init(_ catalogue: AssistantCatalogue) { self.catalogue = catalogue }

  mutating func take(_ line: String) -> [Action] {
    guard line.contains(where: { !$0.isWhitespace }) else { return [] }
    do throws(RPCMessage.Malformed) {
      return take(try RPCMessage(line))
    } catch {
      return [.send(.rpcError(error.id, error.error))]
    }
  }

  /// A line that could not be read as text.
  func unreadable(_ why: String) -> [Action] { [.send(.rpcError(.null, RPCError(.parse, why)))] }

  private mutating func take(_ message: RPCMessage) -> [Action] {
    switch message {
    case .request(let id, let method, let params):
      do throws(RPCError) {
        guard running[id] == nil, !listening.contains(id), !asking.values.contains(where: { $0.id == id }) else {
          throw RPCError(.invalidRequest, "a request with this id is under way")
        }
        return try answer(id, method, params)
      } catch {
        return [.send(.rpcError(id, error))]
      }
    case .notification("notifications/cancelled", let params): return cancelled(params["requestId"])
    case .notification: return []
    case .response(let id, let result): return answered(id.text, result)
    }
  }

  private mutating func cancelled(_ id: JSONValue?) -> [Action] {
    guard let id else { return [] }
    if let question = asking.first(where: { $0.value.id == id })?.key {
      asking[question] = nil
      return [
        .send(
          .rpcNotification(
            "notifications/cancelled", ["requestId": .string(question), "reason": "the call was cancelled"]))
      ]
    }
    if listening.remove(id) != nil { return [] }
    // What a person agreed to is carried out and told.
    guard let call = running[id], call.call?.answer == nil else { return [] }
    running[id] = nil
    return [.cancel(id: id)]
  }

  private mutating func answered(_ question: String?, _ result: JSONValue?) -> [Action] {
    guard let question, let asked = asking.removeValue(forKey: question), var call = asked.running.call else {
      return []
    }
    call.answer = ToolCall.Answer(state: asked.state, response: result)
    return start(asked.id, call, asked.running)
  }

  mutating func start(_ id: JSONValue, _ call: ToolCall, _ run: Running) -> [Action] {
    var run = run
    run.call = call
    running[id] = run
    return [.call(id: id, call)]
  }

  mutating func begin(_ id: JSONValue, _ run: Running) { running[id] = run }

  mutating func listen(_ id: JSONValue) { listening.insert(id) }

  mutating func settle(_ handshake: Handshake) { self.handshake = handshake }

  /// Something that a call tells while it is under way.
  mutating func progress(_ id: JSONValue, _ message: String) -> [Action] {
    guard var run = running[id], let token = run.progressToken else { return [] }
    run.told += 1
    running[id] = run
    return [
      .send(
        .rpcNotification(
          "notifications/progress",
          ["progressToken": token, "progress": .number(Decimal(run.told)), "message": .string(message)]))
    ]
  }

  /// A call has ended.
  mutating func ended(_ id: JSONValue, _ outcome: CallOutcome) -> [Action] {
    guard let run = running.removeValue(forKey: id) else { return [] }
    switch outcome {
    case .result(let result): return [.send(.rpcResult(id, complete(result.members, run.era)))]
    case .refused(let error): return [.send(.rpcError(id, error))]
    case .terminal(let plan): return [.send(elsewhere(id, plan, run.era))]
    case .form(let form):
      guard case .session(let revision) = run.era else {
        var members: [String: JSONValue] = [
          "inputRequests": [
            ConsentForm.key: [
              "method": "elicitation/create", "params": .object(form.request(isModeTold: true)),
            ]
          ],
          "requestState": .string(form.state), "resultType": "input_required",
        ]
        members["_meta"] = [ProtocolRevision.serverKey: catalogue.server]
        return [.send(.rpcResult(id, members))]
      }
      questions += 1
      let question = "hean-\(questions)"
      asking[question] = Asking(id: id, running: run, state: form.state)
      let params = form.request(isModeTold: revision == ProtocolRevision.handshakes[0])
      return [.send(.rpcRequest(.string(question), "elicitation/create", params))]
    }
  }

  /// The answer to a call whose client has no forms.
  private func elsewhere(_ id: JSONValue, _ plan: PendingPlan, _ era: ProtocolEra) -> JSONValue {
    let words = """
      Nothing was sent: a person has to agree to this plan, and this client has no forms (elicitation). The operator agrees in a \
      terminal with: \(plan.command). Then call the same again; the plan holds until \(EngineTime.shortest(plan.expires)).
      """
    guard era == .stateless else {
      return .rpcResult(
        id, complete(ToolResult(notes: [words, plan.text], isError: true).members, era))
    }
    let data: JSONValue = [
      "requiredCapabilities": ["elicitation": ["form": [:]]],
      "approval": [
        "id": .string(plan.id), "command": .string(plan.command), "expires": .string(EngineTime.format(plan.expires)),
        "plan": .string(plan.text),
      ],
    ]
    return .rpcError(id, RPCError(.missingCapability, words, data: data))
  }

  /// The text of a resource, or `nil` when it could not be made.
  mutating func ended(_ id: JSONValue, reading resource: AssistantResource, _ text: String?) -> [Action] {
    guard let run = running.removeValue(forKey: id) else { return [] }
    guard let text else {
      return [.send(.rpcError(id, RPCError(.internalError, "\(resource.address) cannot be made now")))]
    }
    let members: [String: JSONValue] = ["contents": [resource.content(text)]]
    return [.send(.rpcResult(id, complete(members, run.era, life: resource.life)))]
  }

  /// The input has ended: nobody answers any more.
  mutating func close() -> [Action] {
    let open = listening.sorted { JSONText.compact($0) < JSONText.compact($1) }
    listening = []
    asking = [:]
    return open.map { id in
      .send(
        .rpcResult(
          id,
          [
            "resultType": "complete",
            "_meta": [ProtocolRevision.subscriptionKey: id, ProtocolRevision.serverKey: catalogue.server],
          ]))
    }
  }

  /// The members of a result, with those that its revision wants.
  /// - Parameter life: how long (milliseconds) it may be kept; `nil` for what is not kept.
  func complete(_ members: [String: JSONValue], _ era: ProtocolEra, life: Int? = nil) -> [String: JSONValue] {
    guard era == .stateless else { return members }
    var members = members
    members["resultType"] = "complete"
    members["_meta"] = members["_meta"] ?? [ProtocolRevision.serverKey: catalogue.server]
    if let life {
      members["ttlMs"] = .number(Decimal(life))
      members["cacheScope"] = "private"
    }
    return members
  }
}
