import Foundation
import HeanCore

extension OrdersCommand {
  struct Cancel: OperationCommand {
    static let spec = CommandSpec(
      name: "cancel", summary: "Cancel orders in the engine's books",
      discussion: "The engine never tells the exchange: where orders go there, a cancelled one can still fill.",
      examples: [Example("hean orders cancel smart_limit_1795", "one order, by a unique beginning of its id")],
      options: OperationOptions.all,
      operands: [OperandSpec(name: "ID", help: "order id or a unique beginning of it", isRepeated: true)])

    var options: OperationOptions
    var ids: [String]
    var operation: Operation { .cancelOrders(ids) }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      ids = line.operands
    }
  }

  struct CancelAll: OperationCommand {
    static let spec = CommandSpec(
      name: "cancel-all", summary: "Cancel every open order in the engine's books",
      examples: [Example("hean orders cancel-all --yes", "without a question")], options: OperationOptions.all)

    var options: OperationOptions
    var operation: Operation { .cancelAllOrders }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }

  struct Place: OperationCommand {
    static let size = OptionSpec("size", .value("QTY"), help: "base units; 5% is of equity")
    static let notional = OptionSpec("notional", .value("USDT"), help: "or an amount of money")
    static let percent = OptionSpec("percent", .value("P"), help: "or percent of equity")
    static let limit = OptionSpec("limit", .value("PRICE"), help: "limit price; without it the router chooses")
    static let takeProfit = OptionSpec("take-profit", .value("PRICE"), help: "target")
    static let stopLoss = OptionSpec("stop-loss", .value("PRICE"), help: "stop")

    static let spec = CommandSpec(
      name: "place", summary: "Place an order in dry run, through the engine's gates",
      discussion: """
        The engine has no endpoint for a plain order: it publishes a signal, in dry run only, which then meets every gate. \
        hean reads what the gates made of it, waits until the order stands for two seconds, and compares stop and target \
        with what it got.
        """,
      examples: [
        Example("hean orders place buy BTCUSDT --size 0.01", "at a price that the router chooses"),
        Example("hean orders place sell ETHUSDT --percent 2 --limit 3200 --stop-loss 3260", "a limit order"),
      ],
      options: [size, notional, percent, limit, takeProfit, stopLoss] + OperationOptions.all,
      operands: [
        OperandSpec(name: "SIDE", help: "buy or sell"), OperandSpec(name: "SYMBOL", help: "e.g. BTCUSDT"),
      ])

    var options: OperationOptions
    var ticket: OrderTicket
    var operation: Operation { .place(ticket) }

    func settled(_ session: Session) async throws -> Place {
      var verb = self
      verb.ticket.symbol = try await session.symbol(ticket.symbol)
      return verb
    }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      let sizes = try [
        line.size(Self.size),
        line.positive(Self.notional).map(OrderTicket.Size.notional),
        line.positive(Self.percent).map(OrderTicket.Size.percent),
      ].compactMap { $0 }
      guard let size = sizes.first, sizes.count == 1 else {
        throw .contradiction(
          sizes.isEmpty ? "an order needs a size" : "an order has one size",
          nextStep: "give one of --size, --notional and --percent")
      }
      ticket = OrderTicket(
        symbol: try line.operand(1), side: try line.side(0), size: size,
        limit: try line.positive(Self.limit), takeProfit: try line.positive(Self.takeProfit),
        stopLoss: try line.positive(Self.stopLoss))
    }
  }

  struct TestRoundTrip: OperationCommand {
    static let side = OptionSpec("side", .choice(["buy", "sell"], "SIDE"), help: "buy (default) or sell")
    static let takeProfit = OptionSpec("take-profit-pct", .value("P"), help: "percent from the entry (0.3)")
    static let stopLoss = OptionSpec("stop-loss-pct", .value("P"), help: "percent from the entry (0.3)")
    static let hold = OptionSpec("hold", .value("TIME"), help: "longest time in the trade (10s)")

    static let spec = CommandSpec(
      name: "test-roundtrip", summary: "Let the engine open and close a paper trade",
      discussion: "Dry run only. The engine answers ok even when nothing was opened; hean looks for the trade.",
      examples: [Example("hean orders test-roundtrip BTCUSDT --size 0.001", "does the whole path work?")],
      options: [side, Place.size, takeProfit, stopLoss, hold] + OperationOptions.all,
      operands: [OperandSpec(name: "SYMBOL", help: "e.g. BTCUSDT")])

    var options: OperationOptions
    var symbol: String
    var side: OrderSide
    var size: Decimal
    var levels: RoundTripLevels
    var operation: Operation { .roundTrip(symbol, side, size: size, percents: levels) }

    func settled(_ session: Session) async throws -> TestRoundTrip {
      var verb = self
      verb.symbol = try await session.symbol(symbol)
      return verb
    }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      symbol = try line.operand(0)
      side = line.string(Self.side).map(OrderSide.init(word:)) ?? .buy
      size = try line.positive(Place.size) ?? Decimal(sign: .plus, exponent: -3, significand: 1)
      let usual = Decimal(sign: .plus, exponent: -1, significand: 3)
      levels = RoundTripLevels(
        takeProfit: try line.positive(Self.takeProfit) ?? usual, stopLoss: try line.positive(Self.stopLoss) ?? usual,
        holdSeconds: try line.duration(Self.hold)?.decimalSeconds ?? 10)
    }
  }
}

extension ParsedLine {
  /// Base units, or with a percent sign a part of equity.
  fileprivate func size(_ option: OptionSpec) throws(UsageError) -> OrderTicket.Size? {
    guard let text = string(option), text.hasSuffix("%") else {
      return try positive(option).map(OrderTicket.Size.quantity)
    }
    guard let value = Decimal(exactly: String(text.dropLast())), value > 0 else {
      throw invalid(option, text, expected: "a number above 0, of base units or with % of equity")
    }
    return .percent(value)
  }

  func positive(_ option: OptionSpec) throws(UsageError) -> Decimal? {
    guard let value = try decimal(option) else { return nil }
    guard value > 0 else { throw invalid(option, string(option) ?? "", expected: "a number above 0") }
    return value
  }

  fileprivate func side(_ place: Int) throws(UsageError) -> OrderSide {
    let word = try operand(place)
    let side = OrderSide(word: word)
    guard OrderSide.known.contains(side) else {
      throw .invalidValue(
        "SIDE", word, index: operandIndexes[place], path: path, expected: "buy or sell",
        nearest: Spelling.nearest(to: word, in: ["buy", "sell"]))
    }
    return side
  }

  /// Operands or values of the form `key=value`.
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
