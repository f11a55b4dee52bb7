import HeanCore

/// `/orders/*`.
enum OrderVerbs {
  private static func refusalIfStoppedOrLive(_ world: World, _ what: String) throws {
    guard world.isDryRun else { throw Verb.Refusal(403, "\(what) only allowed in paper/dry_run mode") }
  }

  private static func instrument(_ name: String) throws -> Instrument? {
    let isWellFormed = name.wholeMatch(of: /[A-Z0-9]{2,10}USDT?/) != nil
    guard isWellFormed else {
      throw Router.Invalid(
        "value_error", ["body", "symbol"],
        "Value error, Symbol must be in format like BTCUSDT, ETHUSDT (2-10 uppercase alphanumeric + USDT)",
        .string(name))
    }
    return Instrument.all.first { $0.symbol == name }
  }

  private static func side(_ body: Body) throws -> Bool {
    let text = try body.string("side") ?? "buy"
    guard ["buy", "sell"].contains(text.lowercased()) else {
      throw Router.Invalid(
        "value_error", ["body", "side"], "Value error, Side must be 'buy' or 'sell'", .string(text))
    }
    return text.lowercased() == "buy"
  }

  /// Publishes a signal, which then has to pass every gate. Stop and target prices in the request are not read.
  static func place(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    let symbol = try request.body.string("symbol") ?? "BTCUSDT"
    let instrument = try instrument(symbol)
    let isBuy = try side(request.body)
    let size = try request.body.positive("size") ?? Decimal(sign: .plus, exponent: -3, significand: 1)
    let price = try request.body.positive("price")
    try refusalIfStoppedOrLive(world, "Test orders are")
    let published: JSONValue = [
      "status": "success", "message": .string("Test signal published: \(isBuy ? "buy" : "sell") \(size) \(symbol)"),
      "signal": [
        "strategy_id": "test_api", "symbol": .string(symbol), "side": isBuy ? "buy" : "sell",
        "entry_price": .optional(price), "size": .number(size), "confidence": 1,
      ],
    ]
    guard world.isRunning else {
      if price != nil, world.has(.stoppedSuccess) { return published }
      throw Verb.Refusal(500, "Engine is not running")
    }
    guard let instrument else {
      guard price != nil else { throw Verb.Refusal(500, "400: Price is required (no cached price available)") }
      return published
    }
    world.tally.count(.signals, at: world.second)
    world.decide(
      PracticeSignal(
        strategy: "test_api", symbol: symbol, isBuy: isBuy, confidence: 1, reason: "api_test_signal", stop: 0.006,
        target: 0.012, holdSeconds: 900, size: size, price: price), instrument, strategyIndex: nil)
    return published
  }

  /// Opens a position on the paper broker and closes it at once; answers `ok` even when nothing was opened.
  static func roundTrip(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    let symbol = try request.body.string("symbol") ?? "BTCUSDT"
    let instrument = try instrument(symbol)
    let isBuy = try side(request.body)
    let size = try request.body.positive("size") ?? Decimal(sign: .plus, exponent: -3, significand: 1)
    try refusalIfStoppedOrLive(world, "Roundtrip test")
    guard world.isRunning else { return ["status": "error", "message": "Engine is not running"] }
    guard let instrument, let quote = world.market.quotes[symbol] else {
      throw Verb.Refusal(400, "No cached price for \(symbol)")
    }
    var exits: [JSONValue] = []
    if world.isTradingAllowed, !world.positions.contains(where: { $0.symbol == symbol }) {
      world.open("test_roundtrip", instrument, quote, isBuy, size)
      if let position = world.positions.last, position.symbol == symbol {
        world.close(position, .tpHit)
        exits.append([
          "type": "ORDER_EXIT_DECISION", "decision": "CLOSE", "reason_code": .string(ReasonCode.tpHit.rawValue),
          "symbol": .string(symbol), "position_id": .string(position.id),
        ])
      }
    }
    return [
      "status": "ok", "message": "Roundtrip test completed", "account_state": .null,
      "positions": .array(exits.isEmpty ? [] : [["symbol": .string(symbol)]]), "orders": [],
      "exit_decisions": .array(exits),
    ]
  }

  static func cancel(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    guard let id = try request.body.string("order_id") else { throw Verb.Refusal(400, "order_id is required") }
    guard world.isRunning, let index = world.orders.firstIndex(where: { $0.id == id && $0.isOpen }) else {
      throw Verb.Refusal(404, "Order \(id) not found")
    }
    world.cancelByOperator(index)
    return ["status": "success", "message": .string("Order \(id) cancelled")]
  }

  static func cancelAll(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    try EngineVerbs.requirePhrase(world, request.body)
    guard world.isRunning else { throw Verb.Refusal(500, "500: Engine not running") }
    let open = world.orders.indices.filter { world.orders[$0].isOpen }
    for index in open { world.cancelByOperator(index) }
    return [
      "status": "success", "message": .string("Cancelled \(open.count) open orders"), "cancelled": .count(open.count),
    ]
  }

  static func close(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    _ = try request.body.required("position_id")
    let id = try request.body.string("position_id") ?? ""
    try EngineVerbs.requirePhrase(world, request.body)
    guard world.isRunning else { throw Verb.Refusal(500, "500: Engine is not running") }
    guard let position = world.positions.first(where: { $0.id == id }) else {
      return ["status": "not_found", "message": .string("Position \(id) not found")]
    }
    return [
      "status": "closed", "position_id": .string(id), "price": .number(world.closeByOperator(position)),
    ]
  }

  static func closeBySymbol(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    guard let symbol = try request.body.string("symbol") else { throw Verb.Refusal(400, "symbol is required") }
    guard world.isRunning, let position = world.positions.first(where: { $0.symbol == symbol }) else {
      return ["status": "not_found", "message": .string("No open position for \(symbol)")]
    }
    return [
      "status": "closed", "position_id": .string(position.id), "price": .number(world.closeByOperator(position)),
    ]
  }

  static func closeAll(_ world: inout World, _ request: Verb.VerbRequest) -> JSONValue {
    guard world.isRunning else { return ["status": "error", "message": "Engine is not running"] }
    let open = world.positions
    for position in open { _ = world.closeByOperator(position) }
    for index in world.orders.indices where world.orders[index].isOpen { world.cancelByOperator(index) }
    // The engine counts the open orders after it has cancelled them: always 0.
    return ["status": "closed_all", "closed_positions": .count(open.count), "cancelled_orders": 0]
  }
}
