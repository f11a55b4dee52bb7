import Testing

@testable import HeanCore

struct StreamTimingTests {
  @Test(arguments: [(0, 0.5), (1, 1.0), (5, 16.0), (6, 30.0), (16, 30.0), (1_000_000, 30.0)])
  func `each attempt waits twice as long as the last, up to half a minute`(attempt: Int, seconds: Double) {
    let timing = StreamTiming()
    #expect(timing.retry(attempt, random: 1) == .seconds(seconds))
    #expect(timing.retry(attempt, random: 0) == .zero && timing.retry(attempt, random: 0.5) == .seconds(seconds / 2))
  }

  @Test func `the limits of a stream's waits`() {
    let timing = StreamTiming()
    #expect(timing.stale == .seconds(5) && timing.dead == .seconds(15) && timing.healthy == .seconds(30))
    #expect(timing.settling == .seconds(3) && timing.restartTolerance == .seconds(3))
    #expect(timing.poll == .seconds(2) && timing.socketRetry == .seconds(30) && timing.tick == .milliseconds(250))
  }
}
