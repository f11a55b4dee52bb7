import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A regular file, open for appending, with an exclusive lock. The lock ends with the value.
///
/// The lock (`flock`) is advisory and belongs to this open file; the kernel releases it when the process ends, in any
/// way. All calls block: do not call them on the cooperative thread pool when other processes may hold the lock. The
/// audit log does so all the same: until its line is on disk, the run that writes it has nothing else to do.
struct LockedFile: ~Copyable {
  private let file: OpenDescriptor
  /// Whether the file was empty when the lock was taken; its directory entry may then not be on disk yet.
  let wasEmpty: Bool

  var path: String { file.path }

  /// The operation in the error of a file system that has no locks.
  static let locking = "lock"

  /// Opens or creates the file and waits for the lock, until the deadline at the latest.
  /// - Throws: `FileError.notRegular`, `.lockTimedOut`, or `.failed` (`.notFound` for a missing directory).
  init(
    path: String, permissions: FilePermissions = .readableByAll, deadline: Duration = .seconds(10)
  ) throws(FileError) {
    let clock = ContinuousClock()
    let end = clock.now + deadline
    var pause: UInt32 = 500
    while true {
      // Without O_NONBLOCK, opening a pipe that has no reader would wait forever.
      let file = try Self.open(path, permissions)
      let status = try file.rawStatus()
      let kind = FileStatus(status).kind
      guard kind == .regular else { throw .notRegular(path: path, kind: kind) }
      while true {
        let (result, code) = SystemCall.retrying { flock(file.number, LOCK_EX | LOCK_NB) }
        if result == 0 { break }
        guard code == EWOULDBLOCK else { throw FileError.of(code, Self.locking, path) }
        guard clock.now < end else { throw .lockTimedOut(path: path, after: deadline) }
        usleep(pause)
        pause = min(pause * 2, 20_000)
      }
      // While this process waited, a log rotation may have put another file at this path. Then the open file is the old
      // one, so it is opened again.
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
      // Opening a directory or a socket for writing fails before its kind can be checked.
      if let kind = try? FileStatus.of(path).kind, kind != .regular { throw .notRegular(path: path, kind: kind) }
      throw error
    }
  }

  private static func isStillNamed(_ path: String, _ opened: stat) throws(FileError) -> Bool {
    var named = stat()
    guard unsafe stat(path, &named) == 0 else { return false }
    return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }

  /// Whether the file still has its name: it may have been renamed, removed or replaced since.
  borrowing func isStillNamed() throws(FileError) -> Bool { try Self.isStillNamed(path, file.rawStatus()) }

  /// Runs the body; the lock is not released before its end.
  borrowing func whileHeld<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }

  /// The current size in bytes.
  func size() throws(FileError) -> Int { try Int(file.rawStatus().st_size) }

  func readAll() throws(FileError) -> Data { try file.read(at: 0, count: size()) }

  /// The first `count` bytes, fewer if the file is shorter.
  func readHead(_ count: Int) throws(FileError) -> Data { try file.read(at: 0, count: min(count, size())) }

  /// The last `count` bytes, fewer if the file is shorter.
  func readTail(_ count: Int) throws(FileError) -> Data {
    let size = try size()
    return try file.read(at: max(0, size - count), count: min(count, size))
  }

  /// Cuts the file to this many bytes.
  func truncate(to size: Int) throws(FileError) {
    let (result, code) = SystemCall.retrying { ftruncate(file.number, off_t(size)) }
    guard result == 0 else { throw FileError.of(code, "truncate", path) }
  }

  /// Appends all bytes or none: if a full disk accepts only a part, that part is removed before this throws.
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
