import HeanCore

/// Quirk `latch-unseen`: under a latch the engine writes a warning for each tick of each position, and these push the
/// record of the stop out of its log.
struct LogFlood: Sendable, Codable {
  /// The simulated seconds between which it was written.
  var first: Int
  var last: Int
  /// Whether the log was full of them once. It stays full.
  var isFull = false

  /// As many records as the engine's log keeps.
  static let ring = 5_000
  static let eachSecond = 110
  /// Seconds after which they fill the log.
  static let reach = ring / eachSecond

  var records: Int { min((last - first) * Self.eachSecond, Self.ring) }
}

extension World {
  /// Writes the warnings of a second, and drops what they push out.
  mutating func workLatch() {
    guard has(.latchUnseen), killSwitch.latch else { return }
    var flood = self.flood ?? LogFlood(first: second, last: second)
    if flood.last < second - 1 { flood.first = second }
    flood.last = second
    if flood.records >= LogFlood.ring - log.count {
      flood.isFull = true
      log.removeAll { $0.second < second - LogFlood.reach }
    }
    self.flood = flood
  }

  /// The newest records of the log, each with a number.
  /// - Parameter least: how many of the warnings are needed.
  func recentLog(_ least: Int) -> [(Int, LogRecord)] {
    let own = Array(log.enumerated().reversed().map { ($0.offset, $0.element) })
    guard let flood else { return own }
    let first = max(flood.first, flood.last - min(LogFlood.reach, least / LogFlood.eachSecond))
    let warnings = (first...flood.last).reversed().flatMap { second in
      (1...LogFlood.eachSecond).map { number in
        (
          second * LogFlood.eachSecond + number,
          LogRecord(
            second: second, level: "WARNING", logger: "hean.risk.risk_sentinel",
            message: "RiskSentinel envelope computation failed")
        )
      }
    }
    return (own + warnings).sorted { $0.1.second > $1.1.second }
  }
}
