/// How far one rule is: from a trigger that is seen for the first time to an alert that has ended.
public struct AlertProgress: Codable, Sendable, Equatable {
  /// Names one alert from its begin to its end, also after a restart: made of the rule and the time it began.
  public private(set) var incident: String?
  /// Since when it fires; `nil` while it does not.
  public private(set) var firesSince: Date?
  /// Since when the trigger holds; `nil` while it does not.
  public private(set) var holdsSince: Date?
  /// Since when the trigger is over; `nil` while it holds, or is not known.
  private var overSince: Date?
  /// What makes the rule fire: of another trigger, nothing is known yet.
  let trigger: String
  /// Since when nothing is known of the trigger; `nil` while something is.
  public private(set) var unknownSince: Date?
  /// Whether it was told that nothing is known.
  public private(set) var isUnknownTold = false
  /// How often the trigger began to hold in this alert.
  public private(set) var crossings = 0
  /// When somebody took note of the alert; it goes on.
  public var acknowledgedAt: Date?
  /// What was seen last.
  public private(set) var text = ""

  /// A rule before its first look.
  init(_ rule: AlertRule) { trigger = rule.triggerText }

  /// Nobody has watched for a while: what has to last begins anew.
  mutating func interrupt() {
    overSince = nil
    if !isFiring { holdsSince = nil }
  }

  /// What has to last begins anew, also of an alert that fires.
  mutating func breakHold() { holdsSince = nil }

  /// Whether the trigger holds now, and has held without a break for as long as the rule says.
  public func hasHeld(_ rule: AlertRule, at now: Date) -> Bool {
    holdsSince.map { now.timeIntervalSince($0) >= (rule.lasting?.seconds ?? 0) } ?? false
  }

  /// Without what was seen last.
  mutating func forgetText() { text = "" }

  /// Whether it fires now.
  public var isFiring: Bool { firesSince != nil }

  /// Seconds without knowledge after which that is told.
  static let patience: TimeInterval = 30

  /// Takes what a look says.
  /// - Parameters:
  ///   - isMuted: whether something else explains that nothing is known, and is told itself.
  /// - Returns: what is to be told; `nil` when nothing has changed.
  public mutating func take(
    _ finding: AlertFinding, of rule: AlertRule, isMuted: Bool, at now: Date
  ) -> AlertChange.Kind? {
    text = finding.text
    guard let holds = finding.holds else {
      if rule.isUnbroken { holdsSince = nil }
      return miss(isMuted: isMuted, at: now)
    }
    let wasUnknown = isUnknownTold
    (unknownSince, isUnknownTold) = (nil, false)
    if holds {
      // A clock that was put back would make it hold for too long.
      if holdsSince.map({ $0 > now }) ?? true {
        holdsSince = now
        crossings += isFiring ? 1 : 0
      }
      overSince = nil
      return begin(rule, at: now) ?? (wasUnknown ? .known : nil)
    }
    holdsSince = nil
    return end(finding, rule, at: now) ?? (wasUnknown ? .known : nil)
  }

  /// What is not known ends nothing.
  private mutating func miss(isMuted: Bool, at now: Date) -> AlertChange.Kind? {
    overSince = nil
    if unknownSince.map({ $0 > now }) ?? true { unknownSince = now }
    guard !isMuted, !isUnknownTold, let unknownSince, now.timeIntervalSince(unknownSince) >= Self.patience else {
      return nil
    }
    isUnknownTold = true
    return .unknown
  }

  private mutating func begin(_ rule: AlertRule, at now: Date) -> AlertChange.Kind? {
    guard !isFiring, let holdsSince, now.timeIntervalSince(holdsSince) >= (rule.lasting?.seconds ?? 0) else {
      return nil
    }
    firesSince = now
    crossings = 1
    incident = "\(rule.name)-\(Int64((now.timeIntervalSince1970 * 1000).rounded()))"
    return .fired
  }

  private mutating func end(_ finding: AlertFinding, _ rule: AlertRule, at now: Date) -> AlertChange.Kind? {
    // A clock that was put back begins anew.
    if overSince.map({ $0 > now }) ?? true { overSince = now }
    guard isFiring else { return nil }
    if rule.clears != nil, finding.clears != true { return nil }
    guard let overSince, now.timeIntervalSince(overSince) >= rule.keepsFiring.seconds else { return nil }
    return .resolved
  }

  /// Forgets an alert whose end was told.
  mutating func close() {
    (incident, firesSince, acknowledgedAt, crossings) = (nil, nil, nil, 0)
  }
}

extension AlertRule {
  /// How long the trigger has to hold before it fires.
  var lasting: Duration? { if case .condition(let condition) = trigger { condition.lasting } else { nil } }
}

/// Something about a rule that is to be told.
public struct AlertChange: Codable, Sendable, Equatable {
  /// What has changed.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// The trigger holds, for as long as it has to.
    case fired
    /// The trigger is over, for as long as it has to be.
    case resolved
    /// Nothing is known of the trigger. It neither holds nor is over.
    case unknown
    /// It is known again.
    case known
    /// Something that is told once, and neither fires nor ends.
    case notice
  }

  /// Name of the rule.
  public var rule: String
  /// What has changed.
  public var kind: Kind
  /// How urgent the rule is.
  public var tier: AlertTier
  /// Names the alert from its begin to its end; `nil` for a rule that does not fire.
  public var incident: String?
  /// When it changed.
  public var at: Date
  /// Since when it fires; `nil` for a rule that does not fire.
  public var since: Date?
  /// What was seen, for people.
  public var text: String
  /// What to do; `nil` when nothing is known to help, or nothing has to be done.
  public var nextStep: NextStep?
  /// How often the trigger began to hold in this alert.
  public var crossings: Int
  /// Names of receivers; empty is all of them.
  public var receivers: [String]
}
