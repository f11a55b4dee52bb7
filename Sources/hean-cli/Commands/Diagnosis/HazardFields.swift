import HeanCore

/// What puts money at risk, as fields of JSON. On screens the diagnosis tells it in words.
enum HazardFields {
  static func all<Row>(
    _ commands: CommandLines, _ diagnosis: @escaping @Sendable (Row) -> Diagnosis
  ) -> [Field<Row>] {
    [
      Field(
        "hazards", "",
        "what puts money at risk, most urgent first: kind (\(kinds)), message, sources, next_step", priority: 0
      ) { row in
        .array(diagnosis(row).hazards.map { json($0, commands) })
      },
      Field(
        "orders_after_stop", "",
        "orders made although trading is stopped: stop (kind, at, source, cause, seen_late), since_stop, going_on, orders, "
          + "orders_notional (USDT), last_order_at, last_order_age_seconds, opened (symbol, side, size, notional, "
          + "opened_at), opened_notional (USDT); null when nothing shows any",
        priority: 0
      ) { row in
        diagnosis(row).ordersAfterStop.map(json) ?? .null
      },
    ]
  }

  private static var kinds: String { Hazard.Kind.allCases.map(\.rawValue).joined(separator: ", ") }

  static func json(_ hazard: Hazard, _ commands: CommandLines) -> JSONValue {
    [
      "kind": .string(hazard.kind.rawValue), "message": .string(hazard.message),
      "sources": .array(hazard.sources.map { .string($0) }),
      "next_step": .optional(hazard.nextStep.map { commands($0) }),
    ]
  }

  private static func json(_ orders: OrdersAfterStop) -> JSONValue {
    [
      "stop": orders.stop.map(json) ?? .null, "since_stop": .bool(orders.isSince),
      "going_on": .bool(orders.isGoingOn), "orders": .optional(orders.orders),
      "orders_notional": .optional(orders.orderedNotional), "last_order_at": .time(orders.lastOrderAt),
      "last_order_age_seconds": .optional(orders.age),
      "opened": .array(
        orders.opened.map { position in
          [
            "symbol": .string(position.symbol), "side": .optional(position.side?.rawValue),
            "size": .optional(position.size), "notional": .optional(position.notional),
            "opened_at": .time(position.openedAt),
          ]
        }),
      "opened_notional": .optional(orders.openedNotional),
    ]
  }

  static func json(_ stop: StopMoment) -> JSONValue {
    [
      "kind": .string(stop.kind.rawValue), "at": .time(stop.at), "source": .string(stop.source),
      "cause": .string(stop.cause), "seen_late": .bool(stop.isSeenLate),
    ]
  }
}
