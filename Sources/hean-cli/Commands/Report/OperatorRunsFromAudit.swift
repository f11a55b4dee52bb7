import HeanCore

extension OperatorRuns {
  /// Reads the audit log.
  init(_ session: Session, at times: TimeFilter) {
    self.init()
    do {
      let read = try AuditLog(environment: session.context.environment).runs()
      items = read.items.filter { $0.remark?.kind != .call && $0.isAbout(session) && times.takes($0.time) }
      unread = read.missing
    } catch {
      failure = Failure(error, url: session.sourceURL).message
    }
  }
}
