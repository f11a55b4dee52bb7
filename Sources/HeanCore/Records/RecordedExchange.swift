/// A look at the exchange as a line of the record: the rows in the shape in which the exchange sends them, or why they are
/// not known.
extension ExchangeLook {
  /// What is recorded of it. When it was is told by the line.
  var recorded: JSONValue {
    func list<Row>(_ rows: Result<[Row], ExchangeUnseen>, _ wire: (Row) -> JSONValue) -> JSONValue {
      switch rows {
      case .success(let rows): .array(rows.map(wire))
      case .failure(let unseen): ["unseen": .string(unseen.reason)]
      }
    }
    return [
      "mode": .string(mode.rawValue), "positions": list(positions, \.recorded), "orders": list(orders, \.recorded),
    ]
  }

  /// - Returns: `nil` for what is no such line.
  init?(recorded: JSONValue, at: Date) {
    func list<Row: WireDecodable>(_ value: JSONValue?, _: Row.Type) -> Result<[Row], ExchangeUnseen>? {
      switch value {
      case .array(let values)?:
        let rows = values.compactMap { try? Row(from: WireDocument(JSONText.data($0)).root) }
        return rows.count == values.count ? .success(rows) : nil
      case .object(let members)?: return members["unseen"]?.text.map { .failure(ExchangeUnseen($0)) }
      default: return nil
      }
    }
    guard let mode = recorded["mode"]?.text.flatMap(OperatingMode.init(rawValue:)),
      let positions = list(recorded["positions"], ExchangePosition.self),
      let orders = list(recorded["orders"], ExchangeOrder.self)
    else { return nil }
    self.init(positions: positions, orders: orders, mode: mode, at: at)
  }
}

extension Recording.Exchange {
  /// A look at the exchange behind the engine, which stands in the record beside the engine's answers.
  package init(_ look: ExchangeLook) {
    self.init(
      RecordPlan.exchange.request,
      .success(RESTResponse(status: 200, body: JSONText.data(look.recorded), receivedAt: look.at)))
  }
}

/// The exchange as a record has it: it is not asked.
private struct RecordedWitness: ExchangeWitness {
  let known: ExchangeLook

  func look(within limit: Duration?) async -> ExchangeLook { known }
  func latest() async -> ExchangeLook? { known }
}

extension RecordedEngine {
  /// What the exchange showed at the end of the recorded time; `nil` where the recorder never looked there.
  package var witness: (any ExchangeWitness)? {
    guard let answer = past.answers[RecordPlan.exchange.request.key],
      let kept = try? JSONValue(reading: Data(answer.body)), let body = kept["body"],
      let look = ExchangeLook(recorded: body, at: answer.at)
    else { return nil }
    // It is recorded again after a while even if nothing has changed: what is older was not looked at any more.
    let age = past.until.timeIntervalSince(answer.at)
    guard age > RecordPlan.exchange.longest + 2 * RecordPlan.pace else { return RecordedWitness(known: look) }
    let reason = "the recorder had not looked there for \(Spans.text(age))"
    return RecordedWitness(known: ExchangeLook(unseen: ExchangeUnseen(reason), mode: look.mode, at: answer.at))
  }
}

extension ExchangePosition {
  fileprivate var recorded: JSONValue {
    .known([
      "symbol": .string(symbol), "side": side.map { .string($0.exchangeWord) }, "size": size.map(JSONValue.number),
      "avgPrice": entryPrice.map(JSONValue.number), "markPrice": markPrice.map(JSONValue.number),
      "positionValue": value.map(JSONValue.number), "unrealisedPnl": unrealizedPnL.map(JSONValue.number),
      "leverage": leverage.map(JSONValue.number), "liqPrice": liquidationPrice.map(JSONValue.number),
      "takeProfit": takeProfit.map(JSONValue.number), "stopLoss": stopLoss.map(JSONValue.number),
      "positionIM": initialMargin.map(JSONValue.number), "positionMM": maintenanceMargin.map(JSONValue.number),
      "tradeMode": isolatedMargin.map { _ in 1 }, "positionBalance": isolatedMargin.map(JSONValue.number),
      "adlRankIndicator": autoDeleveragingRank.map { .number(Decimal($0)) },
      "positionIdx": index.map { .number(Decimal($0)) }, "positionStatus": status.map(JSONValue.string),
      "createdTime": openedAt.map(JSONValue.stamp), "updatedTime": updatedAt.map(JSONValue.stamp),
    ])
  }
}

extension ExchangeOrder {
  fileprivate var recorded: JSONValue {
    .known([
      "orderId": .string(id), "orderLinkId": linkID.map(JSONValue.string), "symbol": .string(symbol),
      "side": side.map { .string($0.rawValue) }, "orderType": type.map(JSONValue.string),
      "qty": size.map(JSONValue.number), "cumExecQty": filledSize.map(JSONValue.number),
      "price": price.map(JSONValue.number), "triggerPrice": triggerPrice.map(JSONValue.number),
      "orderStatus": status.map(JSONValue.string), "timeInForce": timeInForce.map(JSONValue.string),
      "reduceOnly": isReduceOnly.map(JSONValue.bool), "stopOrderType": stopType.map(JSONValue.string),
      "createdTime": createdAt.map(JSONValue.stamp), "updatedTime": updatedAt.map(JSONValue.stamp),
    ])
  }
}

extension PositionSide {
  /// As the exchange writes it.
  fileprivate var exchangeWord: String {
    switch self {
    case .long: "Buy"
    case .short: "Sell"
    case .unknown(let word): word
    }
  }
}

extension JSONValue {
  /// Only the members that are known.
  fileprivate static func known(_ members: [String: JSONValue?]) -> JSONValue {
    .object(members.compactMapValues(\.self))
  }

  /// Milliseconds since 1970, as the exchange has times.
  fileprivate static func stamp(_ date: Date) -> JSONValue {
    .number(Decimal(Int(clamping: (date.timeIntervalSince1970 * 1000).rounded())))
  }
}
