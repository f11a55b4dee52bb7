import HeanCore

/// A verb for several engines: a plan of each, one question that lists them, and the result of each as it comes.
///
/// What is sent to an engine is sent by the command of that engine alone, with its plan, its audit log and its own refusals.
struct FleetVerb: Sendable {
  let session: Session
  let command: any Command
  let runs: EngineRuns

  /// Verbs that are under way at once.
  private static let width = 32
  /// How long a question about an emergency may wait for the modes of engines.
  private static let patience = Duration.seconds(3)

  private var chosen: ChosenEngines { runs.chosen }
  /// It goes to all at once, and is not held up by an engine that says nothing.
  private var isPanic: Bool { type(of: command).isEmergency }

  func run() async throws -> Output {
    let options = try OperationOptions(chosen.line)
    if options.planToken != nil {
      throw UsageError.contradiction(
        "--plan has the token of one engine's plan, and several are named",
        nextStep: "name one engine, or leave --plan out: each engine gets its own")
    }
    if options.isDryRun {
      let (names, twins) = try single()
      return try end(await plans(names) + twins)
    }
    if !options.isYes, let refusal = session.context.input.refusal {
      throw Failure(
        .declined, "\(refusal), and --yes was not given: nothing was sent",
        nextStep: "add --yes, or look first with --dry-run")
    }
    let (names, twins) = try single()
    // An exit waits for nothing when it was agreed to in advance.
    if isPanic, options.isYes {
      try check(count: names.count, options)
      // Nobody has seen how many a pattern stands for, and their modes are not asked for first.
      guard !chosen.isPattern || options.confirmedName != nil else {
        throw Failure(
          .declined,
          "that is \(Figures.counted(names.count, "engine")), and their number was not given with --yes: nothing was sent",
          nextStep: "add --confirm \(names.count)")
      }
      return try await send(names.map { ($0, nil) }, besides: twins, options)
    }
    let plans = await plans(names)
    let sent = plans.filter { isSent($0) }
    guard !sent.isEmpty else { return try end(plans + twins) }
    try await agree(sent, of: plans, options)
    return try await send(
      sent.map { ($0.row.engine, isPanic || !options.isAudited ? nil : $0.token) },
      besides: plans.filter { !isSent($0) } + twins, options)
  }

  /// An engine that does not tell its state is stopped all the same.
  private func isSent(_ plan: FleetPlan) -> Bool { isPanic ? plan.leftOut != Self.readOnly : plan.leftOut == nil }

  private static let readOnly = "read-only"

  // MARK: Plans

  private func plans(_ names: [String]) async -> [FleetPlan] {
    let manner = EngineRuns.Manner(isData: true) { line, _ in
      for option in [OperationOptions.yes, OperationOptions.dryRun] { line.drop(option) }
      line.drop(OperationOptions.confirm)
      line.put(OperationOptions.dryRun)
    }
    return await Bounded.map(names, atOnce: isPanic ? names.count : Self.width) { name in
      var plan = FleetPlan(await look(name, manner))
      if runs.isReadOnly(name) { plan.leftOut = Self.readOnly }
      return plan
    }
  }

  private func look(_ name: String, _ manner: EngineRuns.Manner) async -> EngineOutcome {
    guard isPanic else { return await runs.outcome(of: name, manner) }
    return await Deadline.value(within: Self.patience, sleep: session.context.beat) { [runs] in
      await runs.outcome(of: name, manner)
    } ?? silent(name, "its state is not known")
  }

  private func silent(_ name: String, _ problem: String, _ exit: ExitCode = .temporary) -> EngineOutcome {
    EngineOutcome(
      row: FleetRow(unanswered: name, runs.target(name), exit: exit, problem: problem), output: "",
      errors: JSONText.compact(Failure(exit, problem).json()) + "\n")
  }

  /// Each engine once. Two profiles of one engine would get everything twice.
  /// - Returns: the names, and the others as left out.
  private func single() throws -> (names: [String], twins: [FleetPlan]) {
    var first: [String: String] = [:]
    var names: [String] = []
    var twins: [FleetPlan] = []
    for name in chosen.names {
      guard let target = runs.target(name) else {
        names.append(name)
        continue
      }
      if let other = first[target.addressName] {
        guard isPanic else {
          throw Failure(
            .usage, "\(other) and \(name) are profiles of one engine (\(target.sourceURL)): it would get this twice",
            nextStep: "name one of them")
        }
        var twin = FleetPlan(silent(name, "the same engine as \(other)", .ok))
        twin.outcome.errors = ""
        twin.leftOut = "the same engine as \(other)"
        twins.append(twin)
      } else {
        first[target.addressName] = name
        names.append(name)
      }
    }
    return (names, twins)
  }

  // MARK: The question

