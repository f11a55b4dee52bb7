/// A recorded answer that tells a state or a total, read once for all who want to know.
enum RecordedAnswer: Sendable {
  case engine(EngineStatus?)
  case governor(GovernorStatus?)
  case killSwitch(KillSwitchStatus?)

  /// What a line tells of such an answer.
  enum News: Sendable {
    case new(RecordedAnswer)
    /// It is the one before.
    case same
    /// It cannot be read, or is no answer of this kind.
    case none
  }

  /// - Returns: `nil` for what is no answer of the engine itself.
  init?(_ text: ArraySlice<UInt8>, of subject: RiskChange.Subject) {
    guard let kept = try? JSONValue(reading: Data(text)), kept["status"]?.number == 200, let json = kept["body"] else {
      return nil
    }
    let body = JSONText.data(json)
    switch subject {
    case .engine: self = .engine(try? EngineStatus.read(body))
    case .governor: self = .governor(try? GovernorStatus.read(body))
    case .killSwitch: self = .killSwitch(try? KillSwitchStatus.read(body))
    default: return nil
    }
  }
}
