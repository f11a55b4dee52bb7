import HeanCore

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
      let runs = try AuditLog(environment: context.environment).latest().filter { $0.isAbout(self) }
      // At a moment of the past nothing had been sent that was sent later.
      guard let moment = record?.moment else { return runs }
      return runs.filter { $0.time.map { $0 <= moment } ?? false }
    } catch {
      if context.once.isFirst("audit log") {
        warn("what was sent from here is not known: \(Failure(error, url: sourceURL).message)")
      }
      return []
    }
  }
}
