/// What must hold for every input, whoever made it: libFuzzer does in `Tests/Fuzzing`, and the tests replay what it found.
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
