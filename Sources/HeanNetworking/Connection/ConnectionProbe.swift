public import HeanCore

/// The steps of opening a connection one by one, for who wants to know which of them fails. Nothing is sent over what is
/// opened, and it is closed at once.
public struct ConnectionProbe: Sendable {
  private let address: ServerAddress
  private let options: ConnectOptions

  /// - Returns: `nil` when the URL names no server.
  public init?(_ url: URL, _ options: ConnectOptions) {
    guard let address = ServerAddress(url) else { return nil }
    self.address = address
    self.options = options
  }

  /// The name or the numeric address of the server.
  public var host: String { address.host }
  /// Port of the server.
  public var port: Int { address.port }
  /// Whether the server is asked for TLS.
  public var isSecure: Bool { address.isSecure }
  /// Whether the server is on this machine, by its name.
  public var isLoopback: Bool { address.isLoopback }
  /// Whether the environment names a proxy for this server. libcurl may still leave it out, by `no_proxy`.
  public var isProxied: Bool { options.mayBeProxied(address) }

  /// Looks up the name.
  /// - Returns: numeric addresses, in the order in which they are tried.
  public func addresses() async throws(TransportError) -> [String] {
    let (host, port) = (address.host, address.port)
    return try await run { () throws(ConnectError) in try SocketStream.numericAddresses(of: host, port: port) }
  }

  /// Opens a connection without TLS, past any proxy.
  public func connect(within limit: Duration) async throws(TransportError) {
    let (host, port) = (address.host, address.port)
    try await run { () throws(ConnectError) in
      try SocketStream.connect(host: host, port: port, within: limit).close()
    }
  }

  /// Opens a connection as a request would: through the proxy that the environment names, and with TLS.
  /// - Returns: the chain of certificates, that of the server first; empty without TLS.
  public func open(within limit: Duration) async throws(TransportError) -> [TLSCertificate] {
    let (address, options) = (address, options)
    return try await run { () throws(ConnectError) in
      let stream = try CurlStream.connect(
        to: address.origin, authorities: options.authorities, avoidsProxies: address.isLoopback, within: limit,
        keepsCertificates: true)
      defer { stream.close() }
      return stream.certificates
    }
  }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(ConnectError) -> Value
  ) async throws(TransportError) -> Value {
    let result = await Deadline.blocking { Result { () throws(ConnectError) in try body() } }
    guard let result else { throw .unreachable(reason: "the system has no thread left to connect with") }
    do throws(ConnectError) { return try result.get() } catch { throw TransportError(error) }
  }
}
