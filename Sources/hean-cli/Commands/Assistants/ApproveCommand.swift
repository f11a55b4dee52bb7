import HeanCore

/// `hean approve`.
struct ApproveCommand: Command {
  static let scope = CommandScope.local
  static let id = Operand("ID", each: .text(), isRequired: false, help: "the plan that an assistant told")
  static let spec = CommandSpec(
    name: "approve", summary: "Agree to a plan of an assistant, in a terminal",
    discussion: """
      For clients of 'hean mcp' that have no forms. It shows the plan and asks what the verb itself would ask. Nothing is sent \
      here: the assistant calls the same again, and what was typed is the answer, once. A plan waits five minutes. It needs a \
      terminal: nothing else answers for a person. Without ID it lists the plans that wait.
      """,
    examples: [
      Example("hean approve", "which plans wait"), Example("hean approve k3f9a1", "look at one, and answer"),
    ],
    operands: [id])

  var id: String?

  init(_ line: ParsedLine) throws(UsageError) {
    let ids = try line[Self.id]
    guard ids.count < 2 else { throw .contradiction("one plan is agreed to at a time", nextStep: "name one of them") }
    id = ids.first
  }

  func run(_ session: Session) async throws -> Output {
    let context = session.context
    let plans = PendingPlans(folder: try PendingPlans.folder(context.environment))
    let waiting = try plans.waiting(at: context.now()).filter { $0.answer == nil }
    guard let id else {
      let lines = waiting.map { "\($0.id)  \($0.tool) for \($0.client), until \(session.timestamp($0.expires))\n" }
      return .text(sanitizedLines(lines.isEmpty ? "No plan waits.\n" : lines.joined()))
    }
    guard let plan = waiting.first(where: { $0.id == id }) else {
      throw Failure(
        .notFound, "no plan '\(visible(id))' waits",
        nextStep: "the assistant has to call the verb again; a plan waits 5 minutes")
    }
    if let refusal = context.input.refusal {
      throw Failure(.declined, "\(refusal): a person has to agree in a terminal", nextStep: .command(.approve, id))
    }
    let answer =
      try await session.answer(
        to: sanitizedLines("\(plan.client) wants this:\n\n\(plan.text)\n") + sanitized(plan.question.text)) ?? ""
    let isGiven = plan.question.kind == .typed ? !answer.isEmpty : Agreement.word.isGiven(by: answer)
    let log = try AuditLog(environment: context.environment)
    _ = try log.called(
      "approve \(plan.id), \(plan.tool): \(isGiven ? "answered" : "not agreed to")", by: plan.client, mode: nil, session
    )
    guard isGiven, context.now() < plan.expires else {
      try plans.remove(plan.id)
      throw Failure(.declined, "not agreed to: the plan is gone, and nothing was sent")
    }
    guard try plans.answer(plan.id, answer) else {
      throw Failure(
        .declined,
        "this plan was answered in another terminal, or went meanwhile: what was typed here counts for nothing",
        nextStep: "what became of it: \(.query(.audit))")
    }
    return .text("Answered: the assistant sends it with its next call, once. Nothing was sent yet.\n")
  }
}
