import HeanCore
import Synchronization

/// Reads one question, and reads it again only for other names: each answer of the engine may bring some, and a reading
/// takes milliseconds.
final class ReadingMemo: Sendable {
  private let question: String
  private let earlier: QuestionReading?
  private let last = Mutex<(names: QuestionNames, reading: QuestionReading)?>(nil)

  /// - Parameter earlier: the reading of the question before in a conversation.
  init(_ question: String, after earlier: QuestionReading?) {
    self.question = question
    self.earlier = earlier
  }

  func reading(by reader: QuestionReader) -> QuestionReading {
    last.withLock { last in
      if let last, last.names == reader.names { return last.reading }
      let reading = reader.read(question, after: earlier)
      last = (reader.names, reading)
      return reading
    }
  }
}
