import HeanCore

extension UnprovenClose {
  /// How many are shown; the others are only counted.
  static let maxListed = 3

  func words(_ session: Session, _ mode: OperatingMode) -> Guidance {
    let moment = session.timestamp(at)
    if mode.isPaper {
      return isStillOpen
        ? "Close of \(what) at \(moment) was refused, and it is still open: \(.query(.auditRecord, id))"
        : "Close of \(what) at \(moment) was not confirmed: \(.query(.auditRecord, id))"
    }
    return isStillOpen
      ? """
      Close of \(what) at \(moment) was refused, and it is still open; close it at the exchange itself: \
      \(.query(.auditRecord, id))
      """
      : "Close of \(what) at \(moment) was not confirmed; check the exchange itself: \(.query(.auditRecord, id))"
  }
}

extension Session {
  /// Closes that this console sent to this engine and whose effect was never confirmed.
  func unprovenCloses(_ answer: PositionsAnswer) -> [UnprovenClose] {
    let closes = latestCloses
    return closes.isEmpty ? [] : UnprovenClose.all(in: closes, answer, now: context.now())
  }

  /// Those of the latest runs that closed a position, also by a name that only another version knows.
  var latestCloses: [AuditRun] {
    latestRuns.filter { run in
      run.operation?.isClose ?? (run.verb?.hasPrefix(OperationName.closePositions.rawValue) == true)
    }
  }

  /// What this console lately sent to this engine. An audit log that cannot be read is told once, and then tells nothing.
  var latestRuns: [AuditRun] {
    do {
      return try AuditLog(environment: context.environment).latest().filter { $0.isAbout(self) }
    } catch {
      if context.once.isFirst("audit log") {
        warn("what was sent from here is not known: \(Failure(error, url: sourceURL).message)")
      }
      return []
    }
  }
}
