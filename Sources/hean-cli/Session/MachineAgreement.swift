import HeanCore

extension Session {
  /// Asks on the terminal before files of this machine change.
  /// - Parameters:
  ///   - question: with what is told before it.
  ///   - unasked: what is thrown when nobody can be asked, by the reason for that.
  ///   - declined: what is thrown when the answer is anything but yes.
  func agree(to question: String, unasked: (String) -> Failure, declined: Failure) async throws {
    if let refusal = context.input.refusal { throw unasked(refusal) }
    guard let answer = try await answer(to: question + " [y/N] "), Agreement.letter.isGiven(by: answer) else {
      throw declined
    }
  }

  /// Shows a prompt, whose text is clean, and reads a line.
  /// - Returns: without spaces around it; `nil` at the end of input, which counts as no.
  func answer(to prompt: String) async throws -> String? {
    context.interruption.isAsking(true)
    defer { context.interruption.isAsking(false) }
    try context.errors.write(prompt)
    guard let answer = try await context.input.readLine() else {
      try? context.errors.write("\n")
      return nil
    }
    return answer.trimmed()
  }
}
