import HeanCore
import Synchronization

/// Tells what a question wants by what was learnt from examples, as two networks see it together: one with one hidden layer
/// over stems, pairs of neighbouring stems, the first words, character trigrams and what words mean, and one over the words
/// in their order (`PieceNetwork`). Where they differ neither is sure. No randomness, no model file.
///
/// The weights are learnt once from `Examples/` (`.ci/questions/learn`) and compiled in as text (`LearnedIntents`, `LearnedPieces`), which is
/// read where it stands: nothing is parsed or built before the first question.
enum IntentModel {
  /// An intent with how likely it is.
  struct Ranked: Sendable {
    var intent: QuestionIntent
    /// From 0 to 1.
    var probability: Double
  }

  /// The names of all intents that the examples have, as `QuestionIntent` reads them.
  static var names: [Substring] { LearnedIntents.names.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init) }

  /// How much `PieceNetwork` counts; by itself it is right more often than the other.
  private static let orderCounts = 0.65

  /// What is less likely than this changes nothing about a reading.
  private static let leastChance = 0.0005

  /// What the networks saw last. A question is read again for names that the engine brings, and these mostly change no
  /// word of it.
  private static let last = Mutex<(stems: [String], words: [String], ranked: [Ranked])?>(nil)

  /// The intents for a question that can be meant, the likeliest first.
  static func ranked(_ slots: QuestionSlots) -> [Ranked] {
    if let last = last.withLock({ $0 }), last.stems == slots.stems, last.words == slots.spelledOut {
      return last.ranked
    }
    let ranked = fresh(slots)
    last.withLock { $0 = (slots.stems, slots.spelledOut, ranked) }
    return ranked
  }

  private static func fresh(_ slots: QuestionSlots) -> [Ranked] {
    let chances = zip(chances(ofStems: slots.stems), PieceNetwork.chances(slots.spelledOut)).map {
      (1 - orderCounts) * $0 + orderCounts * $1
    }
    return zip(names, chances).filter { $0.1 >= leastChance }.sorted { $0.1 > $1.1 }.compactMap { name, chance in
      QuestionIntent(name: String(name)).map { Ranked(intent: $0, probability: chance) }
    }
  }

  private static func chances(ofStems stems: [String]) -> [Double] {
    var hidden = LearnedIntents.hiddenBiases
    for (key, value) in values(stems) {
      guard let row = LearnedWeights.inward.row(of: key) else { continue }
      LearnedWeights.inward.add(row, times: value, LearnedIntents.hiddenSteps, to: &hidden)
    }
    for (axis, value) in (WordMeaning.of(stems) ?? []).enumerated() {
      LearnedWeights.axes.add(axis, times: value, LearnedIntents.axisSteps, to: &hidden)
    }
    let factors = LearnedWeights.Factors(zip(hidden, LearnedIntents.steps).map { max(0, $0) * $1 })
    let scores = LearnedIntents.biases.enumerated().map { $1 + LearnedWeights.outward.sum($0, times: factors) }
    return probabilities(scores)
  }

  /// What adds up to 1, and grows with the exponential of the scores.
  static func probabilities(_ scores: [Double]) -> [Double] {
    let highest = scores.max() ?? 0
    let chances = scores.map { exp($0 - highest) }
    let sum = chances.reduce(0, +)
    return chances.map { $0 / sum }
  }

  /// Whether any example has this word, or one of its class.
  static func knows(_ stem: String) -> Bool {
    WordFeatures([stem]).features.contains { $0.kind == .word && LearnedWeights.inward.row(of: $0.key) != nil }
  }

  /// The features of a question, each once, with how much each counts: together always the same, however long it is.
  static func values(_ stems: [String]) -> [(key: UInt32, value: Double)] {
    var features: [(key: UInt32, kind: FeatureKind)] = []
    for feature in WordFeatures(stems).features where !features.contains(where: { $0.key == feature.key }) {
      features.append(feature)
    }
    let length = features.reduce(0) { $0 + $1.kind.weight * $1.kind.weight }.squareRoot()
    return features.map { ($0.key, 3 * $0.kind.weight / length) }
  }
}
