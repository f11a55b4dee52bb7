import HeanCore

extension Report {
  /// Ends the screen with one next command: what protects money before all else, then what the screen itself offers, then
  /// what the judge would do next, else what is usual.
  /// - Parameters:
  ///   - idle: why a list is empty.
  ///   - path: of the command whose screen it is, which does not name itself.
  mutating func end(with judgement: Judgement, _ idle: IdleSince?, usual: Guidance, in path: [String]) {
    if screen.isListEmpty, let idle { screen.line(Cell(idle.words.sentenceStart + ".", .faint)) }
    guard !screen.hasSteps else { return }
    if let first = judgement.steps.first, first.aim == .protect { return screen.hint(first.guidance) }
    guard !screen.hasHint else { return }
    // One command and no sentence about several: those are what `status` and `why` are for.
    let plain = judgement.steps.first {
      guard $0.step.parts.count == 1 else { return false }
      if case .query(let query) = $0.step.parts[0] { return !query.isAnswered(by: path) }
      return !$0.step.beginsWithAdvice
    }
    screen.hint(plain.map { Guidance($0.step) } ?? (screen.isListEmpty ? .query(.why) : usual))
  }
}

extension JudgedStep {
  /// The step, with its reason where that is told.
  fileprivate var guidance: Guidance { why.isEmpty ? Guidance(step) : Guidance(step) + Guidance("  (\(why))") }
}

extension Screen {
  fileprivate var hasSteps: Bool { blocks.contains { if case .steps = $0 { true } else { false } } }
  fileprivate var hasHint: Bool { blocks.contains { if case .hint = $0 { true } else { false } } }
}
