/// What changed between recorded looks: governor, kill switch, and the engine itself.
///
/// A look is not a watch: what changed and changed back between two of them is not known.
public struct RecordedChanges: Sendable {
  private struct Look: Sendable {
    var at: Date
    /// `nil` where the answer does not tell it.
    var state: String?
    var body: ArraySlice<UInt8>
  }

  /// The latest look at each.
  private var looks: [RiskChange.Subject: Look] = [:]
  /// Oldest first; `at` is the first look that saw it, `notBefore` the last one that did not.
  private(set) var changes: [RiskChange] = []

  /// What it is called among the sources of a history.
  public static let source = "recorded looks"

  private static let subjects: [String: RiskChange.Subject] = [
    Endpoint<EngineStatus>.engineStatus.path: .engine, Endpoint<GovernorStatus>.governor.path: .governor,
    Endpoint<KillSwitchStatus>.killSwitch.path: .killSwitch,
  ]

  /// Takes a look: an answer as it is recorded; `nil` says that it is the one before.
  mutating func take(_ key: String, _ body: ArraySlice<UInt8>?, at: Date) -> RecordedAnswer.News {
    guard let subject = Self.subjects[key] else { return .none }
    let before = looks[subject]
    guard let body, body != before?.body else {
      looks[subject]?.at = at
      return .same
    }
    guard let answer = RecordedAnswer(body, of: subject) else { return .none }
    var (state, reason) = Self.state(answer)
    // An engine that does not run says NORMAL, whatever is true.
    let running = EngineState.running.rawValue
    if subject == .engine, state != running { looks[.governor]?.state = nil }
    if subject == .governor, looks[.engine]?.state != running { state = nil }
    looks[subject] = Look(at: at, state: state, body: body)
    guard let before, let last = before.state, let state, state != last else { return .new(answer) }
    let what =
      switch subject {
      case .governor: "to \(state)"
      case .killSwitch: state == Self.tripped ? "tripped" : "clear again"
      default: "\(last) to \(state)"
      }
    changes.append(
      RiskChange(at: at, subject, what, state: state, reason: reason, notBefore: before.at, source: Self.source))
    return .new(answer)
  }

  private static let tripped = "TRIPPED"

  private static func state(_ answer: RecordedAnswer) -> (state: String?, reason: String?) {
    switch answer {
    case .engine(let status): return (status?.state.rawValue, nil)
    case .governor(let governor):
      let reasons = governor?.reasonCodes ?? []
      return (governor?.state?.rawValue, reasons.isEmpty ? nil : reasons.joined(separator: ", "))
    case .killSwitch(let status):
      let reasons = status?.reasons ?? []
      return (
        status?.isTriggered.map { $0 ? tripped : "CLEAR" },
        reasons.isEmpty || status?.isTriggered != true ? nil : reasons.joined(separator: "; ")
      )
    }
  }
}
