/// What a guard has to know after a restart.
public struct GuardRecord: Codable, Sendable, Equatable {
  /// When it last told that all is well, or began.
  public internal(set) var clearedAt: Date
  /// How long (seconds) somebody has watched since then.
  public internal(set) var watched: TimeInterval = 0
  /// How many alerts began since then.
  public internal(set) var fired = 0
  /// When each stop was last spoken of, by its kind and time.
  private var remindedAt: [String: Date] = [:]
  /// The last alert for which something was told of a panic, by what it was.
  private var told: [String: String] = [:]

  /// What is told of a panic, once for an alert.
  public enum PanicNews: String, Sendable {
    /// What a dry run would have done; that it was sent, with its end; that it was begun and its end is not known; that it was
    /// not sent because of the ledger, of the cap, or because nothing reached the engine.
    case rehearsed, ended, interrupted, ledger, spent, failed
    /// That the ledger could not be read when the guard began.
    case unreadable
  }

  /// Notes that something is told for an alert.
  /// - Returns: whether it is the first time.
  mutating func isFirst(_ news: PanicNews, _ incident: String) -> Bool {
    guard told[news.rawValue] != incident else { return false }
    told[news.rawValue] = incident
    return true
  }

  /// A guard that begins now.
  public init(at now: Date) { clearedAt = now }

  /// The stops that are to be spoken of now, and notes that they are.
  /// - Parameter span: seconds from a stop to the first word of it, and from one to the next.
  public mutating func due(_ stops: [DeliberateStop], every span: TimeInterval, at now: Date) -> [DeliberateStop] {
    let keys = Set(stops.map(Self.key))
    remindedAt = remindedAt.filter { keys.contains($0.key) && $0.value <= now }
    return stops.filter { stop in
      let key = Self.key(stop)
      let last = remindedAt[key] ?? min(stop.at ?? now, now)
      guard now.timeIntervalSince(last) >= span else {
        remindedAt[key] = last
        return false
      }
      remindedAt[key] = now
      return true
    }
  }

  private static func key(_ stop: DeliberateStop) -> String {
    "\(stop.kind.rawValue) \(stop.at.map { String(Int64($0.timeIntervalSince1970)) } ?? "?")"
  }
}

extension DeliberateStop {
  /// That it holds, and for how long: `the stop of the engine of 14:00:03 holds for 3h (alice: news)`.
  /// - Parameter clock: a time as people read it.
  public func reminder(now: Date, clock: (Date) -> String) -> String {
    let since = at.map { " of \(clock($0)) holds for \(Spans.text(max(0, now.timeIntervalSince($0))))" } ?? " holds"
    let who = [user, reason].compactMap(\.self).joined(separator: ": ")
    let origin = record == nil ? ", not made from here" : who.isEmpty ? "" : " (\(who))"
    return "the \(kind.message)\(since)\(origin)"
  }
}

/// That all is well, once a day, so that silence means something.
public struct AllClear: Sendable, Equatable {
  /// Seconds after midnight at which it is told.
  private let clock: Int

  /// Reads `08:00`.
  /// - Returns: `nil` when the text is no such time.
  public init?(_ text: String) {
    guard let clock = QuietHours.clock(text[...]) else { return nil }
    self.clock = clock
  }

  /// Seconds since the last one, or since the guard began, before which there is none.
  private static let least: TimeInterval = 60

  /// Whether it is to be told now.
  public func isDue(_ record: GuardRecord, at now: Date, in zone: Zone) -> Bool {
    let since = (zone.clock(of: now) - clock + 86_400) % 86_400
    return (now - Double(since)).timeIntervalSince(record.clearedAt) >= Self.least
  }
}

extension AlertBook {
  /// Tells something of a panic, once for an alert. That it is told and that it was are one change.
  /// - Returns: what is told; `nil` when it was told before.
  public mutating func tell(
    _ news: GuardRecord.PanicNews, of incident: String, _ notice: AlertNotice, at now: Date
  ) -> AlertChange? {
    guard duty?.isFirst(news, incident) != false else { return nil }
    return tell(notice, at: now)
  }

  /// Tells how it stands, and begins the next day.
  /// - Parameters:
  ///   - outcome: of the last look.
  ///   - clock: a time as people read it.
  public mutating func tellAllClear(
    _ outcome: AlertLook.Outcome, rules: [AlertRule], at now: Date, clock: (Date) -> String
  ) -> AlertChange? {
    guard let duty else { return nil }
    let firing = rules.filter { progress[$0.name]?.isFiring == true }
    let unknown = rules.filter { rule in
      progress[rule.name]?.isUnknownTold == true || outcome.findings[rule.name].map { $0.holds == nil } == true
    }
    let isKnown = unknown.isEmpty && outcome.judgement.money.state != .unknown
    var words = ["watched \(Spans.text(duty.watched)) of the last \(Spans.text(now.timeIntervalSince(duty.clearedAt)))"]
    words.append(duty.fired == 0 ? "nothing fired" : "\(Figures.counted(duty.fired, "alert")) fired")
    if !unknown.isEmpty { words.append("not known: \(unknown.map(\.name).joined(separator: ", "))") }
    words.append(outcome.judgement.money.summary.trimmed(of: "."))
    if let equity = outcome.snapshot.equityTruth.shown { words.append("equity \(Figures.price(equity)) USDT") }
    words += outcome.judgement.stops.map { $0.reminder(now: now, clock: clock) }
    let fires = firing.map { "\($0.name) since \(progress[$0.name]?.firesSince.map(clock) ?? "?")" }
    let head =
      firing.isEmpty
      ? isKnown ? "all clear: " : "not all is known: "
      : "NOT all clear, \(fires.joined(separator: ", ")): "
    self.duty = GuardRecord(after: duty, at: now)
    let tier = min(firing.map(\.tier).min() ?? .info, isKnown ? .info : .important)
    return tell(
      AlertNotice(
        .allClear, head + words.joined(separator: "; "), tier: tier,
        nextStep: firing.isEmpty && isKnown ? nil : .query(.status)), at: now)
  }
}

extension GuardRecord {
  fileprivate init(after last: GuardRecord, at now: Date) {
    self = last
    (clearedAt, watched, fired) = (now, 0, 0)
  }
}