  /// One question for all of them. Where real money is among them, their number has to be typed: a group or a pattern can
  /// mean more than somebody had in mind.
  private func agree(_ sent: [FleetPlan], of plans: [FleetPlan], _ options: OperationOptions) async throws {
    let isReal = sent.contains { $0.row.mode.isRealMoney }
    try check(count: sent.count, options)
    var screen = Screen()
    let told = plans.map { plan in
      var plan = plan
      plan.isSentAnyway = plan.leftOut != nil && isSent(plan)
      return plan
    }
    FleetPlan.write(told, to: &screen)
    screen.line(Cell("To be sent to \(FleetPlan.words(sent)).", isReal ? .bad : .strong))
    let text = session.renderer.draw(screen)
    guard options.isYes else {
      try session.context.errors.write(session.output.inGlyphs(text))
      let isAgreed = options.confirmedName == nil ? try await ask(sent.count, isReal) : true
      guard isAgreed else { throw Failure(.declined, "declined: nothing was sent") }
      return
    }
    if session.output.format == .table { try session.context.output.write(text) }
    if isReal, options.confirmedName == nil {
      throw Failure(
        .declined, "real money is among these engines, so their number is needed as well: nothing was sent",
        nextStep: "add --confirm \(sent.count)")
    }
  }

  private func check(count: Int, _ options: OperationOptions) throws {
    guard let given = options.confirmedName, given != "\(count)" else { return }
    throw Failure(
      .declined,
      "--confirm says '\(given)', and it would be sent to \(Figures.counted(count, "engine")): nothing was sent",
      nextStep: "look first: --dry-run")
  }

  private func ask(_ count: Int, _ isReal: Bool) async throws -> Bool {
    let agreement = session.context.input.agreement
    let prompt = isReal ? "Type \(count) to send to \(Figures.counted(count, "engine")): " : agreement.prompt
    guard let answer = try await session.answer(to: prompt) else { return false }
    return isReal ? answer == "\(count)" : agreement.isGiven(by: answer)
  }

  // MARK: Sending

  private func send(
    _ engines: [(name: String, token: String?)], besides others: [FleetPlan], _ options: OperationOptions
  ) async throws -> Output {
    session.context.interruption.arm()
    let tokens = Dictionary(engines.map { ($0.name, $0.token) }, uniquingKeysWith: { first, _ in first })
    let isPanic = isPanic
    var manner = EngineRuns.Manner(isData: true) { line, name in
      line.drop(OperationOptions.confirm)
      line.put(OperationOptions.yes)
      if let token = tokens[name] ?? nil { line.put(OperationOptions.plan, token) }
      if !isPanic { line.put(OperationOptions.confirm, name) }
    }
    manner.isVerb = true
    let (format, verb) = (session.output.format, manner)
    let outcomes = await Bounded.map(
      engines.map(\.name), atOnce: isPanic ? engines.count : Self.width
    ) {
      await runs.outcome(of: $0, verb)
    } ended: { _, outcome in
      // A result that cannot be written must not keep others from being sent: they are under way.
      switch format {
      case .table: try? session.context.output.write(line(outcome) + "\n")
      case .ndjson: try? session.context.output.write(FleetDocument.entry(outcome) + "\n")
      default: break
      }
    }
    let all = outcomes + others.map(\.outcome)
    let code = ExitCode(of: all.map(\.row.exit))
    switch format {
    case .table:
      for other in others {
        try session.context.output.write(
          sanitized("\(other.row.engine): not sent: \(other.leftOut ?? "")") + "\n")
      }
      let done = outcomes.count { $0.row.exit == .ok }
      try session.context.output.write("\(done) of \(Figures.counted(all.count, "engine")) done.\n")
      return .ended(code)
    case .ndjson:
      for other in others { try session.context.output.write(FleetDocument.entry(other.outcome) + "\n") }
      return .ended(code)
    default: return .report(FleetDocument(outcomes: all, session: session).report(code))
    }
  }

  /// The result of one engine in a line.
  private func line(_ outcome: EngineOutcome) -> String {
    let data = (try? JSONValue(reading: Data(outcome.output.utf8)))?["data"]
    let words = data?["outcome"]?.text?.replacing("_", with: " ") ?? "exit code \(outcome.row.exit.rawValue)"
    let title = data?["title"]?.text.map { " - \($0)" } ?? ""
    let audit = data?["audit_id"]?.text.map { " (audit \($0))" } ?? ""
    let problem = outcome.row.problem.map { ": \($0)" } ?? title
    let text = "\(outcome.row.engine): \(words)\(problem), after \(Spans.text(outcome.row.took))\(audit)"
    return sanitized(session.output.redaction?.text(text) ?? text)
  }

  /// Ends without sending: the plans are the answer.
  private func end(_ plans: [FleetPlan]) throws -> Output {
    let code = ExitCode(of: plans.map(\.row.exit))
    switch session.output.format {
    case .table:
      var report = session.localReport("engines")
      report.exit = code
      FleetPlan.write(plans, to: &report.screen)
      report.screen.line(Cell("Nothing was sent. \(FleetPlan.words(plans)).", .strong))
      return .report(report)
    case .ndjson:
      for plan in plans { try session.context.output.write(FleetDocument.entry(plan.outcome) + "\n") }
      return .ended(code)
    default: return .report(FleetDocument(outcomes: plans.map(\.outcome), session: session).report(code))
    }
  }
}
