import Foundation

@testable import HeanCore
@testable import HeanQuestions

/// A question of which something is known: what it means, or what the tests say of it.
struct KnownQuestion {
  /// Where it comes from: `unseen`, `development`, `hard`, `examples` or `tests`.
  var set: String
  var text: String
  /// What becomes of a reading of it: `right`, `notUnderstood`, `wrong`; of an example `right` or `other`; `held` where a
  /// test looks at the answer.
  var judge: (QuestionReading) -> String

  private static let root = Fixtures.root.deletingLastPathComponent()

  private static func lines(_ path: String) throws -> [Substring] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
  }

  static func all() throws -> [KnownQuestion] { try labelled() + examples() + tested() }

  private static func labelled() throws -> [KnownQuestion] {
    try ["unseen", "development", "hard"].flatMap { set in
      try LabelledQuestion.all(set).map { question in
        KnownQuestion(set: set, text: question.text) { question.outcome($0).rawValue }
      }
    }
  }

  private static func examples() throws -> [KnownQuestion] {
    var known: Set<String> = []
    return try QuestionFrame.allCases.flatMap { frame in
      try lines("Sources/HeanQuestions/Examples/\(frame.rawValue).txt").compactMap { line in
        let about = String(line.prefix { $0 != ":" })
        let text = String(line.drop { $0 != ":" }.dropFirst(2))
        guard known.insert(text).inserted else { return nil }
        return KnownQuestion(set: "examples", text: text) { reading in
          let found = reading.metric?.rawValue ?? reading.topic?.rawValue
          return reading.frame == frame && (about == "?" || found == nil || found == about) ? "right" : "other"
        }
      }
    }
  }

  private static func tested() throws -> [KnownQuestion] {
    let files = ["StagedAnswer", "HarmlessAnswer", "OperationQuestion", "Reading", "WindowInterval", "QuestionQuery"]
      .map {
        "Tests/HeanQuestionsTests/\($0)Tests.swift"
      }
    return try (files + ["Tests/HeanCLITests/Diagnosis/AskTests.swift"]).flatMap(lines).flatMap { line in
      line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 && $0.element.split(separator: " ").count > 1 }
        .map { KnownQuestion(set: "tests", text: String($0.element)) { _ in "held" } }
    }
  }
}
