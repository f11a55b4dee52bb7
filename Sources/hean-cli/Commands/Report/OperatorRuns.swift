import HeanCore

/// What this console sent to the engine in the time of a report, by the audit log.
struct OperatorRuns: Sendable {
  /// Oldest first.
  var runs: [AuditRun] = []
  /// What of the audit log could not be read, of any engine.
  private var unread: [String] = []
  /// Why the audit log could not be read at all; `nil` when it was.
  var failure: String?

  init(_ session: Session, at times: TimeFilter) {
    do {
      let read = try AuditLog(environment: session.context.environment).runs()
      runs = read.runs.filter { $0.isAbout(session) && times.takes($0.time) }
      unread = read.missing
    } catch {
      failure = Failure(error, url: session.sourceURL).message
    }
  }

  /// What could not be read.
  var missing: [String] {
    [failure.map { "the audit log: \($0)" }].compactMap(\.self) + unread
  }
}
