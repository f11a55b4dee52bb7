/// What a command writes with `--json`.
enum CommandData: Sendable {
  /// One of these, each with a frame.
  case documents([OutputDocument])
  /// One object without a frame.
  case row(_ schema: String, [FieldDescription])
  /// Lines about events, until something ends it.
  case stream
  /// Nothing: it has text only, or writes files.
  case none
}
