/// What is remembered as a JSON document, so that it can be kept in a file.
extension RememberedEngine {
  /// Name of the format.
  public static let schema = "hean.remembered/1"

  /// A clock that is further off (seconds) was not told right.
  static let mostOffset: TimeInterval = 86_400 * 366

  /// The document.
  public var json: JSONValue {
    [
      "schema": .string(Self.schema), "stops": .array(stops.map(\.json)), "look": look?.json ?? .null,
      "books": books?.json ?? .null, "dropped": dropped?.json ?? .null, "forgotten": forgotten?.json ?? .null,
      "clock_offset": .number(Decimal((clockOffset * 1000).rounded()) / 1000),
      "missed_stop": missedStop?.json ?? .null, "exited_at": exitedAt.map { .moment($0) } ?? .null,
      "lamp_at": lampAt.map { .moment($0) } ?? .null,
      "world": .optional(world),
    ]
  }

  /// What a document says. Single values that cannot be read are left out.
  /// - Returns: `nil` for another document, or one of another format.
  public init?(_ json: JSONValue) {
    guard json["schema"]?.text == Self.schema else { return nil }
    stops = (json["stops"]?.elements ?? []).compactMap(StopMoment.init).suffix(Self.mostStops)
    look = json["look"].flatMap(RememberedLook.init)
    books = json["books"].flatMap(RememberedBooks.init)
    dropped = json["dropped"].flatMap(DroppedRows.init)
    forgotten = json["forgotten"].flatMap(ForgottenBooks.init)
    missedStop = json["missed_stop"].flatMap(MissedStop.init)
    exitedAt = json["exited_at"]?.date
    lampAt = json["lamp_at"]?.date
    let offset = json["clock_offset"]?.number.map { $0.double } ?? 0
    clockOffset = abs(offset) < Self.mostOffset ? offset : 0
    world = json["world"]?.text
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  fileprivate var date: Date? { text.flatMap { EngineTime.parse($0) } }
  fileprivate var integer: Int? { number.flatMap { Int(exactly: $0.double) } }
  fileprivate static func moment(_ date: Date) -> JSONValue { .string(EngineTime.format(date)) }
}

extension StopMoment {
  fileprivate var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "at": .moment(at), "source": .string(source), "cause": .string(cause),
      "seen_late": .bool(isSeenLate), "orders_made": .optional(ordersMade),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.text.flatMap(Kind.init), let at = json["at"]?.date else { return nil }
    self.init(
      kind, at: at, source: json["source"]?.text ?? "", cause: json["cause"]?.text ?? "",
      isSeenLate: json["seen_late"] == true, ordersMade: json["orders_made"]?.integer)
  }
}

extension MissedStop {
  fileprivate var json: JSONValue { ["symbol": .string(symbol), "at": .moment(at)] }

  fileprivate init?(_ json: JSONValue) {
    guard let symbol = json["symbol"]?.text, let at = json["at"]?.date else { return nil }
    self.init(symbol, at: at)
  }
}

extension RememberedLook {
  fileprivate var json: JSONValue {
    [
      "at": .moment(at), "orders_made": .optional(ordersMade), "accepted": .optional(accepted),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let at = json["at"]?.date else { return nil }
    self.init(at: at)
    ordersMade = json["orders_made"]?.integer
    accepted = json["accepted"]?.integer
  }
}

extension RememberedBooks {
  fileprivate var json: JSONValue {
    [
      "at": .moment(at), "paper": .bool(isPaper), "positions": .array(positions.map(\.json)),
      "realized_pnl": .optional(realizedPnL), "exchange_equity": .optional(exchangeEquity),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let at = json["at"]?.date, let rows = json["positions"]?.elements else { return nil }
    self.init(
      at: at, isPaper: json["paper"] == true,
      positions: rows.prefix(RememberedBooks.most).compactMap(RememberedPosition.init))
    realizedPnL = json["realized_pnl"]?.number
    exchangeEquity = json["exchange_equity"]?.number
  }
}

extension DroppedRows {
  fileprivate var json: JSONValue { ["books": books.json, "confirmed": .bool(isConfirmed)] }

  fileprivate init?(_ json: JSONValue) {
    guard let books = json["books"].flatMap(RememberedBooks.init) else { return nil }
    self.init(books)
    isConfirmed = json["confirmed"] == true
  }
}

extension RememberedPosition {
  fileprivate var json: JSONValue {
    [
      "id": .optional(id), "symbol": .string(symbol), "side": .optional(side), "size": .optional(size),
      "notional": .optional(notional), "unrealized_pnl": .optional(unrealizedPnL),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let symbol = json["symbol"]?.text else { return nil }
    self.init(symbol: symbol)
    id = json["id"]?.text
    side = json["side"]?.text
    size = json["size"]?.number
    notional = json["notional"]?.number
    unrealizedPnL = json["unrealized_pnl"]?.number
  }
}

extension ForgottenBooks {
  fileprivate var json: JSONValue {
    ["books": books.json, "ended_at": .moment(endedAt), "end": .string(end.rawValue)]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let books = json["books"].flatMap(RememberedBooks.init), let at = json["ended_at"]?.date,
      let end = json["end"]?.text.flatMap(End.init)
    else { return nil }
    self.init(books, endedAt: at, by: end)
  }
}
