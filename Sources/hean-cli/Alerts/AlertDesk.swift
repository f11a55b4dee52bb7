import HeanCore

/// The book of one engine's alerts while they are watched: each change is on the disk before the next step. Where the disk
/// takes nothing, it goes on in memory and says so.
actor AlertDesk {
  private let file: AlertFile
  private let now: @Sendable () -> Date
  private let tell: @Sendable (String) -> Void
  private let words: @Sendable (any Error) -> String
  private var book = AlertBook()
  /// What the disk did not take.
  private var unsaved: AlertBook?
  /// Receivers to whom something is on its way.
  private var busy: Set<String> = []
  /// What is to be told, and to whom, as it is now.
  private(set) var settings = AlertSettings()
  /// Receivers that were not told that somebody watches.
  private var deaf: Set<String> = []
  /// Whether this process has looked.
  private(set) var hasLooked = false
  /// Whether something is under way that holds up the next look.
  private(set) var isBusy = false

  /// - Parameters:
  ///   - tell: what went wrong with the file, once until it works again.
  ///   - words: an error for people.
  init(
    _ file: AlertFile, now: @escaping @Sendable () -> Date, tell: @escaping @Sendable (String) -> Void,
    words: @escaping @Sendable (any Error) -> String
  ) {
    self.file = file
    self.now = now
    self.tell = tell
    self.words = words
  }

  /// Begins to watch. A damaged book is put aside: who watches must not stop because of it.
  /// - Parameters:
  ///   - pace: longest seconds between two looks; `nil` for who looks some times only.
  ///   - isGuard: whether it is told each day that all is well.
  /// - Throws: when the book can be neither read nor put aside.
  func begin(_ settings: AlertSettings, every pace: TimeInterval?, isGuard: Bool) throws {
    self.settings = settings
    if let place = try file.setAside() {
      tell("the state of the alerts was damaged, and is in \(place) now: what fires is told again")
    }
    book = try file.load()
    change { book, now in
      book.resume(every: pace, at: now)
      book.forget(receiversOtherThan: Array(settings.receivers.keys))
      if isGuard, book.duty == nil { book.duty = GuardRecord(at: now) }
    }
  }

  func take(_ settings: AlertSettings) { self.settings = settings }

  func take(_ findings: [String: AlertFinding], of rules: [AlertRule], isStopped: Bool) -> [AlertChange] {
    hasLooked = true
    return change { $0.take(findings, of: rules, isStopped: isStopped, at: $1) }
  }

  /// The alert of a rule that fires, while its trigger has held without a break for as long as it has to; else `nil`.
  func incident(of rule: AlertRule) -> String? {
    guard let progress = book.progress[rule.name], progress.isFiring, progress.hasHeld(rule, at: now()) else {
      return nil
    }
    return progress.incident
  }

  /// Tells something of a panic, once for an alert.
  /// - Returns: `nil` when it was told before.
  func tell(_ news: GuardRecord.PanicNews, of incident: String, _ notice: AlertNotice) -> AlertChange? {
    change { $0.tell(news, of: incident, notice, at: $1) }
  }

  /// Notes whether a receiver was told that somebody watches.
  func noteBeat(_ receiver: String, failure: String?) {
    guard let failure else {
      deaf.remove(receiver)
      return
    }
    guard deaf.insert(receiver).inserted else { return }
    let text = "\(receiver) was not told that somebody watches, and is told each minute: \(failure)"
    tell(text)
    change { $0.tell(AlertNotice(.receiver, text, tier: .important), at: $1) }
  }

  func isBusy(_ isBusy: Bool) { self.isBusy = isBusy }

  /// Whether only what is critical is told now.
  private func isQuiet(in zone: Zone) -> Bool { settings.quiet?.contains(now(), in: zone) ?? false }

  /// Puts what has waited long enough into messages.
  func post(in zone: Zone) {
    let isQuiet = isQuiet(in: zone)
    guard !book.waiting(isQuiet: isQuiet).isEmpty else { return }
    let names = settings.sortedReceivers.map(\.name)
    _ = change { $0.post(to: names, isQuiet: isQuiet, at: $1) }
  }

  /// What is to be sent now, to receivers to whom nothing is on its way. They count as busy until it is settled.
  func due() -> [AlertDelivery] {
    let due = book.due(at: now()).filter { !busy.contains($0.receiver) }
    busy.formUnion(due.map(\.receiver))
    return due
  }

  func settle(_ delivery: AlertDelivery, failure: String?) {
    busy.remove(delivery.receiver)
    change { $0.settle(delivery, failure: failure, at: $1) }
  }

  /// Forgets a message to a receiver that is gone.
  func drop(_ delivery: AlertDelivery) { settle(delivery, failure: nil) }

  /// Whether the last look is not older than this.
  func hasLooked(within span: Duration) -> Bool {
    book.lookedAt.map { abs(now().timeIntervalSince($0)) <= span.seconds } ?? false
  }

  var isCritical: Bool { book.isCritical(settings.rules) }

  /// How it stands, in one line.
  var status: String {
    let firing = settings.rules.map(\.name).filter { book.progress[$0]?.isFiring == true }
    let waiting = book.outbox.isEmpty ? "" : "; \(Figures.counted(book.outbox.count, "message")) to be delivered"
    return (firing.isEmpty ? "nothing fires" : "firing: \(firing.joined(separator: ", "))") + waiting
  }

  /// Whether something waits to be told now, or to be delivered.
  func hasWork(in zone: Zone) -> Bool {
    !book.outbox.isEmpty || !book.waiting(isQuiet: isQuiet(in: zone)).isEmpty
  }

  @discardableResult
  func change<Value: Sendable>(_ body: @Sendable (inout AlertBook, Date) -> Value) -> Value {
    let now = now()
    do {
      let (changed, value) = try file.update { book -> (AlertBook, Value) in
        if let unsaved { book = unsaved }
        let value = body(&book, now)
        return (book, value)
      }
      if unsaved != nil { tell("the state of the alerts is kept on the disk again") }
      (book, unsaved) = (changed, nil)
      return value
    } catch {
      if unsaved == nil {
        tell("the state of the alerts cannot be kept, so a restart would tell them again: \(words(error))")
      }
      var changed = unsaved ?? book
      let value = body(&changed, now)
      (book, unsaved) = (changed, changed)
      return value
    }
  }
}
