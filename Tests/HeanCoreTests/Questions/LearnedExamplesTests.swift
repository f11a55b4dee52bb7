import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The compiled examples are those of the text files.
struct LearnedExamplesTests {
  private static let folder = Fixtures.root.deletingLastPathComponent().appending(path: "Sources/HeanCore/Questions")

  private static func utterances() throws -> [(frame: String, lines: [String])] {
    try QuestionFrame.allCases.map { frame in
      let file = folder.appending(path: "Examples/\(frame.rawValue).txt")
      return (frame.rawValue, try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init))
    }
  }

  @Test func `every frame has examples enough, each once`() throws {
    for (frame, lines) in try Self.utterances() {
      #expect(lines.count >= 40, "\(frame) has \(lines.count)")
      #expect(Set(lines).count == lines.count, "\(frame) has one twice")
    }
  }

  /// `RECORD_QUESTIONS=1` writes the files.
  @Test func `the compiled examples are made from the text files`() async throws {
    let records = ProcessInfo.processInfo.environment["RECORD_QUESTIONS"] != nil
    let utterances = try Self.utterances()
    let files = await Detached.value { Learning.files(utterances) }
    for (name, text) in files {
      let file = Self.folder.appending(path: "Learned/\(name)")
      if records { try text.write(to: file, atomically: true, encoding: .utf8) }
      let stands = try String(contentsOf: file, encoding: .utf8)
      // A string of its own, so that a failure does not print both files.
      let isSame = stands == text
      #expect(isSame && !records, "\(name): run the tests with RECORD_QUESTIONS=1, and commit what it writes")
    }
  }
}
