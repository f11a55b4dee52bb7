import Foundation

/// Finds out what a question in plain English is about. Words are cut to their stems, typing errors are corrected
/// against the words of the known phrases, and the phrase with the best score wins. No model, no network.
public struct QuestionReader: Sendable {
  /// What a question was understood to be about.
  public struct Understanding: Sendable, Equatable {
    /// The best match, even if it is a bad one: see `isUnderstood`.
    public var intent: Intent
    /// The symbol that the question names in any spelling, as the engine writes it; `nil` when it names none.
    public var symbol: String?
    /// How well the best phrase matches, 0 to 1.
    public var score: Double
    /// The three next best intents, the best first.
    public var others: [Intent]

    /// Without a symbol: the question names none.
    public init(intent: Intent, symbol: String? = nil, score: Double, others: [Intent]) {
      self.intent = intent
      self.symbol = symbol
      self.score = score
      self.others = others
    }
    /// Whether the score is high enough to answer.
    public var isUnderstood: Bool { score >= QuestionReader.threshold }
  }

  /// A question with a lower score counts as not understood.
  public static let threshold = 0.36

  private let phrases: [(intent: Intent, words: Set<String>)]
  /// How much a word tells: one that many intents use tells little.
  private let weight: [String: Double]

  /// A reader that knows the phrases of every `Intent`.
  public init() {
    let table = Intent.allCases.flatMap { intent in intent.phrases.map { (intent, Set(Self.words($0))) } }
    phrases = table.map { (intent: $0.0, words: $0.1) }
    var intents: [String: Set<Intent>] = [:]
    for (intent, words) in table { for word in words { intents[word, default: []].insert(intent) } }
    let all = Double(Intent.allCases.count)
    weight = intents.mapValues { 0.25 + log(all / Double($0.count)) }
  }

  /// - Parameter question: as somebody typed it.
  public func read(_ question: String) -> Understanding {
    let (text, symbol) = Symbols.extract(question)
    let words = Set(Self.words(text).map(mended))
    let scored = phrases.map { phrase in (phrase.intent, score(words, phrase.words)) }
    var best: [Intent: Double] = [:]
    for (intent, score) in scored { best[intent] = max(best[intent] ?? 0, score) }
    let order = Intent.allCases.sorted { (best[$0] ?? 0) > (best[$1] ?? 0) }
    return Understanding(
      intent: order[0], symbol: symbol, score: best[order[0]] ?? 0, others: Array(order.dropFirst().prefix(3)))
  }

  /// The weight of the words in both, divided by the weight of the words in either. A word of no phrase counts against.
  private func score(_ question: Set<String>, _ phrase: Set<String>) -> Double {
    func sum(_ words: Set<String>) -> Double { words.reduce(0) { $0 + (weight[$1] ?? 2) } }
    let union = sum(question.union(phrase))
    return union > 0 ? sum(question.intersection(phrase)) / union : 0
  }

  /// The known word that was meant: at most one typing error away, two in a long word; else the word as it is.
  private func mended(_ word: String) -> String {
    guard weight[word] == nil, word.count >= 4 else { return word }
    let reach = word.count >= 7 ? 2 : 1
    return weight.keys.filter { abs($0.count - word.count) <= reach && EditDistance.between($0, word) <= reach }
      .min { (EditDistance.between($0, word), $0) < (EditDistance.between($1, word), $1) } ?? word
  }

  /// The stems of a text, without the words that carry no meaning.
  static func words(_ text: String) -> [String] {
    var text = text.lowercased().replacing("’", with: "'")
    for (short, long) in contractions { text = text.replacing(short, with: long) }
    return text.split { !$0.isLetter && $0 != "$" }.map { stem(String($0)) }.filter { !noise.contains($0) }
  }

