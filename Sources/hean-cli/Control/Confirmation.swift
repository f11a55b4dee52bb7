import HeanCore

/// Asks the operator to confirm, at one of three levels: an `Agreement`; `--yes`; or typing the engine's name, for severe verbs
/// on an engine that trades real money.
struct Confirmation: OperationApproval {
  var session: Session
  var options: OperationOptions

  /// Refuses before anything is read or sent: what can neither be asked nor is answered in advance, the name of another
  /// engine, and a result that could not be written afterwards.
  func refuseEarly() throws {
    try refuseUnasked()
    try session.renderer.check(record: OperationResult.fields(session.commands))
  }

  /// The same but for the result: a panic is sent although it cannot be written as was asked for.
  func refuseUnasked() throws {
    if session.settings.isReadOnly.value, !options.isDryRun { throw Failure.readOnly(session, "nothing was sent") }
    try requireTerminalOrYes()
    try checkName()
  }

  /// Refuses when there is no terminal to ask on, and no option that answers in advance.
  private func requireTerminalOrYes() throws {
    guard !options.isYes, !options.isDryRun, let refusal = session.context.input.refusal else { return }
    throw Failure(
      .declined, "\(refusal), and --yes was not given: nothing was sent",
      nextStep: "add --yes, or look first with --dry-run")
  }

  /// The name to type for a severe verb: that of the profile, or the host when no profile is used.
  var name: String { Self.name(of: session) }

  /// The name of the engine of a session, as it is typed to confirm.
  static func name(of session: Session) -> String {
    if let profile = session.profile { return profile }
    guard case .network(let url) = session.target.address, let host = url.host() else { return "practice" }
    return url.port.map { "\(host):\($0)" } ?? host
  }

  /// Refuses when the name given on the command line is that of another engine.
  private func checkName() throws {
    guard let given = options.confirmedName, given != name else { return }
    throw Failure(
      .declined, "--confirm says '\(given)', and this engine is '\(name)': nothing was sent",
      nextStep: "check the profile: \(.command(.profileShow))")
  }

  func asks(_ request: ApprovalRequest) -> Bool {
    if let code = code(for: request), code.asksPerson { return true }
    return needsName(request) ? options.confirmedName == nil || !options.isYes : !options.isYes
  }

  private func needsName(_ request: ApprovalRequest) -> Bool {
    request.severity == .severe && request.mode.isRealMoney
  }

  func approve(_ request: ApprovalRequest) async throws -> Approval {
    guard try await agree(request) == .given else { return .declined }
    try await code(for: request)?.check { try await line($0) }
    return .given
  }

  /// Only what adds risk asks for a one-time code.
  private func code(for request: ApprovalRequest) -> CodeCheck? {
    guard request.operation.addsRisk, let file = session.settings.codeFile.value else { return nil }
    return CodeCheck(session: session, file: file, name: name)
  }

  private func agree(_ request: ApprovalRequest) async throws -> Approval {
    guard needsName(request) else { return try await askPlainly() }
    if options.confirmedName != nil { return try await askPlainly() }
    let mode = request.mode
    guard session.context.input.refusal == nil else {
      throw Failure(
        .declined, "\(mode.label): a severe verb needs the engine's name as well: nothing was sent",
        nextStep: "add --confirm \(name)")
    }
    return try await line("\(mode.label): \(mode.meaning). Type '\(name)' to send: ") == name ? .given : .declined
  }

  private func askPlainly() async throws -> Approval {
    guard !options.isYes else { return .given }
    let agreement = session.context.input.agreement
    guard let answer = try await line(agreement.prompt) else { return .declined }
    return agreement.isGiven(by: answer) ? .given : .declined
  }

  private func line(_ prompt: String) async throws -> String? { try await session.answer(to: sanitized(prompt)) }
}

extension Failure {
  /// The profile, or a flag, forbids whatever changes the engine.
  static func readOnly(_ session: Session, _ what: String) -> Failure {
    Failure(
      .declined, "read-only (\(session.settings.isReadOnly.origin.description)): \(what)",
      nextStep: "use a profile that may act: \(.command(.profileShow))")
  }
}
