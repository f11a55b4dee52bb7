import HeanCore

/// What a question wants: the kind of answer, and about what. This is what the reader learns from examples; everything else
/// it reads from single words.
public struct QuestionIntent: Codable, Sendable, Hashable {
  /// Kind of the answer.
  public var frame: QuestionFrame
  /// What a figure, a list or a comparison shows; `nil` in the other frames, and for something that hean has no name for.
  public var metric: QuestionMetric?
  /// What the other frames are about; `nil` where the frame says it all.
  public var topic: QuestionTopic?

  /// - Parameters:
  ///   - metric: of a figure, a list or a comparison.
  ///   - topic: of the other frames.
  public init(_ frame: QuestionFrame, metric: QuestionMetric? = nil, topic: QuestionTopic? = nil) {
    (self.frame, self.metric, self.topic) = (frame, metric, topic)
  }

  /// The name that it has in the examples: `figure pnl`, `how_to stop`, `define`, `figure ?`, where `?` stands for something
  /// that hean has no name for.
  /// - Returns: `nil` for a name that means none.
  init?(name: String) {
    let parts = name.split(atEach: " ")
    guard let frame = parts.first.flatMap(QuestionFrame.init), parts.count <= 2 else { return nil }
    self.init(frame)
    guard let about = parts.dropFirst().first, about != "?" else { return }
    if frame.isOfRows { metric = QuestionMetric(rawValue: about) } else { topic = QuestionTopic(rawValue: about) }
    guard metric != nil || topic != nil else { return nil }
  }

  /// Whether both have the same answer, longer or shorter.
  func answersSame(as other: QuestionIntent) -> Bool {
    if self == other || isOfPositions && other.isOfPositions { return true }
    if Self.same.contains(where: { $0.contains(self) && $0.contains(other) }) { return true }
    // Whether it is safe and what would happen are told by the same plan.
    let isOfPlan = frame == .safe && other.frame == .whatIf || frame == .whatIf && other.frame == .safe
    if isOfPlan, topic != nil, topic == other.topic { return true }
    let isOfOneKind = frame == .compare ? other.frame == .compare : other.frame == .figure || other.frame == .list
    guard isOfOneKind, frame.isOfRows, let metric, let second = other.metric else { return false }
    return metric == second || Self.near.contains { $0.contains(metric) && $0.contains(second) }
  }

  /// Metrics of which one is told with the other, or that people do not tell apart.
  private static let near: [[QuestionMetric]] = [
    [.pnl, .realized, .dayPnL], [.exposure, .notional], [.fills, .filledOrders],
  ]

  /// Different words for one thing: `how old is it`, `since when is it open`. A few of each, which are compared faster than
  /// a set is made.
  private static let same: [[QuestionIntent]] = [
    both(.positionAge, QuestionIntent(.when, topic: .position)), both(.priceAge, QuestionIntent(.when, topic: .price)),
    both(.events, QuestionIntent(.state, topic: .changes)), both(.actions, QuestionIntent(.who, topic: .any)),
    both(.actions, QuestionIntent(.when, topic: .action)), both(.uptime, QuestionIntent(.when, topic: .start)),
    both(.priceAge, QuestionIntent(.state, topic: .prices)), both(.stopLoss, QuestionIntent(.state, topic: .protect)),
    [QuestionIntent(.why, topic: .drawdown), QuestionIntent(.why, topic: .loss)],
    [QuestionIntent(.why, topic: .trading), QuestionIntent(.why, topic: .refused)],
    both(.strategies, QuestionIntent(.state, topic: .strategy)),
    both(.openOrders, QuestionIntent(.state, topic: .order)),
    // Which of these is meant is said by what is named.
    [QuestionIntent(.howTo, topic: .closePosition), QuestionIntent(.howTo, topic: .closeAll)],
  ]

  private static func both(_ metric: QuestionMetric, _ other: QuestionIntent) -> [QuestionIntent] {
    [QuestionIntent(.figure, metric: metric), QuestionIntent(.list, metric: metric), other]
  }

  private var isOfPositions: Bool {
    (frame == .figure || frame == .list) && metric == .positions || frame == .state && topic == .position
  }
}

extension QuestionFrame {
  /// Whether a metric says what it is about, and not a topic.
  var isOfRows: Bool { self == .figure || self == .list || self == .compare }
}
