import HeanCore

/// What puts money at risk, as fields of JSON. On screens the diagnosis tells it in words.
enum HazardFields {
  static func all<Row>(
    _ commands: CommandLines, _ diagnosis: @escaping @Sendable (Row) -> Diagnosis
  ) -> [Field<Row>] {
    [
      .parts(
        "hazards", "",
        "what puts money at risk, most urgent first: kind (\(kinds)), message, sources, next_step", of: hazard(commands)
      ) { diagnosis($0).hazards },
      .part(
        "orders_after_stop", "",
        "orders made although trading is stopped: stop (kind, at, source, cause, seen_late), since_stop, going_on, orders, "
          + "orders_notional (USDT), last_order_at, last_order_age_seconds, opened (symbol, side, size, notional, "
          + "opened_at), opened_notional (USDT); null when nothing shows any",
        of: ordersAfterStop
      ) { diagnosis($0).ordersAfterStop },
    ]
  }

  private static var kinds: String { Hazard.Kind.allCases.map(\.rawValue).joined(separator: ", ") }

  /// What puts money at risk.
  static func hazard(_ commands: CommandLines) -> [Field<Hazard>] {
    [
      .member("kind") { $0.kind }, .member("message") { $0.message }, .member("sources") { $0.sources },
      .member("next_step") { $0.nextStep.map { commands($0) } },
    ]
  }

  private static let ordersAfterStop: [Field<OrdersAfterStop>] = [
    .part("stop", "", "", of: stop) { $0.stop },
    .member("since_stop") { $0.isSince }, .member("going_on") { $0.isGoingOn }, .member("orders") { $0.orders },
    .member("orders_notional", unit: .usdt) { $0.orderedNotional },
    .member("last_order_at") { $0.lastOrderAt },
    .member("last_order_age_seconds", unit: .seconds) { $0.age },
    .parts("opened", "", "", of: opened) { $0.opened },
    .member("opened_notional", unit: .usdt) { $0.openedNotional },
  ]

  private static let opened: [Field<Position>] = [
    .member("symbol") { $0.symbol }, .member("side") { $0.side }, .member("size", unit: .size) { $0.size },
    .member("notional", unit: .usdt) { $0.notional }, .member("opened_at") { $0.openedAt },
  ]

  /// A stop, as it is remembered.
  static let stop: [Field<StopMoment>] = [
    .member("kind") { $0.kind }, .member("at") { $0.at }, .member("source") { $0.source },
    .member("cause") { $0.cause }, .member("seen_late") { $0.isSeenLate },
  ]
}
