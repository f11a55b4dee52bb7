#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The room on the disk of a folder, for those who are not root.
struct DiskRoom: Sendable {
  var freeBytes: Int64
  var allBytes: Int64

  /// - Parameter folder: if it does not exist yet, the one counts in which it would be made.
  /// - Returns: `nil` when the system does not tell.
  init?(of folder: String) {
    var path = folder
    var found = statvfs()
    while unsafe statvfs(path, &found) != 0 {
      guard errno == ENOENT, path != "/", !path.isEmpty else { return nil }
      path = PathParts.directory(of: path)
    }
    guard found.f_blocks > 0, found.f_frsize > 0 else { return nil }
    freeBytes = Int64(clamping: found.f_bavail.multipliedReportingOverflow(by: found.f_frsize).partialValue)
    allBytes = Int64(clamping: found.f_blocks.multipliedReportingOverflow(by: found.f_frsize).partialValue)
  }
}
