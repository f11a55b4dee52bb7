import Foundation
import FoundationNetworking
package import HeanCore
package import HeanNetworking
import Synchronization

/// Carries out requests through URLSession, with the console's own loader. Each request gets its own session: on this
/// platform a shared session reads its list of tasks while another thread adds a task to it.
package struct URLSessionSender: HTTPSending {
  private let client: HTTPClient
  private let baseURL: URL
  private let count = Counter()

  private final class Counter: Sendable {
    private let value = Mutex(0)
    func next() -> Int {
      value.withLock {
        $0 += 1
        return $0
      }
    }
  }

  /// - Returns: `nil` when the configuration's URL names no server.
  package init?(_ configuration: TransportConfiguration) {
    guard let client = HTTPClient(configuration) else { return nil }
    self.client = client
    baseURL = configuration.baseURL
  }

  package func send(
    _ request: HTTPRequest, within limit: Duration, of allowed: Duration
  ) async throws(TransportError) -> HTTPAnswer {
    let key = "\(ObjectIdentifier(count).hashValue)-\(count.next())"
    guard let url = URL(string: request.target + "#\(key)", relativeTo: baseURL) else {
      throw .refusedLocally(reason: "\(request.target) makes no valid URL", nextStep: "check --url or the profile")
    }
    let loading = LoadingProtocol.Loading(client, request, limit, allowed)
    LoadingProtocol.running.withLock { $0[key] = loading }
    let settings = URLSessionConfiguration.ephemeral
    settings.protocolClasses = [LoadingProtocol.self]
    settings.urlCache = nil
    settings.httpCookieStorage = nil
    let session = URLSession(configuration: settings)
    var prepared = URLRequest(url: url.absoluteURL)
    prepared.httpMethod = request.method
    await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
      session.dataTask(with: prepared) { _, _, _ in waiting.resume() }.resume()
    }
    session.finishTasksAndInvalidate()
    LoadingProtocol.running.withLock { $0[key] = nil }
    guard let result = loading.result.withLock({ $0 }) else {
      throw .connectionLost(reason: "URLSession ended the request", sent: true)
    }
    return try result.get()
  }
}
