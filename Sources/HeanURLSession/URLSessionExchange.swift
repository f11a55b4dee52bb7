import Foundation
import HeanCore
import HeanNetworking
import Synchronization

/// One request and what has come of its answer. What comes after its end is not kept: on Linux a task must not be cancelled,
/// because Foundation then uses parts of it that are freed.
final class URLSessionExchange: NSObject, URLSessionDataDelegate, Sendable {
  typealias Result = Swift.Result<HTTPAnswer, TransportError>

  private struct State {
    var waiting: CheckedContinuation<Result, Never>?
    var head: (status: Int, fields: [String: String])?
    var body = Data()
  }

  private let state = Mutex(State())
  private let maximumBody: Int

  init(maximumBody: Int) { self.maximumBody = maximumBody }

  func begin(_ waiting: CheckedContinuation<Result, Never>) { state.withLock { $0.waiting = waiting } }

  /// Ends the wait, if nothing has ended it before.
  func end(_ result: Result) {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    waiting?.resume(returning: result)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The key must reach only the server that it was given for.
    take(response)
    completionHandler(nil)
    end(answer())
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { take(response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      guard state.waiting != nil else { return false }
      state.body.append(data)
      return state.body.count > maximumBody
    }
    if isTooLarge { end(.failure(.bodyTooLarge(limit: maximumBody))) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    end(error.map { .failure(TransportError($0)) } ?? answer())
  }

  private func take(_ response: HTTPURLResponse) {
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
    state.withLock { $0.head = (response.statusCode, fields) }
  }

  private func answer() -> Result {
    state.withLock { state in
      guard let head = state.head else { return .failure(.malformed(reason: "it is no HTTP")) }
      return .success(HTTPAnswer(status: head.status, fields: head.fields, body: state.body))
    }
  }
}

extension TransportError {
  /// What Foundation says of a task that failed. Only errors from before a connection tell that nothing was sent.
  fileprivate init(_ error: any Error) {
    let words = error.localizedDescription
    switch (error as? URLError)?.code {
    case .cannotConnectToHost?, .cannotFindHost?, .dnsLookupFailed?, .notConnectedToInternet?:
      self = .unreachable(reason: words)
    case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
      .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?:
      self = .insecure(reason: words)
    // One code stands for no answer at all and for one that is no HTTP.
    default: self = .connectionLost(reason: words, sent: true)
    }
  }
}
