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
  /// - Returns: what was told.
  func act(
    on outcome: AlertLook.Outcome, of rules: [AlertRule], _ desk: AlertDesk, _ session: Session
  ) async throws -> [AlertChange] {
    let acted = try await panic?.act(on: outcome, desk, session)
    let zone = session.output.zone
    let clock = { @Sendable (date: Date) in zone.timestamp(date) }
    let (allClear, reminder) = (allClear, reminder)
    // Of an engine that does not answer it is not known which stops hold.
    let stops = outcome.snapshot.status.value == nil ? nil : outcome.judgement.stops
    let told = await desk.change { book, now in
      var told: [AlertChange] = []
      if let reminder, let stops, let due = book.duty?.due(stops, every: reminder.seconds, at: now) {
        for stop in due {
          told.append(
            book.tell(
              AlertNotice(.reminder, stop.reminder(now: now, clock: clock), tier: .important), at: now))
        }
      }
      guard let allClear, let duty = book.duty, allClear.isDue(duty, at: now, in: zone) else { return told }
      return told + [book.tellAllClear(outcome, rules: rules, at: now, clock: clock)].compactMap(\.self)
    }
    return [acted].compactMap(\.self) + told
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
  var ledger: PanicDesk
  /// Why the ledger could not be read when the guard began; `nil` when it could.
  var problem: String?

  var rule: AlertRule {
    var rule = AlertRule(AlertRule.guardName, .condition(condition), tier: .critical)
    rule.isUnbroken = true
    // Each time that it is met is an alert of its own.
    rule.keepsFiring = .zero
    return rule
  }

  var introduction: String {
    let what = isDryRun ? "it would be told what a panic would do" : "it panics, \(most) in 24 hours at most"
    return "when \(condition.text), \(what)"
  }

  /// - Returns: what is to be told; `nil` when there is nothing to do, or it was told.
  func act(on outcome: AlertLook.Outcome, _ desk: AlertDesk, _ session: Session) async throws -> AlertChange? {
    if let problem, !isDryRun {
      let told = await desk.tell(
        .unreadable, of: problem, Self.notice("nothing will be sent by itself: \(problem)", next: .query(.audit)))
      if let told { return told }
    }
    // An alert goes on for a while after its condition, and while nothing is known: only what this look saw counts.
    guard let finding = outcome.findings[AlertRule.guardName], finding.holds == true,
      let incident = await desk.incident(of: rule)
    else { return nil }
    guard await ledger.mayTry(at: session.context.elapsed()) else { return nil }
    if isDryRun {
      await ledger.putOff(from: session.context.elapsed())
      return await desk.tell(.rehearsed, of: incident, try await rehearsal(finding.text, session))
    }
    let ruling: PanicLedger.Ruling
    do {
      ruling = try await ledger.claim(incident, most: most, at: session.context.now())
    } catch {
      // Without its ledger it does not know how often it has acted.
      let why = session.failure(error).message
      return await desk.tell(
        .ledger, of: incident,
        Self.notice("NOT sent, because its ledger cannot be kept (\(why)); \(finding.text)", next: .operation(.panic)))
    }
    switch ruling {
    case .free: return try await send(finding.text, incident, desk, session)
    case .spent(let count):
      return await desk.tell(
        .spent, of: incident,
        Self.notice(
          "NOT sent, because \(count) were sent in 24 hours, the most; \(finding.text)", next: .operation(.panic)))
    case .done(let entry): return await tell(entry, desk, session)
    }
  }

  /// What became of an earlier one for the same alert, where that was not told: it was killed in between.
  private func tell(_ entry: PanicLedger.Entry, _ desk: AlertDesk, _ session: Session) async -> AlertChange? {
    let at = session.timestamp(entry.at)
    guard let ending = entry.ending else {
      return await desk.tell(
        .interrupted, of: entry.incident,
        Self.notice(
          "begun at \(at), and what became of it is not known: the guard was ended meanwhile, and sends no other for this",
          next: "\(.query(.status)), then \(.operation(.panic))"))
    }
    return await desk.tell(
      entry.isSent ? .ended : .spent, of: entry.incident, Self.notice("\(at): \(ending)", next: .query(.audit)))
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
  ) async throws -> AlertChange? {
    session.warn("PANIC: \(finding)")
    await desk.isBusy(true)
    var options = options
    options.reason = "guard: \(finding)"
    let told: AlertChange?
    do {
      let end = try await PanicRun(session: session, options: options, deadline: deadline).end()
      if let why = end.unreached {
        told = await missed(why, finding, incident, desk, session)
      } else {
        let words = end.words
        let step = end.advice ?? end.result.auditID.map { .query(.auditRecord, $0) }
        // Told before it is noted: after a kill in between, it is told as one whose end is not known, and not left out.
        told = await desk.tell(
          .ended, of: incident, Self.notice("\(words); it was sent because \(finding)", next: step))
        if let error = await ledger.note({ $0.end(incident, words) }) {
          session.warn(
            "the guard's ledger was not written, and is with the next note: \(session.failure(error).message)")
        }
      }
    } catch {
      told = await missed(session.failure(error).message, finding, incident, desk, session)
    }
    await desk.isBusy(false)
    await session.context.interruption.end()
    return told
  }

  /// The engine took nothing, so it is tried again, later and later, as long as the condition is met.
  private func missed(
    _ why: String, _ finding: String, _ incident: String, _ desk: AlertDesk, _ session: Session
  ) async -> AlertChange? {
    _ = await ledger.note { $0.withdraw(incident) }
    await ledger.putOff(from: session.context.elapsed())
    return await desk.tell(
      .failed, of: incident,
      Self.notice("NOT sent, and tried again as long as it has to be: \(why); \(finding)", next: .operation(.panic)))
  }

  private static func notice(_ text: String, next: NextStep?) -> AlertNotice {
    AlertNotice(.panic, text, tier: .critical, nextStep: next)
  }
}

extension PanicEnd {
  /// Why the engine took none of its calls; `nil` when it took one, or none was needed.
  fileprivate var unreached: String? {
    guard ending?.isFlat == false, result.steps.allSatisfy(\.outcome.isUntaken), let last = result.steps.last else {
      return nil
    }
    return last.error?.shortText ?? last.engineSays ?? last.outcome.rawValue.replacing("_", with: " ")
  }

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
