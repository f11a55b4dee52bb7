import HeanCore

/// A command that follows certain topics and takes the options of every stream.
protocol FollowingCommand: Command {
  static var topics: [Topic] { get }
  /// Whether repeated states are left out on a terminal.
  static var leavesOutRepeats: Bool { get }

  var options: StreamOptions { get }

  init(options: StreamOptions)
}

extension FollowingCommand {
  static var effect: CommandEffect { .streams }
  static var leavesOutRepeats: Bool { false }
  static var prices: PriceUse { .streamed }
  static var data: CommandData { .stream }

  init(_ line: ParsedLine) throws(UsageError) { self.init(options: try StreamOptions(line)) }

  func run(_ session: Session) async throws -> Output {
    let named = options.names.topics
    return try await StreamRun(
      topics: named.isEmpty ? Self.topics : named, options: options,
      leavesOutRepeats: Self.leavesOutRepeats && named.isEmpty
    ).run(session)
  }
}
