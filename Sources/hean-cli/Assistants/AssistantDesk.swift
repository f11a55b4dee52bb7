import HeanCore

/// Carries out calls: each is a command line, run beside the server with the engine that was chosen at its start.
actor AssistantDesk {
  private let session: Session
  /// The words that choose the engine, the same for every call.
  private let choosing: [String]
  /// Finds profile and address anew.
  private let resolve: @Sendable () throws -> Session
  private let ledger: VerbLedger
  private let pending: PendingPlans
  private var seal = PlanSeal(key: PlanSeal.randomKey())
  private var pace = CallPace()
  /// By tool, arguments and engine: plans of this server that wait for a terminal.
  private var waiting: [String: Waiting] = [:]
  private var isSending = false
  /// Whether the last call came too soon; of several only the first is recorded.
  private var isLimited = false

  private struct Waiting {
    var plan: PendingPlan
    var token: String
  }

  init(
    session: Session, choosing: [String], mostVerbs: Int,
    resolve: @escaping @Sendable () throws -> Session
  ) throws {
    self.session = session
    self.choosing = choosing
    self.resolve = resolve
    let folder = try PendingPlans.folder(session.context.environment)
    ledger = VerbLedger(folder: folder, most: mostVerbs)
    pending = PendingPlans(folder: folder)
  }

  private var now: Date { session.context.now() }

  func carryOut(_ call: ToolCall, tell: @escaping @Sendable (String) -> Void) async -> CallOutcome {
    if let wait = pace.take(at: session.context.elapsed()) {
      if !isLimited { try? record(call, "refused: too many calls", nil) }
      isLimited = true
      return .result(
        .failed("too many calls: try again in \(Spans.text(wait)); an answer does not change by asking again"))
    }
    isLimited = false
    do {
      return call.tool.kind == .read ? .result(try await read(call, tell)) : try await verb(call, tell)
    } catch let problem as ArgumentProblem {
      try? record(call, "refused: \(problem.message)", nil)
      return .result(.failed("\(problem.message); nothing was done"))
    } catch {
      let words = words(session.failure(error))
      try? record(call, "refused: \(words)", nil)
      return .result(.failed(words))
    }
  }

  /// The text of a resource; `nil` when there is none.
  func text(of resource: AssistantResource, client: String) async -> String? {
    switch resource.source {
    case .text(let make): return make()
    case .command(let words):
      guard pace.take(at: session.context.elapsed()) == nil else { return nil }
      let end = await CommandRun(session: session).run(choosing + words)
      guard (try? record("read \(resource.address)", client, end.document)) != nil else { return nil }
      if resource.type == AssistantResource.json {
        let none: JSONValue = ["data": nil, "notes": .array(end.notes.map { .string($0) })]
        return JSONText.compact(end.document ?? none)
      }
      return end.output.isEmpty ? nil : sanitizedLines(end.output)
    }
  }

  private func read(
    _ call: ToolCall, _ tell: @escaping @Sendable (String) -> Void
  ) async throws -> ToolResult {
    let words = try call.tool.words(call.arguments)
    let end = await CommandRun(session: session, tell: tell).run(choosing + ["--json"] + words)
    try record(call, ended(end), end.document)
    return result(end)
  }

  /// Greatest size (bytes) of a document that is given out.
  private static let most = 200_000

  private func result(_ end: CommandRun.End) -> ToolResult {
    let isError = ![.ok, .conditionFalse, .staleOrUnconfirmed].contains(end.code)
    guard let document = end.document else {
      return ToolResult(notes: end.notes + ["exit code \(end.code.rawValue): \(end.code.name)"], isError: true)
    }
    guard end.output.utf8.count <= Self.most else {
      return .failed("the answer is too long for a conversation: ask for less, with limit, symbol or since")
    }
    var notes = end.notes
    if end.code != .ok { notes.append("exit code \(end.code.rawValue): \(end.code.name)") }
    return ToolResult(document: document, notes: notes, isError: isError)
  }

  private func ended(_ end: CommandRun.End) -> String { end.code == .ok ? "answered" : end.code.name }

  private func words(_ failure: Failure) -> String {
    sanitized(
      ([failure.message] + [failure.nextStep.map { "next: " + session.commands.text($0) }].compactMap(\.self)).joined(
        separator: "; "))
  }
}

// MARK: - Verbs

extension AssistantDesk {
  private func verb(
    _ call: ToolCall, _ tell: @escaping @Sendable (String) -> Void
  ) async throws -> CallOutcome {
    let words = try words(of: call)
    let target = try engine()
    guard let answer = call.answer else {
      if call.consent == .terminal, let agreed = try takeAgreed(call, target) {
        guard let reply = agreed.plan.answer else {
          try record(call, "waits for a terminal", nil)
          return .terminal(agreed.plan)
        }
        return .result(try await send(call, words, agreed.token, agreed.plan.question, reply, tell))
      }
      return try await plan(call, words, target, tell)
    }
    let sealed: SealedPlan
    do throws(SealProblem) {
      sealed = try seal.take(
        answer.state, tool: call.tool.name, arguments: call.arguments, target: target.digest, at: now)
    } catch {
      try record(call, "refused: \(error.rawValue)", nil)
      return .refused(RPCError(.invalidParams, "requestState is not taken: \(error.rawValue); nothing was sent"))
    }
    guard let reply = sealed.question.reply(to: answer.response) else {
      try record(call, "not agreed to", nil)
      return .result(.failed("nobody agreed: nothing was sent"))
    }
    return .result(try await send(call, words, sealed.token, sealed.question, reply, tell))
  }

