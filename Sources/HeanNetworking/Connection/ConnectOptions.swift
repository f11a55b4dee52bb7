/// How connections are opened, both for requests and for event streams.
public struct ConnectOptions: Sendable, Equatable {
  /// Path of a PEM file with the certificates to trust instead of the system's; `nil` trusts the system's.
  public var authorities: String?
  /// Whether the environment names a proxy for plain http. A proxy is asked for a tunnel (CONNECT). libcurl decides
  /// with `no_proxy` and `NO_PROXY` which hosts are reached without a proxy; loopback hosts always are.
  public var isProxied = false
  /// Whether the environment names a proxy for https.
  var isSecureProxied = false
  /// Whether libcurl opens every connection, also those over plain http and ws.
  var prefersCurl = false

  /// - Parameters:
  ///   - authorities: path of a PEM file with the certificates to trust; `nil` trusts the system's.
  ///   - isProxied: whether plain http goes through the proxy that the environment names.
  public init(authorities: String? = nil, isProxied: Bool = false) {
    self.authorities = authorities
    self.isProxied = isProxied
  }

  /// Reads from the environment whether there are proxies, from the same variables as libcurl. Like libcurl it does not
  /// read `HTTP_PROXY`: under a web server (CGI) that variable may hold a header of a stranger's request.
  public init(environment: [String: String]) {
    func names(_ variables: String...) -> Bool {
      (variables + ["all_proxy", "ALL_PROXY"]).contains { environment[$0]?.isEmpty == false }
    }
    isProxied = names("http_proxy")
    isSecureProxied = names("https_proxy", "HTTPS_PROXY")
  }

  func mayBeProxied(_ address: ServerAddress) -> Bool {
    !address.isLoopback && (address.isSecure ? isSecureProxied : isProxied)
  }

  func needsCurl(_ address: ServerAddress) -> Bool {
    address.isSecure || prefersCurl || (isProxied && !address.isLoopback)
  }
}
