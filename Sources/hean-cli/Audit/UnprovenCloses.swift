import Foundation
import HeanCore

extension UnprovenClose {
  /// More are counted only.
  static let shown = 3

  func words(_ session: Session) -> Guidance {
    let moment = session.clock(at)
    return isStillOpen
      ? """
      Close of \(what) at \(moment) was refused, and it is still open; close it at the exchange itself: \
      \(.query(.auditRecord, id))
      """
      : "Close of \(what) at \(moment) was not confirmed; check the exchange itself: \(.query(.auditRecord, id))"
  }
}

extension Session {
  /// Closes sent from here to this engine that nothing has proved.
  func unprovenCloses(_ answer: PositionsAnswer) -> [UnprovenClose] {
    guard let runs = try? AuditLog(environment: context.environment).closes(), !runs.isEmpty else { return [] }
    return UnprovenClose.all(in: runs.filter { $0.isAbout(self) }, answer, now: context.now())
  }
}

extension AuditLog {
  /// Runs that closed something.
  func closes() -> [AuditRun] {
    latest().filter { $0.verb?.hasPrefix("positions.close") == true || $0.verb == "panic" }
  }
}
