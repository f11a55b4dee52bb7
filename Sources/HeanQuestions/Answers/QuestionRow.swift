import HeanCore

/// One item that a metric is about: a position, an order, a closed trade, a decision, a strategy, a price.
struct QuestionRow: Sendable {
  var label: String
  /// The engine's id of a position or an order.
  var id: String?
  var symbol: String?
  var strategy: String?
  var side: QuestionSide?
  var at: Date?
  var reason: String?
  /// The metric of this item; `nil` when the engine did not tell it.
  var value: Decimal?
  /// What a condition on a value compares, where the metric only counts (USDT).
  var worth: Decimal?
  /// Unrealized PnL of a position, realized PnL of a closed trade (USDT).
  var pnl: Decimal?
  /// In percent of the entry notional.
  var pnlPercent: Decimal?
  /// Since the position was opened, or the price was taken; of a closed trade, how long it was held (seconds).
  var age: Decimal?

  /// What the condition compares; `nil` when it is not known.
  /// - Parameter metric: where it only counts, its value says nothing about the row.
  func measure(_ subject: QuestionCondition.Subject, _ metric: QuestionMetric?) -> Decimal? {
    switch subject {
    case .value: metric?.isCount == true ? worth : worth ?? value
    case .pnl: pnl
    case .pnlPercent: pnlPercent
    case .age: age
    }
  }

  fileprivate func isExcepted(_ reading: QuestionReading) -> Bool {
    reading.except.contains { $0 == symbol || $0 == strategy }
  }
}

/// The items behind a metric, before they are narrowed.
struct QuestionRows: Sendable {
  var rows: [QuestionRow]
  /// Endpoint from which they are.
  var source: String
  /// The earliest moment that the engine's list surely covers; `nil` when it covers all.
  var reach: Date?
  /// What has to be known about the list, as a sentence; `nil` for nothing.
  var note: String?

  /// Those that the question is about.
  func narrowed(_ reading: QuestionReading, _ interval: DateInterval?) -> [QuestionRow] {
    let rows = scoped(reading, interval)
    guard let condition = reading.condition, !reading.comparesSums else { return rows }
    return rows.filter { condition.holds($0.measure(condition.subject, reading.metric)) == true }
  }

  /// How many of them the side or the condition cannot be judged for.
  func unjudged(_ reading: QuestionReading, _ interval: DateInterval?) -> Int {
    var sideless = 0
    if reading.side != nil {
      var both = reading
      both.side = nil
      sideless = scoped(both, interval).count { $0.side == nil && $0.symbol != nil }
    }
    guard let condition = reading.condition, !reading.comparesSums else { return sideless }
    return sideless + scoped(reading, interval).count { $0.measure(condition.subject, reading.metric) == nil }
  }

  private func scoped(_ reading: QuestionReading, _ interval: DateInterval?) -> [QuestionRow] {
    rows.filter { row in
      (reading.symbols.isEmpty || row.symbol.map(reading.symbols.contains) == true)
        && (reading.strategies.isEmpty || row.strategy.map(reading.strategies.contains) == true)
        && (reading.side == nil || row.side == reading.side)
        && !row.isExcepted(reading)
        && (reading.id.map { id in row.id?.hasPrefix(id) == true } ?? true)
        && (interval == nil || row.at.map { interval?.contains($0) == true } ?? false)
    }
  }
}

extension QuestionReading {
  /// Whether a condition is one on the sums of groups (`which strategies are in loss`), not on single rows.
  var comparesSums: Bool {
    // The average loss of each is one of its losing trades.
    guard group != nil, aggregate != .average, let condition, let metric, !metric.isCount, !metric.isRatio,
      !metric.isStreak
    else {
      return false
    }
    return condition.subject == .value
      || condition.subject == .pnl && [.pnl, .realized, .unrealized].contains(metric)
  }
}

/// The rows of a metric, or why there are none to be had.
enum QuestionSource: Sendable {
  case rows(QuestionRows)
  case missing(String)

  /// The rows; when there are none to be had, the answer says why.
  /// - Parameter command: what shows more about that.
  func rows(_ answer: inout QuestionAnswer, otherwise command: NextStep) -> QuestionRows? {
    switch self {
    case .rows(let rows): return rows
    case .missing(let reason):
      answer.cannotTell("Not known: \(reason).", command)
      return nil
    }
  }
}

extension [QuestionRow] {
  /// The one with the latest time; `nil` when there is none.
  var latest: QuestionRow? { self.max { ($0.at ?? .distantPast) < ($1.at ?? .distantPast) } }
  /// The sum of the values that are known.
  var total: Decimal { compactMap(\.value).reduce(0, +) }
  /// The same; `nil` when there are rows, and not one of them has a value.
  var knownTotal: Decimal? { !isEmpty && allSatisfy { $0.value == nil } ? nil : total }
  /// Rows without a value, said behind a sum; empty when there are none.
  var lack: String {
    let unknown = count { $0.value == nil }
    return unknown == 0 ? "" : ", without \(unknown) of which it is not known"
  }
}

extension QuestionSide {
  init?(_ side: PositionSide?) {
    switch side {
    case .long?: self = .long
    case .short?: self = .short
    case .unknown?, nil: return nil
    }
  }

  init?(_ side: OrderSide?) {
    switch side {
    case .buy?: self = .long
    case .sell?: self = .short
    case .unknown?, nil: return nil
    }
  }
}
