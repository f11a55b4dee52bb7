import Foundation
import FoundationNetworking
import HeanCore
import HeanNetworking
import Synchronization

/// Makes URLSession use the console's own loader. Foundation's loader ends the process on a response whose head is cut
/// off, ignores deadlines while the server keeps sending, and repeats requests that change something.
final class LoadingProtocol: URLProtocol {
  /// One request that a session is loading. It is found by the key in the fragment of its URL.
  final class Loading: Sendable {
    let sender: any HTTPSending
    let request: HTTPRequest
    let limit: Duration
    let allowed: Duration
    let result = Mutex<Result<HTTPAnswer, TransportError>?>(nil)

    init(_ sender: any HTTPSending, _ request: HTTPRequest, _ limit: Duration, _ allowed: Duration) {
      self.sender = sender
      self.request = request
      self.limit = limit
      self.allowed = allowed
    }
  }

  static let running = Mutex<[String: Loading]>([:])

  override class func canInit(with request: URLRequest) -> Bool {
    request.url?.fragment.map { key in running.withLock { $0[key] != nil } } ?? false
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, let key = url.fragment, let loading = Self.running.withLock({ $0[key] }) else {
      client?.urlProtocol(self, didFailWithError: URLError(.badURL))
      return
    }
    // The session waits for this loader, and nothing else calls it meanwhile.
    nonisolated(unsafe) let loader = self
    Task {
      let result: Result<HTTPAnswer, TransportError>
      do throws(TransportError) {
        result = .success(try await loading.sender.send(loading.request, within: loading.limit, of: loading.allowed))
      } catch {
        result = .failure(error)
      }
      loading.result.withLock { $0 = result }
      guard case .success(let answer) = result,
        let response = HTTPURLResponse(
          url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.fields)
      else {
        unsafe loader.client?.urlProtocol(loader, didFailWithError: URLError(.networkConnectionLost))
        return
      }
      unsafe loader.client?.urlProtocol(loader, didReceive: response, cacheStoragePolicy: .notAllowed)
      unsafe loader.client?.urlProtocol(loader, didLoad: answer.body)
      unsafe loader.client?.urlProtocolDidFinishLoading(loader)
    }
  }

  /// Does nothing: the tasks are never cancelled, and the loader ends at its own deadline.
  override func stopLoading() {}
}
