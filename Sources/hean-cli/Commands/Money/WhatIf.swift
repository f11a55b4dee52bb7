import HeanCore

extension RiskCommand {
  struct WhatIf: QueryCommand {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.books, "what_if", WhatIfFields.rows)] }
    static let move = Option("move", "SYMBOL=PERCENT", each: .move, help: "assume that this price moves, e.g. BTC=-5%")
    static let all = Option("all", "PERCENT", .percent, help: "assume that every other price moves, e.g. --all=-10%")
    static let spec = CommandSpec(
      name: "what-if", summary: "What open positions would gain or lose if prices moved at once",
      discussion: """
        From the notionals of the open positions at their mark prices. Fees, slippage, funding, liquidation and exits on \
        the way are left out; a passed stop or target is named.
        """,
      examples: [
        Example("hean risk what-if --move BTC=-5% --all=-10%", "a fall of the market, less of it in one symbol"),
        Example("hean risk what-if --all=3% --json", "for a script"),
      ],
      options: [move, all])

    var moves: [AssumedMove]

    init(_ line: ParsedLine) throws(UsageError) {
      moves = try line[Self.move]
      if let all = try line[Self.all] { moves.append(AssumedMove(symbol: nil, percent: all)) }
      guard !moves.isEmpty else {
        throw .contradiction(
          "no price is assumed to move", nextStep: "give --move SYMBOL=PERCENT, or --all=PERCENT")
      }
      let named = moves.map { move in move.symbol.map { Symbols.guess($0) ?? $0 } }
      guard Set(named).count == named.count else {
        throw .contradiction("--move names the same price twice", nextStep: "keep one of them")
      }
    }

    func query(_ session: Session) -> WhatIfQuery { WhatIfQuery(moves) }

    func report(_ answer: WhatIfReport, _ session: Session) throws -> Report {
      if answer.rows.isEmpty, let doubt = answer.doubt { throw Failure(positions: doubt, answer.context.mode) }
      var report = session.report("what_if", on: answer.context, receivedAt: answer.receivedAt)
      report.screen.context(answer.context, session)
      report.list(WhatIfFields.rows, answer.rows, none: "Nothing would change: no position is open in it.")
      for name in answer.unheld {
        let words = "no position is open in \(name)"
        if answer.rows.isEmpty { report.caveats.append(words) } else { report.caveat(words, .warning) }
      }
      guard !answer.rows.isEmpty else { return report }
      report.screen.blank()
      var words =
        "PnL would change by \(Figures.signed(answer.total)) USDT in "
        + Figures.counted(answer.rows.count - answer.unknown, "position")
      if let equity = answer.equity, let after = answer.equityAfter {
        let share =
          equity > 0 ? ", \(Figures.signed(answer.total / equity * 100) { Figures.text($0, places: 2) }) %" : ""
        words += ": equity about \(Figures.money(after)) USDT\(share)"
      }
      let isKnown = answer.unknown < answer.rows.count
      if !isKnown { words = "How PnL would change is not known" }
      report.screen.line(Cell(words + ".", !isKnown ? .warning : answer.total < 0 ? .bad : .plain))
      if answer.unknown > 0 {
        report.caveat(
          "\(Figures.counted(answer.unknown, "position")) without price, size or side: not counted", .warning)
      }
      if answer.untouched > 0 {
        report.screen.line(
          Cell("\(Figures.counted(answer.untouched, "position")) assumed to stand still; in a fall they seldom do."))
      }
      report.caveat("left out: fees, slippage, funding, liquidation and exits on the way", .faint)
      return report
    }
  }
}

enum WhatIfFields {
  static let rows: [Field<WhatIfReport.Row>] = [
    Field("position_id", "", "the engine's id", priority: 0) { $0.position.id },
    Field("symbol", "SYMBOL", "traded instrument", priority: 100) { $0.position.symbol },
    Field("side", "SIDE", "long or short", priority: 99) { $0.position.side },
    .amount("notional", "NOTIONAL", "size times mark price (USDT)", priority: 70) { $0.position.notional },
    .signed("unrealized_pnl", "PNL", "unrealized PnL now (USDT)", priority: 80) { $0.position.unrealizedPnL },
    Field("percent", "MOVE", "assumed change of the price in percent", .trailing, priority: 90, unit: .percent) {
      $0.percent
    } cell: {
      Cell(Figures.signed($0.percent) { Figures.text($0, places: 2) } + " %")
    },
    .signed("change", "CHANGE", "of its PnL (USDT); null when a figure is missing", priority: 98) { $0.change },
    Field("passed", "PASSED", "exit levels that the assumed price has passed", priority: 95) {
      $0.passed
    } cell: {
      Cell($0.passed.map { $0.replacing("_", with: " ") }.joined(separator: ", "), .warning)
    },
  ]
}

extension ValueType where Value == Double {
  /// A change of a price in percent, with or without the sign: `-5%`, `3`. No price falls by more than 100 %.
  fileprivate static var percent: ValueType {
    ValueType(
      shape: ValueShape(pattern: #"^[+-]?[0-9]+(\.[0-9]+)?%?$"#),
      read: { (typed) throws(UsageError) in try Self.percent(typed.text, typed) }, text: { "\($0)%" })
  }

  fileprivate static func percent(_ text: String, _ typed: TypedText) throws(UsageError) -> Double {
    let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard let value = Decimal(exactly: digits)?.double, value >= -100, value <= 10_000 else {
      throw typed.invalid(expected: "a percentage from -100% to 10000%, such as -5%")
    }
    return value
  }
}

extension ValueType where Value == AssumedMove {
  /// A symbol and the change of its price: `BTC=-5%`.
  fileprivate static var move: ValueType {
    ValueType(
      shape: ValueShape(names: .symbol, pattern: #"^[^=]+=[+-]?[0-9]+(\.[0-9]+)?%?$"#),
      read: { (typed) throws(UsageError) in
        guard let sign = typed.text.firstIndex(of: "="), sign > typed.text.startIndex else {
          throw typed.invalid(expected: "a symbol and a percentage, such as BTC=-5%")
        }
        let percent = try ValueType<Double>.percent(String(typed.text[typed.text.index(after: sign)...]), typed)
        return AssumedMove(symbol: String(typed.text[..<sign]), percent: percent)
      }, text: { "\($0.symbol ?? "")=\($0.percent)%" })
  }
}
