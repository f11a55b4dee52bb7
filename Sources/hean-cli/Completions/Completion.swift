/// How the word at the cursor can go on.
struct Completion: Sendable, Equatable {
  struct Candidate: Sendable, Equatable {
    /// The whole word.
    var word: String
    /// What it is, in a line; empty when nothing is known.
    var text: String

    init(_ word: String, _ text: String = "") {
      self.word = word
      self.text = text
    }
  }

  enum Kind: String, Sendable {
    case words
    /// The word goes on behind what is completed: `KEY=`.
    case open
    /// Names of files, which every shell finds itself.
    case files
  }

  var kind = Kind.words
  var candidates: [Candidate] = []

  /// Most candidates that are given out: nobody reads more.
  private static let most = 1000
  /// Longest word (characters).
  private static let longest = 128

  /// Those that begin with what is typed, each word once. Names come from engines too: one that a line cannot show as it is
  /// is left out.
  /// - Parameter isCaseFree: whether capital and small letters are one; then those that begin with the very letters go first.
  func beginning(with word: String, isCaseFree: Bool = false) -> Completion {
    var known: Set<String> = []
    let sound = candidates.filter { known.insert($0.word).inserted && Self.isSound($0.word) }
    var fitting = sound.filter { $0.word.hasPrefix(word) }
    if fitting.isEmpty, isCaseFree {
      let small = word.lowercased()
      fitting = sound.filter { $0.word.lowercased().hasPrefix(small) }
    }
    return Completion(kind: kind, candidates: Array(fitting.prefix(Self.most)))
  }

  private static func isSound(_ word: String) -> Bool {
    !word.isEmpty && word.count <= longest && sanitized(word) == word
  }
}
