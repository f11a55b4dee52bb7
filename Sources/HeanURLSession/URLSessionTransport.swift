public import Foundation
public import HeanCore
public import HeanNetworking

/// The engine's REST interface over Foundation's URLSession, with the rules of `HTTPTransport`: the key goes only where that
/// is safe, reads that failed are repeated within their deadline, and a request that changes something is sent once.
///
/// On Linux the system's loader has limits that this type cannot lift, which is why `hean` has a client of its own:
///
/// - A response whose head is cut off ends the process (a trap inside Foundation).
/// - A task that was given up at its deadline cannot be cancelled without risk: it and its memory stay until the server
///   ends the connection.
/// - `ConnectOptions.authorities` counts only where the environment's `URLSessionCertificateAuthorityInfoFile` names the same
///   file; otherwise a request over https is refused, because Foundation would trust other certificates.
/// - Why a connection failed is told by an error code and few words.
public struct URLSessionTransport: RESTTransport {
  private let transport: HTTPTransport

  /// Sends requests to one engine.
  /// - Parameters:
  ///   - configuration: the engine's URL, the key, and the limits.
  ///   - now: the wall clock, for the times at which answers came.
  public init(configuration: TransportConfiguration, now: @escaping @Sendable () -> Date = { Date() }) {
    transport = HTTPTransport(
      configuration: configuration, sender: URLSessionSender(configuration), now: now,
      random: { Double.random(in: 0..<1) })
  }

  /// The base URL without user, password, query and fragment.
  public var displayURL: String { transport.displayURL }

  /// Sends one request and waits for the answer; see `HTTPTransport.send(_:)`.
  /// - Throws: why there is no answer, that it was a redirect, or why nothing was sent. Whether the engine has seen a
  ///   request is told carefully: if Foundation does not say that no connection was made, it may have.
  public func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    try await transport.send(request)
  }
}
