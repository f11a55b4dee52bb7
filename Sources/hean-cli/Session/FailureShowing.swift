import HeanCore

extension Session {
  /// Shows a failure as this run shows everything.
  @discardableResult
  func show(_ failure: Failure, asJSON: Bool? = nil) -> ExitCode {
    failure.show(
      in: context, asJSON: asJSON ?? output.format.isJSON, commands, theme: settings.theme.value,
      redaction: output.redaction)
  }
}

extension Failure {
  /// - Parameters:
  ///   - commands: writes commands for the engine of the run.
  ///   - redaction: hides amounts in the message; `nil` shows them.
  /// - Returns: the exit code.
  @discardableResult
  func show(
    in context: Context, asJSON: Bool, _ commands: CommandLines, theme: ThemeName = .hean,
    redaction: Redaction? = nil
  ) -> ExitCode {
    // The reader of the output is gone, so no error is shown; other filter programs behave in the same way.
    if exit == .pipeClosed, !isAlwaysTold { return .pipeClosed }
    let depth = ColourDecision.depth(
      isTerminal: context.errors.isTerminal, choice: .auto, environment: context.environment)
    let failure = redaction?.failure(self, asData: asJSON) ?? self
    let text =
      asJSON
      ? JSONText.compact(failure.json(commands)) + "\n"
      : failure.text(
        palette: Palette(theme.theme, depth), width: context.errors.isTerminal ? context.columns : nil, commands)
    // If standard error cannot be written either, only the exit code remains.
    try? context.errors.write(text)
    return exit
  }
}
