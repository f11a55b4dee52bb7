import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The committed questions with their intended answers. They were written before the phrase table was tried on them.
struct QuestionTests {
  private struct Asked {
    var intent: Intent
    var symbol: String?
    var question: String
  }

  private static func questions() throws -> [Asked] {
    let file = Fixtures.root.appending(path: "questions.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let parts = line.split(separator: "\t").map(String.init)
      return Asked(
        intent: try #require(Intent(rawValue: parts[0])), symbol: parts[1] == "-" ? nil : parts[1], question: parts[2])
    }
  }

  /// Questions that are known to be taken for others; the list may only shrink.
  private static let missed: Set<String> = []

  @Test func `nearly every question is understood as it was meant`() throws {
    let reader = QuestionReader()
    let questions = try Self.questions()
    #expect(questions.count >= 120)
    #expect(Set(questions.map(\.intent)) == Set(Intent.allCases))
    let wrong = questions.filter { asked in
      let understood = reader.read(asked.question)
      return !understood.isUnderstood || understood.intent != asked.intent || understood.symbol != asked.symbol
    }
    for asked in wrong {
      let got = reader.read(asked.question)
      print("MISS \(asked.question) -> \(got.intent) \(got.score) \(got.symbol ?? "-"), meant \(asked.intent)")
    }
    #expect(
      Set(wrong.map(\.question)) == Self.missed, "accuracy \(questions.count - wrong.count) of \(questions.count)")
  }

  @Test(arguments: ["what is the weather", "sing a song", "42", "", "???", "the the the", "order pizza"])
  func `what it does not understand it says so`(question: String) {
    #expect(!QuestionReader().read(question).isUnderstood)
  }

  @Test func `every phrase of the table leads to its own intent`() {
    let reader = QuestionReader()
    for intent in Intent.allCases {
      for phrase in intent.phrases {
        let asked = phrase.replacing("$", with: "ETHUSDT")
        #expect(reader.read(asked).intent == intent, "\(phrase)")
      }
      #expect(intent.followUps.count == 2 && !intent.followUps.contains(intent))
    }
  }
}
