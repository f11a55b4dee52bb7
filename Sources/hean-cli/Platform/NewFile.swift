import HeanCore

/// A file that is written whole, where none was before.
enum NewFile {
  /// Only the owner can read it.
  /// - Throws: `FileError`; `.failed` when something of this name is there already.
  static func write(_ data: Data, to path: String) throws(FileError) {
    guard (try? FileStatus.of(path, followingLinks: false)) == nil else {
      throw .failed(operation: "write", path: path, reason: "it is there already; choose another name")
    }
    try AtomicFile.write(data, to: path, permissions: .ownerOnly)
  }
}
