import Foundation
import HeanNetworking
import Testing

@Suite struct ProcessSignalsTests {
  @Test func `a stream reports a signal that would have killed, and the exit code goes out`() async {
    await #expect(processExitsWith: .exitCode(143)) {
      let signals = ProcessSignals.stream(of: [.interrupt, .terminate])
      kill(getpid(), SIGTERM)
      for await signal in signals { ProcessSignals.exitNow(signal.exitCode) }
    }
  }

  @Test func `ctrl-C is 130`() async {
    await #expect(processExitsWith: .exitCode(130)) {
      let signals = ProcessSignals.stream(of: [.interrupt, .terminate])
      kill(getpid(), SIGINT)
      for await signal in signals { ProcessSignals.exitNow(signal.exitCode) }
    }
  }

  @Test func `a signal that the parent had ignored stays ignored`() async {
    await #expect(processExitsWith: .exitCode(143)) {
      _ = signal(SIGINT, SIG_IGN)
      let signals = ProcessSignals.stream(of: [.interrupt, .terminate])
      kill(getpid(), SIGINT)
      kill(getpid(), SIGTERM)
      for await signal in signals { ProcessSignals.exitNow(signal.exitCode) }
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a let-go stream gives the signal back its default`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let waiting = Task { for await _ in ProcessSignals.stream(of: [.terminate]) {} }
      waiting.cancel()
      await waiting.value
      // The source lets go on a thread of its own, and what comes before that is still its catch.
      while true {
        kill(getpid(), SIGTERM)
        await Task.yield()
      }
    }
  }

  @Test func `the size of the window is watched without harm`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let signals = ProcessSignals.stream(of: [.windowChanged])
      kill(getpid(), SIGWINCH)
      for await signal in signals where signal == .windowChanged { ProcessSignals.exitNow(7) }
    }
  }
}

@Suite struct IdentityTests {
  @Test func `host and user have names`() {
    #expect(!HostName.current.isEmpty)
    #expect(!UserName.current.isEmpty)
    #expect(UserID.effective == geteuid())
  }
}
