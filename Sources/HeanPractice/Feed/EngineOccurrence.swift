/// A happening and its simulated second.
struct TimedOccurrence: Sendable, Codable {
  var second: Int
  var what: EngineOccurrence
}

/// Something that the engine tells its listeners. States are as they were at that moment.
enum EngineOccurrence: Sendable, Codable {
  case signal(PracticeSignal)
  case decision(PracticeDecision)
  /// Placed, filled in part or whole, cancelled or rejected: its status says.
  case order(PracticeOrder)
  case opened(PracticePosition)
  case grown(PracticePosition)
  case closed(PracticePosition)
  /// The fill of a closing order, which knows nothing of the position.
  case closingFill(PracticePosition)
  /// The governor moved; the event says nothing of how.
  case governor
  case killSwitch(String?)
  case panicButton(String)
}
