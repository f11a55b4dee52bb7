import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes whole pieces to an open descriptor, without a buffer.
struct FileDescriptorWriter: Sendable {
  /// Why a piece could not be written completely.
  enum Failure: Error, Sendable, Equatable {
    /// The reader is gone (`| head -1`).
    case pipeClosed
    /// It is not open (`>&-`).
    case closed
    /// Any other error, in the system's words, e.g. `No space left on device`.
    case failed(reason: String)
  }

  let descriptor: Int32

  /// Writes all of it or throws. When it throws, a part may have been written.
  func write(_ bytes: [UInt8]) throws(Failure) {
    try check(unsafe bytes.withUnsafeBytes { unsafe SystemCall.writeAll($0, to: descriptor) })
  }

  /// Writes all of the UTF-8 text or throws.
  func write(_ text: String) throws(Failure) {
    var text = text
    try check(text.withUTF8 { unsafe SystemCall.writeAll(UnsafeRawBufferPointer($0), to: descriptor) })
  }

  private func check(_ code: Int32) throws(Failure) {
    switch code {
    case 0: return
    case EPIPE: throw .pipeClosed
    case EBADF: throw .closed
    default: throw .failed(reason: SystemCall.reason(code))
    }
  }
}
