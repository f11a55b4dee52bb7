import HeanCore

/// The engine's life cycle and everything an operator can set, apart from the kill switch and the governor.
struct Control: Sendable, Codable {
  enum Phase: String, Sendable, Codable { case running, paused, stopped }

  var phase = Phase.running
  /// The engine's `stop_trading` flag. While the risk sentinel is on, it is only shown and stops nothing.
  var stopTrading = false
  /// Whether the emergency stop was triggered. Only a new process clears it.
  var isEmergency = false
  /// Whether a resume on a stopped engine has taken the engine's lock, which it never releases.
  var isDeadlocked = false
  /// A slow stop in progress; the engine keeps working until it ends.
  var stopping: Stopping?
  var quarantined: [String] = []
  var limits = Limits()
  var settings = Settings()
  /// Requests by route in the current minute.
  var visits: [String: RequestCount] = [:]

  struct Stopping: Sendable, Codable {
    var since: Int
    var until: Int
    var startsAgain: Bool
  }

  struct RequestCount: Sendable, Codable {
    /// Minutes since 1970.
    var minute: Int
    var count: Int
  }

  /// The values of `/risk/limits`; only `maxOpenPositions` is enforced.
  struct Limits: Sendable, Codable {
    var maxOpenPositions = 10
    var maxDailyAttempts = 120
    var maxExposure: Decimal = 1000
    var minNotional: Decimal = 5
    var cooldownSeconds = 120
  }

  /// Counts one more request on a route.
  /// - Returns: whether it is within the limit for a minute.
  mutating func admit(_ route: String, limit: Int, at now: Date) -> Bool {
    let minute = Int(now.timeIntervalSince1970) / 60
    var visits = visits[route] ?? RequestCount(minute: minute, count: 0)
    if visits.minute != minute { visits = RequestCount(minute: minute, count: 0) }
    visits.count += 1
    self.visits[route] = visits
    return visits.count <= limit
  }
}
