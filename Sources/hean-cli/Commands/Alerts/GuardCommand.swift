import HeanCore

/// `hean guard`.
struct GuardCommand: Command {
  static let effect = CommandEffect.streams
  static var documents: [OutputDocument] {
    [OutputDocument(.live, "guard", AlertFields.changes(), source: .sometimes)]
  }
  static let allClear = Option(
    "all-clear", "HH:MM", .text(), default: "08:00", help: "when to say each day how it stands (--tz); or never")
  static let remind = Option(
    "remind", "TIME", .span(atLeast: .seconds(1)), default: .seconds(10_800),
    help: "how often a stop that holds is spoken of")
  static let panicOn = Option(
    "panic-on", "EXPR", .condition, help: "panic when this is met; without it, nothing is sent but reads")
  static let most = Option(
    "most", "N", .whole(in: 1...20), default: 1, help: "panics in 24 hours, restarts of the guard included")
  static let deadline = Option(
    "deadline", "TIME", .span(), default: .seconds(120), help: "when a panic gives up and tells what is left")
  static let dryRun = Flag("dry-run", help: "with --panic-on: tell what a panic would do, and send nothing")
  static let spec = CommandSpec(
    name: "guard",
    summary: "Watch the engine from outside, for days: alerts, an all-clear each day, a panic on a condition",
    discussion: """
      Does what 'alert run' does, with the same alerts and receivers; says once a day how it stands, so that silence means \
      something; and speaks of every stop that holds, until somebody ends it. Under systemd it reports that it is ready and \
      alive, and a receiver of kind healthchecks is its dead man's switch. What it knows survives its end: the time that \
      nobody watched is told.

      It sends nothing but reads, unless --panic-on says otherwise in so many words. Then it panics (hean help panic) once \
      for each time that the condition is met, and --most times in 24 hours. That is noted in a file before anything is \
      sent; when the file cannot be read or written, nothing is sent and that is told. What is not known never meets a \
      condition: an engine that does not answer makes no panic. Let it hold for some time ("for 30s"): one wrong figure is \
      then not enough.
      """,
    examples: [
      Example("hean guard", "in a terminal, or as a service"),
      Example("hean guard --panic-on 'drawdown_pct>20 for 30s' --dry-run", "what it would do, when it would"),
      Example("hean guard --panic-on 'drawdown_pct>20 for 30s' --yes", "as a service that may end the risk"),
    ],
    options: [
      panicOn, most, deadline, dryRun, OperationOptions.yes, OperationOptions.confirm, allClear, remind,
      AlertCommand.Run.interval, AlertCommand.Run.count, AlertCommand.Run.bell,
    ])

  var allClear: AllClear?
  var reminder: Duration
  var condition: Condition?
  var most: Int
  var deadline: Duration
  var options: OperationOptions
  var interval: Duration
  var count: Int?
  var hasBell: Bool

  init(_ line: ParsedLine) throws(UsageError) {
    let clock = try line[Self.allClear]
    allClear = AllClear(clock)
    guard allClear != nil || clock == "never" else {
      throw TypedText(text: clock, spelled: "--all-clear", path: line.path).invalid(
        expected: "a time of day such as 08:00, or never")
    }
    reminder = try line[Self.remind]
    condition = try line[Self.panicOn]
    most = try line[Self.most]
    deadline = try line[Self.deadline]
    options = try OperationOptions(line)
    options.isDryRun = line[Self.dryRun]
    interval = try line[AlertCommand.Run.interval]
    count = try line[AlertCommand.Run.count]
    hasBell = line[AlertCommand.Run.bell]
    guard condition != nil || !options.isDryRun && !options.isYes && options.confirmedName == nil else {
      throw .contradiction(
        "without --panic-on a guard sends nothing, so there is nothing to agree to or to try",
        nextStep: "add --panic-on EXPR, or leave --dry-run, --yes and --confirm out")
    }
    if options.isDryRun, options.isYes {
      throw .contradiction("--dry-run sends nothing, --yes sends", nextStep: "keep one of them")
    }
  }

  func run(_ session: Session) async throws -> Output {
    var panic: GuardPanic?
    if let condition {
      let ledger = try session.panicLedger()
      panic = GuardPanic(
        condition: condition, isDryRun: options.isDryRun, most: most, options: try await agreed(condition, session),
        deadline: deadline, ledger: PanicDesk(ledger))
      // It watches all the same, and tells before the night, not in it.
      do { _ = try ledger.load() } catch { panic?.problem = session.failure(error).message }
    }
    let duty = GuardDuty(allClear: allClear, reminder: reminder, panic: panic)
    return try await AlertRun(
      session: session, interval: interval, count: count, hasBell: hasBell, schema: "guard", duty: duty
    ).run()
  }

  /// Asks now, because nobody can be asked when the condition is met.
  private func agreed(_ condition: Condition, _ session: Session) async throws -> OperationOptions {
    guard !options.isDryRun else { return options }
    let confirmation = Confirmation(session: session, options: options)
    try confirmation.refuseUnasked()
    var agreed = options
    if !options.isYes {
      let mode = try await session.withEngine { engine in
        await engine.snapshot(of: [.engine], now: session.context.now).mode
      }
      var plan = OperationPlan("panic when \(condition.text), \(most) in 24 hours at most, without asking again")
      plan.consequences = ["The engine is halted, everything is closed at the market, and orders are ended."]
      try ProgressOutput(session: session).agreement(plan)
      let request = ApprovalRequest(operation: .panic, plan: plan, severity: .severe, mode: mode)
      guard try await confirmation.approve(request) == .given else {
        throw Failure(.declined, "not agreed: the guard did not begin")
      }
    }
    agreed.isYes = true
    return agreed
  }
}
