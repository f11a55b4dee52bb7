import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A new file that grows while the program runs. Only the owner can read it.
final class GrowingFile: Sendable {
  private let file: OpenDescriptor

  /// - Throws: `FileError`; `.failed` when something of this name is there already.
  init(_ path: String) throws(FileError) {
    guard (try? FileStatus.of(path, followingLinks: false)) == nil else {
      throw .failed(operation: "write", path: path, reason: "it is there already; choose another name")
    }
    // Whatever was put there meanwhile is not written to.
    file = try OpenDescriptor(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_APPEND)
  }

  /// Hands it over to the system, so that it survives a crash of the program.
  func append(_ data: Data) throws(FileError) {
    let bytes = [UInt8](data)
    let code = unsafe bytes.withUnsafeBytes { unsafe SystemCall.writeAll($0, to: file.number) }
    guard code == 0 else { throw FileError.of(code, "write", file.path) }
  }
}
