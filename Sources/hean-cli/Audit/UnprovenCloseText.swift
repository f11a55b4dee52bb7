import Foundation
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
    guard let runs = try? AuditLog(environment: context.environment).closes(), !runs.isEmpty else { return [] }
    return UnprovenClose.all(in: runs.filter { $0.isAbout(self) }, answer, now: context.now())
  }
}

extension AuditLog {
  /// Runs that closed a position.
  func closes() -> [AuditRun] {
    latest().filter { $0.verb?.hasPrefix("positions.close") == true || $0.verb == "panic" }
  }
}
