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

  /// Begins to watch.
  /// - Parameter pace: longest seconds between two looks; `nil` for who looks some times only.
  /// - Throws: when the book is damaged.
  func begin(receivers: [String], every pace: TimeInterval?) throws {
    book = try file.load()
    let now = now()
    change { book in
      book.resume(every: pace, at: now)
      book.forget(receiversOtherThan: receivers)
    }
  }

  func take(_ findings: [String: AlertFinding], of rules: [AlertRule], isStopped: Bool) -> [AlertChange] {
    let now = now()
    return change { $0.take(findings, of: rules, isStopped: isStopped, at: now) }
  }

  /// - Parameter isQuiet: whether only what is critical is told now.
  func post(to receivers: [String], isQuiet: Bool) {
    guard !book.waiting(isQuiet: isQuiet).isEmpty else { return }
    let now = now()
    _ = change { $0.post(to: receivers, isQuiet: isQuiet, at: now) }
  }

  /// What is to be sent to a receiver now.
  func due(_ receiver: String) -> AlertDelivery? { book.due(at: now()).first { $0.receiver == receiver } }

  func settle(_ delivery: AlertDelivery, failure: String?) {
    let now = now()
    change { $0.settle(delivery, failure: failure, at: now) }
  }

  /// Whether the last look is not older than this.
  func hasLooked(within span: Duration) -> Bool {
    book.lookedAt.map { abs(now().timeIntervalSince($0)) <= span.seconds } ?? false
  }

  func isCritical(_ rules: [AlertRule]) -> Bool { book.isCritical(rules) }

  /// Whether something waits to be told now, or to be delivered.
  func hasWork(isQuiet: Bool) -> Bool {
    !book.outbox.isEmpty || !book.waiting(isQuiet: isQuiet).isEmpty
  }

  @discardableResult
  private func change<Value>(_ body: (inout AlertBook) -> Value) -> Value {
    do {
      let (changed, value) = try file.update { book -> (AlertBook, Value) in
        if let unsaved { book = unsaved }
        let value = body(&book)
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
      let value = body(&changed)
      (book, unsaved) = (changed, changed)
      return value
    }
  }
}
