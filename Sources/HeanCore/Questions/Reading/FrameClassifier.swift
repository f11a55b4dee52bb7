import Foundation

/// Tells the frame of a question by comparing it with examples: naive Bayes over stems, pairs of neighbouring stems, the
/// first words and character trigrams. No randomness, no model file, no network.
///
/// Symbols, strategies, spans and the nouns of the field are replaced by what they are before anything is counted, so that
/// `fees on sol` teaches as much about `drawdown on btc`. The examples are kept as stems (`LearnedExamples`), and only what
/// the question has is counted in them: to learn all of them first would take longer than most reads.
struct FrameClassifier: Sendable {
  private static let smoothing = 0.1

  /// Learns all examples at the first question, which pays from a few questions on.
  var isForMany = false

  /// The logarithm of how likely each frame is, with the cues of `FrameCues` added; the likeliest first.
  func scores(_ question: CuedWords) -> [(frame: QuestionFrame, score: Double)] {
    let wanted = WordFeatures(question.stems.map(WordFeatures.token))
    let learned = isForMany ? LearnedCounts.shared : LearnedCounts(of: wanted)
    // Each once, in the order of the question: the sum must not depend on the order of a set.
    var seen: Set<UInt64> = []
    let features = wanted.hashes.filter { seen.insert($0.hash).inserted }
    return QuestionFrame.allCases.enumerated().map { frame, name in
      var score = FrameCues.bonus(name, question)
      for feature in features {
        guard let counts = learned.counts[feature.hash] else { continue }
        let size = Self.smoothing * Double(LearnedExamples.vocabulary[feature.kind.rawValue])
        let chance = (counts[frame] + Self.smoothing) / (learned.totals[frame][feature.kind.rawValue] + size)
        score += feature.kind.weight * log(chance)
      }
      return (name, score)
    }.sorted { $0.score > $1.score }
  }
}

/// How often each feature occurs in the examples of each frame.
private struct LearnedCounts: Sendable {
  private(set) var counts: [UInt64: [Double]] = [:]
  private(set) var totals = [[Double]](
    repeating: [Double](repeating: 0, count: FeatureKind.allCases.count), count: QuestionFrame.allCases.count)

  /// All features.
  static let shared = LearnedCounts(of: nil)

  /// - Parameter wanted: the features to count; `nil` for all.
  init(of wanted: WordFeatures?) {
    let none = [Double](repeating: 0, count: QuestionFrame.allCases.count)
    let hashes = wanted.map { Set($0.hashes.map(\.hash)) }
    for (frame, name) in QuestionFrame.allCases.enumerated() {
      WordFeatures.forEach(in: LearnedExamples.text(name)) { hash, kind in
        totals[frame][kind.rawValue] += 1
        if hashes?.contains(hash) != false { counts[hash, default: none][frame] += 1 }
      }
    }
  }
}
/// What is counted in a question.
enum FeatureKind: Int, CaseIterable, Sendable {
  case word, pair, start, trigram

  /// Trigrams repeat what the word says, so that each counts less.
  var weight: Double { self == .trigram ? 0.2 : 1 }
}

/// The features of a row of stems, as hashes.
struct WordFeatures {
  private(set) var hashes: [(hash: UInt64, kind: FeatureKind)] = []

  /// - Parameter tokens: `stem`, or `stem#class` for one that stands for others of its class.
  init(_ tokens: [String]) {
    var hashes: [(hash: UInt64, kind: FeatureKind)] = []
    Self.forEach(in: tokens.joined(separator: " ")) { hashes.append(($0, $1)) }
    self.hashes = hashes
  }

  /// A stem with its class, as it stands in the examples.
  static func token(_ stem: String) -> String {
    let plain = stem.filter { $0 != "#" && !$0.isWhitespace }
    let noun = FieldNouns.replaced(plain)
    return noun == plain ? plain : "\(plain)\(noun)"
  }

