import HeanCore

/// What the exchange itself has, beside rows of the engine's books.
enum ExchangeColumn {
  static let name = "at_exchange"

  /// What stands in its place where the exchange was not seen.
  static func unseen(_ reason: String) -> String {
    "the exchange itself was not seen (\(reason)): what stands here is the engine's word"
  }

  private static let words = BookJoin.Verdict.allCases.map(\.rawValue).joined(separator: ", ")

  /// - Parameter join: `nil` where the exchange was not looked at; then the column is not drawn.
  static func field(of join: BookJoin?) -> Field<Position> {
    .part(
      name, "AT EXCHANGE",
      "what the exchange itself holds of the symbol: verdict (\(words)), side, size, difference (what it has more than the "
        + "books, negative for a short), worth (USDT), liquidation_price, liquidation_distance_percent, stop_loss, "
        + "take_profit, as_of; null when it was not looked at. Rows that only it has have no position_id",
      priority: join == nil ? 0 : 97, of: entry
    ) { position -> Joined? in
      guard let join, let entry = join.entry(of: position) else { return nil }
      return Joined(entry: entry, at: join.at)
    } cell: { position in
      join?.entry(of: position).map(cell) ?? .missing
    }
  }

  struct Joined: Sendable {
    var entry: BookJoin.Entry
    var at: Date
  }

  private static let entry: [Field<Joined>] = [
    .member("verdict") { $0.entry.verdict }, .member("side") { $0.entry.side },
    .member("size", unit: .size) { $0.entry.atExchange.map(abs) },
    .member("difference", unit: .size) { $0.entry.difference }, .member("worth", unit: .usdt) { $0.entry.worth },
    .member("liquidation_price", unit: .price) { $0.entry.liquidationPrice },
    .member("liquidation_distance_percent", unit: .percent) { $0.entry.liquidationDistancePercent },
    .member("stop_loss", unit: .price) { $0.entry.stopLoss },
    .member("take_profit", unit: .price) { $0.entry.takeProfit }, .member("as_of") { $0.at },
  ]

  private static func cell(_ entry: BookJoin.Entry) -> Cell {
    let size = entry.atExchange.map { Figures.quantity(abs($0)) } ?? "?"
    return switch entry.verdict {
    case .same: Cell("same", .good)
    case .smaller: Cell("smaller: \(size)", .warning)
    case .larger: Cell("larger: \(size)", .bad)
    case .opposite: Cell("OPPOSITE: \(size)", .bad)
    case .none: Cell("none", .warning)
    case .onlyThere: Cell("only there", .bad)
    case .unknown: Cell("?", .warning)
    }
  }

  /// - Parameter join: `nil` where the exchange was not looked at; then the column is not drawn.
  static func field(of join: OrderJoin?) -> Field<Order> {
    Field(
      name, "AT EXCHANGE",
      "what rests of it at the exchange itself, by its size (\(words)); none: it can not fill there any more; null when it "
        + "was not looked at, and for an order that is not open", priority: join == nil ? 0 : 93
    ) { order -> BookJoin.Verdict? in
      join?.verdict(of: order)
    } cell: { order in
      switch join?.verdict(of: order) {
      case .same?: Cell("rests", .good)
      case .smaller?, .larger?: Cell("other size", .warning)
      case .opposite?: Cell("OTHER SIDE", .bad)
      case BookJoin.Verdict.none?: Cell("none", .warning)
      case .onlyThere?: Cell("only there", .bad)
      case .unknown?: Cell("?", .warning)
      case nil: Cell("")
      }
    }
  }
}
