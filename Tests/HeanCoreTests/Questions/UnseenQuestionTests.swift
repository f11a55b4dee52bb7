import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Questions with what they were meant to ask, by people who knew only the help texts.
struct UnseenQuestionTests {
  private struct Counts: Sendable {
    var right = 0
    var notUnderstood = 0
    /// The questions that were read as something else.
    var wrong: [String] = []
  }

  @Test func `no unseen question is read as something else`() async throws {
    let counts = try await Detached.value { Result { try Self.counts("unseen") } }.get()
    #expect(counts.right >= 655, "\(counts.right) right, \(counts.notUnderstood) not understood")
    #expect(counts.wrong.isEmpty, "\(counts.wrong)")
  }

  /// The examples and patterns were made from these. The counts may only get better. An eighth of them, because all take more
  /// than a minute of a core in a debug build.
  @Test func `the questions of development are still understood`() async throws {
    let counts = try await Detached.value { Result { try Self.counts("development", every: 8) } }.get()
    #expect(counts.right >= 290, "\(counts.right) right, \(counts.notUnderstood) not understood")
    #expect(counts.wrong.count <= 14, "\(counts.wrong.count): \(counts.wrong)")
  }

  /// Written to be hard. No examples, but some rules were made from the worst readings of them. An eighth of them.
  @Test func `hard questions that nothing was learnt from are read no worse than before`() async throws {
    let counts = try await Detached.value { Result { try Self.counts("unlearnt", every: 8) } }.get()
    #expect(counts.right >= 160, "\(counts.right) right, \(counts.notUnderstood) not understood")
    #expect(counts.wrong.count <= 26, "\(counts.wrong.count): \(counts.wrong)")
  }

  /// Questions of four writers with the intent alone, which nothing was learnt from. A sixteenth of them.
  @Test func `what a question wants is told from how others put it, too`() async throws {
    let file = Fixtures.root.appending(path: "questions/intents.tsv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let sample = lines.indices.filter { $0 % 16 == 0 }.map { lines[$0].split(separator: "\t").map(String.init) }
    let missed = await Detached.value {
      sample.filter { parts in
        guard parts.count == 2, let wanted = QuestionIntent(name: parts[0]) else { return true }
        let slots = QuestionSlots(parts[1], names: QuestionNames(), corrected: QuestionSpelling.corrected)
        return IntentModel.ranked(slots.stems).first?.intent.answersSame(as: wanted) != true
      }
    }
    #expect(missed.count <= 46, "\(missed.count) of \(sample.count): \(missed)")
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
