import HeanCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Says something to the service manager that started this process, as systemd's sd_notify does: a datagram to the socket
/// that a variable names. Whoever started it another way hears nothing.
struct ServiceNotice: Sendable {
  private let path: String?
  /// Time between two signs of life: a third of what the manager waits for.
  let pace: Duration

  init(environment: [String: String]) {
    path = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    let limit = environment["WATCHDOG_USEC"].flatMap(Int64.init).map { Duration.microseconds($0) }
    pace = min(.seconds(10), max(.milliseconds(100), (limit ?? .seconds(30)) / 3))
  }

  /// Whether a manager listens.
  var isHeard: Bool { path != nil }

  /// Sends one message. That nobody takes it changes nothing.
  func send(_ text: String) {
    guard let path, var address = Self.address(path) else { return }
    let handle = Self.makeSocket()
    guard handle >= 0 else { return }
    defer { close(handle) }
    let bytes = Array(text.utf8)
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count + (path.hasPrefix("@") ? 0 : 1))
    unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = unsafe bytes.withUnsafeBytes { bytes in
          unsafe sendto(handle, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), address, length)
        }
      }
    }
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    #elseif canImport(Musl)
      socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)
    #endif
  }

  /// `nil` for a path that is too long. One that begins with `@` is a name without a file.
  private static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in unsafe place.copyBytes(from: bytes) }
    return address
  }
}
