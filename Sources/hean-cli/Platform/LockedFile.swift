import Foundation
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A regular file held open for appending under an exclusive lock, which ends with the value.
///
/// The lock (`flock`) is advisory, belongs to this opening of the file, and is let go by the kernel when the process
/// dies in whatever way. All calls block: keep them off the cooperative pool if the lock may be contended.
struct LockedFile: ~Copyable {
  private let file: OpenDescriptor
  /// Whether the file held nothing when the lock was taken; its name may then not be on disk yet.
  let wasEmpty: Bool

  var path: String { file.path }

  /// Opens or creates the file and waits for the lock, at most until the deadline.
  /// - Throws: `FileError.notRegular`, `.lockTimedOut`, or `.failed` (`.notFound` for a missing directory).
  init(
    path: String, permissions: FilePermissions = .readableByAll, deadline: Duration = .seconds(10)
  ) throws(FileError) {
    let clock = ContinuousClock()
    let end = clock.now + deadline
    var pause: UInt32 = 500
    while true {
      // Without O_NONBLOCK a pipe that nobody reads would hold us here for ever.
      let file = try Self.open(path, permissions)
      let status = try file.rawStatus()
      let kind = FileStatus(status).kind
      guard kind == .regular else { throw .notRegular(path: path, kind: kind) }
      while true {
        let (result, code) = SystemCall.retrying { flock(file.number, LOCK_EX | LOCK_NB) }
        if result == 0 { break }
        guard code == EWOULDBLOCK else { throw FileError.of(code, "lock", path) }
        guard clock.now < end else { throw .lockTimedOut(path: path, after: deadline) }
        usleep(pause)
        pause = min(pause * 2, 20_000)
      }
      // While we waited, a log rotation may have put another file in this place; ours would be lost with the old one.
      if try Self.isStillNamed(path, status) {
        wasEmpty = try file.rawStatus().st_size == 0
        self.file = file
        return
      }
      guard clock.now < end else { throw .lockTimedOut(path: path, after: deadline) }
    }
  }

  private static func open(_ path: String, _ permissions: FilePermissions) throws(FileError) -> OpenDescriptor {
    do throws(FileError) {
      return try OpenDescriptor(path, flags: O_CREAT | O_APPEND | O_RDWR | O_NONBLOCK, permissions: permissions)
    } catch {
      // A directory refuses to be opened for writing before it could be looked at; so does a socket.
      if let kind = try? FileStatus.of(path).kind, kind != .regular { throw .notRegular(path: path, kind: kind) }
      throw error
    }
  }

  private static func isStillNamed(_ path: String, _ opened: stat) throws(FileError) -> Bool {
    var named = stat()
    guard unsafe stat(path, &named) == 0 else { return false }
    return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }

  /// Bytes now in the file.
  func size() throws(FileError) -> Int { try Int(file.rawStatus().st_size) }

  func readAll() throws(FileError) -> Data { try file.read(at: 0, count: size()) }

  /// The first bytes, fewer if the file is shorter.
  func readHead(_ count: Int) throws(FileError) -> Data { try file.read(at: 0, count: min(count, size())) }

  /// The last bytes, fewer if the file is shorter.
  func readTail(_ count: Int) throws(FileError) -> Data {
    let size = try size()
    return try file.read(at: max(0, size - count), count: min(count, size))
  }

  /// Cuts the file to this many bytes.
  func truncate(to size: Int) throws(FileError) {
    let (result, code) = SystemCall.retrying { ftruncate(file.number, off_t(size)) }
    guard result == 0 else { throw FileError.of(code, "truncate", path) }
  }

  /// Adds the bytes at the end, all or none: what a full disk let through is cut off again before this throws.
  func append(_ data: Data) throws(FileError) {
    let before = try size()
    let code = unsafe data.withUnsafeBytes { unsafe SystemCall.writeAll($0, to: file.number) }
    guard code == 0 else {
      try truncate(to: before)
      throw FileError.of(code, "write", path)
    }
  }

  /// Returns once the content, and the name of a new file, are on disk.
  func synchronize() throws(FileError) {
    try file.synchronize()
    if wasEmpty { try OpenDescriptor.synchronizeDirectory(of: path) }
  }
}
