import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SystemCall {
  /// Writes every byte, with as many calls as needed.
  /// - Returns: 0, or the error number of the failed call.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var offset = 0
    while offset < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
      let (count, code) = retrying { unsafe write(descriptor, rest.baseAddress, rest.count) }
      if count >= 0 {
        offset += count
      } else if code == EAGAIN || code == EWOULDBLOCK {
        // Another program may have left the terminal in non-blocking mode.
        waitUntilReady(descriptor, events: POLLOUT, milliseconds: -1)
      } else {
        return code
      }
    }
    return 0
  }
}
