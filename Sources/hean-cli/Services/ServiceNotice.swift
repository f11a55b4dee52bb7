import HeanCore

/// Says something to the service manager that started this process, as systemd's sd_notify does: a datagram to the socket
/// that a variable names. Whoever started it another way hears nothing.
struct ServiceNotice: Sendable {
  private let path: String?
  /// Time between two signs of life: a third of what the manager waits for.
  let pace: Duration

  init(environment: [String: String]) {
    path = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    let limit = environment["WATCHDOG_USEC"].flatMap(Int64.init).map { Duration.microseconds($0) }
    pace = min(.seconds(10), max(.milliseconds(100), (limit ?? .seconds(30)) / 3))
  }

  /// Whether a manager listens.
  var isHeard: Bool { path != nil }

  /// Sends one message. That nobody takes it changes nothing.
  func send(_ text: String) {
    if let path { try? LocalDatagram.send(Array(text.utf8), to: path) }
  }
}
