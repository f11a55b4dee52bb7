import HeanCore
import HeanNetworking

/// Failures of the connection to an engine.
extension Failure {
  /// A stream of events that could not be opened, or that was lost.
  init(stream loss: ConnectionLoss, url: String) {
    let words = "no stream from \(url): \(loss.message)"
    switch loss {
    case .unreachable:
      self.init(
        .unreachable, words,
        nextStep: "check that the engine runs there, or name another with --url or --profile", isRetryable: true)
    case .insecure(let reason): self.init(insecure: reason, words, url)
    case .refused(let status) where [401, 403].contains(status):
      self.init(
        .notAuthorised, words, nextStep: "check the URL and what stands in front of the engine", status: status)
    // Close code 1008.
    case .ended(ConnectionLoss.unwanted, _):
      self.init(.notAuthorised, words, nextStep: "the engine refuses this client: look at its log")
    case .unavailable(_, let nextStep): self.init(.unreachable, words, nextStep: Guidance(nextStep))
    case .refused, .unreadable, .ended:
      self.init(.brokenContract, words, nextStep: "check that this URL is a HEAN engine", isRetryable: true)
    }
  }

  init(transport error: TransportError, url: String) {
    switch error {
    case .unreachable(let reason):
      if let refusal = ProxyRefusal(reason) {
        self.init(
          .unreachable, refusal.message(url), nextStep: refusal.nextStep, isRetryable: refusal.isRetryable)
        return
      }
      self.init(
        .unreachable, "no engine answers at \(url): \(reason)",
        nextStep: """
          check that the engine runs there, or name another with --url or --profile; \
          without an engine: \(.command(.status, choosing: ["--practice"]))
          """,
        isRetryable: true)
    case .deadlineExceeded(let limit, _):
      self.init(
        .temporary, "the engine at \(url) did not answer in \(Spans.text(limit))",
        nextStep: "try again, or allow more time with --timeout", isRetryable: true)
    case .connectionLost(let reason, _):
      self.init(
        .unreachable, "the connection to \(url) was lost: \(reason)",
        nextStep: url.hasPrefix("http://")
          ? "try again; if this port speaks TLS, write \(Self.other(url))" : "try again", isRetryable: true)
    case .insecure(let reason): self.init(insecure: reason, "no trusted connection to \(url): \(reason)", url)
    case .bodyTooLarge(let limit):
      self.init(
        .brokenContract, "one answer of \(url) is larger than \(limit) bytes",
        nextStep: "check that this URL is a HEAN engine")
    case .speaksTLS:
      self.init(
        .brokenContract, "\(url) is a port that speaks TLS", nextStep: "write \(Self.other(url))")
    case .malformed(let reason):
      self.init(
        .brokenContract, "what \(url) sends is not HTTP: \(reason)", nextStep: "check that this URL is a HEAN engine")
    case .redirectRefused(let location, _):
      self.init(
        .brokenContract, "\(url) redirects to \(location); hean sends neither request nor key there",
        nextStep: "give the address of the engine itself")
    case .refusedLocally(let reason, let nextStep):
      self.init(.configuration, reason, nextStep: Guidance(nextStep))
    }
  }

  /// TLS that failed, by what OpenSSL says of it.
  /// - Parameter words: the whole message, where the reason is none of the known ones.
  private init(insecure reason: String, _ words: String, _ url: String) {
    if reason.contains("wrong version number") {
      self.init(
        .unreachable, "no TLS at \(url): the other side speaks plain http", nextStep: "write \(Self.other(url))")
    } else {
      self.init(.unreachable, words, nextStep: Self.certificateStep(reason))
    }
  }

  /// The same address with the other scheme.
  private static func other(_ url: String) -> String {
    let rest = url.drop { $0 != ":" }
    return (url.hasPrefix("https:") ? "http" : "https") + rest
  }

  /// What to do about a certificate, by what OpenSSL says of it.
  private static func certificateStep(_ reason: String) -> Guidance {
    let words = reason.lowercased()
    if words.contains("has expired") { return "renew the certificate of that server, or check this machine's clock" }
    if words.contains("not yet valid") { return "check this machine's clock, or the certificate of that server" }
    if words.contains("self-signed") || words.contains("self signed") {
      return "if that is your server, give the profile its certificate as ca_file"
    }
    if words.contains("local issuer") || words.contains("unable to get issuer") {
      return "its issuer is not known here: give the profile the certificate of the issuer as ca_file"
    }
    if words.contains("subject name") || words.contains("host name") || words.contains("hostname") {
      return "the certificate is of another name: use the name that it is for"
    }
    return "check the certificate and the URL; for a CA of your own, give the profile its ca_file"
  }
}

/// What a proxy says when it does not let a connection through. It is not the engine that refuses then.
private struct ProxyRefusal {
  private let status: Int?

  /// - Parameter reason: in the words of libcurl.
  init?(_ reason: String) {
    if let found = reason.firstMatch(of: /CONNECT tunnel failed, response (\d{3})/) {
      status = Int(found.1)
    } else if reason.lowercased().contains("resolve proxy") {
      status = nil
    } else {
      return nil
    }
  }

  var isRetryable: Bool { status.map { $0 >= 500 } ?? true }

  func message(_ url: String) -> String {
    switch status {
    case 407: "the proxy wants a user and password, or others (407); \(url) was not reached"
    case let status?: "the proxy does not let a connection to \(url) through (it answered \(status))"
    case nil: "the proxy is not found by its name; \(url) was not reached"
    }
  }

  var nextStep: Guidance {
    status == 407
      ? "give them in the variable that names the proxy: https_proxy or http_proxy=http://USER:PASSWORD@HOST:PORT"
      : "check the variable that names the proxy (https_proxy, http_proxy), or add the engine's host to no_proxy"
  }
}
