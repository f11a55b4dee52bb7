public import HeanCore

/// A condition on the rows of a question: positions in loss, trades above 50 USDT, positions older than 2 h.
public struct QuestionCondition: Codable, Sendable, Equatable {
  /// What of a row is compared. The raw values are stable and part of the output.
  public enum Subject: String, Codable, Sendable {
    /// The value that is asked for, else the notional (USDT) of a position or an order, or the PnL of a closed trade.
    case value
    /// Unrealized PnL of a position, realized PnL of a closed trade (USDT).
    case pnl
    /// Unrealized PnL in percent of the entry notional.
    case pnlPercent = "pnl_percent"
    /// Time since a position was opened (seconds).
    case age
  }

  /// On which side of the value the rows lie.
  public enum Relation: String, Codable, Sendable {
    case above, below
  }

  /// What of a row is compared.
  public var subject: Subject
  /// On which side of `value` it has to lie.
  public var relation: Relation
  /// In the unit of the subject.
  public var value: Decimal

  /// A condition from its parts.
  public init(_ subject: Subject, _ relation: Relation, _ value: Decimal) {
    (self.subject, self.relation, self.value) = (subject, relation, value)
  }

  static let inProfit = QuestionCondition(.pnl, .above, 0)
  static let inLoss = QuestionCondition(.pnl, .below, 0)

  /// Whether a value fulfils it; `nil` when the value is not known.
  func holds(_ value: Decimal?) -> Bool? {
    guard let value else { return nil }
    return relation == .above ? value > self.value : value < self.value
  }

  /// In words: `in profit`, `above 1000`, `older than 2h`.
  public var description: String {
    switch (subject, relation) {
    case (.pnl, .above) where value == 0: "in profit"
    case (.pnl, .below) where value == 0: "in loss"
    case (.age, _): "\(relation == .above ? "older" : "younger") than \(DiagnosisFormat.span(value))"
    case (.pnl, _): "PnL \(relation.rawValue) \(Figures.money(value)) USDT"
    case (.pnlPercent, _): "PnL \(relation.rawValue) \(DiagnosisFormat.percent(value))"
    case (.value, _): "\(relation.rawValue) \(Figures.quantity(value))"
    }
  }

  /// The same with the name of what is compared, where the figure that is asked for is not it.
  func description(of metric: QuestionMetric?, _ topic: QuestionTopic?) -> String {
    guard subject == .value, value != 0 else { return description }
    switch metric {
    case .trades?, .wins?, .losses?: return "PnL \(description) USDT"
    case .positions?, .openOrders?, .orders?, .filledOrders?: return "notional \(description) USDT"
    case nil where topic?.closesPositions == true: return "notional \(description) USDT"
    default: return description
    }
  }
}

extension QuestionCondition {
  private static let profit = [
    "in profit", "in the profit", "in the green", "in green", "in plus", "in the black", "in the plus", "at a profit",
    "on profit", "winning", "winners", "profitable", "green", "greens",
  ]
  private static let loss = [
    "in loss", "in a loss", "in the red", "in red", "in minus", "in the minus", "at a loss", "at loss", "on loss",
    "underwater", "under water", "losing", "losers", "bleeding", "in the hole", "red", "reds", "minus",
  ]
  /// One word that stands for the rows themselves.
  private static let nouns: Set<String> = ["losers", "winners", "underwater", "reds", "greens"]
  private static let older = [
    "older than", "older as", "older", "longer than", "longer as", "for more than", "open over", "for over",
    "for at least",
    "for longer than",
  ]
  private static let younger = ["younger than", "younger", "shorter than", "newer than", "for less than", "for under"]
  private static let above = [
    "above", "over", "more than", "more as", "bigger than", "larger than", "greater than", "higher than", "exceeding",
    "worth more than",
  ]
  private static let below = [
    "below", "under", "worst than", "less than", "less as", "smaller than", "lower than", "worth less than",
  ]
  /// Before `over 8h`, these say that something has lasted so long: `shorts held over 8h`, but `what did we make over 8h`.
  private static let lasting: Set<String> = ["hold", "open", "stuck", "hang", "sit", "last", "take"]
  private static let held: Set<String> = ["position", "long", "short", "hold", "bag"]
  /// Before `under 60 seconds`, these say how fast trades were closed: `closed in under a minute`.
  private static let within: Set<String> = ["in", "within", "after"]
  private static let rows: Set<String> = [
    "position", "order", "trade", "signal", "fill", "event", "strategy", "coin", "error", "time",
  ]
  /// Between a number and the rows that it counts.
  private static let kinds: Set<String> = [
    "lose", "win", "open", "close", "long", "short", "red", "green", "bad", "good",
  ]
  private static let results: Set<String> = [
    "lose", "profit", "gain", "up", "down", "pnl", "unrealized", "win", "plus", "minus", "red", "green", "make", "earn",
    "underwater", "water", "hole",
  ]
  private static let gains: Set<String> = ["up", "gain", "win", "make", "profit", "plus", "earn"]
  private static let losses: Set<String> = ["lose", "down", "minus", "red", "underwater", "water", "hole"]
  /// What behind an amount says that it is one of a loss.
  private static let depths = ["under water", "underwater", "in the hole", "in the red", "in loss", "down"]
  /// Words for figures that are percentages themselves.
  private static let shares: Set<String> = [
    "winrate", "fillrate", "acceptancerate", "stop", "stoploss", "takeprofit", "target",
  ]

