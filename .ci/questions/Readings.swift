import Foundation

@testable import HeanCore
@testable import HeanQuestions

/// Reads every labelled question, every example and every question of the tests, and writes a line for each: the set, what became of it, how it was read, what
/// was not understood of it, and the question, with tabs between them. To be compared before and after a change.
@main
struct Readings {
  static func main() throws {
    let reader = QuestionReader()
    var written = ""
    func write(_ set: String, _ outcome: String, _ reading: QuestionReading, _ text: String) {
      let doubt = QuestionDoubt(text, reading).map { "\($0)" } ?? "-"
      let fields = [set, outcome, "\(reading)", doubt, text].map {
        $0.replacing("\n", with: " ").replacing("\t", with: " ")
      }
      written += fields.joined(separator: "\t") + "\n"
    }
    for set in ["unseen", "development", "hard"] {
      for question in try LabelledQuestion.all(set) {
        let reading = reader.read(question.text)
        write(set, question.outcome(reading).rawValue, reading, question.text)
      }
    }
    let examples = Fixtures.root.deletingLastPathComponent().appending(path: "Sources/HeanQuestions/Examples")
    var known: Set<String> = []
    for frame in QuestionFrame.allCases {
      let file = examples.appending(path: "\(frame.rawValue).txt")
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let text = String(line.drop { $0 != ":" }.dropFirst(2))
        guard known.insert(text).inserted else { continue }
        let reading = reader.read(text)
        write("examples", reading.frame == frame ? "right" : "other", reading, text)
      }
    }
    for text in try LabelledQuestion.ofTests() { write("tests", "-", reader.read(text), text) }
    print(written, terminator: "")
  }
}

extension LabelledQuestion {
  /// The questions in the tests of answers: what is said of them is held there.
  static func ofTests() throws -> [String] {
    let folder = Fixtures.root.deletingLastPathComponent().appending(path: "Tests")
    let files = ["StagedAnswer", "HarmlessAnswer", "OperationQuestion", "Reading", "WindowInterval", "QuestionQuery"].map {
      "HeanQuestionsTests/\($0)Tests.swift"
    }
    return try (files + ["HeanCLITests/Diagnosis/AskTests.swift"]).flatMap { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n").flatMap { line in
        line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 && $0.element.split(separator: " ").count > 1 }.map { String($0.element) }
      }
    }
  }
}
