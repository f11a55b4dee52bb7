/// What has to be done because of a key.
enum LiveOrder: Sendable, Equatable {
  case quit, repaint, bell
  /// Runs a line that was typed, as words after `hean`.
  case typed(String)
  /// Runs commands that only read, one after another.
  case look([[String]])
  /// Runs a command that changes the engine.
  case act([String])
  /// The answer to the question of a verb; `nil` calls it off.
  case reply(String?)
  /// Ends the run whose output is on the screen, if it only reads.
  case dismiss(Int)
  case note(String)
  case unlock, lock
  /// It has locked itself.
  case expired
  /// Shows the command for what is on the screen and hands it to the terminal's clipboard.
  case copy([[String]])
  /// Completes the word before the cursor.
  case complete
  /// Another time in the record that is played.
  case replay(ReplayMove)
}
