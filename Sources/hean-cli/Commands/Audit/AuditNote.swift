import HeanCore

extension AuditCommand {
  struct Note: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.changesMachine
    static var documents: [OutputDocument] { [OutputDocument(.audit, "audit_note", AuditLineFields.note, .object)] }
    static let words = Operand(
      "TEXT", each: .text(), help: "what to write down; \(NoteText.longest) characters at most")
    static let spec = CommandSpec(
      name: "note", summary: "Write something down in the log",
      discussion: """
        For who reads the log later: with time, user, host and the engine that is meant. Nothing is sent. It stands in \
        'audit', in exports and in 'report'. Lines are never changed, so write no secrets.
        """,
      examples: [Example("hean audit note 'paused for maintenance of the host'", "for the next shift")],
      operands: [words])

    var note: NoteText

    init(_ line: ParsedLine) throws(UsageError) {
      let words = try line[Self.words]
      do throws(NoteText.Problem) {
        note = try NoteText(words.joined(separator: " "))
      } catch {
        throw .contradiction(error.message, nextStep: "give it in quotes")
      }
    }

    func run(_ session: Session) async throws -> Output {
      let record = try AuditLog(environment: session.context.environment).note(note, session)
      var report = session.localReport("audit_note")
      report.payload = .object(AuditLineFields.note, AuditEntry(record: record))
      report.screen.line(Cell("noted (\(record.id)): \(note.text)"))
      report.screen.hint(.query(.auditRecord, record.id))
      return .report(report)
    }
  }
}
