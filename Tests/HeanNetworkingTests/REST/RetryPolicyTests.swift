import Foundation
import HeanCore
import Testing

@testable import HeanNetworking

struct RetryPolicyTests {
  private func decide(
    _ outcome: RetryPolicy.Outcome, attempt: Int = 1, remaining: Duration = .seconds(10), random: Double = 0.5
  ) -> RetryPolicy.Verdict {
    var policy = RetryPolicy()
    return policy.decide(outcome, attempt: attempt, remaining: remaining, random: random)
  }

  @Test func `full jitter doubles up to the cap`() {
    #expect(decide(.failed, attempt: 1, random: 1) == .retry(after: .milliseconds(100)))
    #expect(decide(.failed, attempt: 2, random: 1) == .retry(after: .milliseconds(200)))
    #expect(decide(.failed, attempt: 1, random: 0) == .retry(after: .zero))
    #expect(decide(.throttled(wait: nil), random: 0.5) == .retry(after: .milliseconds(500)))
  }

  @Test func `three attempts, then no more`() {
    #expect(decide(.failed, attempt: 3) == .stop)
    #expect(decide(.final) == .stop)
  }

  @Test func `a wait that does not fit the deadline is not begun`() {
    #expect(decide(.throttled(wait: .seconds(9)), remaining: .seconds(10)) == .retry(after: .seconds(9)))
    #expect(decide(.throttled(wait: .seconds(11)), remaining: .seconds(10)) == .stop)
  }

  @Test func `an empty bucket fails at once, and success refills it`() {
    var policy = RetryPolicy()
    var retries = 0
    while case .retry = policy.decide(.failed, attempt: 1, remaining: .seconds(9), random: 0) { retries += 1 }
    #expect(retries == 500 / 14)
    for _ in 0..<14 { _ = policy.decide(.final, attempt: 1, remaining: .seconds(9), random: 0) }
    #expect(policy.decide(.failed, attempt: 1, remaining: .seconds(9), random: 0) != .stop)
  }

  @Test(
    arguments: [
      ("0", Duration.zero), ("7", .seconds(7)), (" 5 ", .seconds(5)), ("-1", nil), ("soon", nil), ("", nil),
      ("Sat, 21 Nov 2026 01:47:35 GMT", .seconds(5)), ("Sat, 21 Nov 2026 01:00:00 GMT", .zero),
      ("Sat, 21 Nov 2026 01:47 GMT", nil), ("Sat, 21 Foo 2026 01:47:35 GMT", nil),
    ] as [(String, Duration?)])
  func `Retry-After in both forms`(text: String, expected: Duration?) {
    #expect(RetryAfter.parse(text, now: Date(timeIntervalSince1970: 1_795_225_650)) == expected)
  }
}
