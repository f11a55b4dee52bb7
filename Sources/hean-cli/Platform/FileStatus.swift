import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the system says about a file: kind, permissions, owner, size.
struct FileStatus: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case regular, directory, symbolicLink, pipe, socket, characterDevice, blockDevice, unknown

    /// The kind with its article, for messages.
    var phrase: String {
      switch self {
      case .regular: "a regular file"
      case .directory: "a directory"
      case .symbolicLink: "a symbolic link"
      case .pipe: "a pipe"
      case .socket: "a socket"
      case .characterDevice: "a character device"
      case .blockDevice: "a block device"
      case .unknown: "of an unknown kind"
      }
    }
  }

  var kind: Kind
  var permissions: FilePermissions
  /// The user ID of the owner.
  var owner: UInt32
  /// In bytes.
  var size: Int
  /// When its content was changed last.
  var changedAt = Date.distantPast

  /// The status of the file at a path. Links are followed by default.
  /// - Throws: `FileError.notFound` or `.failed`.
  static func of(_ path: String, followingLinks: Bool = true) throws(FileError) -> FileStatus {
    var entry = stat()
    let (result, code) = SystemCall.retrying {
      unsafe followingLinks ? stat(path, &entry) : lstat(path, &entry)
    }
    guard result == 0 else { throw FileError.of(code, "look at", path) }
    return FileStatus(entry)
  }
}

extension FileStatus {
  init(_ entry: stat) {
    let kind: Kind =
      switch entry.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      default: .unknown
      }
    self.init(
      kind: kind, permissions: FilePermissions(rawValue: UInt16(entry.st_mode & 0o7777)), owner: entry.st_uid,
      size: Int(entry.st_size),
      changedAt: Date(
        timeIntervalSince1970: TimeInterval(entry.st_mtim.tv_sec) + TimeInterval(entry.st_mtim.tv_nsec) / 1e9))
  }
}

/// Permission bits of a file, e.g. `0o600`.
struct FilePermissions: OptionSet, Sendable, Hashable, CustomStringConvertible {
  let rawValue: UInt16

  /// 0600: only the owner can read and write.
  static let ownerOnly = FilePermissions(rawValue: 0o600)
  /// 0644: everybody can read, the owner can write.
  static let readableByAll = FilePermissions(rawValue: 0o644)
  /// 0700: a directory that only its owner can use.
  static let ownerDirectory = FilePermissions(rawValue: 0o700)
  /// All permissions of group and others.
  static let anyoneElse = FilePermissions(rawValue: 0o077)
  /// The write permissions of group and others.
  static let writableByOthers = FilePermissions(rawValue: 0o022)

  /// As four octal digits.
  var description: String {
    let digits = String(rawValue, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension FileError {
  static func of(_ code: Int32, _ operation: String, _ path: String) -> FileError {
    code == ENOENT
      ? .notFound(path: path) : .failed(operation: operation, path: path, reason: SystemCall.reason(code))
  }
}
