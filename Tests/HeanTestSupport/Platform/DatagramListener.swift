import Foundation
import Glibc

/// Takes datagrams on a socket in the file system, as the logs of a system do.
package final class DatagramListener: Sendable {
  package let path: String
  private let number: Int32

  package init(path: String) throws {
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound else { throw POSIXFailure(code: errno) }
    self.number = number
    self.path = path
  }

  deinit {
    close(number)
    _ = unsafe unlink(path)
  }

  /// All that has come by now.
  package func received() -> [[UInt8]] {
    var all: [[UInt8]] = []
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      guard count >= 0 else { return all }
      all.append(Array(buffer[..<count]))
    }
  }
}
