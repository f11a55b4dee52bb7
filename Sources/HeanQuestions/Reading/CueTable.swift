import HeanCore

/// The stems of a question, with what makes looking for one quick: hundreds of patterns are tried on a question about figures.
struct CuedWords: Sendable {
  let stems: [String]
  /// As they were typed, in lower case; empty where only stems are known.
  private let typed: [String]
  /// The words that it must be about, each once, in the order of the question: of `Cue.distinctNouns`.
  let nouns: [String]
  /// By the first two letters of a word, whether its stem can be one of these.
  private let starts: [Bool]

  init(_ stems: [String], typed: [String] = []) {
    (self.stems, self.typed) = (stems, typed)
    var starts = [Bool](repeating: false, count: Self.startCount)
    func note(_ word: String) { starts[Self.start(word.utf8.first, word.utf8.dropFirst().first)] = true }
    stems.forEach(note)
    // A question has a few stems: to go through all forms once takes less time than to keep them by their stems.
    let own = Set(stems)
    for (form, stem) in QuestionVocabulary.stems where own.contains(stem) { note(form) }
    self.starts = starts
    nouns = stems.filter(Cue.distinctNouns.contains).withoutDuplicates
  }

  /// The nouns that nothing of a reading has taken up.
  func nouns(without used: Set<String>) -> [String] { nouns.filter { !used.contains($0) } }

  /// Whether this form of a word was typed.
  func says(_ word: String) -> Bool { typed.contains(word) }

  func hasAny(_ words: Set<String>) -> Bool { stems.contains(where: words.contains) }

  /// Whether the stem of the word that begins this range can be in it: endings change, first letters only in forms that
  /// the vocabulary has.
  func mayHave(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first.map({ bytes[$0] }) else { return false }
    let second = range.dropFirst().first.map { bytes[$0] }
    return starts[Self.start(first, second == UInt8(ascii: "_") ? nil : second)]
  }

  private static let startCount = 1 << 10

  private static func start(_ first: UInt8?, _ second: UInt8?) -> Int {
    (Int(first ?? 0) &* 37 &+ Int(second ?? 0)) & (startCount - 1)
  }

  /// Whether these words follow one another in it.
  func has(_ phrase: [String]) -> Bool {
    guard phrase.count <= stems.count else { return false }
    return (0...stems.count - phrase.count).contains { start in
      phrase.indices.allSatisfy { stems[start + $0] == phrase[$0] }
    }
  }
}

/// Patterns for each value of a set, in order of preference where two match equally well.
struct CueTable<Value: Sendable & Equatable>: Sendable {
  private let rows: [(value: Value, cues: [Cue])]

  /// - Parameter rows: with commas or line breaks between the patterns of a value.
  init(_ rows: KeyValuePairs<Value, String>) {
    self.rows = rows.map { value, patterns in
      let parts = patterns.utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") }
      return (value, parts.map { Cue(Substring($0.first == UInt8(ascii: " ") ? $0.dropFirst() : $0)) })
    }
  }

  /// The values that match and leave the fewest distinct nouns of the question unread; of these first the one with the
  /// heaviest pattern.
  private func ranked(_ question: CuedWords) -> [Value] {
    let matches = matches(question)
    guard matches.count > 1, !question.nouns.isEmpty else { return matches }
    let left = matches.map { question.nouns(without: explained($0, question)).count }
    let least = left.min()
    return zip(matches, left).filter { $0.1 == least }.map(\.0)
  }

  /// The first of `ranked`; `nil` when nothing matches.
  func best(_ question: CuedWords) -> Value? { ranked(question).first }

  /// The words of the question for which patterns of this value ask.
  func explained(_ value: Value, _ question: CuedWords) -> Set<String> {
    let cues = rows.filter { $0.value == value }.flatMap(\.cues).filter { $0.weight(in: question) != nil }
    return Set(cues.flatMap(\.words)).intersection(question.stems)
  }

  /// All words of the patterns, as stems.
  var words: Set<String> { Set(rows.flatMap { $0.cues.flatMap(\.words) }) }

  /// The values that match, the one with the heaviest pattern first.
  private func matches(_ question: CuedWords) -> [Value] {
    var found: [(value: Value, weight: Double, row: Int)] = []
    for (row, entry) in rows.enumerated() {
      if let weight = entry.cues.compactMap({ $0.weight(in: question) }).max() {
        found.append((entry.value, weight, row))
      }
    }
    return found.sorted { ($1.weight, $0.row) < ($0.weight, $1.row) }.map(\.value)
  }
}
