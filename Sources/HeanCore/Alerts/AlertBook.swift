/// What is known of all rules, which alerts are silenced, what was told, and what has to be delivered still: everything that
/// has to survive the end of the process.
public struct AlertBook: Codable, Sendable, Equatable {
  /// By the name of the rule.
  public private(set) var progress: [String: AlertProgress] = [:]
  /// Which alerts are not delivered, and until when.
  public private(set) var silences: [AlertSilence] = []
  /// Changes that wait for others, to be one message with them.
  public private(set) var collected: [AlertChange] = []
  /// What has to be delivered, oldest first.
  public private(set) var outbox: [AlertDelivery] = []
  /// What has changed, newest last.
  public private(set) var history: [AlertChange] = []
  /// When it last looked; tells how long nobody has watched.
  public private(set) var lookedAt: Date?
  /// What fired while it was silenced, by the name of the rule: it is told when the silence ends before it does.
  private var untold: [String: AlertChange] = [:]
  /// Number of the last message.
  private var lastMessage = 0

  /// A book in which nothing is written.
  public init() {}

  /// A longer history is cut at its begin.
  static let mostHistory = 200
  /// Far more than a night without a network needs; the oldest are dropped first.
  static let mostDeliveries = 2000

  /// Longest seconds between two looks of who watches; `nil` when nobody watches without an end.
  private var pace: TimeInterval?

  /// How long nobody has watched, when it is longer than it should be.
  public func gap(at now: Date) -> TimeInterval? {
    guard let lookedAt, let pace else { return nil }
    let gap = now.timeIntervalSince(lookedAt)
    return gap >= max(60, 3 * pace) ? gap : nil
  }

  /// Notes that somebody watches again. What happened meanwhile is not known, and that is told.
  /// - Parameter pace: longest seconds between two looks; `nil` for who looks some times only.
  public mutating func resume(every pace: TimeInterval?, at now: Date) {
    let gap = gap(at: now)
    interrupt(at: now)
    self.pace = pace
    guard let gap, let last = lookedAt else { return }
    tell(
      AlertNotice(
        .watch, "nobody watched for \(Spans.text(gap)), since \(EngineTime.clock(last))", tier: .important), at: now)
  }

  /// After a time in which nobody looked, what has to last begins anew.
  private mutating func interrupt(at now: Date) {
    guard let lookedAt, abs(now.timeIntervalSince(lookedAt)) >= max(60, 3 * (pace ?? 0)) else { return }
    progress[AlertRule.guardName]?.breakHold()
    // Who looks some times only is not expected earlier.
    guard pace != nil else { return }
    for name in progress.keys { progress[name]?.interrupt() }
  }

  /// Tells something once that neither fires nor ends.
  /// - Returns: what is told.
  @discardableResult
  public mutating func tell(_ notice: AlertNotice, at now: Date) -> AlertChange {
    let change = AlertChange(
      rule: notice.name.rawValue, kind: .notice, tier: notice.tier, at: now, since: nil, text: notice.text,
      nextStep: notice.nextStep, crossings: 0, receivers: [])
    history = (history + [change]).suffix(Self.mostHistory)
    collected.append(change)
    return change
  }

  /// What a guard has to know after a restart; `nil` where none has watched.
  public var duty: GuardRecord?

  /// How long somebody has watched since the last look, when that is not longer ago than it should be.
  private func watchedSpan(at now: Date) -> TimeInterval {
    guard let lookedAt, gap(at: now) == nil else { return 0 }
    return max(0, now.timeIntervalSince(lookedAt))
  }

  /// This book, without what changes at each look and is not missed after a power failure.
  public var essence: AlertBook {
    var book = self
    book.lookedAt = nil
    book.duty?.watched = 0
    for name in book.progress.keys { book.progress[name]?.forgetText() }
    return book
  }