  /// Calls the body with each feature of each line.
  static func forEach(in text: String, _ body: (UInt64, FeatureKind) -> Void) {
    let bytes = Array(text.utf8)
    var line = LineFeatures()
    var start = 0
    for (at, byte) in bytes.enumerated() where byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
      line.take(bytes[start..<at], body)
      start = at + 1
      if byte == UInt8(ascii: "\n") { line.end(body) }
    }
    line.take(bytes[start...], body)
    line.end(body)
  }
}

/// Collects the features of one line, word by word.
private struct LineFeatures {
  private var count = 0
  private var last: UInt64 = 0

  private static let boundary: UInt64 = 0x9E37_79B9

  mutating func take(_ word: ArraySlice<UInt8>, _ body: (UInt64, FeatureKind) -> Void) {
    guard !word.isEmpty else { return }
    let mark = word.firstIndex(of: UInt8(ascii: "#")) ?? word.endIndex
    let isReplaced = mark < word.endIndex
    let stem = word[..<mark]
    let own = Self.hash(stem)
    let plain = isReplaced ? Self.hash(word[mark...]) : own
    body(Self.mixed(plain, .word), .word)
    if isReplaced { body(Self.mixed(own, .word), .word) }
    body(Self.mixed(Self.joined(count == 0 ? Self.boundary : last, plain), .pair), .pair)
    if count == 0 { body(Self.mixed(plain, .start), .start) }
    if count == 1 { body(Self.mixed(Self.joined(last, plain), .start), .start) }
    if !isReplaced { trigrams(stem, body) }
    last = plain
    count += 1
  }

  mutating func end(_ body: (UInt64, FeatureKind) -> Void) {
    if count > 0 { body(Self.mixed(Self.joined(last, Self.boundary), .pair), .pair) }
    self = LineFeatures()
  }

  private func trigrams(_ stem: ArraySlice<UInt8>, _ body: (UInt64, FeatureKind) -> Void) {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard stem.count > 3, stem.allSatisfy(letters.contains) else { return }
    var window: UInt64 = UInt64(UInt8(ascii: "<"))
    var seen = 1
    for byte in Array(stem) + [UInt8(ascii: ">")] {
      window = (window << 8 | UInt64(byte)) & 0xFF_FFFF
      seen += 1
      if seen >= 3 { body(Self.mixed(window, .trigram), .trigram) }
    }
  }

  /// FNV-1a.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  private static func joined(_ first: UInt64, _ second: UInt64) -> UInt64 {
    (first &* 31) ^ (second &* 0x9E37_79B9_7F4A_7C15)
  }

  private static func mixed(_ hash: UInt64, _ kind: FeatureKind) -> UInt64 {
    (hash ^ UInt64(kind.rawValue + 1)) &* 0xFF51_AFD7_ED55_8CCD
  }
}

/// Nouns of the field that stand for one another in a question.
enum FieldNouns {
  private static let figures: Set<String> = [
    "pnl", "profit", "fee", "drawdown", "equity", "balance", "margin", "freemargin", "leverage", "exposure", "notional",
    "winrate", "profitfactor", "fillrate", "acceptancerate", "spread", "volume", "unrealized", "realized", "uptime",
    "holdtime", "turnover", "peak",
  ]
  private static let rows: Set<String> = [
    "order", "openorder", "position", "trade", "fill", "signal", "event", "refusal", "execution", "deal",
  ]
  private static let levels: Set<String> = ["stoploss", "takeprofit", "target", "price", "markprice", "entry", "size"]
  private static let states: Set<String> = ["softbrake", "hardstop", "quarantine", "dailypause"]

  static func replaced(_ stem: String) -> String {
    if figures.contains(stem) { return "#figure" }
    if rows.contains(stem) { return "#row" }
    if levels.contains(stem) { return "#level" }
    if states.contains(stem) { return "#riskstate" }
    return stem
  }
}
