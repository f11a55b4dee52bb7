/// A reader of input, with what must hold whatever it is given. libFuzzer makes up input in `Tests/Fuzzing`; what broke
/// something is kept in `Fixtures/fuzz`, in a folder of the target's name, and `FuzzReplayTests` replays it.
/// `frames` are the frames of the event stream.
enum FuzzTarget: String, CaseIterable, Sendable {
  case http, websocket, frames, decoders, configuration, conditions, arguments

  /// - Throws: what does not hold.
  func check(_ input: [UInt8]) throws(Violation) {
    switch self {
    case .http: try HTTPProperty.check(input)
    case .websocket: try WebSocketProperty.check(input)
    case .frames: try FrameProperty.check(input)
    case .decoders: try DecoderProperty.check(input)
    case .configuration: try ConfigurationProperty.check(input)
    case .conditions: try ConditionProperty.check(input)
    case .arguments: try ArgumentProperty.check(input)
    }
  }
}

/// A property that does not hold.
struct Violation: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }

  static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws(Violation) {
    if !holds { throw Violation(description()) }
  }
}
