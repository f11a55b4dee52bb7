import HeanCore

/// One of the two files of a day, open for appending. It is opened again when somebody moved it away.
final class RecordDayFile {
  let path: String
  private var file: FileHandle?
  private var isSynchronized = true

  /// `LockedFile` cannot be in an optional that is changed in place.
  private final class FileHandle {
    let file: LockedFile
    init(_ path: String) throws(FileError) {
      file = try LockedFile(path: path, permissions: .ownerOnly, deadline: RecordDayFile.patience)
    }
  }

  /// How long to wait for somebody who holds the file, such as a recorder that is just being ended.
  private static let patience = Duration.seconds(5)
  /// The longest line (bytes) that is looked for: an answer of an engine with long lists.
  private static let longestLine = 16 << 20

  init(path: String) { self.path = path }

  /// Size in bytes; 0 for a file that is not there.
  var size: Int { (try? FileStatus.of(path, followingLinks: false).size) ?? 0 }

  /// Appends all of it in one write, or nothing.
  func append(_ lines: Data) throws(FileError) {
    let handle = try opened()
    try handle.file.append(lines)
    isSynchronized = false
  }

  /// Returns once everything that was appended is on the disk.
  func synchronize() throws(FileError) {
    guard !isSynchronized, let file else { return }
    try file.file.synchronize()
    isSynchronized = true
  }

  private func opened() throws(FileError) -> FileHandle {
    if let file, try file.file.isStillNamed() { return file }
    file = nil
    if let status = try? FileStatus.of(path, followingLinks: false), status.kind != .regular {
      throw .notRegular(path: path, kind: status.kind)
    }
    let handle = try FileHandle(path)
    try handle.file.setAsideUnendedLine(longest: Self.longestLine, within: Self.patience)
    file = handle
    return handle
  }
}
