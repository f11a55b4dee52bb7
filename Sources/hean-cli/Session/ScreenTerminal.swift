/// A terminal in raw mode on which a screen is drawn.
struct ScreenTerminal: Sendable {
  /// What comes next; with a limit, `.quiet` when nothing came within so many milliseconds. After `.suspended` the caller
  /// calls `suspend`, and after `.resumed` it draws everything anew.
  var next: @Sendable (Int32?) async throws -> RawTerminal.Input
  /// Stops the program as Ctrl-Z does. When it returns, the terminal is set up again, and everything has to be drawn anew.
  var suspend: @Sendable () async throws -> Void
  /// Writes, unless the terminal was set back because a signal ends the program.
  var write: @Sendable (String) throws -> Void
}

/// What a terminal says it is and can do.
struct TerminalAnswer: Sendable {
  /// Whether it takes the marks of a frame (mode 2026); `nil` when it did not tell.
  var isSynchronized: Bool?
  /// What it calls itself (DA1), as `?62;22c`; `nil` when it did not answer.
  var attributes: String?
  /// The keys that were pressed meanwhile.
  var keys: [UInt8] = []
}

extension ScreenTerminal {
  /// Asks what the terminal can do, before the first frame. It waits for the answer for a fifth of a second at most.
  /// - Parameter elapsed: a monotonic clock.
  func ask(_ elapsed: @Sendable () -> Duration) async throws -> TerminalAnswer {
    var question = TerminalQuestion()
    var keys: [UInt8] = []
    try write(TerminalQuestion.bytes)
    let end = elapsed() + .milliseconds(Int(TerminalQuestion.patience))
    while !question.isDone {
      let left = end - elapsed()
      guard left > .zero else { break }
      switch try await next(left.milliseconds) {
      case .bytes(let bytes): keys += question.take(bytes)
      case .suspended: try await suspend()
      case .resized, .resumed, .quiet: continue
      // The next read tells it as well.
      case .closed: return TerminalAnswer(keys: keys)
      }
    }
    let rest = question.giveUp()
    return TerminalAnswer(
      isSynchronized: question.isSynchronized, attributes: question.attributes, keys: keys + rest)
  }
}
