import HeanCore

/// Writes what the operator does at the console into the audit log.
struct LiveRecord: Sendable {
  var session: Session
  private var log: AuditLog { get throws { try AuditLog(environment: session.context.environment) } }

  /// - Returns: what was written, in words.
  func note(_ text: String, mode: OperatingMode) throws -> String {
    let note: NoteText
    do throws(NoteText.Problem) { note = try NoteText(text) } catch {
      throw Failure(.usage, error.message)
    }
    return "noted (\(try log.note(note, mode: mode, session).id)): \(note.text)"
  }

  /// From here on a signal that ends the process is recorded too.
  func unlocked(mode: OperatingMode, for span: Duration) throws {
    _ = try log.unlocked(until: session.context.now().addingTimeInterval(span.seconds), mode: mode, session)
    let record = self
    session.context.interruption.leaves(behind: { try? record.write(.ended, mode: mode) })
  }

  func locked(_ reason: ConsoleLock.Reason, mode: OperatingMode) throws {
    // A signal that has come has recorded it.
    guard session.context.interruption.isDutyLeft else { return }
    // Rather twice than not at all, when one comes right now.
    defer { session.context.interruption.leaves(behind: nil) }
    try write(reason, mode: mode)
  }

  private func write(_ reason: ConsoleLock.Reason, mode: OperatingMode) throws {
    _ = try log.locked(because: reason.rawValue, mode: mode, session)
  }
}
