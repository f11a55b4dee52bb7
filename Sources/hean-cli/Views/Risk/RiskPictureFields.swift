import HeanCore

/// The parts of the risk picture as fields: the governor's states, the falls at which the engine acts, and what each source
/// says of the stops.
enum RiskPictureFields {
  static let parts: [Field<RiskAnswer>] = [
    Field("size_factor", "", "what sizes are multiplied with now; null when not known", priority: 0, unit: .ratio) {
      $0.sizeFactor
    },
    .parts(
      "ladder", "",
      "the governor's states: risk_state, present, from_pct, size_factor, trades, way_back", of: rungs
    ) { $0.rungs },
    .parts(
      "thresholds", "",
      "falls at which the engine acts: effect (\(effects)), base (\(bases)), from_pct, checked, fall_pct, left_pct "
        + "(points), at_equity, left (USDT), at_least", of: thresholds
    ) { $0.thresholds },
    .parts("lamps", "", "what each source says of the stops: source, says", of: lamps) { $0.killSwitch.evidence },
    .parts("limits", "", "limits that the engine enforces: limit, now, most, source", of: limits) { Limit.all($0) },
    .parts(
      "latch_evidence", "", "what tells of the latch: source, says; null when it was not looked for", of: evidence
    ) { $0.latch?.evidence },
  ]

  private static var effects: String {
    DrawdownThreshold.Effect.allCases.map(\.rawValue).joined(separator: ", ")
  }
  private static var bases: String { DrawdownThreshold.Base.allCases.map(\.rawValue).joined(separator: ", ") }

  static let rungs: [Field<GovernorRung>] = [
    Field("present", "", "whether the governor is in it; null when not known", priority: 99) {
      $0.isPresent
    } cell: {
      Cell($0.isPresent == true ? "now" : "", .strong)
    },
    Field("risk_state", "GOVERNOR", "its state", priority: 100) {
      $0.state
    } cell: { rung in
      Cell(rung.state.rawValue, rung.isPresent == true ? Cell.riskState(rung.state).style : .plain)
    },
    Field("from_pct", "FROM %", "below the peak; null for NORMAL", .decimal, priority: 95, unit: .percent) {
      $0.begins
    } cell: {
      $0.begins.map { Cell("\($0)") } ?? .missing
    },
    Field("size_factor", "SIZES", "what the size of an order is multiplied with", .decimal, priority: 98, unit: .ratio)
    {
      $0.sizeFactor
    } cell: {
      Cell("x \($0.sizeFactor)")
    },
    Field("trades", "SIGNALS", "whether any is accepted", priority: 80) {
      $0.isTrading
    } cell: { rung in
      rung.state == .quarantine ? Cell("of unlisted") : rung.isTrading ? Cell("accepted") : Cell("refused", .bad)
    },
    Field("way_back", "WAY BACK", "what ends it; null for NORMAL", .wrapping, priority: 97) {
      $0.wayBack
    } cell: {
      Cell($0.wayBack ?? "")
    },
  ]

  static let thresholds: [Field<DrawdownThreshold>] = [
    Field("effect", "WHAT BEGINS", "what begins there", priority: 100) {
      $0.effect
    } cell: {
      Cell("\($0.effect.letter) \($0.effect.words)")
    },
    Field(
      "from_pct", "AT %", "below the base; null when the engine did not tell", .decimal, priority: 99, unit: .percent
    ) {
      $0.percent
    } cell: {
      $0.percent.map { Cell("\($0)") } ?? .missing
    },
    Field("base", "BELOW", "what the fall is measured from", priority: 90) {
      $0.base
    } cell: {
      Cell($0.base.words)
    },
    Field(
      "fall_pct", "NOW %", "below it now, by the engine's own figures; negative above it", .decimal, priority: 95,
      unit: .percent
    ) {
      $0.fall
    } cell: { threshold in
      threshold.fall.map { Cell((threshold.isAtLeast ? "<= " : "") + Figures.text($0, places: 2)) } ?? .missing
    },
    Field("left_pct", "LEFT %", "points until it begins; negative behind it", .decimal, priority: 98, unit: .percent) {
      $0.percentLeft
    } cell: { threshold in
      left(threshold, threshold.percentLeft) { Figures.text($0, places: 2) }
    },
    Field("left", "LEFT USDT", "USDT that equity can fall until it begins", .decimal, priority: 97, unit: .usdt) {
      $0.amountLeft
    } cell: { threshold in
      left(threshold, threshold.amountLeft, Figures.money)
    },
    Field("at_equity", "AT EQUITY", "USDT at which it begins", .decimal, priority: 70, unit: .usdt) {
      $0.level
    } cell: { threshold in
      threshold.level.map { Cell((threshold.isAtLeast ? "<= " : "") + Figures.money($0)) } ?? .missing
    },
    Field("checked", "", "whether the engine looks at it now", priority: 0) { $0.isChecked },
    Field(
      "at_least", "", "whether more can be left, because the day's high is told nowhere and is not above the peak",
      priority: 0
    ) { $0.isAtLeast },
  ]

  private static func left(
    _ threshold: DrawdownThreshold, _ value: Decimal?, _ text: (Decimal) -> String
  ) -> Cell {
    guard let value else { return Cell("not known", .faint) }
    guard threshold.isChecked else { return Cell("not looked at", .faint) }
    return Cell((threshold.isAtLeast ? ">= " : "") + text(value), value <= 0 ? .bad : .plain)
  }

  static let lamps: [Field<KillSwitchTruth.Evidence>] = [
    Field("source", "LAMP", "endpoint", priority: 100) { $0.source },
    Field("says", "SAYS", "what it says, in a few words", .wrapping, priority: 100) { $0.message },
  ]

  private static let evidence: [Field<Gate.Evidence>] = [
    .member("source") { $0.source }, .member("says") { $0.message },
  ]

  /// A limit that the engine enforces, with what counts against it.
  struct Limit: Sendable {
    var name: String
    var now: Int?
    var most: Int?

    static func all(_ answer: RiskAnswer) -> [Limit] {
      [
        Limit(name: "max_open_positions", now: answer.risk?.openPositions, most: answer.risk?.maxOpenPositions),
        Limit(name: "max_open_orders", now: answer.risk?.openOrders, most: answer.risk?.maxOpenOrders),
      ]
    }
  }

  static let limits: [Field<Limit>] = [
    Field("limit", "LIMIT", "the engine's name", priority: 100) { $0.name },
    Field("now", "NOW", "what counts against it; null when not known", .trailing, priority: 99) { $0.now }
      .leftByRedaction,
    Field("most", "MOST", "null when not known", .trailing, priority: 98) {
      $0.most
    } cell: { limit in
      guard let most = limit.most else { return .missing }
      return Cell("\(most)", limit.now.map { $0 >= most && most > 0 } == true ? .warning : .plain)
    }.leftByRedaction,
    Field("source", "SOURCE", "endpoint", priority: 90) { _ in "/risk/status" },
  ]
}
