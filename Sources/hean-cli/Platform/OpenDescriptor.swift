import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file that is closed automatically.
struct OpenDescriptor: ~Copyable {
  let number: Int32
  let path: String

  init(_ path: String, flags: Int32, permissions: FilePermissions = .ownerOnly) throws(FileError) {
    let (number, code) = SystemCall.retrying {
      unsafe open(path, flags | O_CLOEXEC | O_NOCTTY, mode_t(permissions.rawValue))
    }
    guard number >= 0 else { throw FileError.of(code, "open", path) }
    self.number = number
    self.path = path
  }

  deinit { close(number) }

  func rawStatus() throws(FileError) -> stat {
    var entry = stat()
    let (result, code) = SystemCall.retrying { unsafe fstat(number, &entry) }
    guard result == 0 else { throw FileError.of(code, "look at", path) }
    return entry
  }

  /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
  func read(at offset: Int, count: Int) throws(FileError) -> Data {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let (got, code) = SystemCall.retrying {
        unsafe bytes.withUnsafeMutableBytes {
          unsafe pread(number, $0.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
        }
      }
      guard got >= 0 else { throw FileError.of(code, "read", path) }
      if got == 0 { break }
      filled += got
    }
    return Data(bytes[..<filled])
  }

  func synchronize() throws(FileError) {
    let (result, code) = SystemCall.retrying { fsync(number) }
    guard result == 0 else { throw FileError.of(code, "synchronise", path) }
  }

  /// Writes the entries of a directory to disk, so that a new file is still there after a power failure.
  static func synchronizeDirectory(of path: String) throws(FileError) {
    try OpenDescriptor(PathParts.directory(of: path), flags: O_RDONLY | O_DIRECTORY).synchronize()
  }
}
