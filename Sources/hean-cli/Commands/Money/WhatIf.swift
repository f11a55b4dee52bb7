import HeanCore

extension RiskCommand {
  struct WhatIf: QueryCommand {
    static let usualStep: Guidance? = .query(.positions)
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
      try WhatIfView(answer: answer).report(session.viewpoint)
    }
  }
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
