import HeanCore

/// What a guard does beside watching: it says once a day that all is well, remembers stops aloud, and panics where it was
/// told to in so many words.
struct GuardDuty: Sendable {
  /// When all is well, this is said; `nil`: never.
  var allClear: AllClear?
  /// How often a stop that holds is spoken of; `nil`: never.
  var reminder: Duration?
  /// `nil`: it sends nothing but reads.
  var panic: GuardPanic?

  /// The rules that it adds to those of the alerts.
  var rules: [AlertRule] { panic.map { [$0.rule] } ?? [] }

  /// What it will do by itself, for people; `nil` when it sends nothing.
  var introduction: String? { panic?.introduction }

  /// Does what one look asks for.
  /// - Parameter show: shows what is told.
  func act(
    on outcome: AlertLook.Outcome, of rules: [AlertRule], _ desk: AlertDesk, _ session: Session,
    show: @Sendable (AlertChange) throws -> Void
  ) async throws {
    if let panic, let told = try await panic.act(on: outcome, desk, session) { try show(told) }
    let zone = session.output.zone
    let clock = { @Sendable (date: Date) in zone.timestamp(date) }
    let (allClear, reminder) = (allClear, reminder)
    let told = await desk.change { book, now in
      var told: [AlertChange] = []
      if let reminder, let due = book.duty?.due(outcome.judgement.stops, every: reminder.seconds, at: now) {
        for stop in due {
          told.append(
            book.tell(
              AlertNotice(.reminder, stop.reminder(now: now, clock: clock), tier: .important), at: now))
        }
      }
      guard let allClear, let duty = book.duty, allClear.isDue(duty, at: now, in: zone) else { return told }
      return told + [book.tellAllClear(outcome, rules: rules, at: now, clock: clock)].compactMap(\.self)
    }
    for change in told { try show(change) }
  }
}

/// A panic that a guard sends by itself when a condition is met: once for each time that it is, and so often a day at most.
struct GuardPanic: Sendable {
  var condition: Condition
  /// Whether it only tells what it would have done.
  var isDryRun: Bool
  /// How many in 24 hours.
  var most: Int
  var options: OperationOptions
  var deadline: Duration
  var ledger: PanicLedgerFile

  /// Name of its rule.
  static let name = "panic-on"

  var rule: AlertRule { AlertRule(Self.name, .condition(condition), tier: .critical) }

  var introduction: String {
    let what = isDryRun ? "it would be told what a panic would do" : "it panics, \(most) in 24 hours at most"
    return "when \(condition.text), \(what)"
  }

  /// - Returns: what is to be told; `nil` when there is nothing to do, or it was told.
  func act(on outcome: AlertLook.Outcome, _ desk: AlertDesk, _ session: Session) async throws -> AlertChange? {
    guard let incident = await desk.incident(of: Self.name) else { return nil }
    let finding = outcome.findings[Self.name]?.text ?? condition.text
    if isDryRun {
      guard await desk.isFirst(\.rehearsed, incident) else { return nil }
      return await desk.tell(try await rehearsal(finding, session))
    }
    let now = session.context.now()
    let ruling: PanicLedger.Ruling
    do {
      ruling = try ledger.claim(incident, most: most, at: now)
    } catch {
      // Without its ledger it does not know how often it has acted.
      guard await desk.isFirst(\.withheld, incident) else { return nil }
      let why = session.failure(error).message
      return await desk.tell(
        Self.notice("NOT sent, because its ledger cannot be kept (\(why)); \(finding)", next: .operation(.panic)))
    }
    switch ruling {
    case .free: return await desk.tell(try await send(finding, incident, desk, session))
    case .spent(let count):
      guard await desk.isFirst(\.withheld, incident) else { return nil }
      return await desk.tell(
        Self.notice("NOT sent, because \(count) were sent in 24 hours, the most; \(finding)", next: .operation(.panic)))
    case .done(let entry):
      guard entry.ending == nil, await desk.isFirst(\.withheld, incident) else { return nil }
      return await desk.tell(
        Self.notice(
          "begun at \(session.timestamp(entry.at)), and what became of it is not known: the guard was ended meanwhile",
          next: "\(.query(.status)), then \(.operation(.panic))"))
    }
  }

  private func rehearsal(_ finding: String, _ session: Session) async throws -> AlertNotice {
    var preview = options
    preview.isDryRun = true
    do {
      let plan = try await PanicRun(session: session, options: preview, deadline: deadline).end().result.plan
      // Each position has a line of its own below their number.
      let changes = plan.changes.filter { !$0.what.hasPrefix(" ") }.map { "\($0.what): \($0.before) -> \($0.after)" }
      return Self.notice(
        "dry run, nothing was sent; it would be sent now, because \(finding). \(plan.title) (\(changes.joined(separator: ", ")))",
        next: nil)
    } catch {
      return Self.notice(
        "dry run, nothing was sent; it would be tried now, because \(finding): \(session.failure(error).message)",
        next: nil)
    }
  }

  private func send(
    _ finding: String, _ incident: String, _ desk: AlertDesk, _ session: Session
  ) async throws -> AlertNotice {
    session.warn("PANIC: \(finding)")
    await desk.isBusy(true)
    var options = options
    options.reason = "guard: \(finding)"
    let notice: AlertNotice
    do {
      let end = try await PanicRun(session: session, options: options, deadline: deadline).end()
      let words = end.words
      ledger.note { $0.end(incident, words) }
      let step = end.advice ?? end.result.auditID.map { .query(.auditRecord, $0) }
      notice = Self.notice("\(words); it was sent because \(finding)", next: step)
    } catch {
      // Nothing reached the engine, so it is tried again with the next look.
      ledger.note { $0.withdraw(incident) }
      let why = session.failure(error).message
      notice = Self.notice("NOT sent, and tried again: \(why); \(finding)", next: .operation(.panic))
    }
    await desk.isBusy(false)
    await session.context.interruption.end()
    return notice
  }

  private static func notice(_ text: String, next: NextStep?) -> AlertNotice {
    AlertNotice(.panic, text, tier: .critical, nextStep: next)
  }
}

extension PanicEnd {
  /// How it ended, as a clause.
  fileprivate var words: String {
    let took = Spans.text(took)
    return switch ending {
    case .flat(let proof): "\(ScreenMark.flat.rawValue) after \(took): \(proof)"
    case .unproved(let proof): "\(ScreenMark.notProvedFlat.rawValue) after \(took): \(proof)"
    case .left(let left): "\(ScreenMark.notFlat.rawValue) after \(took), left: \(left.joined(separator: "; "))"
    case nil: "previewed"
    }
  }
}
