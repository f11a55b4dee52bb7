/// A value of the engine that a condition can name.
public enum ConditionName: Hashable, Sendable {
  /// What a condition can ask about the positions in a symbol: whether there is one, or none (`open`, `closed`); side;
  /// size in base units; unrealized PnL, entry price and mark price in USDT.
  public enum PositionPart: String, CaseIterable, Sendable { case open, closed, side, size, pnl, entry, mark }
  /// What a condition can ask about an order: its status as a word, or whether it has a certain status.
  public enum OrderPart: String, CaseIterable, Sendable { case open, filled, cancelled, rejected, status }

  /// What the engine counts, since its process began or in a window.
  public enum Counter: String, CaseIterable, Sendable {
    case signals = "signals.total"
    case accepted = "signals.accepted"
    case rejected = "signals.rejected"
    case ordersCreated = "orders.created"
    case ordersFilled = "orders.filled"
    case ordersRejected = "orders.rejected"
    case ordersCancelled = "orders.cancelled"
    case positionsClosed = "positions.closed"
  }

  /// USDT, except `drawdown` (percent, 0-100, from the governor) and the two counts, of open positions and open orders.
  case equity, dayPnL, unrealizedPnL, realizedPnL, drawdown, positionCount, orderCount
  /// States as words; the kill switch as true or false.
  case engineState, riskState, killSwitch
  /// The two verdicts as words, and whether a hidden latch blocks signals.
  case verdict, money, latch
  /// The last price of a symbol, in USDT.
  case price(String)
  /// A part of what is known about the positions in a symbol.
  case position(String, PositionPart)
  /// A part of what is known about the order with an id.
  case order(String, OrderPart)
  /// A count in so many seconds; `nil` since the engine's process began.
  case count(Counter, in: Int?)
  /// By how much a price or an equity differs from what it was so many seconds before, in percent.
  indirect case change(ConditionName, within: Int)

  /// The type of a value.
  public enum Kind: Equatable, Sendable {
    /// A number, compared by size.
    case number
    /// One of these words.
    case word([String])
    /// True or false.
    case truth
  }

  /// The type of its value.
  public var kind: Kind {
    switch self {
    case .equity, .dayPnL, .unrealizedPnL, .realizedPnL, .drawdown, .positionCount, .orderCount: .number
    case .price, .count, .change: .number
    case .engineState: .word(EngineState.known.map(\.rawValue))
    case .riskState: .word(RiskState.known.map(\.rawValue))
    case .verdict: .word(Diagnosis.Verdict.allCases.map(\.rawValue))
    case .money: .word(MoneyVerdict.State.allCases.map(\.rawValue))
    case .killSwitch, .latch: .truth
    case .position(_, .open), .position(_, .closed): .truth
    case .position(_, .side): .word(PositionSide.known.map(\.rawValue))
    case .position: .number
    case .order(_, .status): .word(OrderStatus.known.map(\.rawValue))
    case .order: .truth
    }
  }

  /// Whether it names a symbol or an order, which has to be resolved to the engine's own name.
  public var isAboutSomething: Bool {
    switch self {
    case .price, .position, .order: true
    case .change(let base, _): base.isAboutSomething
    default: false
    }
  }

  /// What is read for it: a change and most counts are made from what several looks have seen of another name.
  public var base: ConditionName {
    switch self {
    case .change(let base, _): base
    case .count(let counter, let window?) where !Self.countedWindows.contains(window): .count(counter, in: nil)
    default: self
    }
  }

  /// Windows in which the engine counts itself (seconds).
  static let countedWindows: Set<Int> = [60, 300]

  /// Whether it can change by percents: it is above 0.
  var hasChange: Bool {
    switch self {
    case .equity, .price, .position(_, .mark): true
    default: false
    }
  }

  /// Whether it is told by what all gates and positions together mean, which takes many reads. The kill switch is, because
  /// its latch shows nowhere else.
  package var restsOnVerdicts: Bool { [.killSwitch, .latch, .verdict, .money].contains(self) }

  /// Whether its value is only as new as the engine's prices.
  public var restsOnPrices: Bool {
    switch self {
    case .equity, .dayPnL, .unrealizedPnL, .drawdown, .price, .position(_, .pnl), .position(_, .mark): true
    case .change(let base, _): base.restsOnPrices
    default: false
    }
  }

