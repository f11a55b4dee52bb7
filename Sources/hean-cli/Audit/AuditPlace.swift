import HeanCore

/// A place in the audit log, behind a line. It is found again in a log that was renamed, copied or cut since: not by the
/// name of the file, but by the line.
struct AuditPlace: Codable, Sendable, Equatable {
  /// Behind the line, in bytes from the start of its file.
  var offset = 0
  /// How many bytes before the offset the mark is of; 0 for a place that is no line but a time.
  var length = 0
  /// SHA-256 of these bytes.
  var mark = ""
  /// When the line was written; of a place without a line, what is not later is passed over. `nil` for the beginning.
  var time: Date?

  /// How much of the end of a line (bytes) tells it from every other: the times in two lines differ.
  static let longest = 4096

  /// Behind everything that was written before a time.
  init(before time: Date?) { self.time = time.map { $0 - 0.000_001 } }

  /// - Parameter bytes: those before the offset, with the line at their end.
  init(offset: Int, after bytes: Data.SubSequence, time: Date?) {
    let end = bytes.suffix(Self.longest)
    self.offset = offset
    length = end.count
    mark = Self.mark(of: end)
    self.time = time
  }

  static func mark(of bytes: Data.SubSequence) -> String {
    SHA256.digest(Array(bytes)).hexadecimal
  }

  /// Whether this is the file, and the line before the place still stands there.
  func isIn(_ file: FollowedFile) throws(FileError) -> Bool {
    guard length > 0, try file.size() >= offset else { return false }
    let bytes = try file.read(at: offset - length, count: length)
    return bytes.count == length && Self.mark(of: bytes[...]) == mark
  }
}
