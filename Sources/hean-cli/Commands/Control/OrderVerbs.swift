import HeanCore

extension OrdersCommand {
  struct Cancel: OperationCommand {
    static let id = Operand("ID", each: .text(.order), help: "order id or a unique beginning of it")
    static let spec = CommandSpec(
      name: "cancel", summary: "Cancel orders in the engine's books",
      discussion: "The engine does not pass the cancel on: an order that is at the exchange can still fill there.",
      examples: [Example("hean orders cancel smart_limit_1795", "one order, by a unique beginning of its id")],
      options: OperationOptions.all,
      operands: [id])

    var options: OperationOptions
    var ids: [String]
    var operation: EngineOperation { .cancelOrders(ids) }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      ids = try line[Self.id]
    }
  }

  struct CancelAll: OperationCommand {
    static let spec = CommandSpec(
      name: "cancel-all", summary: "Cancel every open order in the engine's books",
      examples: [Example("hean orders cancel-all --yes", "without asking")], options: OperationOptions.all)

    var options: OperationOptions
    var operation: EngineOperation { .cancelAllOrders }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }

  struct Place: OperationCommand {
    static let side = Operand("SIDE", .side, help: "buy or sell")
    static let symbol = Operand("SYMBOL", .text(.symbol), help: "e.g. BTCUSDT")
    static let size = Option("size", "QTY", .orderSize, help: "base units, or a part of equity, e.g. 5%")
    static let notional = Option("notional", "USDT", .positive, help: "or an amount of money")
    static let percent = Option("percent", "P", .positive, help: "or percent of equity")
    static let limit = Option("limit", "PRICE", .positive, help: "limit price; without it the router chooses")
    static let takeProfit = Option("take-profit", "PRICE", .positive, help: "take-profit price")
    static let stopLoss = Option("stop-loss", "PRICE", .positive, help: "stop-loss price")
    static let prices = PriceUse.heeded

    static let spec = CommandSpec(
      name: "place", summary: "Place an order in dry run, through the engine's gates",
      discussion: """
        The engine has no endpoint for a plain order: it publishes a signal, in dry run only, which then meets every \
        gate. hean reads the decision of the gates, waits until the order has been open for two seconds, and compares \
        its stop and target with those that were asked for.
        """,
      examples: [
        Example("hean orders place buy BTCUSDT --size 0.01", "at a price that the router chooses"),
        Example("hean orders place sell ETHUSDT --percent 2 --limit 3200 --stop-loss 3260", "a limit order"),
      ],
      options: [size, notional, percent, limit, takeProfit, stopLoss] + OperationOptions.all,
      operands: [side, symbol])

    var options: OperationOptions
    var ticket: OrderTicket
    var operation: EngineOperation { .place(ticket) }

    func resolved(_ session: Session) async throws -> Place {
      var verb = self
      verb.ticket.symbol = try await session.symbol(ticket.symbol)
      return verb
    }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      let sizes = try [
        line[Self.size],
        line[Self.notional].map(OrderTicket.Size.notional),
        line[Self.percent].map(OrderTicket.Size.percent),
      ].compactMap { $0 }
      guard let size = sizes.first, sizes.count == 1 else {
        throw .contradiction(
          sizes.isEmpty ? "an order needs a size" : "an order has one size",
          nextStep: "give one of --size, --notional and --percent")
      }
      ticket = OrderTicket(
        symbol: try line[Self.symbol], side: try line[Self.side], size: size, limit: try line[Self.limit],
        takeProfit: try line[Self.takeProfit], stopLoss: try line[Self.stopLoss])
    }
  }

  struct TestRoundTrip: OperationCommand {
    static let symbol = Operand("SYMBOL", .text(.symbol), help: "e.g. BTCUSDT")
    static let side = Option(
      "side", "SIDE", .side, default: .buy, showsDefault: false, help: "buy (default) or sell")
    static let size = Option(
      "size", "QTY", .positive, default: Decimal(sign: .plus, exponent: -3, significand: 1), showsDefault: false,
      help: "base units; 5% is of equity")
    static let takeProfit = Option(
      "take-profit-pct", "P", .positive, default: usualPercent, help: "percent from the entry")
    static let stopLoss = Option("stop-loss-pct", "P", .positive, default: usualPercent, help: "percent from the entry")
    static let hold = Option("hold", "TIME", .span(), default: .seconds(10), help: "longest time in the trade")
    static let prices = PriceUse.heeded
    private static let usualPercent = Decimal(sign: .plus, exponent: -1, significand: 3)

    static let spec = CommandSpec(
      name: "test-roundtrip", summary: "Let the engine open and close a paper trade",
      discussion: "Dry run only. The engine answers ok even when nothing was opened; hean looks for the trade.",
      examples: [Example("hean orders test-roundtrip BTCUSDT --size 0.001", "does the whole path work?")],
      options: [side, size, takeProfit, stopLoss, hold] + OperationOptions.all,
      operands: [symbol])

    var options: OperationOptions
    var symbol: String
    var side: OrderSide
    var size: Decimal
    var levels: RoundTripLevels
    var operation: EngineOperation { .roundTrip(symbol, side, size: size, percents: levels) }

    func resolved(_ session: Session) async throws -> TestRoundTrip {
      var verb = self
      verb.symbol = try await session.symbol(symbol)
      return verb
    }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      symbol = try line[Self.symbol]
      side = try line[Self.side]
      size = try line[Self.size]
      levels = RoundTripLevels(
        takeProfit: try line[Self.takeProfit], stopLoss: try line[Self.stopLoss],
        holdSeconds: try line[Self.hold].decimalSeconds)
    }
  }
}

extension ValueType where Value == OrderSide {
  fileprivate static var side: ValueType {
    ValueType(
      shape: ValueShape(choices: ["buy", "sell"]),
      read: { (typed) throws(UsageError) in
        let side = OrderSide(rawValue: typed.text)
        guard OrderSide.known.contains(side) else {
          throw typed.invalid(
            expected: "buy or sell", nearest: Spelling.nearest(to: typed.text, in: ["buy", "sell"]))
        }
        return side
      }, text: { $0.rawValue })
  }
}

extension ValueType where Value == OrderTicket.Size {
  /// A quantity in base units, or with a percent sign a part of equity.
  fileprivate static var orderSize: ValueType {
    ValueType(
      shape: ValueShape(pattern: #"^[0-9.]+%?$"#),
      read: { (typed) throws(UsageError) in
        guard typed.text.hasSuffix("%") else { return .quantity(try ValueType<Decimal>.positive.read(typed)) }
        guard let value = Decimal(exactly: String(typed.text.dropLast())), value > 0 else {
          throw typed.invalid(expected: "a number above 0, of base units or with % of equity")
        }
        return .percent(value)
      }, text: { "\($0)" })
  }
}

extension ParsedLine {
  /// Reads operands or values of the form `key=value`.
  func assignments(_ words: [String]) throws(UsageError) -> [(key: String, text: String)] {
    var pairs: [(key: String, text: String)] = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw .invalidValue(
          "KEY=VALUE", word, index: argv.firstIndex(of: word), path: path, expected: "a key and a value, as in max=5",
          nearest: nil)
      }
      let key = String(parts[0])
      guard !pairs.contains(where: { $0.key == key }) else {
        throw .contradiction("\(key) is given twice", nextStep: "keep one of them")
      }
      pairs.append((key, String(parts[1])))
    }
    return pairs
  }
}
