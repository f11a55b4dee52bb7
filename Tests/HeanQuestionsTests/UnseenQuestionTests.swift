import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore
@testable import HeanQuestions

/// Questions with what they were meant to ask, by people who knew only the help texts.
struct UnseenQuestionTests {
  private struct Counts: Sendable {
    var right = 0
    var notUnderstood = 0
    /// The questions that were read as something else.
    var wrong: [String] = []
  }

  @Test func `no unseen question is read as something else`() async throws {
    let step = Sample.isWhole ? 1 : 8
    let counts = try await Detached.value { Result { try Self.counts("unseen", every: step) } }.get()
    #expect(counts.right >= (step == 1 ? 1685 : 205), "\(counts.right) right, \(counts.notUnderstood) not understood")
    #expect(counts.wrong.isEmpty, "\(counts.wrong)")
  }

  /// The examples and patterns were made from these. The counts may only get better. An eighth of them, because all take more
  /// than a minute of a core in a debug build.
  @Test func `the questions of development are still understood`() async throws {
    let counts = try await Detached.value { Result { try Self.counts("development", every: 8) } }.get()
    #expect(counts.right >= 290, "\(counts.right) right, \(counts.notUnderstood) not understood")
    #expect(counts.wrong.count <= 14, "\(counts.wrong.count): \(counts.wrong)")
  }

  /// Written to be hard, and among the examples. An eighth of them.
  @Test func `hard questions are read no worse than before`() async throws {
    let counts = try await Detached.value { Result { try Self.counts("hard", every: 8) } }.get()
    #expect(counts.right >= 160, "\(counts.right) right, \(counts.notUnderstood) not understood")
    #expect(counts.wrong.count <= 26, "\(counts.wrong.count): \(counts.wrong)")
  }

  private static func counts(_ file: String, every step: Int = 1) throws -> Counts {
    let reader = QuestionReader()
    var counts = Counts()
    for (place, question) in try LabelledQuestion.all(file).enumerated() where place % step == 0 {
      switch question.outcome(reader.read(question.text)) {
      case .right: counts.right += 1
      case .notUnderstood: counts.notUnderstood += 1
      case .wrong: counts.wrong.append(question.text)
      }
    }
    return counts
  }
}
