import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore
@testable import HeanQuestions

/// What is compiled in was learnt from the examples as they are now.
struct LearnedExamplesTests {
  private static let folder = Fixtures.root.deletingLastPathComponent().appending(path: "Sources/HeanQuestions")

  private static func lines(_ frame: QuestionFrame) throws -> [String] {
    let file = folder.appending(path: "Examples/\(frame.rawValue).txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private static func utterances() throws -> [Learning.Utterance] {
    try QuestionFrame.allCases.flatMap { frame in
      try lines(frame).map { Learning.Utterance($0, frame: frame.rawValue) }
    }
  }

  @Test func `every frame has examples enough, each once`() throws {
    for frame in QuestionFrame.allCases {
      let lines = try Self.lines(frame)
      #expect(lines.count >= 40, "\(frame) has \(lines.count)")
      #expect(Set(lines).count == lines.count, "\(frame) has one twice")
    }
  }

  @Test func `every example says what it is about`() throws {
    let bare: Set<QuestionFrame> = [.define, .difference, .forecast, .advice, .secret, .outside]
    for frame in QuestionFrame.allCases where !bare.contains(frame) {
      let silent = try Self.lines(frame).filter {
        Learning.Utterance($0, frame: frame.rawValue).intent == frame.rawValue
      }
      #expect(silent.isEmpty, "\(frame): \(silent.prefix(3))")
    }
  }

  /// A question that is an example cannot show how well others are read.
  @Test func `no unseen question is an example`() throws {
    func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let examples = Set(try Self.utterances().map { plain($0.text) })
    let known = try LabelledQuestion.all("unseen").map(\.text).filter { examples.contains(plain($0)) }
    #expect(known.isEmpty, "\(known)")
  }

  @Test func `the weights were learnt from the examples`() async throws {
    let utterances = try Self.utterances()
    let digest = await Detached.value { Learning.digest(utterances) }
    #expect(Learning.learntDigests == [digest], "run .ci/questions/learn, and commit what it writes")
    #expect(IntentModel.names.allSatisfy { QuestionIntent(name: String($0)) != nil })
    #expect(Learning.fitsMeanings, "one of the two files was written without the other")
  }

  @Test func `the known words are those of the examples`() async throws {
    let utterances = try Self.utterances()
    let words = await Detached.value { Learning.words(utterances) }
    let stands = try String(contentsOf: Self.folder.appending(path: "Learned/LearnedWords.swift"), encoding: .utf8)
    // A string of its own, so that a failure does not print both.
    let isSame = stands == words
    #expect(isSame, "run .ci/questions/learn, and commit what it writes")
  }

  /// `.ci/questions/learn` sets `RECORD_QUESTIONS`: to `words`, and after a build with these to a file for the features.
  /// Beside it lies a file of English words, a line each, to which their keys are added.
  @Test func `what is to be learnt is written where it is asked for`() async throws {
    guard let place = ProcessInfo.processInfo.environment["RECORD_QUESTIONS"] else { return }
    let utterances = try Self.utterances()
    guard place != "words" else {
      let words = await Detached.value { Learning.words(utterances) }
      try words.write(
        to: Self.folder.appending(path: "Learned/LearnedWords.swift"), atomically: true, encoding: .utf8)
      return
    }
    let features = await Detached.value {
      (["digest\t" + Learning.digest(utterances)] + utterances.map(Learning.features)).joined(separator: "\n")
    }
    try features.write(toFile: place, atomically: true, encoding: .utf8)
    // Not all that was typed: an error must stay one.
    let typed = LearnedVocabulary.all
    let english = try String(contentsOfFile: place + ".words", encoding: .utf8).split(separator: "\n").map(String.init)
    let meanings = Set(typed + english).sorted().map(Learning.meaning).joined(separator: "\n")
    try meanings.write(toFile: place + ".words", atomically: true, encoding: .utf8)
  }
}
