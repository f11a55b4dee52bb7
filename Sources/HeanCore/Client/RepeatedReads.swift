import Synchronization

/// Answers that several looks may share, because the engine limits how often it is read: a console that reads each
/// second would use up what other consoles need. Only for watching; the proof of a change is read anew.
package final class RepeatedReads: Sendable {
  /// Seconds for which an answer is reused: the engine allows 30 reads of `/settings` a minute, and 60 of `/health`.
  private static let spans: [String: TimeInterval] = [
    Endpoint<EngineSettings>.settings.path: 60, Endpoint<Health>.health.path: 2,
  ]

  private let answers = Mutex<[String: RESTResponse]>([:])
  private let now: @Sendable () -> Date

  package init(now: @escaping @Sendable () -> Date) { self.now = now }

  func answer(for path: String) -> RESTResponse? {
    guard let span = Self.spans[path], let answer = answers.withLock({ $0[path] }) else { return nil }
    let age = now().timeIntervalSince(answer.receivedAt)
    return age >= 0 && age < span ? answer : nil
  }

  func keep(_ answer: RESTResponse, for path: String) {
    guard Self.spans[path] != nil, answer.status == 200 else { return }
    answers.withLock { $0[path] = answer }
  }
}
