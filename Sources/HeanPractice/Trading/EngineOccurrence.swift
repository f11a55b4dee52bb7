/// An occurrence and the simulated second in which it happened.
struct TimedOccurrence: Sendable, Codable {
  var second: Int
  var what: EngineOccurrence
}

/// Something that the engine reports to its WebSocket clients, with the state of that moment.
enum EngineOccurrence: Sendable, Codable {
  case signal(PracticeSignal)
  case decision(PracticeDecision)
  /// An order was created, placed, filled (partly or completely), cancelled or rejected: its status says which.
  case order(PracticeOrder)
  case opened(PracticePosition)
  case grown(PracticePosition)
  case closed(PracticePosition)
  /// The fill of a closing order; the fill does not name the position.
  case closingFill(PracticePosition)
  /// A fill whose order the engine did not recognise, and the order's ID.
  case unknownFill(PracticePosition, order: String)
  /// The governor's state has changed; the event does not say how.
  case governor
  case killSwitch(String?)
  case panicButton(String)
}