  /// The command line, with the client's name before its reason.
  private func words(of call: ToolCall) throws -> [String] {
    var arguments = call.arguments
    if let reason = arguments[AssistantTool.reason]?.text {
      arguments[AssistantTool.reason] = .string("\(call.client): \(sanitized(reason))")
    }
    return choosing + ["--json"] + (try call.tool.words(arguments))
  }

  private func engine() throws -> (name: String, digest: String) {
    let session = try resolve()
    let name = [session.profile, session.sourceURL].compactMap(\.self).joined(separator: " ")
    return (name, SealedPlan.digest(name))
  }

  private func key(_ call: ToolCall, _ digest: String) -> String {
    [call.tool.name, SealedPlan.digest(call.arguments), digest].joined(separator: " ")
  }

  /// The plan of this call that waits for a terminal, with the answer that was typed; an answered one is given once.
  private func takeAgreed(_ call: ToolCall, _ target: (name: String, digest: String)) throws -> Waiting? {
    let key = key(call, target.digest)
    guard var mine = waiting[key] else { return nil }
    guard mine.plan.expires > now, let kept = try pending.plan(mine.plan.id, at: now) else {
      waiting[key] = nil
      return nil
    }
    guard let answer = kept.answer else { return mine }
    waiting[key] = nil
    try pending.remove(mine.plan.id)
    mine.plan.answer = answer
    return mine
  }

  private func plan(
    _ call: ToolCall, _ words: [String], _ target: (name: String, digest: String),
    _ tell: @escaping @Sendable (String) -> Void
  ) async throws -> CallOutcome {
    let preview = await CommandRun(session: session, tell: tell).run(adding(["--dry-run"], to: words))
    guard preview.code == .ok, let token = preview.document?["data"]?["plan_token"]?.text else {
      try record(call, "planned: \(ended(preview))", preview.document)
      return .result(result(preview))
    }
    // What the command asks is called off here: a person has not been asked yet.
    let asked = await CommandRun(session: session, reply: { _ in nil }, tell: tell).run(
      adding(["--plan", token], to: words))
    guard let question = asked.question else {
      try record(call, "planned: \(ended(asked))", asked.document)
      return .result(result(asked))
    }
    try record(call, "planned", preview.document)
    let reason = call.arguments[AssistantTool.reason]?.text.map { "\n\(call.client) says: \(sanitized($0))\n" } ?? ""
    let shown = sanitizedLines(asked.shown)
    let text = "Engine: \(target.name)\n\(shown)\(reason)"
    let expires = now + SealedPlan.lifetime
    let id = String(AuditRecord.newID(at: now, random: session.context.random).suffix(6))
    switch call.consent {
    case .form:
      let sealed = SealedPlan(
        nonce: "\(id)-\(PlanSeal.randomKey().hexadecimal)", tool: call.tool.name,
        arguments: SealedPlan.digest(call.arguments), target: target.digest, token: token,
        question: PlanQuestion(text: question), expires: Int64(expires.timeIntervalSince1970))
      // A form for a yes asks by itself.
      let message = sealed.question.kind == .typed ? "\(text)\n\(question.trimmed())" : text
      return .form(ConsentForm(message: message, question: sealed.question, state: try seal.seal(sealed)))
    case .terminal:
      let plan = PendingPlan(
        id: id, tool: call.tool.name, client: call.client, engine: target.name, text: text,
        question: PlanQuestion(text: question), expires: expires)
      try pending.add(plan, at: now)
      waiting[key(call, target.digest)] = Waiting(plan: plan, token: token)
      return .terminal(plan)
    }
  }

  /// Sends what a person has agreed to.
  private func send(
    _ call: ToolCall, _ words: [String], _ token: String, _ question: PlanQuestion,
    _ reply: String, _ tell: @escaping @Sendable (String) -> Void
  ) async throws -> ToolResult {
    guard !isSending else {
      throw Failure(.temporary, "another verb is being sent: nothing was sent", nextStep: "ask for this one again")
    }
    isSending = true
    defer { isSending = false }
    try ledger.count(at: now)
    try record(call, "agreed to, and about to be sent", nil)
    let once = OnlyOnce()
    let run = CommandRun(
      session: session, interruption: session.context.interruption.beside(),
      // Whatever else it asks, a form or a terminal was not asked.
      reply: { $0 == question.text && once.isFirst($0) ? reply : nil }, tell: tell)
    return result(await run.run(adding(call.tool.bindsPlan ? ["--plan", token] : [], to: words)))
  }

  /// Options go before the words of the command, behind which may be operands.
  private func adding(_ options: [String], to words: [String]) -> [String] {
    let place = words.firstIndex(of: "--") ?? words.endIndex
    return Array(words[..<place]) + options + Array(words[place...])
  }
}

// MARK: - The audit log

extension AssistantDesk {
  /// - Throws: when it could not be written; the answer is not given then, and nothing is sent.
  private func record(_ call: ToolCall, _ outcome: String, _ document: JSONValue?) throws {
    var text = call.tool.name
    if !call.arguments.isEmpty { text += " " + cut(JSONText.compact(.object(call.arguments)), to: 400) }
    try record("\(text): \(outcome)", call.client, document)
  }

  /// By scalars: one letter can have accents without end.
  private func cut(_ text: String, to count: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
  }

  private func record(_ text: String, _ client: String, _ document: JSONValue?) throws {
    let session = (try? resolve()) ?? session
    let mode = document?["source"]?["mode"]?.text.flatMap(OperatingMode.init(rawValue:))
    let log = try AuditLog(environment: session.context.environment)
    _ = try log.called(cut(sanitized(text), to: 900), by: client, mode: mode, session)
  }
}
