#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// libcurl takes `http_proxy` for 127.0.0.1 too, and Foundation offers no other way to tell it not to.
enum ProxyEnvironment {
  /// Adds loopback to `no_proxy`. Has to run before the first request, while nothing else reads the environment.
  static func exemptLoopback(current: String?) {
    let loopback = "127.0.0.1,localhost,::1"
    guard current?.contains(loopback) != true else { return }
    unsafe setenv("no_proxy", current.map { "\($0),\(loopback)" } ?? loopback, 1)
  }
}
