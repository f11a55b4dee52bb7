/// The identities of rows: what two records of the same thing have in common, whichever list or event it came by, and
/// whichever object of the engine told it. The engine's ids alone are not enough: after a restart they may begin again.
enum RecordKey {
  static func trade(_ trade: Position) -> String {
    guard let id = trade.id else {
      let figures = [trade.size, trade.entryPrice].map { $0.map { "\($0)" } ?? "?" }
      return ([trade.symbol, time(trade.closedAt)] + figures).joined(separator: " ")
    }
    return trade.openedAt.map { "\(id)@\(time($0))" } ?? id
  }

  static func order(_ order: Order) -> String {
    let id = order.id ?? [order.symbol, order.size.map { "\($0)" } ?? "?"].joined(separator: " ")
    return "\(id)@\(time(order.createdAt))"
  }

  static func decision(_ decision: Decision, at: Date?) -> String {
    [
      time(decision.at ?? at), decision.strategyID ?? "?", decision.symbol ?? "?", decision.side?.rawValue ?? "?",
      decision.outcome?.rawValue ?? "?", decision.reasonCodes.first ?? "?",
    ].joined(separator: " ")
  }

  /// Copies of one event on several topics have one number, which begins again with the process: so the time belongs to it.
  static func event(_ event: EventEnvelope) -> String { "\(event.seq.map { "\($0)" } ?? event.type)@\(time(event.at))" }

  static func time(_ date: Date?) -> String { date.map(EngineTime.format) ?? "?" }
}

/// Rows that are recorded already, the latest of them, each with how it stood.
struct RecordedKeys: Sendable {
  private var marks: [String: String] = [:]
  private var ring: [String] = []
  private var next = 0
  /// More than the engine lists at once, several times over.
  private static let most = 4096

  subscript(key: String) -> String? { marks[key] }

  /// - Returns: whether the row is new, or stands otherwise than before.
  mutating func note(_ key: String, _ mark: String = "") -> Bool {
    guard let before = marks.updateValue(mark, forKey: key) else {
      if ring.count < Self.most {
        ring.append(key)
      } else {
        marks[ring[next]] = nil
        ring[next] = key
        next = (next + 1) % Self.most
      }
      return true
    }
    return before != mark
  }
}

extension Position {
  /// The identity of a closed trade: the same in a record, in an export and in the engine's lists.
  package var recordKey: String { RecordKey.trade(self) }
}
