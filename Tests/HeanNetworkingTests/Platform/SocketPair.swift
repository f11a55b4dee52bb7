#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

struct POSIXFailure: Error {
  var code: Int32
}

/// The two ends of a connection without a network.
struct SocketPair {
  let near: Int32
  let far: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXFailure(code: errno) }
    (near, far) = (ends[0], ends[1])
  }
}
