import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Directories that only their owner can use.
enum PrivateDirectory {
  /// Creates the directory and its missing parents, each with mode 0700. Existing directories keep their mode.
  static func make(_ path: String) throws(FileError) {
    let parent = PathParts.directory(of: path)
    if unsafe mkdir(path, mode_t(FilePermissions.ownerDirectory.rawValue)) == 0 { return }
    switch errno {
    case EEXIST:
      let kind = try FileStatus.of(path).kind
      guard kind == .directory else {
        throw .failed(operation: "make the directory", path: path, reason: "it is \(kind.phrase)")
      }
    case ENOENT where parent != path && parent != ".":
      try make(parent)
      // Another process may have created it first.
      if unsafe mkdir(path, mode_t(FilePermissions.ownerDirectory.rawValue)) != 0, errno != EEXIST {
        throw .failed(operation: "make the directory", path: path, reason: SystemCall.reason(errno))
      }
    case let code:
      throw .failed(operation: "make the directory", path: path, reason: SystemCall.reason(code))
    }
  }

  /// Removes a file. A missing file is not an error.
  /// - Returns: whether the file existed.
  @discardableResult
  static func remove(file path: String) throws(FileError) -> Bool {
    if unsafe unlink(path) == 0 { return true }
    if errno == ENOENT { return false }
    throw .failed(operation: "remove", path: path, reason: SystemCall.reason(errno))
  }
}
