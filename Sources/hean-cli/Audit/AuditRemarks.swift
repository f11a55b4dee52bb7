import HeanCore

/// What an operator writes down, as it is kept.
struct NoteText: Sendable, Equatable {
  enum Problem: Error, Equatable {
    case empty
    /// The number of characters that it has.
    case tooLong(Int)

    var message: String {
      switch self {
      case .empty: "a note has words"
      case .tooLong(let count): "a note has \(NoteText.longest) characters at most, and this one has \(count)"
      }
    }
  }

  /// In characters.
  static let longest = 1_000

  /// One line without control characters, and without spaces around it.
  let text: String

  init(_ typed: String) throws(Problem) {
    text = sanitized(typed).trimmed()
    guard !text.isEmpty else { throw .empty }
    // Each scalar counts: otherwise one letter with endless accents would be short.
    let count = text.unicodeScalars.count
    guard count <= Self.longest else { throw .tooLong(count) }
  }
}

/// What operators write down or do without a call. Each returns once the line is on the disk, and throws when it could not
/// be written: what has to be recorded must not be done then.
extension AuditLog {
  /// - Parameter mode: of the engine that the note is about; `nil` when it is not known.
  func note(_ note: NoteText, mode: OperatingMode? = nil, _ session: Session) throws -> AuditRecord {
    try write(AuditRecord.Remark(.note, text: note.text), mode, session)
  }

  /// A console may send from now on.
  func unlocked(until end: Date, reason: String? = nil, mode: OperatingMode, _ session: Session) throws -> AuditRecord {
    try write(AuditRecord.Remark(.unlock, reason: reason, until: end), mode, session)
  }

  /// A console only reads from now on.
  func locked(because reason: String, mode: OperatingMode, _ session: Session) throws -> AuditRecord {
    try write(AuditRecord.Remark(.lock, reason: reason), mode, session)
  }

  /// An assistant called a tool, or is about to have it carried out.
  /// - Parameters:
  ///   - text: the call, and what became of it.
  ///   - client: as it names itself.
  func called(_ text: String, by client: String, mode: OperatingMode?, _ session: Session) throws -> AuditRecord {
    try write(AuditRecord.Remark(.call, text: text, reason: client), mode, session)
  }

  private func write(
    _ remark: AuditRecord.Remark, _ mode: OperatingMode?, _ session: Session
  ) throws -> AuditRecord {
    var remark = remark
    (remark.user, remark.host) = (UserName.current, HostName.current)
    let now = session.context.now()
    let record = AuditRecord(
      id: AuditRecord.newID(at: now, random: session.context.random), step: 1, time: now, mode: mode?.rawValue,
      profile: session.profile, url: session.engineDoubt == nil ? session.sourceURL : nil, content: .remark(remark))
    try append(record)
    return record
  }
}
