import HeanCore

/// Makes from the utterances in `Examples/` what the reader is trained with, and the words that it knows. The tests and
/// `.ci/questions/learn` call it; hean itself does not.
package enum Learning {
  /// A question with the name of what it wants, as `QuestionIntent` reads it.
  package struct Utterance: Sendable {
    package var intent: String
    package var text: String

    /// - Parameters:
    ///   - line: of a file of examples: `pnl: how much did we make`, or only the question where the frame says it all.
    ///   - frame: for which the file stands.
    package init(_ line: String, frame: String) {
      let parts = line.split(separator: ":", maxSplits: 1)
      let about = parts.count == 2 ? String(parts[0]) : ""
      if !about.isEmpty, QuestionIntent(name: "\(frame) \(about)") != nil {
        (intent, text) = ("\(frame) \(about)", parts[1].trimmed())
      } else {
        (intent, text) = (frame, line)
      }
    }
  }

  /// One line for an utterance: its intent, the keys of its words, its tokens, and each feature with its value.
  package static func features(_ utterance: Utterance) -> String {
    let slots = QuestionSlots(utterance.text, names: QuestionNames(), corrected: QuestionSpelling.corrected)
    let words = slots.stems.map { String(WordMeaning.key($0)) }.joined(separator: " ")
    let values = IntentModel.values(slots.stems).map { "\($0.key):\($0.value)" }
    let tokens = WordPieces.tokens(slots.spelledOut).joined(separator: " ")
    return ([utterance.intent, words, tokens] + values).joined(separator: "\t")
  }

  /// One line for a word: as it is typed, and its key.
  package static func meaning(_ word: String) -> String { "\(word)\t\(WordMeaning.key(QuestionWords.stem(word)))" }

  /// Tells whether the weights were learnt from these utterances, read as they are read now: of a sample of them.
  package static func digest(_ utterances: [Utterance]) -> String {
    let told = utterances.enumerated().map { place, utterance in
      utterance.intent + utterance.text + (place % 50 == 0 ? features(utterance) : "")
    }
    return String(told.joined().utf8.fnv1a, radix: 16)
  }

  /// The digests of the utterances that the weights of both networks were learnt from.
  package static var learntDigests: Set<String> { [LearnedIntents.digest, LearnedPieces.digest] }

  /// Whether the compiled weights were learnt with the axes of meaning that are compiled beside them.
  package static var fitsMeanings: Bool {
    String(LearnedMeanings.text.utf8.fnv1a, radix: 16) == LearnedIntents.meanings
  }

  /// The source of `LearnedWords`.
  package static func words(_ utterances: [Utterance]) -> String {
    var typed: [String: Int] = [:]
    for utterance in utterances {
      for word in utterance.text.split(whereSeparator: { !$0.isLetter }) { typed[word.lowercased(), default: 0] += 1 }
    }
    let words = withoutErrors(typed).union(QuestionMetric.cues.words)
    let sorted = words.sorted()
    let rows = stride(from: 0, to: sorted.count, by: 12).map {
      sorted[$0..<min($0 + 12, sorted.count)].joined(separator: " ")
    }
    return """
      enum LearnedWords {
        /// Words of the examples as they were typed.
        static let all = \"\"\"
      \(rows.map { "    " + $0 }.joined(separator: "\n"))
          \"\"\"
      }

      """
  }

  /// Whether a word of the field may have lost a letter, or got one too many: `ordr`.
  private static func isCutShort(_ word: String, of other: String) -> Bool {
    QuestionVocabulary.stems[other] != nil && word.utf8.count != other.utf8.count
  }

  /// The words without those that are probably typing errors of others: they must be corrected, not known.
  private static func withoutErrors(_ typed: [String: Int]) -> Set<String> {
    let frequent = Dictionary(grouping: typed.filter { $0.value >= 3 && $0.key.count >= 4 }.keys) { $0.first }
    return Set(
      typed.keys.filter { word in
        guard let own = typed[word], word.count >= 4, QuestionVocabulary.stems[word] == nil else { return true }
        // An error that several made is still seldom beside what they meant.
        let least = own < 3 ? 3 : own * 8
        return !(frequent[word.first] ?? []).contains { other in
          typed[other] ?? 0 >= least && abs(other.utf8.count - word.utf8.count) <= 1
            && QuestionWords.stem(other) != QuestionWords.stem(word)
            && (other.sorted() == word.sorted()
              || (word.count >= 6 || isCutShort(word, of: other)) && EditDistance.between(other, word) <= 1)
        }
      })
  }
}
