/// How connections are opened, for requests and streams alike.
public struct ConnectOptions: Sendable, Equatable {
  /// A file of certificates (PEM) to trust instead of the system's.
  public var authorities: String?
  /// Whether the environment names a proxy for plain http. Proxies are asked for a tunnel (CONNECT), and which hosts
  /// go without one is libcurl's reading of `no_proxy` and `NO_PROXY`; loopback always does.
  public var isProxied = false
  /// The same for https.
  var isSecureProxied = false
  /// Takes libcurl for everything.
  var prefersCurl = false

  public init(authorities: String? = nil, isProxied: Bool = false) {
    self.authorities = authorities
    self.isProxied = isProxied
  }

  /// What the environment says of proxies: the variables that libcurl takes for plain http. It does not take
  /// `HTTP_PROXY`, which a web server may have made of a request's header.
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
