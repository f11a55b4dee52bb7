import Foundation
import HeanTestSupport

@testable import HeanCore
@testable import HeanQuestions

/// A question with what it was meant to ask, written by somebody who knew only the help texts.
struct LabelledQuestion: Sendable {
  /// What became of a question.
  enum Outcome: String, Sendable {
    case right
    case notUnderstood
    /// Read as something else.
    case wrong
  }

  var text: String
  /// Every reading that counts as right, the intended one first.
  var meanings: [[String: String]]
  /// Whether hean has no name for what is asked: then not to understand is right, too.
  var isUnknown: Bool

  static func all(_ name: String) throws -> [LabelledQuestion] {
    let file = Fixtures.root.appending(path: "questions/\(name).jsonl")
    return try read(String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init))
  }

  /// - Parameter lines: a label each, as JSON.
  static func read(_ lines: [String]) throws -> [LabelledQuestion] {
    try lines.map { line in
      guard let label = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let text = label["q"] as? String
      else { throw CocoaError(.fileReadCorruptFile) }
      let others = label["or"] as? [[String: Any]] ?? []
      let labels = [label] + others.map { label.merging($0) { $1 } }
      let isUnknown = { (label: [String: Any]) in label["unknown"] as? Bool ?? false }
      return LabelledQuestion(
        text: text, meanings: labels.filter { !isUnknown($0) }.map(Self.meaning),
        isUnknown: labels.contains(where: isUnknown))
    }
  }

  /// What becomes of a reading of it.
  func outcome(_ reading: QuestionReading) -> Outcome {
    let wanted = reading.frame == .difference ? 2 : 1
    let isOfTerms = reading.frame == .define || reading.frame == .difference
    let isDoubted =
      QuestionDoubt(text, reading) != nil || isOfTerms && MeaningAnswer.entries(reading.terms).count < wanted
    let isForeign = reading.symbols.contains { !Symbols.defaults.contains($0) }
    // Where it is worked out is told with the meaning of a statistic.
    let isOfStatistic = reading.frame == .define && reading.terms.allSatisfy { Statistic.Name(explained: $0) != nil }
    if isUnknown,
      isDoubted || isOfStatistic || isForeign || reading.metric?.isNotSent == true || reading.frame == .outside
    {
      return .right
    }
    if isDoubted { return .notUnderstood }
    if takes(reading) { return .right }
    // An answer to the first of two questions says that it is no more.
    if reading.hasSecondQuestion { return .notUnderstood }
    // A refusal says nothing about the engine, so that it misleads nobody.
    return [.forecast, .advice, .secret, .outside].contains(reading.frame) ? .notUnderstood : .wrong
  }

  /// A share of signals, trades or orders is the rate of them, by whichever part it is named.
  private static let rates = [
    "refused": "acceptance_rate", "accepted": "acceptance_rate", "signals": "acceptance_rate", "wins": "win_rate",
    "losses": "win_rate", "filled_orders": "fill_rate", "fills": "fill_rate",
  ]

  /// Slots as texts; one that the label does not name is missing.
  private static func meaning(_ label: [String: Any]) -> [String: String] {
    var meaning: [String: String] = [:]
    for (name, value) in label where !["q", "or", "unknown"].contains(name) {
      let text = (value as? [Any])?.map { "\($0)" }.sorted().joined(separator: ",") ?? "\(value)"
      if !text.isEmpty, !(value is NSNull), text != "value" { meaning[name] = text }
    }
    let isNarrowed = ["symbols", "strategies", "side", "except", "condition"].contains { meaning[$0] != nil }
    if !isNarrowed, meaning["aggregate"] == "ratio", let rate = rates[meaning["about"] ?? ""] {
      (meaning["about"], meaning["aggregate"]) = (rate, nil)
    }
    return meaning
  }

  /// Whether a second figure or span of a reading is among the meanings too: what nobody named is invented. The span of now
  /// needs no word.
  private func namesSecond(_ reading: QuestionReading) -> Bool {
    let second = reading.secondMetric
    // The equity is what a share that is asked for is a share of.
    let isShare = reading.isShareOfEquity && meanings.contains { $0["aggregate"] == "ratio" }
    let isMeant = second == nil || isShare || meanings.contains { $0["about"] == second?.rawValue }
    let isFirstMeant = second == nil || meanings.contains { $0["about"] == reading.metric?.rawValue }
    guard isMeant, isFirstMeant else { return false }
    guard let other = reading.secondWindow else { return true }
    return [reading.window, other].allSatisfy { window in
      window == .today
        || meanings.contains {
          // A comparison may be labelled without its spans.
          $0["window"] == nil
            ? $0["frame"] == "compare" : Self.takes($0["window"], window) || window == .lastWeek && $0["window"] == "7d"
        }
    }
  }

  /// Whether a reading is one of the meanings in frame and every slot.
  func takes(_ reading: QuestionReading) -> Bool {
    guard namesSecond(reading) else { return false }
    return meanings.contains { meaning in
      // When an operator did something is told with who it was.
      if reading.frame == .when, reading.topic == .action, meaning["frame"] == "who", meaning["about"] == "any" {
        return meaning["symbols"] == Self.list(reading.symbols)
          && meaning["strategies"] == Self.list(reading.strategies) && Self.takes(meaning["window"], reading.window)
      }
      guard Self.isSameKind(meaning["frame"], reading) else { return false }
      switch reading.frame {
      case .forecast, .advice, .secret, .outside: return true
      case .define, .difference:
        let named = (meaning["about"] ?? "").split(separator: "+").map(String.init)
        let meant = MeaningAnswer.entries(reading.frame == .difference ? Terms.ofEngine(named) : named).map(\.name)
        let found = MeaningAnswer.entries(reading.terms).prefix(reading.frame == .define ? 1 : 2).map(\.name)
        return !found.isEmpty && Set(meant) == Set(found)
      default: break
      }
      // The best trade, the best of the wins and the highest realized PnL of a trade are one.
      let results = ["trades", "wins", "losses", "realized"]
      let isOfTrades =
        reading.metric == .realized && reading.group == nil
        && (reading.aggregate?.isExtreme == true || reading.aggregate == .last)
      // A wish for no new entries is labelled a pause, which would not fulfil it.
      let isOfAll = reading.topic == .cancelAll && meaning["about"] == "cancel_order"
      let isOfEntries = reading.topic == .stopEntries && ["pause", "stop"].contains(meaning["about"])
      // Why nothing is held is why nothing is traded.
      let isOfNothing = reading.frame == .why && reading.topic == .position && reading.isNegated
      guard
        meaning["about"] == reading.metric?.rawValue ?? reading.topic?.rawValue
          || isOfNothing && meaning["about"] == "trading" || isOfEntries || isOfAll
          || reading.secondMetric != nil && meaning["about"] == reading.secondMetric?.rawValue
          || isOfTrades && results.contains(meaning["about"] ?? "")
      else { return false }
      // Of what the engine does not send there is one answer, whatever it was narrowed to.
      if reading.metric?.isNotSent == true { return true }
      // The moves name their symbols.
      let named =
        reading.frame == .whatIf && meaning["symbols"] == nil && meaning["moves"] != nil
        ? Self.list(reading.moves.compactMap(\.symbol)) : meaning["symbols"]
      return named == Self.list(reading.symbols) && meaning["strategies"] == Self.list(reading.strategies)
        && meaning["side"] == reading.side?.rawValue
        && (reading.metric == .dayPnL && [nil, "today"].contains(meaning["window"])
          || Self.takes(meaning["window"], reading.window)
          || reading.secondWindow != nil && Self.takes(meaning["window"], reading.secondWindow))
        && meaning["except"] == Self.list(reading.except)
        && Self.takesCondition(meaning, reading, isOfTrades: isOfTrades)
        && Self.takesRows(meaning, reading)
    }
  }

  private static func takesCondition(
    _ meaning: [String: String], _ reading: QuestionReading, isOfTrades: Bool
  ) -> Bool {
    let read = reading.condition.map { text($0) }
    if condition(meaning["condition"]) == read { return true }
    // What has the highest PnL is in profit, if anything is.
    let isPlain = meaning["condition"] == nil && [.unrealized, .realized, .pnl].contains(reading.metric)
    if isPlain, reading.aggregate == .top && read == "in_profit" || reading.aggregate == .bottom && read == "in_loss" {
      return true
    }
    // Of the wins all are in profit.
    return isOfTrades && meaning["condition"] == nil
      && read == ["wins": "in_profit", "losses": "in_loss"][meaning["about"] ?? ""]
  }

  /// A figure without an aggregate and its list are the same answer, shorter or longer; so are the rows of a group.
  private static func isSameKind(_ frame: String?, _ reading: QuestionReading) -> Bool {
    let rows = [QuestionFrame.figure.rawValue, QuestionFrame.list.rawValue]
    let isPlain =
      reading.aggregate == nil
      && (reading.metric?.isCounted == true || reading.group != nil || reading.metric?.isAdditive == false
        || reading.metric == .size)
    // What is put side by side is told one by one and together.
    let isOfMany =
      reading.frame == .compare && (reading.symbols.count > 1 || reading.strategies.count > 1)
      || reading.secondMetric != nil
    return frame == reading.frame.rawValue
      || isPlain && rows.contains(frame ?? "") && rows.contains(reading.frame.rawValue)
      || (reading.group != nil || reading.metric == .realized) && reading.number != nil
        && reading.aggregate?.isExtreme == true && frame == QuestionFrame.list.rawValue
      || isOfMany && (rows + [QuestionFrame.compare.rawValue]).contains(frame ?? "")
  }

  /// How the rows are put together, which only figures and lists do, and what an assumption says.
  private static func takesRows(_ meaning: [String: String], _ reading: QuestionReading) -> Bool {
    guard reading.frame != .whatIf else {
      let moves = reading.moves.map { "\($0.symbol ?? "all"):\($0.percent.formatted(.number.grouping(.never)))" }
      return meaning["moves"].map { Self.list($0.split(separator: ",").map(String.init)) } ?? nil == list(moves)
    }
    guard [.figure, .list].contains(reading.frame) else { return true }
    // All groups are told with their values, so that the first and the last can be seen.
    if reading.group != nil, meaning["group"] == reading.group?.rawValue, [nil, .ratio].contains(reading.aggregate),
      reading.number == nil,
      reading.group != .hour, reading.group != .reason, ["top", "bottom"].contains(meaning["aggregate"]),
      meaning["number"] == nil
    {
      return true
    }
    let isCounted = reading.metric?.isCounted == true
    func plain(_ aggregate: String?) -> String? {
      reading.frame == .list || isCounted && aggregate == "count" ? nil : aggregate
    }
    let aggregate = plain(meaning["aggregate"])
    // The longest streak is the streak, and the extreme of what each position has names its symbol.
    let isStreak = reading.metric == .winStreak || reading.metric == .lossStreak || reading.metric == .peakEquity
    let isOfPositions = reading.metric?.isOfNow == true && reading.aggregate?.isExtreme == true
    let groups = [meaning["group"], isOfPositions && meaning["group"] == "symbol" ? nil : meaning["group"]]
    // Reasons are told by reason, whether that is said or not.
    if reading.metric == .reasons, [nil, "reason"].contains(meaning["group"]), reading.number == nil {
      return [nil, "top", reading.aggregate?.rawValue].contains(aggregate) || meaning["frame"] == "list"
    }
    // A row a symbol is a list by symbol, and the first so many of groups are those of their list.
    if reading.metric?.isOfNow == true, reading.group == .symbol, reading.aggregate == nil, meaning["group"] == nil,
      aggregate == nil, reading.number == nil, meaning["number"] == nil
    {
      return true
    }
    if reading.group != nil || reading.metric == .realized, reading.aggregate?.isExtreme == true,
      let number = reading.number,
      meaning["number"] == "\(number)", meaning["frame"] == "list",
      [nil, reading.group?.rawValue].contains(meaning["group"])
    {
      return true
    }
    return
      (aggregate == plain(reading.aggregate?.rawValue) || isStreak && aggregate == "top" && reading.aggregate == nil)
      && groups.contains(reading.group?.rawValue) && meaning["number"] == reading.number.map { "\($0)" }
  }

  private static func text(_ condition: QuestionCondition) -> String {
    switch condition {
    case .inProfit: "in_profit"
    case .inLoss: "in_loss"
    default: "\(condition.relation.rawValue):\(abs(condition.value))"
    }
  }

  /// A fall of more than 50 is a PnL below -50: the label has it either way.
  private static func condition(_ text: String?) -> String? { text?.replacing("-", with: "") }

  private static func list(_ names: [String]) -> String? { names.isEmpty ? nil : names.sorted().joined(separator: ",") }

  private static func takes(_ meant: String?, _ read: QuestionWindow?) -> Bool {
    if window(meant) == read { return true }
    if meant == "since 00:00", read == .today { return true }
    // Labels have the year, and the month by its distance from November 2026, when they were written.
    switch read {
    // `last week` was labelled as seven days where the labels had no name for the week before.
    case .lastWeek where meant == "7d": return true
    case .inMonth(_, 11): return meant == "month"
    case .inMonth(_, 10): return meant == "last month"
    case .monthDay(let month, let day): return meant == "on \(date(month, day))"
    case .sinceMonthDay(let month, let day): return meant == "since \(date(month, day))"
    case .sinceMonth(let month): return meant == "since \(date(month, 1))" || month == 11 && meant == "month"
    default: break
    }
    // What happened tonight, or overnight, is of the time since the evening, by whatever name.
    return read == .sinceClock(18 * 3600) && ["today", "since yesterday", "yesterday", "12h", "8h"].contains(meant)
  }

  private static func date(_ month: Int, _ day: Int) -> String {
    "2026-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  private static func window(_ text: String?) -> QuestionWindow? {
    guard let text else { return nil }
    let isWhole = ["today", "yesterday"].contains(text) || ["since", "on ", "until"].contains { text.hasPrefix($0) }
    let named = ["week", "month"].contains(text) ? "this \(text)" : isWhole ? text : "last \(text)"
    let clocks = text.contains(":") && text.contains("-") ? "from " + text.replacing("-", with: " to ") : nil
    var words = QuestionWords(clocks ?? named)
    return QuestionWindow.take(from: &words)
  }
}
