import Dispatch
import Foundation
package import HeanCore
package import HeanNetworking

/// Carries out single requests by URLSession's own tasks. Each request has a session of its own: on Linux a shared session
/// reads its list of tasks while another thread adds one, and libcurl repeats a request whose old connection has gone.
package struct URLSessionSender: HTTPSending {
  private let configuration: TransportConfiguration

  package init(_ configuration: TransportConfiguration) { self.configuration = configuration }

  package func send(
    _ request: HTTPRequest, within limit: Duration, of allowed: Duration
  ) async throws(TransportError) -> HTTPAnswer {
    if let file = configuration.connection.authorities, configuration.baseURL.scheme?.lowercased() == "https",
      ProcessInfo.processInfo.environment[Self.authorities] != file
    {
      throw .refusedLocally(
        reason: "URLSession takes its file of certificates from the environment",
        nextStep: "set \(Self.authorities)=\(file), or use hean")
    }
    guard let url = URL(string: request.target, relativeTo: configuration.baseURL)?.absoluteURL else {
      throw .refusedLocally(reason: "\(request.target) makes no valid URL", nextStep: "check --url or the profile")
    }
    var prepared = URLRequest(url: url)
    prepared.httpMethod = request.method
    prepared.httpBody = request.body
    // Foundation's limit is for a pause between bytes; the deadline here is for everything.
    prepared.timeoutInterval = allowed.seconds + 60
    for field in request.fields { prepared.setValue(field.value, forHTTPHeaderField: field.name) }
    let exchange = URLSessionExchange(maximumBody: configuration.maximumBodyBytes)
    let session = URLSession(configuration: Self.settings, delegate: exchange, delegateQueue: nil)
    let result = await withCheckedContinuation { waiting in
      exchange.begin(waiting)
      session.dataTask(with: prepared).resume()
      session.finishTasksAndInvalidate()
      DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds) { [weak exchange] in
        exchange?.end(.failure(.deadlineExceeded(after: allowed, sent: true)))
      }
    }
    return try result.get()
  }

  /// Where Foundation looks for the path of a file of certificates on Linux.
  private static let authorities = "URLSessionCertificateAuthorityInfoFile"

  private static var settings: URLSessionConfiguration {
    let settings = URLSessionConfiguration.ephemeral
    settings.urlCache = nil
    settings.httpCookieStorage = nil
    settings.httpShouldSetCookies = false
    return settings
  }
}