  private static let contractions = [
    ("isn't", "is not"), ("isnt", "is not"), ("aren't", "are not"), ("doesn't", "does not"), ("doesnt", "does not"),
    ("didn't", "did not"), ("didnt", "did not"), ("wasn't", "was not"), ("won't", "will not"), ("can't", "can not"),
    ("what's", "what is"), ("whats", "what is"), ("how's", "how is"), ("who's", "who is"), ("p&l", "pnl"),
    ("kill-switch", "killswitch"), ("kill switch", "killswitch"), ("hard-stop", "hardstop"), ("hard stop", "hardstop"),
    ("dry-run", "dryrun"), ("dry run", "dryrun"),
  ]

  private static let noise: Set<String> = [
    "a", "an", "the", "it", "is", "are", "was", "be", "been", "to", "of", "in", "on", "at", "for", "and", "or", "do",
    "does",
    "did", "have", "has", "had", "there", "that", "this", "my", "me", "please", "hean", "bot", "engine", "system", "so",
    "just", "you", "we", "with", "from", "its", "will", "can", "would", "could", "hey", "tell", "any", "right", "get",
  ]

  /// Words that mean the same here, each with the one that stands for them.
  private static let synonyms: [String: String] = [
    "buy": "trade", "enter": "take", "entered": "take", "open": "open", "opened": "take", "bought": "take",
    "grab": "take",
    "took": "take", "missed": "skip", "miss": "skip", "ignored": "skip", "ignore": "skip", "losing": "lose",
    "lost": "lose",
    "loss": "lose", "losses": "lose", "loses": "lose", "earning": "earn", "earned": "earn", "earns": "earn",
    "winning": "win", "wins": "win", "won": "win", "best": "best", "performing": "perform", "declined": "reject",
    "refused": "reject", "rejected": "reject", "rejection": "reject", "denied": "reject", "turned": "reject",
    "blocked": "block", "blocking": "block", "blocks": "block", "prevent": "block", "prevents": "block",
    "preventing": "block", "stopping": "block", "holding": "hold", "held": "hold", "own": "hold", "exposure": "exposed",
    "profits": "profit", "gain": "profit", "gains": "profit", "made": "make", "making": "make", "money": "money",
    "cash": "money", "funds": "money", "dangerous": "risk", "danger": "risk", "risky": "risk", "fine": "ok",
    "okay": "ok",
    "alright": "ok", "far": "far", "distance": "far", "close": "close", "near": "close", "tripped": "trip",
    "triggered": "trip", "triggering": "trip", "fired": "trip", "tickers": "prices", "price": "prices",
    "quotes": "prices",
    "ticks": "tick", "outdated": "stale", "fix": "fix", "repair": "fix", "resolve": "fix", "resume": "fix",
    "happened": "happen", "happening": "happen", "happens": "happen", "changes": "change", "changed": "change",
    "real": "real", "live": "live", "simulated": "paper", "simulation": "paper", "demo": "paper", "fake": "paper",
    "exit": "out", "liquidate": "sell", "dump": "sell", "halted": "halt", "idle": "nothing",
    "inactive": "nothing", "dead": "alive", "down": "down", "i'm": "i", "im": "i", "today": "today", "orders": "order",
    "trades": "trade", "trading": "trade", "traded": "trade", "positions": "position", "strategies": "strategy",
    "signals": "signal", "emergency": "emergency", "margin": "far", "remaining": "left", "remains": "left",
    "worse": "worst", "bad": "worst", "weakest": "worst", "bleeding": "lose", "costs": "lose", "good": "best",
    "strongest": "best", "recent": "lately", "recently": "lately", "overnight": "lately", "night": "lately",
    "since": "lately", "yesterday": "lately", "advice": "do", "suggest": "do", "recommend": "do", "coin": "$",
    "running": "run", "runing": "run", "cost": "lose", "costing": "lose",
    "worried": "worry", "wrong": "wrong", "problems": "problem", "issue": "problem", "issues": "problem",
    "aren": "not", "never": "not", "without": "no", "zero": "no",
  ]

  private static func stem(_ word: String) -> String {
    if let same = synonyms[word] { return same }
    for ending in ["ing", "ed", "es", "s"] where word.count > ending.count + 3 && word.hasSuffix(ending) {
      let stem = String(word.dropLast(ending.count))
      return synonyms[stem] ?? stem
    }
    return word
  }
}
