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

  func unlocked(mode: OperatingMode, for span: Duration) throws {
    _ = try log.unlocked(until: session.context.now().addingTimeInterval(span.seconds), mode: mode, session)
  }

  func locked(_ reason: ConsoleLock.Reason, mode: OperatingMode) throws {
    _ = try log.locked(because: reason.rawValue, mode: mode, session)
  }
}
