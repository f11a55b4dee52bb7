/// What the exchange itself shows at one moment, each list by itself.
package struct ExchangeLook: Sendable {
  package var positions: Result<[ExchangePosition], ExchangeUnseen>
  /// Orders that rest there.
  package var orders: Result<[ExchangeOrder], ExchangeUnseen>
  /// Which money is there, by the address.
  package var mode: OperatingMode
  /// When it was asked, by the local clock: the lists are of this moment or a little later.
  package var at: Date

  package init(
    positions: Result<[ExchangePosition], ExchangeUnseen>, orders: Result<[ExchangeOrder], ExchangeUnseen>,
    mode: OperatingMode, at: Date
  ) {
    self.positions = positions
    self.orders = orders
    self.mode = mode
    self.at = at
  }

  /// A look in which nothing was seen.
  package init(unseen: ExchangeUnseen, mode: OperatingMode, at: Date) {
    self.init(positions: .failure(unseen), orders: .failure(unseen), mode: mode, at: at)
  }
}

/// Why a list of the exchange is not known.
package struct ExchangeUnseen: Error, Sendable, Equatable {
  /// As a clause, without a full stop.
  package var reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// Looks at the exchange behind an engine. It has no way to change anything there.
package protocol ExchangeWitness: Sendable {
  /// - Parameter limit: by when the look has to end, if that is sooner than its own limit.
  func look(within limit: Duration?) async -> ExchangeLook
  /// The newest look that has ended, without waiting; begins another one unless one is under way. `nil` when none has
  /// ended.
  func latest() async -> ExchangeLook?
}
