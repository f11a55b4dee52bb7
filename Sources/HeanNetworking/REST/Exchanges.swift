import Dispatch
import Foundation
import FoundationNetworking
import HeanCore
import Synchronization

/// The running URLSession tasks of one transport, each with whoever waits for it.
///
/// Every waiter is released exactly once: by the answer, an error, the deadline or its own task's cancellation, whichever
/// comes first. What the task does afterwards finds nobody and is dropped.
final class Exchanges: NSObject, URLSessionDataDelegate {
  struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var body: Data
  }

  typealias Result = Swift.Result<Answer, TransportError>

  private struct Waiter {
    var continuation: CheckedContinuation<Result, Never>
    var response: HTTPURLResponse?
    var body = Data()
    var refusedRedirect: String?
    var hops = 0
  }

  private let maximumBodyBytes: Int
  private let origin: URL
  private let waiters = Mutex<[Int: Waiter]>([:])

  init(maximumBodyBytes: Int, origin: URL) {
    self.maximumBodyBytes = maximumBodyBytes
    self.origin = origin
  }

  func run(_ task: URLSessionDataTask, deadline: Duration, reported: Duration) async -> Result {
    let id = task.taskIdentifier
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters.withLock { $0[id] = Waiter(continuation: continuation) }
        // Cancelled before anyone could be registered: the handler below found nothing to release.
        if Task.isCancelled { return finish(id, .failure(.connectionLost(reason: "interrupted", sent: false))) }
        DispatchQueue.global().asyncAfter(deadline: .now() + deadline.seconds) { [weak self] in
          self?.finish(id, .failure(.deadlineExceeded(after: reported, sent: true)))
        }
        task.resume()
      }
    } onCancel: {
      finish(id, .failure(.connectionLost(reason: "interrupted", sent: true)))
    }
  }

  private func finish(_ id: Int, _ result: Result) {
    let waiter = waiters.withLock { $0.removeValue(forKey: id) }
    waiter?.continuation.resume(returning: result)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    waiters.withLock { $0[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let id = dataTask.taskIdentifier
    let isTooLarge = waiters.withLock { waiters in
      guard waiters[id] != nil else { return false }
      waiters[id]?.body.append(data)
      return (waiters[id]?.body.count ?? 0) > maximumBodyBytes
    }
    if isTooLarge { finish(id, .failure(.bodyTooLarge(limit: maximumBodyBytes))) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let id = task.taskIdentifier
    guard let waiter = waiters.withLock({ $0[id] }) else { return }
    if let location = waiter.refusedRedirect { return finish(id, .failure(.redirectRefused(location: location))) }
    if let error { return finish(id, .failure(TransportError(error, during: task))) }
    guard let response = waiter.response ?? task.response as? HTTPURLResponse else {
      return finish(id, .failure(.malformed(reason: "no HTTP status came")))
    }
    finish(id, .success(Answer(status: response.statusCode, headers: response.lowercasedHeaders, body: waiter.body)))
  }

  /// A key goes to the host it was given for and to no other, so nothing is followed elsewhere.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let id = task.taskIdentifier
    let isAllowed = waiters.withLock { waiters in
      waiters[id]?.hops += 1
      let isSame = request.url.map { Self.isSameOrigin($0, origin) } ?? false
      guard isSame, task.originalRequest?.httpMethod == "GET", (waiters[id]?.hops ?? 0) <= 5 else {
        waiters[id]?.refusedRedirect = request.url?.absoluteString ?? "nowhere"
        return false
      }
      return true
    }
    completionHandler(isAllowed ? request : nil)
    if !isAllowed {
      finish(id, .failure(.redirectRefused(location: request.url?.absoluteString ?? "nowhere")))
    }
  }

  /// A 401 that asks for a password would wait for ever here, so it is answered as what it is: a 401.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // The constant exists on Darwin only, where certificates come this way too.
    guard challenge.protectionSpace.authenticationMethod != "NSURLAuthenticationMethodServerTrust" else {
      return completionHandler(.performDefaultHandling, nil)
    }
    let response = challenge.failureResponse as? HTTPURLResponse ?? task.response as? HTTPURLResponse
    finish(
      task.taskIdentifier,
      .success(Answer(status: response?.statusCode ?? 401, headers: response?.lowercasedHeaders ?? [:], body: Data())))
    completionHandler(.rejectProtectionSpace, nil)
  }

  private static func isSameOrigin(_ first: URL, _ second: URL) -> Bool {
    func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
    return first.scheme?.lowercased() == second.scheme?.lowercased()
      && first.host()?.lowercased() == second.host()?.lowercased() && port(first) == port(second)
  }
}

extension HTTPURLResponse {
  fileprivate var lowercasedHeaders: [String: String] {
    Dictionary(
      allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }, uniquingKeysWith: { first, _ in first })
  }
}

extension TransportError {
  /// What URLSession's error codes mean here (measured; several share the code "unknown").
  init(_ error: any Error, during task: URLSessionTask) {
    let words = error.localizedDescription
    let sent = task.countOfBytesSent > 0 || task.response != nil
    switch (error as? URLError)?.code {
    case .cannotConnectToHost?, .cannotFindHost?, .dnsLookupFailed?, .notConnectedToInternet?:
      self = .unreachable(reason: words)
    case .timedOut?:
      self = .deadlineExceeded(after: .seconds(task.originalRequest?.timeoutInterval ?? 0), sent: true)
    case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
      .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?, .clientCertificateRejected?:
      self = .insecure(reason: words)
    case .badURL?:
      self = .refusedLocally(
        reason: "this toolchain cannot use that address: \(words)",
        nextStep: "name the host, or use 127.0.0.1 instead of [::1]")
    case .unsupportedURL?, .cannotParseResponse?:
      self = .malformed(reason: words)
    case .unknown? where words.contains("header"):
      self = .malformed(reason: words)
    // A refused certificate has no code of its own here, only libcurl's words.
    case _ where words.contains("SSL") || words.contains("certificate"):
      self = .insecure(reason: words)
    case .badServerResponse?, .networkConnectionLost?, .unknown?:
      self = .connectionLost(reason: words, sent: sent)
    default:
      self = .connectionLost(reason: words, sent: sent)
    }
  }
}
