/// What the exchange itself says, where the engine's orders go there and a key was given to look.
extension EngineSnapshot {
  /// The look at the exchange, if it is that of this engine's orders; `nil` where nobody looked, and in a dry run, which
  /// holds nothing there. An engine that has lost the exchange and fills on paper may still hold what it opened before.
  package var exchangeLook: ExchangeLook? {
    guard mayBeAtExchange, var look = exchange else { return nil }
    if let other = foreignExchange(look) { look = ExchangeLook(unseen: other, mode: look.mode, at: look.at) }
    return look
  }

  /// Why the profile's exchange cannot be the one that the engine trades at.
  private func foreignExchange(_ look: ExchangeLook) -> ExchangeUnseen? {
    switch (look.mode, mode) {
    case (.testnet, .mainnet):
      ExchangeUnseen("the profile names the exchange's test network, and the engine trades on the real one")
    case (.mainnet, .testnet):
      ExchangeUnseen("the profile names the real exchange, and the engine trades on the test network")
    case (.practiceExchange, .mainnet), (.practiceExchange, .testnet):
      ExchangeUnseen("the profile names a practice exchange, and the engine does not trade there")
    default: nil
    }
  }

  /// Books and exchange beside each other; `nil` when the exchange's positions are not known.
  package var bookJoin: BookJoin? {
    memoized("book join") {
      guard let look = exchangeLook, case .success(let held) = look.positions else { return nil }
      // A stopped engine has no books: all that is held there, no engine knows.
      return BookJoin(books: openPositions ?? (isRunning == false ? [] : nil), exchange: held, at: look.at)
    }
  }

  /// The same for orders; `nil` when the exchange's are not known.
  package var orderJoin: OrderJoin? {
    memoized("order join") {
      guard let look = exchangeLook, case .success(let resting) = look.orders else { return nil }
      let books = orders.isAsked ? openOrders : stateOrders
      return OrderJoin(books: books ?? (isRunning == false ? [] : nil), exchange: resting, at: look.at)
    }
  }

  /// `/trading/state` has the open orders as well, where `/orders` was not read.
  private var stateOrders: [Order]? {
    guard isRunning == true, let state = state.value else { return nil }
    return state.openOrders
  }

  /// Why the exchange's positions or orders are not known, as a clause; `nil` when both are, and where nobody looked.
  package var exchangeUnseen: String? {
    guard let look = exchangeLook else { return nil }
    if case .failure(let unseen) = look.positions { return unseen.reason }
    if case .failure(let unseen) = look.orders { return unseen.reason }
    return nil
  }

  /// Whether the two can be of different moments: something filled between them, so both are read once more.
  var mayDifferByMoment: Bool {
    guard isRunning == true, exchange != nil, positions.isAsked, let join = bookJoin else { return false }
    return !join.agrees
  }

  /// The open positions, as the exchange has them: the rows of the books without those that it does not hold, in its own
  /// words those that it holds on the other side, and what only it has. `nil` when it has not said.
  package var positionsAtExchange: [Position]? {
    guard let join = bookJoin else { return nil }
    guard openPositions != nil else { return join.all }
    // Neither of the two is sure to be about this account.
    guard !join.isOfAnother else { return (doubtedPositions ?? []) + join.onlyThere }
    let rows = (doubtedPositions ?? []).filter {
      $0.doubt?.isVoid != true && join.entry(of: $0)?.verdict != .opposite
    }
    return rows + join.opposite + join.onlyThere
  }
}
