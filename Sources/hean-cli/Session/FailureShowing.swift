extension Failure {
  /// - Parameter commands: writes commands for the engine of the run.
  /// - Returns: the exit code.
  @discardableResult
  func show(in context: Context, asJSON: Bool, _ commands: CommandLines) -> ExitCode {
    // The reader of the output is gone, so no error is shown; other filter programs behave in the same way.
    if exit == .pipeClosed, !isAlwaysTold { return .pipeClosed }
    let isColoured = ColourDecision.isColoured(
      isTerminal: context.errors.isTerminal, choice: .auto, environment: context.environment)
    let text =
      asJSON
      ? JSONText.compact(json(commands)) + "\n"
      : text(
        palette: Palette(isEnabled: isColoured), width: context.errors.isTerminal ? context.columns : nil, commands)
    // If standard error cannot be written either, only the exit code remains.
    try? context.errors.write(text)
    return exit
  }
}
