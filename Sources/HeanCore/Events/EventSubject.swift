/// The symbols and strategies that an event names in its payload, its decision, its context, or the things it lists.
/// Cheaper to read than all of its values.
public struct EventSubject: Sendable {
  /// What the engine says; `nil` for flat messages and snapshots.
  public var severity: EventSeverity?
  /// Every symbol that the event names, as `BTCUSDT`; one can come several times, and the list can be empty.
  public var symbols: [String]
  /// Every strategy that the event names, by its id; one can come several times, and the list can be empty.
  public var strategies: [String]

  /// - Returns: `nil` when the event's body cannot be read.
  public init?(_ event: StreamEvent) {
    guard let document = try? WireDocument(event.body), let record = EventFields(document.root) else { return nil }
    severity = record.text("severity").flatMap(EventSeverity.init(rawValue:))
    let payload = record.fields("payload") ?? record
    var places = [payload, record.fields("context"), payload.fields("decision")].compactMap { $0 }
    for list in Self.lists { places += payload.items(list) }
    symbols = places.compactMap { $0.text("symbol") }
    strategies = places.compactMap { $0.text("strategy_id") }
  }

  private static let lists: [StaticString] = ["positions", "orders", "decisions", "order_decisions"]
}
