import HeanCore
import Synchronization

/// One request after another over HTTP: its attempts until it is answered or its time is up, the pauses between them, and what
/// is told of each. What is sent, and what an answer means, is of whoever uses it.
final class HTTPAttempts: Sendable {
  typealias Outcome = Result<HTTPAnswer, TransportError>

  /// What is told of a request before it is sent.
  struct Told: Sendable {
    var method: String
    var url: String
    var carriesKey: Bool
    /// The field, in small letters, in which the server names an exchange.
    var requestID: String
  }

  let now: @Sendable () -> Date
  private let policy: Mutex<RetryPolicy>
  private let random: @Sendable () -> Double
  private let sleep: @Sendable (Duration) async throws -> Void
  private let trace: (@Sendable (TraceEvent) -> Void)?

  init(
    policy: RetryPolicy, now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void, trace: (@Sendable (TraceEvent) -> Void)?
  ) {
    self.policy = Mutex(policy)
    self.now = now
    self.random = random
    self.sleep = sleep
    self.trace = trace
  }

  /// - Parameters:
  ///   - send: makes one attempt in the time that is left.
  ///   - meaning: what an attempt came to, for the decision whether there is another.
  func answer(
    _ told: Told, within deadline: Duration, send: (_ remaining: Duration) async -> Outcome,
    meaning: (Outcome) -> RetryPolicy.Outcome
  ) async throws(TransportError) -> RESTResponse {
    let start = ContinuousClock.now
    var attempt = 0
    while true {
      attempt += 1
      trace?(.request(method: told.method, url: told.url, attempt: attempt, carriesKey: told.carriesKey))
      let result = await send(deadline - (ContinuousClock.now - start))
      let elapsed = ContinuousClock.now - start
      tell(result, elapsed, told)
      let verdict = policy.withLock {
        $0.decide(meaning(result), attempt: attempt, remaining: deadline - elapsed, random: random())
      }
      if case .retry(let wait) = verdict {
        trace?(.retry(after: wait))
        do {
          try await sleep(wait)
          continue
        } catch {
          throw .connectionLost(reason: "interrupted", sent: true)
        }
      }
      let answer = try result.get()
      return RESTResponse(
        status: answer.status, headers: answer.fields, body: answer.body, receivedAt: now(), elapsed: elapsed,
        attempts: attempt)
    }
  }

  private func tell(_ result: Outcome, _ elapsed: Duration, _ told: Told) {
    switch result {
    case .success(let answer):
      trace?(
        .response(
          status: answer.status, bytes: answer.body.count, elapsed: elapsed, requestID: answer.fields[told.requestID]))
    case .failure(let error): trace?(.failure(error, elapsed: elapsed))
    }
  }
}

extension HTTPSending {
  /// Sends once and takes out of the answer what nobody may see. A redirect is not followed: a key must reach only the server
  /// it was given for.
  func answer(
    to request: HTTPRequest, cleanedBy sieve: KeySieve, within remaining: Duration, of deadline: Duration
  ) async -> HTTPAttempts.Outcome {
    guard remaining > .zero else { return .failure(.deadlineExceeded(after: deadline, sent: false)) }
    do throws(TransportError) {
      var answer = try await send(request, within: remaining, of: deadline)
      answer.body = sieve.cleaned(answer.body)
      answer.fields = answer.fields.mapValues(sieve.cleaned)
      if [301, 302, 303, 307, 308].contains(answer.status), let location = answer.fields["location"] {
        return .failure(.redirectRefused(location: location, status: answer.status))
      }
      return .success(answer)
    } catch {
      return .failure(error.cleaned(by: sieve))
    }
  }
}

extension TransportError {
  /// The same error, without what must not be told.
  fileprivate func cleaned(by sieve: KeySieve) -> TransportError {
    switch self {
    case .unreachable(let reason): .unreachable(reason: sieve.cleaned(reason))
    case .connectionLost(let reason, let sent): .connectionLost(reason: sieve.cleaned(reason), sent: sent)
    case .insecure(let reason): .insecure(reason: sieve.cleaned(reason))
    case .malformed(let reason): .malformed(reason: sieve.cleaned(reason))
    case .redirectRefused(let location, let status):
      .redirectRefused(location: sieve.cleaned(location), status: status)
    case .refusedLocally(let reason, let nextStep):
      .refusedLocally(reason: sieve.cleaned(reason), nextStep: sieve.cleaned(nextStep))
    case .deadlineExceeded, .bodyTooLarge: self
    }
  }
}

extension HTTPRequest {
  /// Fields of every request. What a cache on the way kept would be told as if it were of now.
  static func usualFields(_ userAgent: String) -> [(name: String, value: String)] {
    [
      (name: "Accept", value: "application/json"), (name: "Cache-Control", value: "no-cache"),
      (name: "User-Agent", value: userAgent),
    ]
  }
}
