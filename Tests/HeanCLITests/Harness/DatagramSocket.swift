import Foundation

/// A socket to which programs of this machine send messages, as a service manager has one.
final class DatagramSocket: Sendable {
  let path: String
  private let handle: Int32

  init(_ path: String) throws {
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes.prefix($0.count - 1)) }
    handle = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(handle, $0, length) }
    }
    guard handle >= 0, bound == 0 else { throw POSIXError(.EADDRINUSE) }
  }

  deinit { close(handle) }

  /// What has come since the last call.
  func received() -> [String] {
    var found: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe recv(handle, &buffer, buffer.count, 0)
      guard count >= 0 else { return found }
      found.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }
}
