/// What an operation waits for. Times are by the clock of `OperationClock.elapsed`.
public enum OperationWait: Sendable, Equatable {
  /// The engine is read for the plan; nothing has been sent.
  case plan
  /// The engine is read again after the question; nothing has been sent.
  case planAgain
  /// A call was sent, and its answer is waited for.
  case answer(to: ControlRequest)
  /// A call was sent, and its effect is looked for until then; a look that has begun by then is not broken off.
  case effect(of: ControlRequest, until: Duration)
  /// A panic looks for something before it goes on; the whole panic ends by then.
  case panic(String, until: Duration)
}
