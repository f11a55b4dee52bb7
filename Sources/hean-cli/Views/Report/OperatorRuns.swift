import HeanCore

/// What this console sent to the engine in the time of a report, and what operators wrote down, by the audit log.
struct OperatorRuns: Sendable {
  /// Oldest first.
  var items: [AuditItem] = []
  /// What of the audit log could not be read, of any engine.
  var unread: [String] = []
  /// Why the audit log could not be read at all; `nil` when it was.
  var failure: String?

  /// Those that sent something, oldest first.
  var runs: [AuditRun] { items.compactMap(\.run) }

  /// What could not be read.
  var missing: [String] {
    [failure.map { "the audit log: \($0)" }].compactMap(\.self) + unread
  }
}
