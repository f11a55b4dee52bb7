import HeanCore

/// Selects events by symbol, strategy and severity. When nothing is selected, all events pass and are not decoded.
struct EventFilter: Sendable {
  var wanted = NameFilter()
  var severity: EventSeverity?

  var isEmpty: Bool { wanted.isAll && (severity ?? .info) == .info }

  func passes(_ event: StreamEvent) -> Bool { isEmpty || EventSubject(event).map(passes) ?? true }

  private func passes(_ subject: EventSubject) -> Bool {
    if let severity, severity != .info {
      guard let own = subject.severity, own >= severity else { return false }
    }
    return has(wanted.symbol, subject.symbols) && has(wanted.strategy, subject.strategies)
  }

  private func has(_ wanted: String?, _ values: [String]) -> Bool {
    wanted == nil || values.contains { NameFilter.matches(wanted, $0) }
  }
}
