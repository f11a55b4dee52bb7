import HeanCore

/// One change of an order's status, as a screen shows it.
struct OrderTimeline: Sendable {
  var status: OrderStatus?
  var at: Date?
  /// Seconds since the change before; `nil` for the first, and where a time is not known.
  var after: TimeInterval?

  static func rows(_ order: Order) -> [OrderTimeline] {
    var before: Date?
    return order.timeline.map { step in
      defer { before = step.at }
      return OrderTimeline(
        status: step.status, at: step.at, after: step.at.flatMap { at in before.map { at.timeIntervalSince($0) } })
    }
  }

  static let fields: [Field<OrderTimeline>] = [
    .moment("at", "WHEN", "when the status changed", priority: 100) { $0.at },
    Field("after", "AFTER", "since the change before", .trailing, priority: 80) {
      $0.after
    } cell: {
      Cell($0.after.map { "+" + Figures.text(Decimal(shown: $0), places: 3) + " s" } ?? "", .faint)
    },
    Field("status", "STATUS", "from then on", priority: 99) {
      $0.status
    } cell: {
      $0.status.map { Cell($0.rawValue, OrderFields.style($0)) } ?? Cell("not known", .faint)
    },
  ]
}
