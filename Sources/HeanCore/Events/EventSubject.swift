/// What an event is about, looked up wherever the engine puts it: in the payload, its decision, its context, or in one of
/// the things it lists. Cheaper than all of its values.
public struct EventSubject: Sendable {
  public var severity: EventSeverity?
  public var symbols: [String]
  public var strategies: [String]

  /// - Returns: `nil` for what cannot be read.
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
