import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A regular file, open for reading, that others append to, rename, replace and cut meanwhile.
final class FollowedFile: Sendable {
  /// Two open files with the same are the same file.
  struct Identity: Sendable, Equatable {
    var device: UInt64
    var number: UInt64
  }

  let identity: Identity
  private let file: OpenDescriptor

  /// - Returns: `nil` when there is no file.
  /// - Throws: `FileError`; `.notRegular` for anything but a file, which is never waited for.
  init?(_ path: String) throws(FileError) {
    do throws(FileError) {
      file = try OpenDescriptor(path, flags: O_RDONLY | O_NONBLOCK)
    } catch {
      if case .notFound = error { return nil }
      throw error
    }
    let entry = try file.rawStatus()
    let kind = FileStatus(entry).kind
    guard kind == .regular else { throw .notRegular(path: path, kind: kind) }
    identity = Identity(device: UInt64(entry.st_dev), number: UInt64(entry.st_ino))
  }

  /// The current size in bytes.
  func size() throws(FileError) -> Int { try Int(file.rawStatus().st_size) }

  /// Up to `count` bytes at `offset`; fewer only at the end of the file.
  func read(at offset: Int, count: Int) throws(FileError) -> Data { try file.read(at: offset, count: count) }
}