  /// Takes the condition that a question names; its words are marked as slots.
  /// - Parameter isAssumed: whether the question assumes something: its figures are moves of prices then.
  static func take(from words: inout QuestionWords, isAssumed: Bool = false) -> QuestionCondition? {
    // Without typing errors; a term of several words stands as it was typed.
    let typed = words.words.map { $0.spelledOut.contains(" ") ? $0.typed.lowercased() : $0.spelledOut }
    let stems = words.stems
    func place(_ phrase: String) -> Range<Int>? {
      let parts = phrase.split(atEach: " ")
      guard parts.count <= typed.count else { return nil }
      return (0...(typed.count - parts.count)).lazy.map { $0..<($0 + parts.count) }.first { range in
        zip(parts, range).allSatisfy { $0 == typed[$1] && !words.words[$1].isSlot }
      }
    }
    func mark(_ range: Range<Int>) { for at in range { words.words[at].isSlot = true } }
    for (phrases, relation, isAge) in [
      (older, Relation.above, true), (younger, .below, true), (above, .above, false), (below, .below, false),
    ] where !isAssumed {
      for phrase in phrases {
        guard let lead = place(phrase), let (value, unit, end) = amount(typed, stems, lead.upperBound) else { continue }
        let before = lead.lowerBound > 0 ? stems[lead.lowerBound - 1] : ""
        let isHeld =
          isAge || end < stems.count && stems[end] == "old" || lasting.contains(before)
          || ["age", "old"].contains(before)
          || lead.count > 1 && !held.isDisjoint(with: stems)
          || within.contains(before) && stems.contains { ["trade", "close", "exit", "position"].contains($0) }
          // `trades under 15 minutes`; but `trades over 8h` are those of the last eight hours.
          || before == "trade" && typed[lead.lowerBound] != "over"
          || lead.count > 1 && stems.contains("trade")
            && stems.contains { ["last", "take", "run", "live", "liv", "surviv"].contains($0) }
        guard let condition = made(relation, value, unit, isAge: isAge, isHeld: isHeld, stems) else { continue }
        let isOld = end < stems.count && stems[end] == "old"
        let depth = isOld ? ["old"] : depths.map { $0.split(atEach: " ") }.first { typed[end...].starts(with: $0) }
        mark((within.contains(before) && isHeld ? lead.lowerBound - 1 : lead.lowerBound)..<(end + (depth?.count ?? 0)))
        return condition
      }
    }
    let isOfRows =
      !held.isDisjoint(with: stems) || stems.contains("strategy") || stems.contains("coin") || stems.contains("trade")
      || isAssumed || stems.contains("close") || stems.contains("sell") || stems.contains("everything")
      || stems.contains("howmany") || typed.contains { ["ones", "reds", "greens", "anything"].contains($0) }
    // `what is in profit`
    let isOfAll = ["what", "which"].contains(stems.first) && stems.dropFirst().first == "be"
    guard isOfRows || isOfAll, !stems.contains("streak") else { return nil }
    for (phrases, condition) in [(profit, inProfit), (loss, inLoss)] {
      for phrase in phrases {
        guard let range = place(phrase), isOfRows || range.count > 1 else { continue }
        // `longs minus shorts` is a difference.
        if phrase == "minus", range.lowerBound > 0, held.contains(stems[range.lowerBound - 1]) { continue }
        // One word alone stands before what it tells of: `losing positions`, not `why is it losing on the long`.
        if range.count == 1, !nouns.contains(phrase) {
          let isBefore =
            range.upperBound < stems.count
            && (held.contains(stems[range.upperBound]) || typed[range.upperBound] == "ones")
          let isSaid =
            range.lowerBound > 0
            && ["be", "and", "all", "anything", "close", "end"].contains(stems[range.lowerBound - 1])
            && (stems.contains("trade") || !held.isDisjoint(with: stems)
              || stems.contains { ["everything", "anything"].contains($0) })
          guard isBefore || isSaid else { continue }
        }
        mark(range)
        return condition
      }
    }
    return nil
  }

  /// Whether another condition stands beside this one, among the words that no slot has.
  func isOneOfTwo(in words: QuestionWords) -> Bool {
    var rest = words
    guard let other = Self.take(from: &rest) else { return false }
    // `in profit by more than 20`
    let isSame = other.subject == .pnl && other.value == 0 && other.relation == relation && subject != .age
    return !isSame
  }

