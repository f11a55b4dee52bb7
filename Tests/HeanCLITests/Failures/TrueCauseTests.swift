import HeanCore
import Testing

@testable import HeanConsole

/// Failures of the connection name what failed, and the step that helps.
struct TrueCauseTests {
  private static let http = "http://engine.example:8000"
  private static let https = "https://engine.example:8000"

  @Test(arguments: [
    (TransportError.malformed(reason: "it speaks TLS"), http, "speaks TLS", "write https://engine.example:8000"),
    (.connectionLost(reason: "reset", sent: true), http, "was lost", "write https://engine.example:8000"),
    (.connectionLost(reason: "reset", sent: true), https, "was lost", "try again"),
    (.insecure(reason: "SSL routines::wrong version number"), https, "plain http", "write http://engine.example:8000"),
    (.insecure(reason: "certificate has expired"), https, "expired", "renew the certificate"),
    (.insecure(reason: "certificate is not yet valid"), https, "not yet valid", "clock"),
    (.insecure(reason: "self-signed certificate"), https, "self-signed", "ca_file"),
    (.insecure(reason: "unable to get local issuer certificate"), https, "issuer", "certificate of the issuer"),
    (
      .insecure(reason: "no alternative certificate subject name matches target host name"), https, "subject",
      "another name"
    ),
    (.unreachable(reason: "CONNECT tunnel failed, response 407"), http, "the proxy wants a user", "USER:PASSWORD@HOST"),
    (.unreachable(reason: "CONNECT tunnel failed, response 502"), http, "it answered 502", "no_proxy"),
    (.unreachable(reason: "Could not resolve proxy: gate"), http, "not found by its name", "https_proxy"),
    (.unreachable(reason: "Connection refused"), http, "no engine answers", "check that the engine runs"),
  ])
  func `each cause has its words and its step`(error: TransportError, url: String, words: String, step: String) {
    let failure = Failure(transport: error, url: url)
    #expect(failure.message.contains(words), "\(failure.message)")
    #expect(failure.nextStep.map { CommandLines().text($0).contains(step) } == true, "\(failure)")
  }

  @Test func `a proxy that wants another password is not asked again`() {
    #expect(
      !Failure(transport: .unreachable(reason: "CONNECT tunnel failed, response 407"), url: Self.http).isRetryable)
    #expect(Failure(transport: .unreachable(reason: "CONNECT tunnel failed, response 503"), url: Self.http).isRetryable)
  }

  @Test(arguments: [
    ("http://h:1/api/v1", "take it away: http://h:1"),
    ("http://[fe80::1%eth0]:8000", "write http://[fe80::1%25eth0]:8000"),
  ])
  func `an address is corrected`(text: String, step: String) {
    #expect(throws: ConfigurationError.self) { try EngineURL.parse(text, from: .flag("--url")) }
    do {
      _ = try EngineURL.parse(text, from: .flag("--url"))
    } catch {
      #expect("\(error)".contains(step), "\(error)")
    }
  }
}
