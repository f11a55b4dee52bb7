import HeanCore

/// A file that holds the latest snapshot only, and is replaced whole: readers see the old one or the new one.
struct SnapshotDocument: Sendable {
  let path: String

  /// Replaces the file, which everybody may read, as those of node_exporter's collector have to be.
  /// - Throws: `.notReplaceable` for a format of rows, `.notOurs` for a file that no snapshot has made.
  func write(_ snapshot: PnLSnapshot, format: SnapshotFormat) throws(SnapshotError) {
    guard !format.isAppendable else { throw .notReplaceable(format) }
    if let status = try? FileStatus.of(path), status.kind == .regular, status.size > 0 {
      let head = (try? FileContents.read(path, limit: Self.mostBytes).data) ?? Data()
      guard Self.starts.contains(where: { head.starts(with: $0.utf8) }) else { throw .notOurs(path: path) }
    }
    do throws(FileError) {
      try AtomicFile.write(Data(format.document(snapshot).utf8), to: path, permissions: .readableByAll)
    } catch {
      throw SnapshotError(error)
    }
  }

  /// How files begin that this has written.
  private static let starts = ["# HELP hean_", #"{"as_of":""#]
  private static let mostBytes = 1 << 20
}
