import Foundation

/// One item that a metric is about: a position, an order, a closed trade, a decision, a strategy, a price.
struct QuestionRow: Sendable {
  var label: String
  var symbol: String?
  var strategy: String?
  var side: QuestionSide?
  var at: Date?
  var reason: String?
  /// The metric of this item; `nil` when the engine did not tell it.
  var value: Decimal?
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
    rows.filter { row in
      (reading.symbols.isEmpty || row.symbol.map(reading.symbols.contains) == true)
        && (reading.strategies.isEmpty || row.strategy.map(reading.strategies.contains) == true)
        && (reading.side == nil || row.side == reading.side)
        && (interval == nil || row.at.map { interval?.contains($0) == true } ?? false)
    }
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
