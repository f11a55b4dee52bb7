import HeanCore
import HeanQuestions

/// The questions given to `hean ask`, one per line, in a file in the XDG state directory.
struct AskHistory: Sendable {
  struct Entry: Sendable {
    var time: Date?
    var question: String
    /// How it was read; `nil` when it was not understood.
    var intent: String?
    /// First sentence of the answer; `nil` when there was none.
    var answer: String?
  }

  private static let kept = 200
  /// How much of the end of the file (bytes) is read.
  private static let most = 1 << 20
  private let directories: UserDirectories

  init(environment: [String: String]) { directories = UserDirectories(environment: environment) }

  private func path() throws -> String { try directories.state() + "/ask-history.jsonl" }

  func append(_ question: String, _ answer: QuestionAnswer, at now: Date) throws {
    try PrivateDirectory.make(try directories.state())
    let file = try LockedFile(path: try path(), permissions: .ownerOnly)
    let line: JSONValue = [
      "time": .string(EngineTime.format(now)), "question": .string(SecretWords.question(question)),
      "intent": .optional(answer.kind == .notUnderstood ? nil : answer.reading.summary),
      "answer": .optional(answer.kind == .notUnderstood ? nil : answer.lines.first.map { CommandLines()($0) }),
    ]
    try file.append(JSONText.line(line))
  }

  /// The latest entries, oldest first.
  func entries() throws -> [Entry] {
    guard let tail = try FileTail.read(try path(), most: Self.most) else { return [] }
    return tail.data.split(separator: UInt8(ascii: "\n")).suffix(Self.kept).compactMap { line in
      guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line)), let question = value["question"]
      else {
        return nil
      }
      func text(_ name: String) -> String? { value[name].flatMap { $0 == .null ? nil : $0.plainText } }
      return Entry(
        time: text("time").flatMap { EngineTime.parse($0) }, question: question.plainText, intent: text("intent"),
        answer: text("answer"))
    }
  }
}
