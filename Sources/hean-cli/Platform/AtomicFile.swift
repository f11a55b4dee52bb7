import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Replaces whole files so that a reader sees either the old or the new content, also after a power failure.
enum AtomicFile {
  /// Writes a temporary file next to `path`, synchronizes it to disk and renames it to `path`. A symbolic link stays:
  /// the file it points to is replaced, or created if it does not exist.
  /// - Parameters:
  ///   - permissions: exactly these, whatever the umask is and the old file had.
  ///   - isDurable: whether it has to be on the disk when this returns. Without that a power failure can bring the old
  ///     content back, or an empty file.
  static func write(
    _ data: Data, to path: String, permissions: FilePermissions, isDurable: Bool = true
  ) throws(FileError) {
    try prepare(data, for: path, permissions: permissions, isDurable: isDurable).commit()
  }

  /// Writes the temporary file only.
  static func prepare(
    _ data: Data, for path: String, permissions: FilePermissions, isDurable: Bool = true
  ) throws(FileError) -> PreparedFile {
    let target = try behindLinks(path)
    // Renaming over a device would remove it for the whole machine.
    if let status = try? FileStatus.of(target, followingLinks: false),
      [.characterDevice, .blockDevice, .pipe, .socket].contains(status.kind)
    {
      throw .notRegular(path: path, kind: status.kind)
    }
    let temporary = "\(PathParts.directory(of: target))/.\(PathParts.name(of: target)).\(UUID().uuidString).new"
    do throws(FileError) {
      let file = try OpenDescriptor(temporary, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      try check(fchmod(file.number, mode_t(permissions.rawValue)), "set the permissions of", path)
      let code = unsafe data.withUnsafeBytes { unsafe SystemCall.writeAll($0, to: file.number) }
      guard code == 0 else { throw FileError.of(code, "write", path) }
      if isDurable { try file.synchronize() }
      return PreparedFile(path: path, temporary: temporary, target: target, isDurable: isDurable)
    } catch {
      _ = unsafe unlink(temporary)
      throw error.naming(path)
    }
  }

  /// Returns once what others wrote to a file is on the disk.
  static func synchronize(_ path: String) throws(FileError) {
    try OpenDescriptor(path, flags: O_RDONLY).synchronize()
  }

  /// Gives a file another name in its folder, for good: what had that name is gone.
  static func rename(_ path: String, to name: String) throws(FileError) {
    try check(systemRename(path, name), "rename", path)
    try OpenDescriptor.synchronizeDirectory(of: name)
  }

  fileprivate static func check(_ result: Int32, _ operation: String, _ path: String) throws(FileError) {
    guard result == 0 else { throw FileError.of(errno, operation, path) }
  }

  /// Follows links as the system does; the last one may point to a missing file.
  private static func behindLinks(_ path: String) throws(FileError) -> String {
    var target = path
    for _ in 0..<40 {
      guard let status = try? FileStatus.of(target, followingLinks: false), status.kind == .symbolicLink else {
        return target
      }
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else {
        throw .failed(operation: "follow the link", path: path, reason: "it changed meanwhile")
      }
      target = next.hasPrefix("/") ? next : "\(PathParts.directory(of: target))/\(next)"
    }
    throw FileError.of(ELOOP, "follow the link", path)
  }
}

private func systemRename(_ path: String, _ name: String) -> Int32 { unsafe rename(path, name) }

/// A file that is on the disk whole, under a temporary name beside the one that it gets.
struct PreparedFile: Sendable {
  /// As it was typed.
  let path: String
  fileprivate let temporary: String
  fileprivate let target: String
  fileprivate let isDurable: Bool

  /// Renames it to its own name. When that fails, the temporary file is removed.
  func commit() throws(FileError) {
    do throws(FileError) {
      try AtomicFile.check(unsafe rename(temporary, target), "replace", path)
      if isDurable { try OpenDescriptor.synchronizeDirectory(of: target) }
    } catch {
      discard()
      throw error.naming(path)
    }
  }

  /// Removes the temporary file, when it is still there; what stands under its own name stays.
  func discard() { _ = unsafe unlink(temporary) }
}

extension FileError {
  /// The same error with the path that the caller knows, not that of the temporary file.
  fileprivate func naming(_ path: String) -> FileError {
    switch self {
    case .notFound: .failed(operation: "write", path: path, reason: SystemCall.reason(ENOENT))
    case .failed(let operation, _, let reason): .failed(operation: operation, path: path, reason: reason)
    case .notRegular, .lockTimedOut, .tooLarge: self
    }
  }
}
