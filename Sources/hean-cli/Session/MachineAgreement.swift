import HeanCore

extension Session {
  /// Asks on the terminal before files of this machine change.
  /// - Parameters:
  ///   - question: with what is told before it.
  ///   - unasked: what is thrown when nobody can be asked, by the reason for that.
  ///   - declined: what is thrown when the answer is anything but yes.
  func agree(to question: String, unasked: (String) -> Failure, declined: Failure) async throws {
    if let refusal = context.input.refusal { throw unasked(refusal) }
    try context.errors.write(question + " [y/N] ")
    let answer = try await context.input.readLine()?.trimmed().lowercased()
    guard let answer, ["y", "yes"].contains(answer) else { throw declined }
  }
}
