/// What a guard has sent by itself: it limits how often it may, also after it was killed.
public struct PanicLedger: Codable, Sendable, Equatable {
  /// One panic.
  public struct Entry: Codable, Sendable, Equatable {
    /// The alert that it was sent for.
    public var incident: String
    /// When it was decided, before anything was sent.
    public var at: Date
    /// How it ended, for people; `nil` when it was killed before.
    public var ending: String?
    /// Whether it was sent, or was to be; `false` for one that was left out because enough had been sent.
    public var isSent = true
  }

  /// Oldest first.
  public private(set) var entries: [Entry] = []

  /// A ledger in which nothing is written.
  public init() {}

  /// What speaks for or against a panic now.
  public enum Ruling: Sendable, Equatable {
    /// It may be sent.
    case free
    /// This alert had its panic.
    case done(Entry)
    /// So many were sent in the last 24 hours, and no more may be.
    case spent(Int)
  }

  /// The time (seconds) in which they are counted. A rolling day has no midnight at which twice as many can be sent.
  static let span: TimeInterval = 86_400

  /// Whether a panic may be sent for an alert.
  /// - Parameter most: how many in 24 hours.
  public func ruling(on incident: String, most: Int, at now: Date) -> Ruling {
    if let entry = entries.last(where: { $0.incident == incident }) { return .done(entry) }
    // One that lies in the future, because the clock was put back, counts too.
    let recent = entries.count { $0.isSent && now.timeIntervalSince($0.at) < Self.span }
    return recent < most ? .free : .spent(recent)
  }

  /// Notes that a panic is about to be sent.
  public mutating func begin(_ incident: String, at now: Date) {
    entries = entries.filter { now.timeIntervalSince($0.at) < 30 * Self.span }
    entries.append(Entry(incident: incident, at: now, ending: nil))
  }

  /// Notes that none is sent for an alert, also not when there is room again: a person was asked to decide.
  public mutating func leaveOut(_ incident: String, at now: Date) {
    entries.append(
      Entry(incident: incident, at: now, ending: "not sent: enough had been sent in 24 hours", isSent: false))
  }

  /// Takes back one of which nothing was sent.
  public mutating func withdraw(_ incident: String) { entries.removeAll { $0.incident == incident } }

  /// Notes how it ended.
  public mutating func end(_ incident: String, _ ending: String) {
    guard let place = entries.lastIndex(where: { $0.incident == incident }) else { return }
    entries[place].ending = ending
  }
}
