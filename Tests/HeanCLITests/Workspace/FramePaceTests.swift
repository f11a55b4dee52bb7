import Testing

@testable import HeanConsole

/// How often the screen of the console is drawn.
@Suite struct FramePaceTests {
  /// Counts the frames of ten seconds in which something is due all the time.
  private func frames(_ reason: FramePace.Reason) -> Int {
    var pace = FramePace()
    return (0..<10_000).count { millisecond in
      let now = Duration.milliseconds(millisecond)
      guard pace.wait(for: reason, at: now) == .zero else { return false }
      pace.drew(for: reason, at: now)
      return true
    }
  }

  @Test(arguments: [FramePace.Reason.news, .key]) func tenFramesASecondAtMost(_ reason: FramePace.Reason) {
    #expect((98...103).contains(frames(reason)))
  }

  @Test func aKeyDoesNotWaitForWhatTheEngineChanges() {
    var pace = FramePace()
    for millisecond in 0..<100 { pace.drew(for: .news, at: .milliseconds(millisecond)) }
    #expect(pace.wait(for: .key, at: .milliseconds(100)) == .zero)
    #expect(pace.wait(for: .news, at: .milliseconds(100)) == .milliseconds(99))
  }
}