  private static let plain: [(String, ConditionName, String)] = [
    ("equity", .equity, "USDT; not known while the engine's figure contradicts itself, as is day_pnl"),
    ("day_pnl", .dayPnL, "USDT"),
    ("unrealized_pnl", .unrealizedPnL, "USDT"),
    ("realized_pnl", .realizedPnL, "USDT"),
    ("drawdown_pct", .drawdown, "percent, from the governor"),
    ("positions.count", .positionCount, "open positions"),
    ("orders.open", .orderCount, "open orders"),
    ("engine.state", .engineState, "RUNNING, PAUSED, STOPPED, ERROR, BUSY"),
    ("risk.state", .riskState, "NORMAL, SOFT_BRAKE, QUARANTINE, HARD_STOP"),
    ("killswitch.triggered", .killSwitch, "by three endpoints, merged; true also while its latch blocks signals"),
    ("killswitch.latch", .latch, "whether the latch that a stop leaves blocks signals"),
    ("verdict", .verdict, "of why: " + Diagnosis.Verdict.allCases.map(\.rawValue).joined(separator: ", ")),
    ("money", .money, MoneyVerdict.State.allCases.map(\.rawValue).joined(separator: ", ")),
  ]

  /// Every name with its meaning, for help texts. A pattern such as `price.SYMBOL` stands for all symbols.
  public static let catalogue: [(name: String, meaning: String)] =
    plain.map { ($0.0, $0.2) } + [
      ("price.SYMBOL", "last price"),
      ("position.SYMBOL.open", "there is one; .closed: there is none, and the engine did not just lose it"),
      ("position.SYMBOL.side", "long or short; .size, .pnl, .entry, .mark are numbers"),
      (
        "order.ID.status",
        "pending, placed, partially_filled, filled, cancelled, rejected; or .open, .filled, .cancelled, .rejected"
      ),
      (
        "COUNT in TIME",
        "how many in that time: \(Counter.allCases.map(\.rawValue).joined(separator: ", ")). A fill of a dry run counts twice"
      ),
      ("NAME change TIME", "percent by which a price, equity or position.SYMBOL.mark differs from what it was then"),
    ]

  /// - Returns: `nil` when the text is no name that a condition can use.
  init?(_ text: String) {
    if let known = Self.plain.first(where: { $0.0 == text.lowercased() }) {
      self = known.1
      return
    }
    if let counter = Counter(rawValue: text.lowercased()) {
      self = .count(counter, in: nil)
      return
    }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    switch parts[0].lowercased() {
    case "price": self = .price(parts[1].uppercased())
    case "position":
      guard let (symbol, part) = Self.split(parts[1]), let known = PositionPart(rawValue: part) else { return nil }
      self = .position(symbol.uppercased(), known)
    case "order":
      guard let (id, part) = Self.split(parts[1]), let known = OrderPart(rawValue: part) else { return nil }
      self = .order(id, known)
    default: return nil
    }
  }

  /// Splits at the last dot, because order ids can have dots in them.
  private static func split(_ text: String) -> (String, String)? {
    guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return nil }
    return (String(text[..<dot]), text[text.index(after: dot)...].lowercased())
  }

  /// The name as it is typed: `position.BTCUSDT.pnl`.
  public var text: String {
    switch self {
    case .price(let symbol): "price.\(symbol)"
    case .position(let symbol, let part): "position.\(symbol).\(part.rawValue)"
    case .order(let id, let part): "order.\(id).\(part.rawValue)"
    case .count(let counter, let window):
      counter.rawValue + (window.map { " in \(Spans.exact(.seconds($0)))" } ?? "")
    case .change(let base, let window): "\(base.text) change \(Spans.exact(.seconds(window)))"
    default: Self.plain.first { $0.1 == self }?.0 ?? "?"
    }
  }

  /// The name that is most like a mistyped word; `nil` when none is similar.
  static func nearest(to text: String) -> String? {
    let names = plain.map(\.0) + Counter.allCases.map(\.rawValue)
    let best = names.map { ($0, EditDistance.between($0, text.lowercased())) }.min { $0.1 < $1.1 }
    return best.flatMap { $0.1 <= 3 ? $0.0 : nil }
  }
}

/// The value of a name at one moment.
public enum ConditionValue: Sendable, Equatable {
  /// Exact, in the unit of the name: USDT, base units, percent or a count.
  case number(Decimal)
  /// A word such as `RUNNING`.
  case word(String)
  /// Whether it is so.
  case truth(Bool)

  /// The value as JSON: a number, a text, or true or false.
  public var json: JSONValue {
    switch self {
    case .number(let value): .number(value)
    case .word(let word): .string(word)
    case .truth(let isTrue): .bool(isTrue)
    }
  }
}
