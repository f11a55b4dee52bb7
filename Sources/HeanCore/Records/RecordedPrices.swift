/// Prices that wait to be recorded: the last one of each symbol and second.
struct RecordedPrices: Sendable {
  private var seconds: [Int64: [String: JSONValue]] = [:]
  /// The last second that was given out.
  private var given: Int64?

  /// Seconds that are kept at most, should nobody fetch them.
  private static let most = 120

  mutating func take(_ envelope: EventEnvelope, at received: Date) {
    guard case .tick(let tick) = envelope.event, let symbol = tick.symbol, let price = tick.price else { return }
    let at = tick.at ?? envelope.at ?? received
    let second = Int64(at.timeIntervalSince1970.rounded(.down))
    if let given, second <= given {
      // A late price of a second that is written; unless the engine's clock was set back.
      guard given - second > 60 else { return }
      self.given = nil
    }
    if seconds[second] == nil, seconds.count >= Self.most { seconds[seconds.keys.min() ?? second] = nil }
    let figures = [price, tick.bid, tick.ask].map(JSONValue.optional)
    seconds[second, default: [:]][symbol] = .array(tick.bid == nil && tick.ask == nil ? [.number(price)] : figures)
  }

  mutating func lines(at now: Date, isLast: Bool) -> [RecordLine] {
    guard let newest = seconds.keys.max() else { return [] }
    let over = seconds.keys.filter { isLast || $0 < newest || TimeInterval($0) < now.timeIntervalSince1970 - 2 }
      .sorted()
    return over.compactMap { second in
      given = second
      return seconds.removeValue(forKey: second).map { prices in
        RecordLine(at: Date(timeIntervalSince1970: TimeInterval(second)), kind: .price, body: .object(prices))
      }
    }
  }
}
