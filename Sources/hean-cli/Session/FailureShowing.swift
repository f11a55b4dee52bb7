extension Failure {
  /// - Parameter commands: for the engine that the run was about.
  /// - Returns: the code to end with.
  @discardableResult
  func show(in context: Context, asJSON: Bool, _ commands: CommandLines) -> ExitCode {
    // Nobody is there to read it any more, and a filter dies quietly.
    if exit == .pipeClosed, !isAlwaysTold { return .pipeClosed }
    let isColoured = ColourDecision.isColoured(
      isTerminal: context.errors.isTerminal, choice: .auto, environment: context.environment)
    let text =
      asJSON
      ? JSONText.compact(json(commands)) + "\n"
      : text(
        palette: Palette(isEnabled: isColoured), width: context.errors.isTerminal ? context.columns : nil, commands)
    // If standard error is gone too, the exit code is all that is left to say.
    try? context.errors.write(text)
    return exit
  }
}
