import Foundation
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Replaces whole files so that a reader, or a power cut, meets either the old or the new content.
enum AtomicFile {
  /// Writes a neighbour of `path`, brings it to disk and renames it over `path`. A symbolic link keeps pointing: the file
  /// behind it is replaced.
  /// - Parameter permissions: exactly these, whatever the umask or the old file had.
  static func write(_ data: Data, to path: String, permissions: FilePermissions) throws(FileError) {
    let target = behindLinks(path)
    // Renaming over a device would take it away from the whole machine.
    if let status = try? FileStatus.of(target, followingLinks: false),
      [.characterDevice, .blockDevice, .pipe, .socket].contains(status.kind)
    {
      throw .notRegular(path: path, kind: status.kind)
    }
    let name = (target as NSString).lastPathComponent
    let directory = (target as NSString).deletingLastPathComponent
    let temporary = (directory as NSString).appendingPathComponent(".\(name).\(UUID().uuidString).new")
    do throws(FileError) {
      let file = try OpenDescriptor(temporary, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      try check(fchmod(file.number, mode_t(permissions.rawValue)), "set the permissions of", path)
      let code = unsafe data.withUnsafeBytes { unsafe SystemCall.writeAll($0, to: file.number) }
      guard code == 0 else { throw FileError.of(code, "write", path) }
      try file.synchronize()
      try check(unsafe rename(temporary, target), "replace", path)
      try OpenDescriptor.synchronizeDirectory(of: target)
    } catch {
      _ = unsafe unlink(temporary)
      throw error.naming(path)
    }
  }

  private static func check(_ result: Int32, _ operation: String, _ path: String) throws(FileError) {
    guard result == 0 else { throw FileError.of(errno, operation, path) }
  }

  private static func behindLinks(_ path: String) -> String {
    guard let status = try? FileStatus.of(path, followingLinks: false), status.kind == .symbolicLink else {
      return path
    }
    return URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}

extension FileError {
  /// The same error about the file the caller knows, not about a temporary neighbour.
  fileprivate func naming(_ path: String) -> FileError {
    switch self {
    case .notFound: .failed(operation: "write", path: path, reason: SystemCall.reason(ENOENT))
    case .failed(let operation, _, let reason): .failed(operation: operation, path: path, reason: reason)
    case .notRegular, .lockTimedOut, .tooLarge: self
    }
  }
}
