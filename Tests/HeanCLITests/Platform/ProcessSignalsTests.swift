import Foundation
import Synchronization
import Testing

@testable import HeanConsole

@Suite struct ProcessSignalsTests {
  /// Ends the exit test's process when nothing else does.
  private static func waitForEver() -> Never {
    while true { pause() }
  }

  @Test(arguments: [ProcessSignal.interrupt, .terminate, .hangUp, .quit])
  func `a watched signal reaches the handler, and the process dies of it`(signal event: ProcessSignal) async {
    await #expect(processExitsWith: .signal(event.number)) { [event = event.number as Int32] in
      let watch = ProcessSignals.watch(ProcessSignal.allCases) { signal in
        guard signal.number == event else { ProcessSignals.exitNow(1) }
        ProcessSignals.die(of: signal)
      }
      kill(getpid(), event)
      withExtendedLifetime(watch) { ProcessSignalsTests.waitForEver() }
    }
  }

  @Test func `a signal that the parent had ignored stays ignored`() async {
    await #expect(processExitsWith: .exitCode(143)) {
      _ = signal(SIGINT, SIG_IGN)
      let watch = ProcessSignals.watch([.interrupt, .terminate]) { signal in
        ProcessSignals.exitNow(128 + signal.number)
      }
      kill(getpid(), SIGINT)
      kill(getpid(), SIGTERM)
      withExtendedLifetime(watch) { ProcessSignalsTests.waitForEver() }
    }
  }

  /// Looks at what a signal would do, again and again, on a thread of its own.
  private final class Observer: Sendable {
    let hasBegun = Atomic(false)
    let isToEnd = Atomic(false)
    let sawIgnored = Atomic(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    func begin() {
      Thread.detachNewThread { [self] in
        while !isToEnd.load(ordering: .relaxed) {
          for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            _ = unsafe sigaction(number, nil, &action)
            let isIgnored =
              unsafe unsafeBitCast(action.disposition, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
            if isIgnored { sawIgnored.store(true, ordering: .relaxed) }
          }
          hasBegun.store(true, ordering: .relaxed)
        }
        hasEnded.signal()
      }
      while !hasBegun.load(ordering: .relaxed) { sched_yield() }
    }

    func end() {
      isToEnd.store(true, ordering: .relaxed)
      hasEnded.wait()
    }
  }

  @Test func `at no moment of being taken over is a signal ignored`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let observer = Observer()
      observer.begin()
      // One moment is soon missed.
      for _ in 0..<100 { _ = ProcessSignals.watch([.interrupt, .terminate, .hangUp]) { _ in } }
      observer.end()
      ProcessSignals.exitNow(observer.sawIgnored.load(ordering: .relaxed) ? 1 : 0)
    }
  }

  @Test func `a second signal does not cut short what the first one began`() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      let watch = ProcessSignals.watch([.interrupt, .terminate]) { signal in
        // A terminal that closes sends more than one.
        kill(getpid(), SIGTERM)
        kill(getpid(), SIGTERM)
        ProcessSignals.die(of: signal)
      }
      kill(getpid(), SIGINT)
      withExtendedLifetime(watch) { ProcessSignalsTests.waitForEver() }
    }
  }

  @Test func `a watch that is let go gives the signal back its default`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      _ = ProcessSignals.watch([.terminate]) { _ in }
      // The source lets go on a thread of its own, and what comes before that is still its catch.
      while true {
        kill(getpid(), SIGTERM)
        await Task.yield()
      }
    }
  }
}

@Suite struct CrashReportTests {
  /// What the runtime's backtraces would add is not what this is about.
  private static func install() {
    for number in [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE] { _ = signal(number, SIG_DFL) }
    CrashReport.install()
  }

  private static func line(_ name: String) -> String {
    "hean stopped by a defect of its own (\(name)). If a command that changes something was under way, its outcome is "
      + "unknown: hean audit\n"
  }

  private func report(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test(arguments: [
    (SIGSEGV, "SIGSEGV"), (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"), (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"),
    (SIGFPE, "SIGFPE"),
  ])
  func `a deadly signal leaves one line, and the process dies of it`(number: Int32, name: String) async {
    let result = await #expect(processExitsWith: .signal(number), observing: [\.standardErrorContent]) { [number] in
      CrashReportTests.install()
      // On a thread that blocks this one, only `abort` gets through.
      if number == SIGABRT { abort() }
      raise(number)
    }
    #expect(report(result).hasSuffix(Self.line(name)), "\(report(result))")
  }

  @Test func `a trap of Swift leaves the line after its own words`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CrashReportTests.install()
      let none: [Int] = []
      print(none[getpid() > 0 ? 1 : 0])
    }
    #expect(report(result).contains("Index out of range") && report(result).contains("hean stopped by a defect"))
  }

  @Test func `a stack that overflows on the thread that installed this is reported`() async {
    let result = await #expect(processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]) {
      CrashReportTests.install()
      print(CrashReportTests.descend(0))
    }
    #expect(report(result).hasSuffix(Self.line("SIGSEGV")), "\(report(result))")
  }

  @Test func `whoever handled it before has it after`() async {
    let result = await #expect(processExitsWith: .exitCode(9), observing: [\.standardErrorContent]) {
      for number in [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE] { _ = signal(number, SIG_DFL) }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_sigaction = { _, _, _ in _exit(9) }
      action.sa_flags = SA_SIGINFO
      _ = unsafe sigaction(SIGABRT, &action, nil)
      CrashReport.install()
      abort()
    }
    #expect(report(result).hasSuffix(Self.line("SIGABRT")))
  }

  @inline(never) private static func descend(_ depth: Int) -> Int {
    depth < 0 ? depth : descend(depth + 1) + 1
  }
}

@Suite struct IdentityTests {
  @Test func `host and user have names`() {
    #expect(!HostName.current.isEmpty)
    #expect(!UserName.current.isEmpty)
    #expect(UserID.effective == geteuid())
  }
}
