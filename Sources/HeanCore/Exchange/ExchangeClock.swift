/// The exchange's clock against that of this machine, from `GET /v5/market/time`.
package struct ExchangeClock: Sendable, Equatable {
  /// By how many seconds the exchange's clock is ahead.
  package var offset: TimeInterval
  /// How long the answer took (seconds); the offset is known to half of it.
  package var roundTrip: TimeInterval

  /// Whether what this machine signs is inside the window of the exchange.
  package var isWithinWindow: Bool { offset > -1 && offset < TimeInterval(ExchangeSignature.window) / 1_000 }
}

struct ExchangeTime: WireDecodable {
  var date: Date

  init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    guard let date = wire.stamp("timeNano") ?? wire.stamp("timeSecond") else {
      throw WireError(kind: .missing, at: wire.value, .key("timeNano"), message: "no time")
    }
    self.date = date
  }
}

/// How many questions an endpoint answers still, from the headers of its last answer.
package struct ExchangeLimit: Sendable, Equatable {
  package var path: String
  /// How many are left of `limit`.
  package var left: Int
  package var limit: Int?
  /// When there are more, by the exchange's clock.
  package var resetsAt: Date?

  /// - Returns: `nil` when the answer has no such headers, as those about the market have none.
  init?(_ headers: [String: String], of path: String) {
    guard let left = headers["x-bapi-limit-status"].flatMap({ Int($0) }) else { return nil }
    self.path = path
    self.left = left
    limit = headers["x-bapi-limit"].flatMap { Int($0) }
    resetsAt = headers["x-bapi-limit-reset-timestamp"].flatMap { Decimal(exactly: $0) }.flatMap(EngineTime.date(epoch:))
  }
}