  /// Takes what a look says of every rule.
  /// - Parameters:
  ///   - findings: by the name of the rule; a rule without one is not judged.
  ///   - isStopped: whether the engine is stopped, so that little is known of it.
  /// - Returns: what has changed, also what is silenced.
  public mutating func take(
    _ findings: [String: AlertFinding], of rules: [AlertRule], isStopped: Bool = false, at now: Date
  ) -> [AlertChange] {
    let watched = watchedSpan(at: now)
    interrupt(at: now)
    duty?.watched += watched
    lookedAt = now
    silences.removeAll { $0.ends <= now }
    // Of an engine that does not answer, or is stopped, nothing is known; that is one alert, not one for each rule, where
    // there is a rule that tells it.
    func tells(_ check: EngineCheck.ID) -> AlertRule? { rules.first { $0.trigger == .check(check) } }
    let isGone = tells(.engine).map { findings[$0.name]?.holds != false } ?? false
    let isExplained = isGone || isStopped && tells(.trading) != nil
    var changes: [AlertChange] = []
    for rule in rules {
      guard let finding = findings[rule.name] else { continue }
      var known = progress[rule.name] ?? AlertProgress(rule)
      if known.trigger != rule.triggerText { known = AlertProgress(rule) }
      let kind = known.take(
        finding, of: rule, isMuted: isExplained && rule.trigger != .check(.engine) && rule.name != AlertRule.guardName,
        at: now)
      if let kind {
        changes.append(
          AlertChange(
            rule: rule.name, kind: kind, tier: rule.tier, incident: known.incident, at: now, since: known.firesSince,
            text: finding.text, nextStep: kind == .fired ? finding.nextStep : nil, crossings: known.crossings,
            receivers: rule.receivers))
      }
      if kind == .resolved { known.close() }
      progress[rule.name] = known
    }
    let names = Set(rules.map(\.name))
    // That a guard acts once for an alert must not depend on who watches meanwhile.
    progress = progress.filter { names.contains($0.key) || $0.key == AlertRule.guardName }
    history = (history + changes).suffix(Self.mostHistory)
    duty?.fired += changes.count { $0.kind == .fired }
    collect(changes, at: now)
    if collected.count > Self.mostHistory { collected = Self.merged(collected) }
    return changes
  }

  /// What fires in a silence is told after it, if it fires then still; of what is over by then, neither begin nor end.
  private mutating func collect(_ changes: [AlertChange], at now: Date) {
    for change in changes {
      if change.kind == .resolved, untold.removeValue(forKey: change.rule) != nil { continue }
      guard isSilenced(change, at: now) else {
        collected.append(change)
        continue
      }
      if change.kind == .fired { untold[change.rule] = change }
    }
    for (rule, change) in untold.sorted(by: { $0.key < $1.key }) where !isSilenced(change, at: now) {
      if progress[rule]?.incident == change.incident { collected.append(change) }
      untold[rule] = nil
    }
  }

  private func isSilenced(_ change: AlertChange, at now: Date) -> Bool {
    silences.contains { ($0.rule ?? change.rule) == change.rule && $0.begins <= now }
  }

  /// Seconds for which changes are collected before they are told, so that those of one cause are one message. What is
  /// critical waits a shorter time.
  static func wait(_ tier: AlertTier) -> TimeInterval { tier == .critical ? 2 : 10 }

  /// What is to be told, when it has waited long enough.
  /// - Parameter isQuiet: whether only what is critical is told now.
  public func waiting(isQuiet: Bool) -> [AlertChange] { collected.filter { !isQuiet || $0.tier == .critical } }

  /// Makes one message for each receiver of what was collected, when it has waited long enough.
  /// - Parameters:
  ///   - receivers: names of all receivers.
  ///   - isQuiet: whether only what is critical is told now. The rest waits, and is one message then.
  public mutating func post(to receivers: [String], isQuiet: Bool = false, at now: Date) -> AlertMessage? {
    let told = waiting(isQuiet: isQuiet)
    let isDue = told.contains { change in
      let waited = now.timeIntervalSince(change.at)
      return waited < 0 || waited >= Self.wait(change.tier)
    }
    guard isDue else { return nil }
    lastMessage += 1
    let message = AlertMessage(
      id: "\(Int64(now.timeIntervalSince1970))-\(lastMessage)", at: now, changes: Self.merged(told))
    collected.removeAll { !isQuiet || $0.tier == .critical }
    for receiver in receivers {
      let changes = message.changes.filter { change in
        // What is addressed to nobody that is there goes to everybody.
        let known = change.receivers.filter(receivers.contains)
        return known.isEmpty || known.contains(receiver)
      }
      guard !changes.isEmpty else { continue }
      outbox.append(
        AlertDelivery(
          receiver: receiver, message: AlertMessage(id: message.id, at: now, changes: changes), nextTry: now))
    }
    if outbox.count > Self.mostDeliveries { outbox.removeFirst(outbox.count - Self.mostDeliveries) }
    return message
  }

  /// Of several changes of one alert, the last; what is urgent first.
  private static func merged(_ changes: [AlertChange]) -> [AlertChange] {
    var merged: [AlertChange] = []
    for change in changes {
      guard change.kind != .notice else {
        merged.append(change)
        continue
      }
      merged.removeAll {
        $0.rule == change.rule && $0.incident == change.incident && ![.fired, .notice].contains($0.kind)
      }
      if change.kind != .known || !merged.contains(where: { $0.rule == change.rule }) { merged.append(change) }
    }
    return merged.enumerated().sorted { ($0.element.tier, $0.offset) < ($1.element.tier, $1.offset) }.map(\.element)
  }

  /// Deliveries that are to be tried now, one for each receiver: of what waits no longer, what is critical first, then the
  /// oldest. One that fails again and again holds up no other.
  public func due(at now: Date) -> [AlertDelivery] {
    var receivers: Set<String> = []
    let waiting = outbox.filter { $0.nextTry <= now }
    return (waiting.filter { $0.message.tier == .critical } + waiting).filter { receivers.insert($0.receiver).inserted }
  }

