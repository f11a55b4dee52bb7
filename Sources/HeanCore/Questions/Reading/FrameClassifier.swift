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

  /// How likely each frame is, by the examples and by `FrameCues`.
  func scores(_ question: CuedWords) -> FrameScores {
    let wanted = WordFeatures(question.stems.map(WordFeatures.token))
    let learned = isForMany ? LearnedCounts.shared : LearnedCounts(of: wanted)
    // Each once, in the order of the question: the sum must not depend on the order of a set.
    var seen: Set<UInt64> = []
    let features = wanted.hashes.filter { seen.insert($0.hash).inserted }
    let scores = QuestionFrame.allCases.enumerated().map { frame, name -> (frame: QuestionFrame, score: Double) in
      var score = FrameCues.bonus(name, question)
      for feature in features {
        guard let counts = learned.counts[feature.hash] else { continue }
        let size = Self.smoothing * Double(LearnedExamples.vocabulary[feature.kind.rawValue])
        let chance = (counts[frame] + Self.smoothing) / (learned.totals[frame][feature.kind.rawValue] + size)
        score += feature.kind.weight * log(chance)
      }
      return (name, score)
    }.sorted { $0.score > $1.score }
    return FrameScores(ranked: scores, learned: learned)
  }
}

/// What the examples say about the words of one question.
struct FrameScores: Sendable {
  /// Frames with the logarithm of how likely they are, the likeliest first.
  let ranked: [(frame: QuestionFrame, score: Double)]
  fileprivate let learned: LearnedCounts

  /// Whether an example of this frame, or of one that has the same answers, has this word of the question.
  func isUsual(_ stem: String, in frame: QuestionFrame) -> Bool {
    let rows: [QuestionFrame] = [.figure, .list, .compare]
    let frames = rows.contains(frame) ? rows : [frame]
    guard let own = WordFeatures([WordFeatures.token(stem)]).hashes.last(where: { $0.kind == .word }),
      let counts = learned.counts[own.hash]
    else { return false }
    return zip(QuestionFrame.allCases, counts).contains { frames.contains($0) && $1 > 0 }
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
    // Nearly all features of the examples are not wanted: one look at a short array tells that sooner than a set does.
    var mayBeWanted = [Bool](repeating: hashes == nil, count: 1 << Self.maskBits)
    for hash in hashes ?? [] { mayBeWanted[Self.place(hash)] = true }
    for (frame, name) in QuestionFrame.allCases.enumerated() {
      var sums = [Int](repeating: 0, count: FeatureKind.allCases.count)
      WordFeatures.forEach(in: LearnedExamples.text(name)) { hash, kind in
        sums[kind.rawValue] += 1
        guard mayBeWanted[Self.place(hash)], hashes?.contains(hash) != false else { return }
        counts[hash, default: none][frame] += 1
      }
      totals[frame] = sums.map(Double.init)
    }
  }

  private static let maskBits = 13

  /// By the upper bits: the lower ones of a product depend on fewer bits of its factors.
  private static func place(_ hash: UInt64) -> Int { Int(hash >> UInt64(64 - maskBits)) }
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
    let utf8 = text.utf8
    let bytes = utf8.span
    var line = LineFeatures()
    var start = 0
    for at in bytes.indices where bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\n") {
      line.take(bytes.extracting(start..<at), body)
      start = at + 1
      if bytes[at] == UInt8(ascii: "\n") { line.end(body) }
    }
    line.take(bytes.extracting(start..<bytes.count), body)
    line.end(body)
  }
}

/// Collects the features of one line, word by word.
private struct LineFeatures {
  private var count = 0
  private var last: UInt64 = 0

  private static let boundary: UInt64 = 0x9E37_79B9

  mutating func take(_ word: Span<UInt8>, _ body: (UInt64, FeatureKind) -> Void) {
    guard !word.isEmpty else { return }
    let mark = word.indices.first { word[$0] == UInt8(ascii: "#") } ?? word.count
    let isReplaced = mark < word.count
    let own = Self.hash(word, 0..<mark)
    let plain = isReplaced ? Self.hash(word, mark..<word.count) : own
    body(Self.mixed(plain, .word), .word)
    if isReplaced { body(Self.mixed(own, .word), .word) }
    body(Self.mixed(Self.joined(count == 0 ? Self.boundary : last, plain), .pair), .pair)
    if count == 0 { body(Self.mixed(plain, .start), .start) }
    if count == 1 { body(Self.mixed(Self.joined(last, plain), .start), .start) }
    if !isReplaced { trigrams(word, body) }
    last = plain
    count += 1
  }

  mutating func end(_ body: (UInt64, FeatureKind) -> Void) {
    if count > 0 { body(Self.mixed(Self.joined(last, Self.boundary), .pair), .pair) }
    self = LineFeatures()
  }

  private func trigrams(_ stem: Span<UInt8>, _ body: (UInt64, FeatureKind) -> Void) {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard stem.count > 3, stem.indices.allSatisfy({ letters.contains(stem[$0]) }) else { return }
    var window = UInt64(UInt8(ascii: "<")) << 8 | UInt64(stem[0])
    for at in 1...stem.count {
      window = (window << 8 | UInt64(at < stem.count ? stem[at] : UInt8(ascii: ">"))) & 0xFF_FFFF
      body(Self.mixed(window, .trigram), .trigram)
    }
  }

  /// FNV-1a.
  private static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for at in range { hash = (hash ^ UInt64(bytes[at])) &* 0x100_0000_01B3 }
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
