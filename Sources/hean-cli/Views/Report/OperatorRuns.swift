import HeanCore

/// What this console sent to the engine in the time of a report, by the audit log.
struct OperatorRuns: Sendable {
  /// Oldest first.
  var runs: [AuditRun] = []
  /// What of the audit log could not be read, of any engine.
  var unread: [String] = []
  /// Why the audit log could not be read at all; `nil` when it was.
  var failure: String?

  /// What could not be read.
  var missing: [String] {
    [failure.map { "the audit log: \($0)" }].compactMap(\.self) + unread
  }
}
