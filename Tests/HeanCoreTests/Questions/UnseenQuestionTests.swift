import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Questions that neither the examples nor the patterns were made from. The counts may only get better.
struct UnseenQuestionTests {
  @Test func `most unseen questions are read as they were meant, and few are read as something else`() async throws {
    let (right, notUnderstood, wrong) = try await Detached.value { Result { try Self.counts() } }.get()
    let count = right + notUnderstood + wrong
    print("unseen questions: \(right) right, \(notUnderstood) not understood, \(wrong) wrong of \(count)")
    #expect(count >= 200)
    #expect(right >= 178)
    #expect(wrong <= 48)
  }

  private static func counts() throws -> (right: Int, notUnderstood: Int, wrong: Int) {
    let reader = QuestionReader(isForMany: true)
    let questions = try LabelledQuestion.all("unseen")
    var right = 0
    var notUnderstood = 0
    for question in questions {
      let reading = reader.read(question.text)
      let doubt = QuestionDoubt(question.text, reading)
      let isSent = reading.metric?.isNotSent != true
      if question.takes(reading) || (question.isUnknown && (doubt != nil || !isSent || reading.frame == .outside)) {
        right += 1
      } else if doubt != nil {
        notUnderstood += 1
      }
    }
    return (right, notUnderstood, questions.count - right - notUnderstood)
  }
}