  /// Notes that a delivery has arrived, or that it has to be tried again.
  /// - Parameter failure: why it has not arrived; `nil` when it has.
  public mutating func settle(_ delivery: AlertDelivery, failure: String?, at now: Date) {
    guard let place = outbox.firstIndex(where: { $0.id == delivery.id }) else { return }
    guard let failure else {
      outbox.remove(at: place)
      return
    }
    outbox[place].tries += 1
    outbox[place].failure = failure
    // 1 s, 2 s, 4 s … 5 minutes.
    outbox[place].nextTry = now + min(300, pow(2, Double(min(outbox[place].tries, 12) - 1)))
  }

  /// Whether something critical fires.
  public func isCritical(_ rules: [AlertRule]) -> Bool {
    rules.contains { $0.tier == .critical && progress[$0.name]?.isFiring == true }
  }

  /// Notes that somebody has seen an alert; it goes on and is told when it ends.
  /// - Returns: whether the rule fires.
  public mutating func acknowledge(_ rule: String, at now: Date) -> Bool {
    guard progress[rule]?.isFiring == true else { return false }
    progress[rule]?.acknowledgedAt = now
    return true
  }

  /// Delivers nothing of a rule, or of all, until the silence ends. What changes meanwhile stands in the history.
  public mutating func silence(_ silence: AlertSilence) {
    silences.removeAll { $0.rule == silence.rule }
    silences.append(silence)
  }

  /// Ends the silence of a rule, or of all (`nil`).
  /// - Returns: whether there was one.
  public mutating func endSilence(of rule: String?) -> Bool {
    let before = silences.count
    silences.removeAll { $0.rule == rule }
    return silences.count < before
  }

  /// Removes what waits for receivers that are gone.
  public mutating func forget(receiversOtherThan names: [String]) { outbox.removeAll { !names.contains($0.receiver) } }
}

/// A time in which alerts are not delivered.
public struct AlertSilence: Codable, Sendable, Equatable {
  /// Name of the rule; `nil` is every rule.
  public var rule: String?
  /// From when.
  public var begins: Date
  /// Until when.
  public var ends: Date
  /// Why, by the person who asked for it.
  public var reason: String

  /// A silence from its parts.
  public init(rule: String?, begins: Date, ends: Date, reason: String) {
    self.rule = rule
    self.begins = begins
    self.ends = ends
    self.reason = reason
  }
}

/// What is told at once.
public struct AlertMessage: Codable, Sendable, Equatable {
  /// The same however often it is sent, so that a receiver can know a repeat.
  public var id: String
  /// When it was made.
  public var at: Date
  /// What has changed, the most urgent first.
  public var changes: [AlertChange]

  /// A message from its parts.
  public init(id: String, at: Date, changes: [AlertChange]) {
    self.id = id
    self.at = at
    self.changes = changes
  }

  /// A message by which somebody finds out whether it arrives.
  public static func test(at now: Date) -> AlertMessage {
    let change = AlertChange(
      rule: "test", kind: .fired, tier: .info, incident: "test", at: now, since: now,
      text: "a test, sent by hand: nothing is wrong", crossings: 1, receivers: [])
    return AlertMessage(id: "test-\(Int64(now.timeIntervalSince1970))", at: now, changes: [change])
  }

  /// How urgent the most urgent change is.
  public var tier: AlertTier { changes.map(\.tier).min() ?? .info }

  /// One line for people.
  public var title: String {
    guard let first = changes.first else { return "nothing" }
    let rest = changes.count == 1 ? "" : " and \(changes.count - 1) more"
    return "\(first.headline)\(rest)"
  }
}

extension AlertChange {
  /// One line for people: what, and what was seen.
  public var headline: String {
    if kind == .notice { return (AlertNotice.Name(rawValue: rule)?.label ?? "") + text }
    let label = kind == .fired ? tier.rawValue.uppercased() : kind.rawValue.uppercased()
    let often = crossings > 1 ? " (\(crossings) times)" : ""
    return "\(label) \(rule)\(often): \(text)"
  }
}

/// One message on its way to one receiver.
public struct AlertDelivery: Codable, Sendable, Equatable {
  /// Name of the receiver.
  public var receiver: String
  /// What is sent.
  public var message: AlertMessage
  /// When it is tried next.
  public internal(set) var nextTry: Date
  /// How often it has failed.
  public internal(set) var tries = 0
  /// Why it failed last.
  public internal(set) var failure: String?

  /// Unique among the deliveries.
  public var id: String { "\(message.id)/\(receiver)" }

  init(receiver: String, message: AlertMessage, nextTry: Date) {
    self.receiver = receiver
    self.message = message
    self.nextTry = nextTry
  }
}
