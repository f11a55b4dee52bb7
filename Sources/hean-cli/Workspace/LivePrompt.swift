/// A line that is typed at the foot of the screen.
struct LivePrompt: Sendable {
  /// What is typed.
  enum Kind: Sendable, Equatable {
    case command, filter, note, unlock
    /// The answer to the question of a verb.
    case answer
  }

  var kind: Kind
  /// Stands before the line.
  var question: String
  var editor: LineEditing
  /// From when on keys are the answer: those that were pressed before people could read the question are not. `nil` until
  /// it was drawn.
  private(set) var readyAt: Duration?

  /// How long nobody can have read a question after it was drawn.
  private static let reading = Duration.milliseconds(300)

  init(_ kind: Kind, _ question: String, history: [String] = []) {
    self.kind = kind
    self.question = question
    editor = LineEditing(history: history)
  }

  /// Whether what is typed agrees to something. Then a paste is no answer, and neither is what came before the question.
  var isConsent: Bool { kind == .answer || kind == .unlock }

  /// The question is on the screen.
  mutating func drawn(at now: Duration) { if readyAt == nil { readyAt = now + Self.reading } }

  func takesKeys(at now: Duration) -> Bool { !isConsent || readyAt.map { now >= $0 } ?? false }
}
