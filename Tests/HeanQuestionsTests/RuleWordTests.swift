import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore
@testable import HeanQuestions

/// Words of the rules as they stand in the source: one that can match nothing promises what is not so.
struct RuleWordTests {
  private static func source(_ isMeant: (String) -> Bool = { _ in true }) throws -> [String] {
    let folder = Fixtures.root.deletingLastPathComponent().appending(path: "Sources/HeanQuestions/Reading")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".swift") && isMeant($0) }.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }

  /// Words that are looked for among stems without being made stems first, by the calls that do so. What a set with a name
  /// of its own is compared with cannot be seen here.
  private static func stemsLookedFor() throws -> Set<String> {
    let calls = [
      #/has(?:Any)?\(\s*\[([^\]]*)\]/#, #/stems\.contains\(("[^"]*")\)/#, #/\.stem == ("[^"]*")/#,
      #/stems\[[^\]]*\] == ("[^"]*")/#, #/\[([^\[\]]*)\]\.contains\(\s*(?:stems\[[^\]]*\]|[\w.\[\]+\- ]*\.stem)\s*\)/#,
    ]
    var found: Set<String> = []
    for text in try source() {
      for call in calls {
        for match in text.matches(of: call) {
          for word in match.1.matches(of: #/"([a-z][^"]*)"/#) { found.insert(String(word.1)) }
        }
      }
    }
    return found
  }

  @Test func `a word that is looked for among stems is one`() throws {
    let words = try Self.stemsLookedFor()
    #expect(words.count > 200, "\(words.count) were seen: the calls have other names now")
    let stems = Set(QuestionVocabulary.stems.values).union(QuestionVocabulary.termNames)
    let dead = words.filter { QuestionWords.stem($0) != $0 && !stems.contains($0) }
    #expect(dead.isEmpty, "no question has these as stems: \(dead.sorted())")
  }

  /// In tables of phrases `|` or a line break stands between them, and questions are searched without capitals and signs.
  @Test func `every phrase can stand in a question`() throws {
    let files = try Self.source { $0.hasPrefix("Unread") || ["PlainWording.swift", "SettingWords.swift"].contains($0) }
    let tables = files.flatMap { file in
      file.matches(of: #/"""\n([^"]*)"""|"([\w' |:-]*\|[\w' |:-]*)"/#).compactMap { $0.1 ?? $0.2 }
        .filter { $0.contains("|") && $0 != " || " }
    }
    let phrases = tables.flatMap { table in
      table.split { $0 == "|" || $0 == "\n" }.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(phrases.count > 500, "\(phrases.count) were seen: the tables look different now")
    let dead = phrases.filter { !$0.isEmpty && TypedText($0).text != " \($0) " }
    #expect(dead.isEmpty, "\(dead)")
    #expect(!tables.contains { $0.contains("||") || $0.hasPrefix("|") || $0.hasSuffix("|") }, "an empty phrase")
  }

  @Test func `every cue has only words and known marks`() {
    let words = QuestionMetric.cues.words
    #expect(words.count > 300)
    #expect(words.allSatisfy { $0.allSatisfy { $0.isLetter || $0 == "-" } }, "\(words)")
  }
}
