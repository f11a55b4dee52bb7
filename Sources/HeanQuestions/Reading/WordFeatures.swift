import HeanCore

/// What is counted in a question.
enum FeatureKind: UInt64, Sendable {
  case word = 1
  case pair, start, trigram

  /// Trigrams repeat what the word says, so that each counts less.
  var weight: Double { self == .trigram ? 0.2 : 1 }
}

/// The features of a row of stems: words, pairs of neighbours, the first two words, and letters in threes. Nouns of the field
/// count as themselves and as their class, so that `fees on sol` teaches as much about `drawdown on btc`.
struct WordFeatures {
  /// With their keys, of 24 bits: the examples have some ten thousand features, of which hardly two share one.
  private(set) var features: [(key: UInt32, kind: FeatureKind)] = []
  private var count = 0
  /// The word before.
  private var last = Word(own: boundary, classHash: boundary)

  private static let boundary: UInt64 = 0x9E37_79B9

  /// A word as it is, and by its class.
  private struct Word {
    var own: UInt64
    var classHash: UInt64

    var hasClass: Bool { own != classHash }
  }

  init(_ stems: [String]) {
    for stem in stems { take(stem) }
    if count > 0 { takePair(Word(own: Self.boundary, classHash: Self.boundary)) }
  }

  private mutating func take(_ stem: String) {
    let text = stem.filter { $0 != "#" && !$0.isWhitespace }
    guard !text.isEmpty else { return }
    let word = Word(own: text.utf8.fnv1a, classHash: FieldNouns.replaced(text).utf8.fnv1a)
    add(word.own, .word)
    if word.hasClass { add(word.classHash, .word) }
    takePair(word)
    if count == 0 { add(word.classHash, .start) }
    if count == 1 { add(Self.joined(last.classHash, word.classHash), .start) }
    if !word.hasClass { takeTrigrams(Array(text.utf8)) }
    last = word
    count += 1
  }

  /// Two neighbours, as they are and by their classes.
  private mutating func takePair(_ word: Word) {
    add(Self.joined(last.own, word.own), .pair)
    if word.hasClass || last.hasClass { add(Self.joined(last.classHash, word.classHash), .pair) }
  }

  private mutating func takeTrigrams(_ letters: [UInt8]) {
    guard letters.count > 3, letters.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains) else { return }
    var window = UInt64(UInt8(ascii: "<")) << 8 | UInt64(letters[0])
    for letter in letters.dropFirst() + [UInt8(ascii: ">")] {
      window = (window << 8 | UInt64(letter)) & 0xFF_FFFF
      add(window, .trigram)
    }
  }

  private mutating func add(_ hash: UInt64, _ kind: FeatureKind) {
    let mixed = (hash ^ kind.rawValue).mixed
    features.append((UInt32(truncatingIfNeeded: mixed >> 40), kind))
  }

  private static func joined(_ first: UInt64, _ second: UInt64) -> UInt64 {
    (first &* 31) ^ (second &* 0x9E37_79B9_7F4A_7C15)
  }
}

/// Nouns of the field that stand for one another in a question.
enum FieldNouns {
  private static let figures = stems([
    "pnl", "profit", "fee", "drawdown", "equity", "balance", "margin", "freemargin", "leverage", "exposure", "notional",
    "winrate", "profitfactor", "fillrate", "acceptancerate", "spread", "volume", "unrealized", "realized", "uptime",
    "holdtime", "turnover", "peak",
  ])
  private static let rows = stems([
    "order", "openorder", "position", "trade", "fill", "signal", "event", "refusal", "execution", "deal",
  ])
  private static let levels = stems(["stoploss", "takeprofit", "target", "price", "markprice", "entry", "size"])
  private static let states = stems(["softbrake", "hardstop", "quarantine", "dailypause"])

  private static func stems(_ words: [String]) -> Set<String> { Set(words.map(QuestionWords.stem)) }

  static func replaced(_ stem: String) -> String {
    if figures.contains(stem) { return "#figure" }
    if rows.contains(stem) { return "#row" }
    if levels.contains(stem) { return "#level" }
    if states.contains(stem) { return "#riskstate" }
    return stem
  }
}
