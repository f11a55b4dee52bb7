import HeanCore

extension QuestionReading {
  /// `exposure as percent of equity`, `fees as a share of our equity`: the equity is what the figure is a share of.
  mutating func settleShareOfEquity(_ slots: QuestionSlots) {
    let text = slots.text
    guard frame == .figure, group == nil, secondMetric == nil, number == nil, !isNegated,
      aggregate == nil || aggregate == .ratio, !Self.ends.contains(where: text.has),
      Self.bases.contains(where: text.has),
      slots.cued.hasAny(["percent"]) || Self.shares.contains(where: text.has)
    else { return }
    guard let metric, metric.isShareOfEquity else { return }
    (secondMetric, aggregate, confidence) = (.equity, .ratio, 1)
  }

  private static let bases = ["the ", "our ", "my ", "total ", "account ", ""].flatMap { determiner in
    ["of", "to", "times"].map { "\($0) \(determiner)equity" }
  }
  /// One of several, or their mean, is no share of all.
  private static let ends = [
    "biggest", "largest", "smallest", "highest", "lowest", "best", "worst", "average", "avg", "most", "least",
  ]
  private static let shares = [
    "percentage", "pct", "share", "multiple", "times", "ratio", "relative", "fraction", "proportion",
  ]

  /// Whether the figure is wanted as a share of the equity.
  var isShareOfEquity: Bool { secondMetric == .equity && aggregate == .ratio }
}

extension QuestionMetric {
  /// Whether it is an amount that can be set against the equity.
  fileprivate var isShareOfEquity: Bool {
    switch self {
    case .exposure, .longExposure, .shortExposure, .netExposure, .notional, .unrealized, .realized, .pnl, .dayPnL,
      .margin, .freeMargin, .fees:
      true
    default: false
    }
  }
}