  /// Of a time the value is in seconds.
  private enum Unit { case none, money, percent, time }

  /// A number with its unit: `1k`, `500 usdt`, `5 %`, `2h`, `3 days`.
  private static func amount(_ typed: [String], _ stems: [String], _ at: Int) -> (Decimal, Unit, Int)? {
    guard at < typed.count else { return nil }
    // `below minus 20`
    if typed[at] == "minus", let (value, unit, end) = amount(typed, stems, at + 1) { return (-value, unit, end) }
    let digits = typed[at].prefix { $0.isNumber || $0 == "." || $0 == "-" }
    let spelled = at + 1 < typed.count ? QuestionWindow.numbers[stems[at]].flatMap { $0 > 0 ? Decimal($0) : nil } : nil
    if typed[at] == "half", let percent = stems[at...].prefix(3).firstIndex(of: "percent") {
      return (Decimal(string: "0.5") ?? 0, .percent, percent + 1)
    }
    guard var value = digits.isEmpty ? spelled : Decimal(string: String(digits)) else { return nil }
    let suffix = digits.isEmpty ? "" : String(typed[at].dropFirst(digits.count))
    // A spelled number is said of time only: `more than a position` counts nothing.
    func length(_ unit: Int) -> (Decimal, Unit, Int) {
      let rest = QuestionWindow.remainder(stems, after: at + 2, of: unit)
      return (value * Decimal(unit) + Decimal(rest.seconds), .time, rest.end)
    }
    if digits.isEmpty { return QuestionWindow.units[stems[at + 1]].map(length) }
    if suffix == "k" {
      value *= 1000
    } else if suffix == "x" {
      return (value, .none, at + 1)
    } else if !suffix.isEmpty {
      guard let unit = QuestionWindow.compactUnit(typed[at]) else { return nil }
      let seconds = QuestionWindow.compact(typed[at]).map { Decimal($0) } ?? value * Decimal(unit)
      let rest = QuestionWindow.remainder(stems, after: at + 1, of: unit)
      return (seconds + Decimal(rest.seconds), .time, rest.end)
    }
    guard at + 1 < typed.count else { return (value, .none, at + 1) }
    if stems[at + 1] == "percent" { return (value, .percent, at + 2) }
    if ["usdt", "usd", "money", "notional"].contains(stems[at + 1]) { return (value, .money, at + 2) }
    if let unit = QuestionWindow.units[stems[at + 1]] { return length(unit) }
    // `more than 5 positions`, `more than 3 losing positions` count rows: they are no condition on them.
    let isCount =
      rows.contains(stems[at + 1])
      || at + 2 < stems.count && rows.contains(stems[at + 2]) && kinds.contains(stems[at + 1])
    return isCount ? nil : (value, .none, at + 1)
  }

  private static func made(
    _ relation: Relation, _ value: Decimal, _ unit: Unit, isAge: Bool, isHeld: Bool, _ stems: [String]
  ) -> QuestionCondition? {
    // `trades that cost me more than 100`, but not `cost more than 100 in fees`
    let isCost = stems.contains("cost") && !stems.contains("fee")
    let isResult = !results.isDisjoint(with: stems) || isCost
    let isLoss = !losses.isDisjoint(with: stems) || isCost
    // `losing less than 50` has two ends, below 0 and above -50.
    let hasTwoEnds = isResult && relation == .below && value > 0 && (!gains.isDisjoint(with: stems) || isLoss)
    func ofResult(_ subject: Subject) -> QuestionCondition {
      // `losing more than 50` is a PnL below -50.
      guard isLoss, value > 0 else { return QuestionCondition(subject, relation, value) }
      return QuestionCondition(subject, relation == .above ? .below : .above, -value)
    }
    switch unit {
    case .time: return isHeld ? QuestionCondition(.age, relation, value) : nil
    case .percent:
      // `strategies winning less than 40 %`
      let isOfRate = stems.contains("win") && (stems.contains("strategy") || stems.contains("coin"))
      if isOfRate || !shares.isDisjoint(with: stems), losses.isDisjoint(with: stems) {
        return QuestionCondition(.value, relation, value)
      }
      let isOfMany = !held.isDisjoint(with: stems) || stems.contains("trade")
      return isResult && !hasTwoEnds && isOfMany ? ofResult(.pnlPercent) : nil
    case .money, .none:
      if isAge || hasTwoEnds { return nil }
      // `what is losing more than 50`
      let isOfAll = ["what", "which"].contains(stems.first) && !gains.union(losses).isDisjoint(with: stems)
      let isOfTrades =
        isOfAll || !held.isDisjoint(with: stems)
        || stems.contains {
          ["trade", "coin", "strategy", "anything", "everything", "howmany"].contains($0)
        }
      return isResult && isOfTrades ? ofResult(.pnl) : QuestionCondition(.value, relation, value)
    }
  }
}
