import Foundation
import HeanCore

/// Which events are wanted. Without a wish nothing is looked into.
struct EventFilter: Sendable {
  /// Least to most severe, as the engine spells it.
  enum Severity: String, CaseIterable, Sendable {
    case info = "INFO"
    case warn = "WARN"
    case error = "ERROR"

    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  var wanted = Wanted()
  var severity: Severity?

  var isEmpty: Bool { wanted.isAll && (severity ?? .info) == .info }

  func passes(_ event: StreamEvent) -> Bool { isEmpty || event.decoded().map(passes) ?? true }

  func passes(_ record: JSONValue) -> Bool {
    if let severity, severity != .info {
      guard case .string(let word)? = record["severity"], let own = Severity(rawValue: word), own.rank >= severity.rank
      else { return false }
    }
    return has(wanted.symbol, "symbol", record) && has(wanted.strategy, "strategy_id", record)
  }

  /// Whether a value stands where the engine puts such a value: in the payload, its decision, its context, or in one of
  /// the things it lists.
  private func has(_ wanted: String?, _ key: String, _ record: JSONValue) -> Bool {
    guard wanted != nil else { return true }
    let payload = record["payload"] ?? record
    var places = [payload, record["context"], payload["decision"]].compactMap { $0 }
    for list in ["positions", "orders", "decisions", "order_decisions"] {
      if case .array(let items)? = payload[list] { places += items }
    }
    return places.contains { Wanted.matches(wanted, $0[key]?.text) }
  }
}
