import HeanCore

enum ExchangeCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "exchange", summary: "The exchange itself, read only: what it holds, whatever the engine's books say",
    discussion: """
      Asks Bybit's API v5 with a key that can only read, as the profile names it (exchange, exchange_key_file). The \
      engine is not asked. Linear contracts in USDT are shown; those in USDC, inverse ones, spot and options are not \
      asked. A key that may trade or withdraw is refused. With --practice it is the exchange of the practice engine.
      """,
    examples: [
      Example("hean exchange positions", "what is held there, with liquidation price and funding"),
      Example("hean exchange check", "address, clock, key and its rights, each with its remedy"),
      Example("hean --practice exchange orders", "the same on the practice exchange"),
    ],
    habits: ["balance": ["exchange wallet"], "trades": ["exchange fills"], "doctor": ["exchange check"]])
  static let subcommands: [any CommandDeclaration.Type] = [
    Positions.self, Orders.self, Fills.self, Wallet.self, Check.self,
  ]

  struct Positions: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "exchange_positions", ExchangePositionsView.fields(now: .distantPast))]
    }
    static let spec = CommandSpec(
      name: "positions", summary: "Positions at the exchange: liquidation, margin, funding, auto-deleveraging",
      examples: [
        Example("hean exchange positions", "what the account holds"),
        Example("hean exchange positions --json | jq '.data[].liquidation_distance_percent'", "for a script"),
      ])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      .report(
        try await session.withExchange { exchange in
          let positions = try await exchange.reader.positions()
          // Without the wallet only the margin ratio of the account is missing.
          var (wallet, lack): (ExchangeWallet?, ExchangeError?) = (nil, nil)
          do throws(ExchangeError) { wallet = try await exchange.reader.wallet() } catch { lack = error }
          var report = await session.report("exchange_positions", on: exchange)
          ExchangePositionsView(positions: positions, wallet: wallet).add(to: &report, session.viewpoint)
          if let lack {
            let words = Failure(exchange: lack, url: exchange.url).message
            report.notes.append("the margin ratio of the account is missing: \(words)")
          }
          return report
        })
    }
  }

  struct Orders: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "exchange_orders", ExchangeOrderFields.all(now: .distantPast))]
    }
    static let spec = CommandSpec(
      name: "orders", summary: "Orders that rest at the exchange, with their age",
      examples: [Example("hean exchange orders", "what can fill there still")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      .report(
        try await session.withExchange { exchange in
          let orders = try await exchange.reader.orders()
          var report = await session.report("exchange_orders", on: exchange)
          report.list(
            ExchangeOrderFields.all(now: session.context.now()), orders,
            none: "No order rests at the exchange in linear contracts of USDT.")
          return report
        })
    }
  }

  struct Fills: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [OutputDocument(.books, "exchange_fills", ExchangeFillFields.all)] }
    static let limit = Option(
      "limit", short: "n", "N", .whole(in: 1...5_000), default: 50, help: "the newest N fills")
    static let spec = CommandSpec(
      name: "fills", summary: "Fills at the exchange, with fees and liquidity",
      discussion: "The exchange gives those of the last seven days; with --since those after a time within them.",
      examples: [Example("hean exchange fills --since 1h", "what was filled in the last hour")],
      options: [Options.since, limit])

    var since: TypedSince?
    var limit: Int

    init(_ line: ParsedLine) throws(UsageError) {
      since = try line[Options.since]
      limit = try line[Self.limit]
    }

    private static let reach: Decimal = 7 * 86_400

    func run(_ session: Session) async throws -> Output {
      var start: Date?
      if let since {
        let seconds = try session.seconds(since: since)
        guard seconds <= Self.reach else { throw since.invalid(expected: "a time in the last seven days") }
        start = session.context.now() - seconds.double
      }
      let (first, limit) = (start, limit)
      return .report(
        try await session.withExchange { exchange in
          let fills = try await exchange.reader.fills(since: first, most: limit)
          var report = await session.report("exchange_fills", on: exchange)
          let time = first == nil ? "the last seven days" : "that time"
          report.list(ExchangeFillFields.all, fills, none: "The exchange has no fill of \(time).")
          if fills.count == limit {
            report.screen.line(Cell("The newest \(limit); there may be more: --limit N", .faint))
          }
          return report
        })
    }
  }

  struct Wallet: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "exchange_wallet", ExchangeWalletFields.document, .object)]
    }
    static let spec = CommandSpec(
      name: "wallet", summary: "The unified account at the exchange: equity, margin, coins",
      examples: [Example("hean exchange wallet", "what the account is worth, by the exchange itself")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      .report(
        try await session.withExchange { exchange in
          guard let wallet = try await exchange.reader.wallet() else {
            throw Failure(
              .notFound, "the exchange lists no unified account for this key",
              nextStep: "make the key in the account that the engine trades: \(.command(.exchangeCheck))")
          }
          var report = await session.report("exchange_wallet", on: exchange)
          report.payload = .object(ExchangeWalletFields.document, wallet)
          report.screen.record(ExchangeWalletFields.summary, wallet)
          report.screen.blank()
          report.screen.table(Table(fields: ExchangeWalletFields.coins, rows: wallet.coins))
          return report
        })
    }
  }

  struct Check: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.diagnosis, "exchange_check", DoctorFields.all() as [Field<Finding<ExchangeCheckName>>])]
    }
    static let spec = CommandSpec(
      name: "check", summary: "Can the exchange be asked? Address, clock, key, rights, limits, each with its remedy",
      discussion: """
        The exit code is that of the first check that failed, as a command would end that meets the same (69 for no \
        connection, 77 for the key, 78 for a clock that is wrong); 0 when none failed, with warnings too.
        """,
      examples: [Example("hean exchange check", "before it is needed")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      .report(
        try await session.withExchange { exchange in
          let findings = await ExchangeCheck(exchange: exchange, now: session.context.now()).findings()
          var report = await session.report("exchange_check", on: exchange)
          report.show(findings, session.viewpoint)
          return report
        })
    }
  }
}
