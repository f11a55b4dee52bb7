import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Datagrams to a socket of this machine, as the logs and the service manager of a system take them.
enum LocalDatagram {
  /// Sends one datagram: the socket is opened for it, because a daemon that was started again has another
  /// one under the same name.
  /// - Throws: `FileError` when nobody listens there, or the listener has no room now. Nothing was taken then.
  static func send(_ bytes: [UInt8], to path: String) throws(FileError) {
    #if canImport(Glibc)
      let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      let number = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
    #endif
    guard number >= 0 else { throw FileError.of(errno, "open a socket for", path) }
    defer { close(number) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    // One that begins with `@` is no file: its name begins with a zero, and has no other at its end.
    let isAbstract = name.first == UInt8(ascii: "@")
    if isAbstract { name[0] = 0 }
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < room else { throw FileError.of(ENAMETOOLONG, "send to", path) }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    let size = socklen_t(
      isAbstract ? MemoryLayout<sa_family_t>.size + name.count : MemoryLayout<sockaddr_un>.size)
    let (joined, problem) = SystemCall.retrying {
      unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(number, $0, size) }
      }
    }
    guard joined == 0 else { throw FileError.of(problem, "send to", path) }
    var (sent, code) = send(bytes, number)
    if code == EAGAIN, SystemCall.waitUntilReady(number, events: POLLOUT, milliseconds: patience) {
      (sent, code) = send(bytes, number)
    }
    guard sent == bytes.count else { throw FileError.of(code, "send to", path) }
  }

  /// How long to wait for room, in milliseconds: a daemon takes what waits within that time.
  private static let patience: Int32 = 1000

  private static func send(_ bytes: [UInt8], _ number: Int32) -> (Int, Int32) {
    SystemCall.retrying {
      unsafe bytes.withUnsafeBytes {
        #if canImport(Glibc)
          unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        #elseif canImport(Musl)
          unsafe Musl.send(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        #endif
      }
    }
  }
}
