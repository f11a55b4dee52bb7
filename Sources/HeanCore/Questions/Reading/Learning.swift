import Foundation

/// Makes the Swift source of `LearnedExamples` from the utterances in `Examples/`. The tests call it: they compare the
/// result with the files, and write them when asked to.
package enum Learning {
  /// - Parameter utterances: by frame.
  /// - Returns: the files by name, without their folder.
  package static func files(_ utterances: [(frame: String, lines: [String])]) -> [String: String] {
    var files: [String: String] = [:]
    var kinds = [Set<UInt64>](repeating: [], count: FeatureKind.allCases.count)
    var typed: [String: Int] = [:]
    let names = QuestionNames()
    for entry in utterances {
      let lines = entry.lines.map { line in
        QuestionSlots(line, names: names).stems.map(WordFeatures.token).joined(separator: " ")
      }
      for line in lines { WordFeatures.forEach(in: line) { kinds[$1.rawValue].insert($0) } }
      for line in entry.lines {
        for word in line.split(whereSeparator: { !$0.isLetter }) { typed[word.lowercased(), default: 0] += 1 }
      }
      let type = entry.frame.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      let name = type.prefix(1).lowercased() + type.dropFirst()
      files["Learned\(type).swift"] = """
        extension LearnedExamples {
          static let \(name) = \"\"\"
        \(lines.map { "    " + $0 }.joined(separator: "\n"))
            \"\"\"
        }

        """
    }
    var words = withoutErrors(typed)
    words.formUnion(QuestionMetric.cues.words)
    for frame in QuestionFrame.allCases { words.formUnion(QuestionTopic.cues(frame)?.words ?? []) }
    let sorted = words.sorted()
    let rows = stride(from: 0, to: sorted.count, by: 12).map {
      sorted[$0..<min($0 + 12, sorted.count)].joined(separator: " ")
    }
    files["LearnedWords.swift"] = """
      extension LearnedExamples {
        /// Different features of each kind in all examples: words, pairs, starts, trigrams.
        static let vocabulary = [\(kinds.map { "\($0.count)" }.joined(separator: ", "))]

        /// Words of the examples as they were typed.
        static let words = \"\"\"
      \(rows.map { "    " + $0 }.joined(separator: "\n"))
          \"\"\"
      }

      """
    return files
  }

  /// The words without those that are probably typing errors of others: they must be corrected, not known.
  private static func withoutErrors(_ typed: [String: Int]) -> Set<String> {
    let frequent = Dictionary(grouping: typed.filter { $0.value >= 3 && $0.key.count >= 4 }.keys) { $0.first }
    return Set(
      typed.keys.filter { word in
        guard let own = typed[word], word.count >= 4, QuestionVocabulary.stems[word] == nil else { return true }
        // An error that several made is still seldom beside what they meant.
        let least = own < 3 ? 3 : own * 20
        return !(frequent[word.first] ?? []).contains { other in
          typed[other] ?? 0 >= least && abs(other.utf8.count - word.utf8.count) <= 1
            && QuestionWords.stem(other) != QuestionWords.stem(word)
            && (other.sorted() == word.sorted() || word.count >= 6 && EditDistance.between(other, word) <= 1)
        }
      })
  }
}
