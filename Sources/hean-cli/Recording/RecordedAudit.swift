import HeanCore

/// Copies what is new in the audit log, where it is about one engine or about none, into the record.
struct RecordedAudit: Sendable {
  private let cursor: AuditCursor
  private var reader: AuditReader
  private var place: AuditPlace
  private let isOfEngine: @Sendable (AuditRecord) -> Bool
  private var isKept = true

  /// Goes on behind the line that was copied last; for the first time, behind the last line there is.
  /// - Throws: when the place cannot be read.
  init(
    of engine: String, environment: [String: String], isOfEngine: @escaping @Sendable (AuditRecord) -> Bool
  ) throws {
    cursor = try AuditCursor("record-\(engine)", environment: environment)
    let path = try AuditLog(environment: environment).path
    reader = AuditReader(path: path)
    place = try cursor.load() ?? AuditReader.end(of: path)
    self.isOfEngine = isOfEngine
  }

  /// The lines that are new.
  mutating func next() throws -> [RecordLine] {
    var lines: [RecordLine] = []
    while true {
      let piece = try reader.next(after: place)
      guard let last = piece.lines.last else { break }
      for case (let entry?, _) in piece.lines where isOfEngine(entry.record) {
        guard let time = entry.record.time else { continue }
        let key = "\(entry.record.id)/\(entry.record.step)/\(entry.record.kind)"
        lines.append(RecordLine(at: time, kind: .audit, key: key, body: entry.record.json))
      }
      (place, isKept) = (last.place, false)
    }
    return lines
  }

  /// Keeps how far it is. What is copied is in the record by then, so that a kill in between copies a line twice, and
  /// leaves none out.
  mutating func keep() throws {
    guard !isKept else { return }
    try PrivateDirectory.make(PathParts.directory(of: cursor.path))
    try cursor.keep(place, isDurable: false)
    isKept = true
  }
}
