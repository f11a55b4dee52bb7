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
    case .insecure:
      self.init(
        .unreachable, words,
        nextStep: "check the certificate and the URL; for a CA of your own, give the profile its ca_file")
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
        .unreachable, "the connection to \(url) was lost: \(reason)", nextStep: "try again", isRetryable: true)
    case .insecure(let reason):
      self.init(
        .unreachable, "no trusted connection to \(url): \(reason)",
        nextStep: "check the certificate and the URL; for a CA of your own, give the profile its ca_file")
    case .bodyTooLarge(let limit):
      self.init(
        .brokenContract, "one answer of \(url) is larger than \(limit) bytes",
        nextStep: "check that this URL is a HEAN engine")
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
}
